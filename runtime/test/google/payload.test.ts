import { bytes, fromData, type Json, mail, type Server, startServer } from './server';

let server: Server;

beforeEach(() => {
  server = startServer();
});

async function read(raw: Uint8Array): Promise<Json> {
  const { id } = await server.deliver(raw);
  return (await server.gmail(`messages/${id}`)).body;
}

/** One line a part: id, type, file name, then its text or that it has to be fetched. */
function outline(part: Json): string[] {
  const text = part.body.data === undefined ? '' : JSON.stringify(fromData(part.body.data));
  const content = part.body.attachmentId
    ? `attachment of ${part.body.size}`
    : text || `empty ${part.body.size}`;
  const own = [part.partId, part.mimeType, part.filename, content].filter((word) => word !== '').join(' | ');
  return [own, ...(part.parts ?? []).flatMap(outline)];
}

const PART = '--b\r\nContent-Type: ';

function mixed(...parts: string[]): Uint8Array {
  const body = parts.map((part) => `${PART}${part}\r\n`).join('');
  return mail({ 'Content-Type': 'multipart/mixed; boundary=b' }, `preamble\n${body}--b--\nepilogue`);
}

const trees: [string, Uint8Array, string[]][] = [
  ['a single part has the empty part id', mail({ Subject: 's' }, 'hello\n'), ['text/plain | "hello\\r\\n"']],
  [
    'children are numbered from 0 and containers have no content',
    mixed(
      'multipart/alternative; boundary=in\r\n\r\n--in\r\n\r\nplain\r\n--in\r\nContent-Type: text/html\r\n\r\n<p>\r\n--in--',
      'application/pdf; name="a.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\nAAEC',
    ),
    [
      'multipart/mixed | empty 0',
      '0 | multipart/alternative | empty 0',
      '0.0 | text/plain | "plain"',
      '0.1 | text/html | "<p>"',
      '1 | application/pdf | a.pdf | attachment of 3',
    ],
  ],
  [
    'one boundary may begin with another',
    mixed('multipart/mixed; boundary=b2\r\n\r\n--b2\r\n\r\ninner\r\n--b2--', 'text/plain\r\n\r\nouter'),
    [
      'multipart/mixed | empty 0',
      '0 | multipart/mixed | empty 0',
      '0.0 | text/plain | "inner"',
      '1 | text/plain | "outer"',
    ],
  ],
  [
    'a small text with a file name is an attachment all the same',
    mixed('text/plain; name=a.txt\r\n\r\ntiny'),
    ['multipart/mixed | empty 0', '0 | text/plain | a.txt | attachment of 4'],
  ],
  [
    'an image without a file name is an attachment without a name',
    mixed('image/png\r\nContent-Transfer-Encoding: base64\r\n\r\nAAEC'),
    ['multipart/mixed | empty 0', '0 | image/png | attachment of 3'],
  ],
  [
    'an invitation without a name is called invite.ics',
    mixed('text/calendar; method=REQUEST\r\n\r\nBEGIN:VCALENDAR'),
    ['multipart/mixed | empty 0', '0 | text/calendar | invite.ics | attachment of 15'],
  ],
  [
    'an attached message with a file name is a file and has children',
    mixed('message/rfc822; name=old.eml\r\n\r\nSubject: old\r\n\r\nold text'),
    [
      'multipart/mixed | empty 0',
      '0 | message/rfc822 | old.eml | attachment of 24',
      '0.0 | text/plain | "old text"',
    ],
  ],
  [
    'an attached message without a file name is nothing but its children',
    mixed('message/rfc822\r\n\r\nSubject: old\r\n\r\nold text'),
    ['multipart/mixed | empty 0', '0 | message/rfc822 | empty 0', '0.0 | text/plain | "old text"'],
  ],
  [
    'a boundary that never appears leaves the text as text',
    mail({ 'Content-Type': 'multipart/mixed; boundary=other' }, 'all the same\n'),
    ['text/plain | "all the same\\r\\n"'],
  ],
  [
    'a multipart that names no boundary is text, also above a signature',
    bytes('Content-Type: multipart/mixed\n\nhello\n--\nme\n'),
    ['text/plain | "hello\\n--\\nme\\n"'],
  ],
  [
    'a multipart without a body has no parts',
    mail({ 'Content-Type': 'multipart/mixed; boundary=b' }),
    ['multipart/mixed | empty 0'],
  ],
  [
    'a message cut off in a part keeps what came before',
    bytes('Content-Type: multipart/mixed; boundary=b\n\n--b\n\ncut o'),
    ['multipart/mixed | empty 0', '0 | text/plain | "cut o"'],
  ],
  [
    'bare line feeds do as well as CRLF',
    bytes('Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n<b>\n--b--\n'),
    ['multipart/mixed | empty 0', '0 | text/html | "<b>"'],
  ],
  [
    'bytes without any header are the text',
    bytes('no header here\nat all\n'),
    ['text/plain | "no header here\\nat all\\n"'],
  ],
  ['no bytes at all are an empty text', bytes(''), ['text/plain | empty 0']],
];

