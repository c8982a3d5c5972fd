import { mail, type Server, START, startServer } from './server';

const DAY = 86_400_000;
const HOUR = 3_600_000;

type Sample = { name: string; raw: Uint8Array; age?: number; labelIds?: string[] };

const samples: Sample[] = [
  {
    name: 'amy',
    raw: mail(
      {
        From: 'Amy Smith <amy@example.com>',
        To: 'owner@example.com',
        Subject: 'Invoice 42 overdue',
        'Message-ID': '<m1@x>',
      },
      'Please pay the green invoice.',
    ),
  },
  {
    name: 'bob',
    raw: mail(
      { From: 'bob@b.com', To: 'owner@example.com', Cc: 'amy@example.com', Subject: 'Holiday in Rome' },
      'See you',
    ),
    age: 3 * HOUR,
  },
  {
    name: 'xbob',
    raw: mail({ From: 'xbob@b.com', Subject: 'invoice, Rome holiday' }, 'other'),
    age: 2 * DAY,
  },
  {
    name: 'pdf',
    raw: mail(
      {
        From: '"Café Zoë" <zoe@cafe.example>',
        Subject: `=?utf-8?B?${Buffer.from('請求書です').toString('base64')}?=`,
        'Content-Type': 'application/pdf; name="bill-7.pdf"',
      },
      '%PDF',
    ),
    age: 10 * DAY,
  },
  {
    name: 'sent',
    raw: mail({ From: 'owner@example.com', To: 'bob@b.com', Subject: 'hello' }, 'x'),
    age: 40 * DAY,
    labelIds: ['SENT'],
  },
  { name: 'junk', raw: mail({ From: 'spam@b.com', Subject: 'hello' }, 'x'), labelIds: ['SPAM'] },
  { name: 'gone', raw: mail({ From: 'bob@b.com', Subject: 'hello' }, 'x'), labelIds: ['TRASH'] },
  {
    name: 'mine',
    raw: mail({ From: 'c@c.example', Subject: 'todo' }, 'x'),
    age: 400 * DAY,
    labelIds: ['INBOX', 'Two words'],
  },
];

let server: Server;
const names = new Map<string, string>();

beforeAll(async () => {
  server = startServer();
  for (const { name, raw, age = 0, labelIds } of samples) {
    const options = { internalDate: START - age, ...(labelIds ? { labelIds } : {}) };
    names.set((await server.deliver(raw, options)).id, name);
  }
});

async function search(q: string): Promise<string> {
  const { body } = await server.gmail(`messages?q=${encodeURIComponent(q)}`);
  const found = (body.messages ?? []).map(({ id }: { id: string }) => names.get(id));
  return found.sort().join(' ');
}

const ALL = 'amy bob mine pdf sent xbob';

