import { htmlToText } from '../../src/tracker/mail/html';
import { ANNA, compose } from '../harness/mail';
import { type MailFact, multipart, testMail, withContent } from './take-in';

const PAGE = `<html><head><style>p { color: red }</style><script>alert(1)</script></head><body>
      <h1>Offer</h1><p>Caf&eacute; &amp; more&nbsp;&#8364;5</p><ul><li>one</li><li>two</li></ul>
      <a href="https://shop.example/a?b=1">Our shop</a>
      <table><tr><th>Item</th><th>Price</th></tr><tr><td>Lamp</td><td>12.50</td></tr></table></body></html>`;

const BLOCKS = [
  'article',
  'blockquote',
  'div',
  'footer',
  'form',
  'main',
  'nav',
  'p',
  'pre',
  'section',
  'caption',
  'h1',
  'h6',
  'td',
  'title',
];
const ANY_MARKUP = `<html><BODY class="a" id="b">${BLOCKS.map((tag) => `<${tag}>in <i>a</i> ${tag}</${tag}>`).join('')}
      <ol type="a" start="3"><li>one<li>two<ul><li>deep</ul></ol><br><hr>soft<wbr>break <b>bold</b><x-y>own</x-y>
      <table><thead><tr><th>Item<th colspan="2">Price<tbody><tr><td>Lamp<td>1<td>2</table><img src="a" alt="b">
      &notin;&amp&copy;&#x1F600;&bogus;&nbsp;<a href="mailto:a@b.example">a@b.example</a></BODY></html>`;

const PARTS = [
  [
    'a footer in plain text',
    [
      ['text/html', '<p>Hello</p>'],
      ['text/plain', '-- the list'],
    ],
    /^Hello\s+-- the list\s*$/,
  ],
  [
    'text around a file',
    [
      ['text/plain', 'above'],
      ['image/png; name=a.png', 'x'],
      ['text/plain', 'below'],
    ],
    /^above\s+below\s*$/,
  ],
  [
    'markup around a file',
    [
      ['text/html', '<b>above</b>'],
      ['image/png; name=a.png', 'x'],
      ['text/html', 'below'],
    ],
    /^above\s+below\s*$/,
  ],
  [
    'text of types that only programmers use',
    [
      ['text/plain', 'above'],
      ['text/x-patch', '+ a line'],
    ],
    /^above\s+\+ a line\s*$/,
  ],
] as const;

const CHARSETS = [
  ['iso-8859-1', 'Gr\xfc\xdfe', 'Grüße'],
  ['windows-1252', '\x80 5', '€ 5'],
  ['iso-2022-jp', '\x1b$B$3$s\x1b(B', 'こん'],
  ['shift_jis', '\x82\xb1\x82\xf1', 'こん'],
] as const;

const INNER = 'Content-Type: multipart/alternative; boundary=inner';
const [, ALTERNATIVES = ''] = multipart(
  'alternative',
  [
    ['text/html', '<i>rich</i>'],
    ['text/plain', 'plain'],
  ],
  'inner',
)
  .toString()
  .split(`${INNER}\r\n\r\n`);

const FACTS: MailFact[] = [
  [
    'is the plain text where there is one',
    compose({ text: 'plain', html: '<b>rich</b>' }),
    ({ body }) => expect(body).toMatch(/^plain\s*$/),
  ],
  [
    'is the HTML turned into readable text where there is no plain text',
    compose({ text: '', html: PAGE }),
    ({ body }) => {
      expect(body).toContain('Offer');
      expect(body).toContain('Café & more\u00a0€5'.normalize());
      expect(body).toMatch(/\* one\n\s*\* two/);
      expect(body).toContain('Our shop [https://shop.example/a?b=1]');
      expect(body).toMatch(/Item\s+Price\nLamp\s+12\.50/);
      expect(body).not.toMatch(/alert|color: red|<|&eacute;/);
    },
  ],
  [
    'is what the whole html-to-text makes of any markup, though the bundle has only a part of it',
    compose({ text: '', html: ANY_MARKUP }),
    ({ body }) => expect(body.trim()).toBe(htmlToText(ANY_MARKUP).trim()),
  ],
  [
    'is the HTML when the plain part is blank',
    compose({ text: ' \n ', html: '<p>rich</p>' }),
    ({ body }) => expect(body).toMatch(/^rich\s*$/),
  ],
  [
    'is found in nested multiparts',
    compose({
      text: 'deep',
      html: '<img src="cid:a">deep',
      attachments: [
        { filename: 'a.png', cid: 'a', content: 'x' },
        { filename: 'b.txt', content: 'y' },
      ],
    }),
    ({ body }) => expect(body).toMatch(/^deep\s*$/),
  ],
  ...PARTS.map(
    ([what, parts, expected]): MailFact => [
      `has all its parts in their order: ${what}`,
      multipart('mixed', parts),
      ({ body }) => expect(body).toMatch(expected),
    ],
  ),
  [
    'is the plain one of two alternatives, in either order, beside other parts',
    multipart('mixed', [
      ['multipart/alternative; boundary=inner', ALTERNATIVES],
      ['text/html', '<p>footer</p>'],
    ]),
    ({ body }) => expect(body).toMatch(/^plain\s+footer\s*$/),
  ],
  [
    'is the HTML rather than what only some programs show, where the plain text is blank',
    multipart('alternative', [
      ['text/plain', ' '],
      ['text/x-amp-html', '<p>amp</p>'],
      ['text/html', '<p>rich</p>'],
    ]),
    ({ body }) => expect(body).toBe('rich'),
  ],
  [
    'is the text of a list that gives its multipart a name',
    multipart('mixed; name=digest', [
      ['text/plain', 'one'],
      ['text/plain', 'two'],
    ]),
    ({ body, attachments }) =>
      expect([body, attachments]).toEqual([expect.stringMatching(/^one\s+two\s*$/), []]),
  ],
  [
    'names in a line what is no text and has no file name, with type and size',
    multipart('mixed', [
      ['text/plain', 'above'],
      ['image/tiff', 'x'.repeat(34_100)],
      ['application/octet-stream', 'x'.repeat(1_250_000)],
    ]),
    ({ body, attachments }) => {
      expect(body).toBe(
        'above\n\n[Not stored: image/tiff, 34 kB, no file name]\n[Not stored: application/octet-stream, 1.3 MB, no file name]',
      );
      expect(attachments).toEqual([]);
    },
  ],
  [
    'is that line alone where a scanner sends nothing else',
    withContent('Content-Type: application/pdf\n\n%PDF-1.4'),
    ({ body }) => expect(body).toBe('[Not stored: application/pdf, 8 bytes, no file name]'),
  ],
  [
    'does not name the signature of a signed message',
    multipart('signed', [
      ['text/plain', 'signed'],
      ['application/pgp-signature', 'abc'],
    ]),
    ({ body }) => expect(body).toMatch(/^signed\s*$/),
  ],
  ...CHARSETS.map(([charset, bytes, text]): MailFact => {
    const head = `From: ${ANNA}\r\nSubject: Text\r\nContent-Type: text/plain; charset=${charset}\r\n\r\n`;
    return [
      `is decoded from its charset: ${charset}`,
      Buffer.from(head + bytes, 'latin1'),
      ({ body }) => expect(body.trim()).toBe(text),
    ];
  }),
  [
    'is readable even where the markup is nested beyond all reason',
    compose({ text: '', html: `${'<div>'.repeat(30_000)}deep inside${'</div>'.repeat(30_000)}` }),
    ({ body }) => expect(body.trim()).toBe('deep inside'),
  ],
];

describe('the body of a message', () => testMail(FACTS));