test.each(trees)('%s', async (_, raw, expected) => {
  expect(outline((await read(raw)).payload)).toEqual(expected);
});

const texts: [string, string, string, string, string][] = [
  ['UTF-8', 'text/plain; charset=utf-8', '8bit', 'gr\xc3\xbcn', 'grün'],
  ['windows-1252', 'text/plain; charset="Windows-1252"', '8bit', '\x80 gr\xfcn', '€ grün'],
  ['koi8-r', 'text/plain; charset=koi8-r', '8bit', '\xcd\xc9\xd2', 'мир'],
  ['ISO-2022-JP', 'text/plain; charset=ISO-2022-JP', '7bit', '\x1b$B$"\x1b(B', 'あ'],
  ['Shift_JIS', 'text/plain; charset=Shift_JIS', '8bit', '\x82\xa0', 'あ'],
  ['Korean by its old name', 'text/plain; charset=ks_c_5601-1987', '8bit', '\xc7\xd1', '한'],
  ['GB2312', 'text/plain; charset=gb2312', '8bit', '\xc4\xe3', '你'],
  ['an unknown charset that is UTF-8', 'text/plain; charset=x-nonsense', '8bit', 'gr\xc3\xbcn', 'grün'],
  ['an unknown charset that is not UTF-8', 'text/plain; charset=x-nonsense', '8bit', 'gr\xfcn', 'grün'],
  ['no charset', 'text/plain', '8bit', 'gr\xfcn', 'grün'],
  ['us-ascii that is not', 'text/plain; charset=us-ascii', '8bit', 'gr\xc3\xbcn', 'grün'],
  ['quoted-printable', 'text/plain; charset=iso-8859-1', 'quoted-printable', 'gr=FC=\r\nn = x', 'grün = x'],
  ['quoted-printable misspelt', 'text/plain; charset=iso-8859-1', 'Quoted Printable', 'gr=FCn', 'grün'],
  ['base64 padded on every line', 'text/plain', 'base64', 'YQ==\r\nYg==', 'ab'],
  ['base64 with a semicolon', 'text/plain', 'Base64;', 'YWI=', 'ab'],
  ['an encoding nobody knows', 'text/plain', 'x-uuencode', 'begin 644 a', 'begin 644 a'],
];

test.each(texts)('text in %s is inline as UTF-8', async (_, type, encoding, body, expected) => {
  const { payload } = await read(
    bytes(`Content-Type: ${type}\nContent-Transfer-Encoding: ${encoding}\n\n${body}`),
  );
  expect(fromData(payload.body.data)).toBe(expected);
});

test('the size of a text is that of its bytes before they became UTF-8', async () => {
  const { payload } = await read(bytes('Content-Type: text/plain; charset=iso-8859-1\n\n\xfc\xfc'));
  expect(payload.body).toEqual({ size: 2, data: 'w7zDvA==' });
});

const filenames: [string, string][] = [
  ['filename="a b.txt"', 'a b.txt'],
  ['filename=This is it.txt', 'This is it.txt'],
  ['filename="a\\"b.txt"', 'a"b.txt'],
  ['filename="open.txt', 'open.txt'],
  ['filename="=?utf-8?B?w7wudHh0?="', 'ü.txt'],
  ['filename==?utf-8?B?w7wudHh0?=', 'ü.txt'],
  ['filename="=?utf-8?Q?a?=\r\n =?utf-8?Q?b.txt?="', 'ab.txt'],
  ["filename*=utf-8'en'%C3%BC.txt", 'ü.txt'],
  ["filename*=iso-8859-1''%FC.txt", 'ü.txt'],
  ['filename*0*=utf-8\'\'%C3%BC; filename*1="-2.txt"', 'ü-2.txt'],
  ["filename*1*=b.txt; filename*0*=utf-8''a", 'ab.txt'],
  ["filename=plain.txt; filename*=utf-8''%C3%BC.txt", 'ü.txt'],
  ['filename=ci\xc3\xab.txt', 'cië.txt'],
  ['filename="a\tb.txt"', 'ab.txt'],
];

test.each(filenames)('the file name of "attachment; %s" is %s', async (parameter, expected) => {
  const { payload } = await read(bytes(`Content-Disposition: attachment; ${parameter}\r\n\r\nx`));
  expect(payload.filename).toBe(expected);
});

