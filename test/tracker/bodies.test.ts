import { htmlToText } from '../../src/tracker/mail/html';
import { type Desk, startTracking } from '../harness/local';
import { ANNA, compose } from '../harness/mail';
import { multipart, takeIn, takeInAll, withContent } from './take-in';

describe('the body of a message', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startTracking();
  });
  afterAll(() => desk.close());

  const bodyOf = async (message: Uint8Array) => (await takeIn(desk, message)).body;

  test('is the plain text where there is one', async () => {
    expect(await bodyOf(await compose({ text: 'plain', html: '<b>rich</b>' }))).toMatch(/^plain\s*$/);
  });

  test('is the HTML turned into readable text where there is no plain text', async () => {
    const html = `<html><head><style>p { color: red }</style><script>alert(1)</script></head><body>
      <h1>Offer</h1><p>Caf&eacute; &amp; more&nbsp;&#8364;5</p><ul><li>one</li><li>two</li></ul>
      <a href="https://shop.example/a?b=1">Our shop</a>
      <table><tr><th>Item</th><th>Price</th></tr><tr><td>Lamp</td><td>12.50</td></tr></table></body></html>`;
    const body = await bodyOf(await compose({ text: '', html }));
    expect(body).toContain('Offer');
    expect(body).toContain('Café & more\u00a0€5'.normalize());
    expect(body).toMatch(/\* one\n\s*\* two/);
    expect(body).toContain('Our shop [https://shop.example/a?b=1]');
    expect(body).toMatch(/Item\s+Price\nLamp\s+12\.50/);
    expect(body).not.toMatch(/alert|color: red|<|&eacute;/);
  });

  test('is what the whole html-to-text makes of any markup, though the bundle has only a part of it', async () => {
    const blocks = [
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
    const html = `<html><BODY class="a" id="b">${blocks.map((tag) => `<${tag}>in <i>a</i> ${tag}</${tag}>`).join('')}
      <ol type="a" start="3"><li>one<li>two<ul><li>deep</ul></ol><br><hr>soft<wbr>break <b>bold</b><x-y>own</x-y>
      <table><thead><tr><th>Item<th colspan="2">Price<tbody><tr><td>Lamp<td>1<td>2</table><img src="a" alt="b">
      &notin;&amp&copy;&#x1F600;&bogus;&nbsp;<a href="mailto:a@b.example">a@b.example</a></BODY></html>`;
    expect((await bodyOf(await compose({ text: '', html }))).trim()).toBe(htmlToText(html).trim());
  });

  test('is the HTML when the plain part is blank', async () => {
    expect(await bodyOf(await compose({ text: ' \n ', html: '<p>rich</p>' }))).toMatch(/^rich\s*$/);
  });

  test('is found in nested multiparts', async () => {
    const message = await compose({
      text: 'deep',
      html: '<img src="cid:a">deep',
      attachments: [
        { filename: 'a.png', cid: 'a', content: 'x' },
        { filename: 'b.txt', content: 'y' },
      ],
    });
    expect(await bodyOf(message)).toMatch(/^deep\s*$/);
  });

  test('has all its parts in their order', async () => {
    const mails = [
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
    const taken = await takeInAll(
      desk,
      mails.map(([, parts]) => multipart('mixed', parts)),
    );
    expect(taken.map(({ body }, at) => [mails[at]?.[0], body])).toEqual(
      mails.map(([what, , expected]) => [what, expect.stringMatching(expected)]),
    );
  });

  test('is the plain one of two alternatives, in either order, beside other parts', async () => {
    const inside = multipart(
      'alternative',
      [
        ['text/html', '<i>rich</i>'],
        ['text/plain', 'plain'],
      ],
      'inner',
    );
    const head = 'Content-Type: multipart/alternative; boundary=inner';
    expect(inside.toString()).toContain(head);
    const [, alternatives = ''] = inside.toString().split(`${head}\r\n\r\n`);
    const message = multipart('mixed', [
      ['multipart/alternative; boundary=inner', alternatives],
      ['text/html', '<p>footer</p>'],
    ]);
    expect(await bodyOf(message)).toMatch(/^plain\s+footer\s*$/);
  });

  test('is the HTML rather than what only some programs show, where the plain text is blank', async () => {
    const message = multipart('alternative', [
      ['text/plain', ' '],
      ['text/x-amp-html', '<p>amp</p>'],
      ['text/html', '<p>rich</p>'],
    ]);
    expect(await bodyOf(message)).toBe('rich');
  });

  test('is the text of a list that gives its multipart a name', async () => {
    const message = multipart('mixed; name=digest', [
      ['text/plain', 'one'],
      ['text/plain', 'two'],
    ]);
    const { body, attachments } = await takeIn(desk, message);
    expect([body, attachments]).toEqual([expect.stringMatching(/^one\s+two\s*$/), []]);
  });

  test('names in a line what is no text and has no file name, with type and size', async () => {
    const message = multipart('mixed', [
      ['text/plain', 'above'],
      ['image/tiff', 'x'.repeat(34_100)],
      ['application/octet-stream', 'x'.repeat(1_250_000)],
    ]);
    const { body, attachments } = await takeIn(desk, message);
    expect(body).toBe(
      'above\n\n[Not stored: image/tiff, 34 kB, no file name]\n[Not stored: application/octet-stream, 1.3 MB, no file name]',
    );
    expect(attachments).toEqual([]);
  });

  test('is that line alone where a scanner sends nothing else', async () => {
    expect(await bodyOf(withContent('Content-Type: application/pdf\n\n%PDF-1.4'))).toBe(
      '[Not stored: application/pdf, 8 bytes, no file name]',
    );
  });

  test('does not name the signature of a signed message', async () => {
    const message = multipart('signed', [
      ['text/plain', 'signed'],
      ['application/pgp-signature', 'abc'],
    ]);
    expect(await bodyOf(message)).toMatch(/^signed\s*$/);
  });

  test('is decoded from its charset', async () => {
    const charsets = [
      ['iso-8859-1', 'Gr\xfc\xdfe', 'Grüße'],
      ['windows-1252', '\x80 5', '€ 5'],
      ['iso-2022-jp', '\x1b$B$3$s\x1b(B', 'こん'],
      ['shift_jis', '\x82\xb1\x82\xf1', 'こん'],
    ] as const;
    const taken = await takeInAll(
      desk,
      charsets.map(([charset, bytes]) => {
        const head = `From: ${ANNA}\r\nSubject: Text\r\nContent-Type: text/plain; charset=${charset}\r\n\r\n`;
        return Buffer.from(head + bytes, 'latin1');
      }),
    );
    expect(taken.map(({ body }, at) => [charsets[at]?.[0], body.trim()])).toEqual(
      charsets.map(([charset, , text]) => [charset, text]),
    );
  });

  test('is readable even where the markup is nested beyond all reason', async () => {
    const html = `${'<div>'.repeat(30_000)}deep inside${'</div>'.repeat(30_000)}`;
    expect((await bodyOf(await compose({ text: '', html }))).trim()).toBe('deep inside');
  });
});
