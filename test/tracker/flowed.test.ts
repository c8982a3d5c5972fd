import { type Desk, startTracking } from '../harness/local';
import { takeIn, takeInAll, withContent } from './take-in';

describe('text of format=flowed', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startTracking();
  });
  afterAll(() => desk.close());

  const messageOf = (lines: readonly string[], type = 'text/plain; format=flowed') =>
    withContent(`Content-Type: ${type}\n\n${lines.join('\n')}\n`);
  const bodyOf = async (lines: readonly string[], type?: string) =>
    (await takeIn(desk, messageOf(lines, type))).body.trimEnd();

  const CASES: [string, string[], string][] = [
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
  ];

  test('is joined as it was flowed', async () => {
    const taken = await takeInAll(
      desk,
      CASES.map(([, lines]) => messageOf(lines)),
    );
    expect(CASES.map(([what], at) => [what, taken[at]?.body.trimEnd()])).toEqual(
      CASES.map(([what, , expected]) => [what, expected]),
    );
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
