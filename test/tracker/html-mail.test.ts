import { type MailFact, testMail, withContent } from './take-in';

const ROWS = '<tr><td>Item</td><td>Price</td></tr><tr><td>Lamp</td><td>12.50</td></tr>';
const COLUMNS = 'Item   Price\nLamp   12.50';
const BLOCKS = 'Item\nPrice\nLamp\n12.50';
const LONG = 'a sentence that is much too long for a cell of a table that holds nothing but data';

const DATA = [
  ['several rows of several short cells', `<table>${ROWS}</table>`],
  ['sections', `<table><tbody>${ROWS}</tbody></table>`],
  [
    'headings in one row',
    '<table><thead><tr><th>Item</th><th>Price</th></tr></thead><tr><td>Lamp</td><td>12.50</td></tr></table>',
  ],
] as const;

const NO_DATA = [
  ['is said to be for presentation', `<table role="presentation" border="1">${ROWS}</table>`, BLOCKS],
  ['has one row', '<table><tr><td>Logo</td><td>Menu</td></tr></table>', 'Logo\nMenu'],
  ['has one column', '<table><tr><td>Logo</td></tr><tr><td>Text</td></tr></table>', 'Logo\nText'],
  [
    'has sentences in its cells',
    `<table><tr><td>Left</td><td>${LONG}</td></tr><tr><td>Below</td><td>Right</td></tr></table>`,
    `Left\n${LONG}\nBelow\nRight`,
  ],
  ['has text between its cells', `<table>Loose${ROWS}</table>`, `Loose\n${BLOCKS}`],
  [
    'says that a cell spans a million columns',
    `<table><tr><td colspan="1000000000">Item</td><td>Price</td></tr><tr><td>Lamp</td><td>12.50</td></tr></table>`,
    BLOCKS,
  ],
] as const;

const WIDE = [
  ['words', LONG.replaceAll(' ', '-')],
  ['links', '<a href="https://shop.example/lamps?campaign=of-autumn&customer=12345678">Lamp</a>'],
] as const;

const SPANNING = `<tr>${'<td rowspan="900" colspan="900">a</td>'.repeat(30)}</tr>`;

const FACTS: [fact: string, html: string, text: string | RegExp][] = [
  ...DATA.map(([what, table]): [string, string, string] => [
    `shows a table of data in columns: ${what}`,
    `<p>Hello</p>${table}<p>Bye</p>`,
    `Hello\n\n${COLUMNS}\n\nBye`,
  ]),
  [
    'shows a table with a border in columns, however long its cells are',
    `<table border="1"><tr><td>Why</td><td>${LONG}</td></tr></table>`,
    /^Why {3}a sentence/,
  ],
  [
    'shows the caption of a table above it',
    `<table><caption>Your order</caption>${ROWS}</table>`,
    /^Your order\n+Item {3}Price\nLamp {3}12\.50$/,
  ],
  ...NO_DATA.map(([what, table, text]): [string, string, string] => [
    `reads a table block by block that ${what}`,
    table,
    text,
  ]),
  [
    'reads a table around others block by block, and the data inside it in columns',
    `<table><tr><th>Shop</th><th>News</th></tr><tr><td><table>${ROWS}</table></td></tr></table>`,
    `Shop\nNews\n\n${COLUMNS}`,
  ],
  [
    'reads a table of thousands of rows in a moment, and all of it',
    `<table>\n${'<tr><td>a</td><td>b</td></tr>\n'.repeat(6_000)}</table>`,
    'a\nb\n'.repeat(6_000).trim(),
  ],
  ...WIDE.map(([what, content]): [string, string, RegExp] => [
    `reads a table block by block whose ${what} would push its columns out of sight`,
    `<table><tr><th>Item</th><th>Price</th></tr><tr><td>${content}</td><td>12.50</td></tr></table>`,
    /^Item\nPrice\n\S.*\n12\.50$/,
  ]),
  [
    'reads a table in a moment whose cells say that each spans hundreds of others',
    `<table border="1">${SPANNING.repeat(30)}</table>`,
    /^a\na\n/,
  ],
  [
    'keeps the alternative text of pictures, and nothing of those without',
    '<p>See <img src="https://x.example/a.png" alt="the broken lamp"><img src="https://x.example/t.gif"><img src="b.png" alt="and bulb"></p>',
    'See the broken lamp and bulb',
  ],
  [
    'makes one blank line of several, whatever invisible they consist of',
    '<p>One</p><p>&nbsp;</p><div>&zwnj;&nbsp;&#847;</div><br><br><br><h1>Two</h1><br><br>',
    'One\n\nTwo',
  ],
  [
    'takes padding out of columns',
    `<table>${ROWS.replace('Item', '&nbsp; Item &nbsp; &nbsp;').replace('Lamp', '&nbsp;Lamp')}</table>`,
    COLUMNS,
  ],
  [
    'has the address after the text of a link, or alone behind a picture, and none that leads nowhere',
    '<a href="https://a.example/1"><img src="a.png"></a><a href="https://b.example/2"><img src="b.png"></a> <a href="https://c.example/3">Track</a> <a href="https://d.example">https://d.example</a> <a href="javascript:alert(1)">here</a> <a href="/home">home</a> <a href="mailto:e@f.example">Write</a>',
    '[https://a.example/1] [https://b.example/2] Track [https://c.example/3] https://d.example here home Write [e@f.example]',
  ],
  [
    'is read behind the end of its body as well',
    '<html><head><title>Mail</title></head><body><p>Hello</p></body></html><p>-- the list</p>',
    'Hello\n\n-- the list',
  ],
];

describe('mail in HTML', () => {
  testMail(
    FACTS.map(
      ([fact, html, text]): MailFact => [
        fact,
        withContent(`Content-Type: text/html; charset=utf-8\n\n${html}\n`),
        ({ body }) => expect(body).toEqual(typeof text === 'string' ? text : expect.stringMatching(text)),
      ],
    ),
  );
});
