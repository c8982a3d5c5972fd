import { DEFAULT_RULES } from '../../src/leads/scoring/default-rules';
import { type Facts, haveFactsChanged, type Rule, scoreLead } from '../../src/leads/scoring/scoring';

const UNKNOWN: Facts = { creditScore: '', downPayment: null, hasBank: null, idType: '', tradeIn: null };
const BEST: Facts = {
  creditScore: '800',
  downPayment: 9_000,
  hasBank: true,
  idType: 'passport',
  tradeIn: true,
};
const WORST: Facts = { creditScore: '400', downPayment: 0, hasBank: false, idType: 'none', tradeIn: false };

const score = (facts: Partial<Facts>, rules: readonly Rule[] = DEFAULT_RULES) =>
  scoreLead({ ...BEST, ...facts }, rules);
const spokenOf = (field: string, facts: Partial<Facts>) =>
  score(facts).reasons.find((reason) => reason.field === field);

describe('the score of a lead', () => {
  test.each<[string, Facts, number, string]>([
    ['everything at its best', BEST, 100, 'hot'],
    ['everything at its worst', WORST, 8, 'cold'],
    ['nothing known', UNKNOWN, 28, 'review'],
    ['all but one unknown', { ...UNKNOWN, creditScore: '800' }, 56, 'review'],
    ['three of five unknown', { ...UNKNOWN, creditScore: '800', hasBank: true }, 66, 'warm'],
    ['good credit, some money', { ...WORST, creditScore: '700', downPayment: 3_000 }, 51, 'warm'],
    ['exactly hot', { ...BEST, creditScore: '580', tradeIn: false, idType: '' }, 63, 'warm'],
  ])('%s: %j is %d, %s', (_, facts, expected, filter) => {
    expect(scoreLead(facts, DEFAULT_RULES)).toMatchObject({ score: expected, filter });
  });

  test.each([
    ['850', 40],
    ['740', 40],
    ['739', 32],
    ['670', 32],
    ['669', 20],
    ['580', 20],
    ['579', 8],
    ['300', 8],
    ['299', 12],
    ['900', 12],
    ['640-680', 20],
    ['good', 32],
    ['who knows', 12],
  ])('a creditScore of "%s" gives %d', (creditScore, points) => {
    expect(spokenOf('creditScore', { creditScore })?.points).toBe(points);
  });

  test.each<[number | null, number]>([
    [5_000, 25],
    [4_999.99, 19],
    [2_500, 19],
    [1_000, 12],
    [999, 6],
    [1, 6],
    [0.5, 0],
    [0, 0],
    [-1, 5],
    [null, 5],
    [1e9, 25],
  ])('a downPayment of %p gives %d', (downPayment, points) => {
    expect(spokenOf('downPayment', { downPayment })?.points).toBe(points);
  });

  test.each([
    ['passport', 10],
    ['Driver Licence', 10],
    ['NONE', 0],
    [' none yet ', 0],
    ['', 3],
    ['   ', 3],
    ['unknown', 10],
    ['any', 10],
  ])('an idType of "%s" gives %d', (idType, points) => {
    expect(spokenOf('idType', { idType })?.points).toBe(points);
  });

  test('carries its reasons, one a fact, and they add up', () => {
    const { score: total, reasons } = score({ creditScore: '700', tradeIn: null });
    expect(reasons).toEqual([
      { field: 'creditScore', rule: 'Credit 670 or more', points: 32 },
      { field: 'downPayment', rule: '5,000 down or more', points: 25 },
      { field: 'hasBank', rule: 'Bank account', points: 15 },
      { field: 'idType', rule: 'Identification', points: 10 },
      { field: 'tradeIn', rule: 'Trade-in unknown', points: 3 },
    ]);
    expect(total).toBe(85);
  });

  test.each([
    [90, 100],
    [-100, 0],
  ])('stays within 0 and 100 when rules give %d each', (points, expected) => {
    const rules = DEFAULT_RULES.map((rule) => (rule.field === 'filter' ? rule : { ...rule, points }));
    expect(score({}, rules).score).toBe(expected);
  });

  test('a fact without a rule gives nothing and no reason', () => {
    const rules = DEFAULT_RULES.filter(({ field }) => field !== 'tradeIn');
    expect(score({}, rules)).toMatchObject({ score: 90, filter: 'hot' });
    expect(score({}, rules).reasons.map(({ field }) => field)).not.toContain('tradeIn');
  });

  test.each<[number, string]>([
    [70, 'hot'],
    [69, 'warm'],
    [45, 'warm'],
    [44, 'cold'],
    [0, 'cold'],
  ])('%d is %s', (points, filter) => {
    const bands = DEFAULT_RULES.filter(({ field }) => field === 'filter');
    const rules: Rule[] = [{ rule: 'all', field: 'hasBank', when: 'yes', points }, ...bands];
    expect(score({}, rules)).toMatchObject({ score: points, filter });
  });

  test.each<[Partial<Facts>, boolean]>([
    [{}, false],
    [{ creditScore: '801' }, true],
    [{ downPayment: null }, true],
    [{ hasBank: false }, true],
    [{ idType: 'card' }, true],
    [{ tradeIn: null }, true],
  ])('is asked for again after %j: %p', (change, isAsked) => {
    expect(haveFactsChanged(BEST, { ...BEST, ...change })).toBe(isAsked);
  });
});
