import { type Desk, startTracking } from '../harness/local';
import { takeIn, withContent } from './take-in';

describe('text of format=flowed', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startTracking();
  });
  afterAll(() => desk.close());

  const bodyOf = async (lines: readonly string[], type = 'text/plain; format=flowed') =>
    (await takeIn(desk, withContent(`Content-Type: ${type}\n\n${lines.join('\n')}\n`))).body.trimEnd();

  test.each([
    [
      'has a paragraph in one line',
      ['A paragraph ', 'goes on ', 'here.', 'Another.'],
      'A paragraph goes on here.\nAnother.',
    ],
    ['keeps blank lines', ['One ', 'two', '', 'three'], 'One two\n\nthree'],
    [
      'joins quoted lines with those of their depth',
      ['> quoted ', '> text', '>', '>> deeper ', '>> still', 'own ', 'words'],
      '> quoted text\n>\n>> deeper still\nown words',
    ],
    ['ends a paragraph where the depth changes', ['>> deep ', '> less ', 'own'], '>> deep \n> less \nown'],
    [
      'gives stuffed lines back as they were',
      [' >not quoted', ' From here', '  two'],
      '>not quoted\nFrom here\n two',
    ],
    ['unstuffs each line before it is joined', ['a ', ' b ', '  c'], 'a b  c'],
    ['leaves the signature line alone', ['Bye ', '-- ', 'Anna ', 'Berg'], 'Bye \n-- \nAnna Berg'],
    ['knows a quoted signature line too', ['> Bye ', '> -- ', '> Anna'], '> Bye \n> -- \n> Anna'],
  ])('%s', async (_, lines, expected) => {
    expect(await bodyOf(lines)).toBe(expected);
  });

  test('loses the spaces at the ends of its lines where delsp=yes says so', async () => {
    const lines = ['これは一つの ', '段落です。', 'Words  ', 'stay apart', '-- ', 'Anna'];
    const type = 'text/plain; charset=utf-8; Format="Flowed"; DelSp="yes"';
    expect(await bodyOf(lines, type)).toBe('これは一つの段落です。\nWords stay apart\n-- \nAnna');
  });

  test('differs from any other text, whose lines stay as they are', async () => {
    expect(await bodyOf(['A line ', ' and another'], 'text/plain')).toBe('A line \n and another');
    expect(await bodyOf(['A line ', ' and another'], 'text/plain; format=fixed')).toBe(
      'A line \n and another',
    );
  });
});