const headers: [string, string, string][] = [
  ['Subject: one\r\n two', 'subject', 'one two'],
  ['Subject: =?utf-8?Q?gr=C3=BCn?= and =?utf-8?B?w7w=?=', 'subject', 'grün and ü'],
  ['Subject: =?utf-8?Q?gr=C3?=\r\n =?utf-8?Q?=BCn?=', 'subject', 'grün'],
  ['Subject: gr\xfcn', 'subject', 'grün'],
  ['Subject: =?windows-1252?Q?=80_=96_x?=', 'subject', '€ – x'],
  ['Subject   : spaced', 'subject', 'spaced'],
  ['From: =?utf-8?Q?Smith=2C_Amy?= <amy@example.com>', 'from', '"Smith, Amy" <amy@example.com>'],
  ['From: =?utf-8?Q?Amy?= <amy@example.com>', 'from', 'Amy <amy@example.com>'],
  ['From: "=?utf-8?Q?Amy_=22A=22?=" <amy@example.com>', 'from', '"Amy \\"A\\"" <amy@example.com>'],
  ['garbage\r\nSubject: after garbage', 'subject', 'after garbage'],
  ['From a@b.c Mon Jan  1\r\nSubject: after an envelope', 'subject', 'after an envelope'],
];

test.each(headers)('%j gives the %s %j', async (lines, name, expected) => {
  const { payload } = await read(
    bytes(`X-First: 1\r\n${lines}\r\n\r\nx`.replace('X-First: 1\r\nFrom ', 'From ')),
  );
  const found = payload.headers.find((header: Json) => header.name.toLowerCase() === name);
  expect(found.value).toBe(expected);
});

test('a header that comes twice is listed twice, in order', async () => {
  const { payload } = await read(mail({ Received: ['by b', 'by a'], Subject: 's' }));
  expect(payload.headers).toEqual([
    { name: 'Received', value: 'by b' },
    { name: 'Received', value: 'by a' },
    { name: 'Subject', value: 's' },
  ]);
});

test('an attachment is fetched byte for byte, as padded base64url', async () => {
  const content = Uint8Array.from({ length: 256 }, (_, index) => 255 - index);
  const encoded = Buffer.from(content).toString('base64');
  const message = await read(
    mail({ 'Content-Type': 'image/png; name=a.png', 'Content-Transfer-Encoding': 'base64' }, encoded),
  );
  const { attachmentId } = message.payload.body;
  const { body } = await server.gmail(`messages/${message.id}/attachments/${attachmentId}`);
  expect(body.size).toBe(256);
  expect(body.data).toMatch(/^[\w-]+={0,2}$/);
  expect(body.data.length % 4).toBe(0);
  expect(new Uint8Array(Buffer.from(body.data, 'base64url'))).toEqual(content);
});

test('a binary part keeps its line ends', async () => {
  const raw = bytes(
    'Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: a/b; name=x\n\n\r\n\n\r\x00\r\n--b--',
  );
  const message = await read(raw);
  const { attachmentId } = message.payload.parts[0].body;
  const { body } = await server.gmail(`messages/${message.id}/attachments/${attachmentId}`);
  expect(fromData(body.data)).toBe('\r\n\n\r\x00');
});

const snippets: [string, Uint8Array, string][] = [
  ['collapses white space', mail({}, 'one\n\n  two\t three'), 'one two three'],
  ['is escaped for HTML', mail({}, `<a> & "b" 'c'`), '&lt;a&gt; &amp; &quot;b&quot; &#39;c&#39;'],
  [
    'comes from HTML without its tags',
    mail({ 'Content-Type': 'text/html' }, '<style>x</style><p>Hi <b>you</b>&amp;me'),
    'Hi you&amp;me',
  ],
  ['is empty for an attachment alone', mail({ 'Content-Type': 'text/plain; name=a.txt' }, 'x'), ''],
];

test.each(snippets)('the snippet %s', async (_, raw, expected) => {
  expect((await read(raw)).snippet).toBe(expected);
});

test('the snippet ends after a word within 200 characters', async () => {
  const { snippet } = await read(mail({}, 'word '.repeat(100)));
  expect(snippet).toBe('word '.repeat(40).trim());
});

test('mail nested a thousand deep is read', async () => {
  const nested = 'Content-Type: message/rfc822\n\n'.repeat(1000);
  expect((await read(bytes(nested))).payload.mimeType).toBe('message/rfc822');
});

const hostile: [string, string][] = [
  [
    'a run of spaces in quoted-printable',
    `Content-Transfer-Encoding: quoted-printable\n\n${' '.repeat(100_000)}x`,
  ],
  ['a run of brackets in a type', `Content-Type: ${'('.repeat(100_000)}\n\nx`],
  ['a run of spaces in a line that is no header', `a${' '.repeat(100_000)}\n\nx`],
  ['a name that is never closed', `Content-Disposition: attachment; filename="${'\\\\'.repeat(50_000)}\n\nx`],
  ['tags nested without end', `Content-Type: text/html\n\n${'<div>'.repeat(20_000)}x`],
  ['a subject of nothing but Re:', `Subject: ${'Re: '.repeat(50_000)}\n\nx`],
];

// What takes time that grows with the square runs into the limit that Jest sets for a test.
test.each(hostile)('%s is read', async (_, raw) => {
  expect((await read(bytes(raw))).payload.partId).toBe('');
});