const cases: [string, string][] = [
  ['', ALL],
  ['from:amy@example.com', 'amy'],
  ['from:AMY@EXAMPLE.COM', 'amy'],
  ['from:bob@b.com', 'bob'],
  ['from:<bob@b.com>', 'bob'],
  ['from:amy', 'amy'],
  ['from:am', ''],
  ['from:smith', 'amy'],
  ['from:"amy smith"', 'amy'],
  ['from:"example smith"', ''],
  ['from:b.com', 'bob xbob'],
  ['from:@b.com', 'bob xbob'],
  ['from:zoe', 'pdf'],
  ['from:cafe', 'pdf'],
  ['from:me', 'sent'],
  ['from:(amy@example.com OR bob@b.com)', 'amy bob'],
  ['from:(amy@example.com or bob@b.com)', ''],
  ['from:{amy@example.com bob@b.com}', 'amy bob'],
  ['{from:amy from:xbob@b.com}', 'amy xbob'],
  ['from:amy OR from:xbob@b.com', 'amy xbob'],
  ['from:amy OR from:bob@b.com subject:invoice', 'amy'],
  ['(from:amy subject:invoice) OR from:zoe', 'amy pdf'],
  ['from:b.com AND subject:invoice', 'xbob'],
  ['-from:amy', 'bob mine pdf sent xbob'],
  ['-{from:amy from:b.com}', 'mine pdf sent'],
  ['-(from:b.com subject:holiday)', 'amy mine pdf sent'],
  ['from:b.com -subject:invoice', 'bob'],
  ['to:owner@example.com', 'amy bob'],
  ['to:me', 'amy bob'],
  ['to:amy@example.com', 'bob'],
  ['cc:amy@example.com', 'bob'],
  ['cc:owner@example.com', ''],
  ['subject:invoice', 'amy xbob'],
  ['subject:(invoice overdue)', 'amy'],
  ['subject:(overdue OR holiday)', 'amy bob xbob'],
  ['subject:"rome holiday"', 'xbob'],
  ['subject:"holiday in rome"', 'bob'],
  ['subject: invoice', 'amy xbob'],
  ['subject:green', ''],
  ['subject:請求', 'pdf'],
  ['green', 'amy'],
  ['"green invoice"', 'amy'],
  ['"invoice green"', ''],
  ['invoice 42', 'amy'],
  ['cafe', 'pdf'],
  ['Invoice-42', 'amy'],
  ['http://x', ''],
  ['after:2026/11/21', 'amy bob'],
  ['after:2026-11-21', 'amy bob'],
  ['after:11/21/2026', 'amy bob'],
  ['after:2026/11/22', ''],
  ['before:2026/11/19', 'mine pdf sent'],
  ['before:2026/11/20 after:2026/11/19', 'xbob'],
  [`after:${START / 1000}`, 'amy'],
  [`after:${START / 1000 - 3 * 3600}`, 'amy bob'],
  [`before:${START / 1000 - 3 * 3600}`, 'mine pdf sent xbob'],
  ['after:yesterday', ''],
  ['newer_than:1d', 'amy bob'],
  ['newer_than:2h', 'amy'],
  ['older_than:1m', 'mine sent'],
  ['older_than:1y', 'mine'],
  ['in:inbox', 'amy bob mine pdf xbob'],
  ['in:sent', 'sent'],
  ['in:spam', 'junk'],
  ['in:trash', 'gone'],
  ['in:anywhere', 'amy bob gone junk mine pdf sent xbob'],
  ['in:anywhere from:bob@b.com', 'bob gone'],
  ['-in:spam', ALL],
  ['is:unread', 'amy bob pdf xbob'],
  ['is:read', 'mine sent'],
  ['label:two-words', 'mine'],
  ['has:attachment', 'pdf'],
  ['-has:attachment', 'amy bob mine sent xbob'],
  ['has:nothing', ''],
  ['filename:pdf', 'pdf'],
  ['rfc822msgid:m1@x', 'amy'],
  ['rfc822msgid:<m1@x>', 'amy'],
  ['from:(amy', 'amy'],
  ['from:amy)', 'amy'],
  ['from:amy ) subject:holiday', ''],
  ['"green', 'amy'],
  ['from:', ALL],
  ['OR from:amy OR', 'amy'],
  ['()', ALL],
  ['\' " * ^ :', ALL],
];

test.each(cases)('%s finds "%s"', async (q, expected) => {
  expect(await search(q)).toBe(expected);
});

// support.google.com/mail/answer/7190
test.each([
  'list:a@b.com',
  'deliveredto:me',
  'holiday AROUND 5 rome',
  'has:drive',
  'is:muted',
  'category:primary',
])('%s, which only Gmail can find, is refused by name', async (q) => {
  const { status, body } = await server.gmail(`messages?q=${encodeURIComponent(q)}`);
  expect([status, body.error.message]).toEqual([
    501,
    expect.stringMatching(/^The search term .* is not emulated here/),
  ]);
});

test('a search for a thousand senders works', async () => {
  const strangers = Array.from({ length: 1000 }, (_, index) => `from:u${index}@x.example`);
  expect(await search(`{${strangers.join(' ')} from:amy@example.com}`)).toBe('amy');
});

test('a search nested beyond reason is refused', async () => {
  const { status, body } = await server.gmail(`messages?q=${'-('.repeat(3000)}a`);
  expect([status, body.error.message]).toEqual([400, 'Invalid query']);
});
