import { type MailFact, testMail, withContent } from './take-in';

const FACTS: [fact: string, lines: string[], body: string, type?: string][] = [
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
  [
    'loses the spaces at the ends of its lines where delsp=yes says so',
    ['これは一つの ', '段落です。', 'Words  ', 'stay apart', '-- ', 'Anna'],
    'これは一つの段落です。\nWords stay apart\n-- \nAnna',
    'text/plain; charset=utf-8; Format="Flowed"; DelSp="yes"',
  ],
  [
    'differs from text without it, whose lines stay as they are',
    ['A line ', ' and another'],
    'A line \n and another',
    'text/plain',
  ],
  [
    'differs from fixed text, whose lines stay as they are',
    ['A line ', ' and another'],
    'A line \n and another',
    'text/plain; format=fixed',
  ],
];

describe('text of format=flowed', () => {
  testMail(
    FACTS.map(
      ([fact, lines, text, type = 'text/plain; format=flowed']): MailFact => [
        fact,
        withContent(`Content-Type: ${type}\n\n${lines.join('\n')}\n`),
        ({ body }) => expect(body.trimEnd()).toBe(text),
      ],
    ),
  );
});
