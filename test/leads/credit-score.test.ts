import { toCreditScore } from '../../src/leads/scoring/scoring';

describe('a credit score as people write it', () => {
  test.each([
    ['720', 720],
    [' 720 ', 720],
    ['300', 300],
    ['850', 850],
    ['640-680', 660],
    ['640 - 680', 660],
    ['640–681', 660],
    ['640 to 680', 660],
    ['700/700', 700],
    ['good', 700],
    [' Very  Good ', 760],
    ['EXCELLENT', 780],
    ['good credit', 700],
    ['Credit: poor', 520],
    ['fair', 620],
    ['bad', 520],
  ])('%j counts as %d', (text, score) => expect(toCreditScore(text)).toBe(score));

  test.each([
    '',
    '299',
    '851',
    '0720',
    '7200',
    '72',
    '720.5',
    '-720',
    '1e3',
    '0x2D0',
    '680-640',
    '200-400',
    '800-900',
    '640-',
    '640-660-680',
    'not good',
    'goodish',
    'constructor',
    '__proto__',
    'no idea',
    '７２０',
    'TRUE',
  ])('%j is unknown', (text) => expect(toCreditScore(text)).toBeUndefined());
});
