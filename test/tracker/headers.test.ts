import { type Desk, startTracking } from '../harness/local';
import { ANNA, raw } from '../harness/mail';
import { takeInAll } from './take-in';

/** A message with exactly this From header. */
const from = (header: string) => raw(`From: ${header}\nSubject: Hello\n\nText\n`);

describe('a From header of several addresses in angle brackets, without a comma between them', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startTracking();
  });
  afterAll(() => desk.close());

  test('is from the last one', async () => {
    const headers = [
      `Somebody <bob@else.example> <${ANNA}>`,
      `<bob@else.example><carol@else.example><${ANNA}>`,
      `Bob <bob@else.example> "Berg, Anna" <${ANNA}>`,
      `Bob <bob@else.example> (away, today) <${ANNA}>`,
      `Bob <bob, bob@else.example> Anna <${ANNA}>`,
      `"Bob <bob@else.example>" via <list@else.example> <${ANNA}>`,
    ];
    const taken = await takeInAll(desk, headers.map(from));
    expect(headers.map((header, at) => [header, taken[at]?.from])).toEqual(
      headers.map((header) => [header, ANNA]),
    );
  });

  test('is not tracked for one before', async () => {
    const others = [
      `Anna <${ANNA}> <evil@else.example>`,
      `Anna <${ANNA}> "Smith, Bob" <evil@else.example>`,
      `Anna <${ANNA}> (Smith, Bob) <evil@else.example>`,
      `Anna <anna, ${ANNA}> <evil@else.example>`,
      `Anna <${ANNA}> <>`,
    ];
    for (const header of others) await desk.deliver(from(header));
    expect(await desk.run('checkMail')).toMatchObject({ ok: true, newMessages: 0 });
  });
});

describe('a Received header', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startTracking();
  });
  afterAll(() => desk.close());

  const deliver = (received: string, subject: string) =>
    desk.deliver(raw(`Received: ${received}\nFrom: ${ANNA}\nSubject: ${subject}\n\nText\n`), {
      internalDate: 0,
    });

  const DATED = [
    [
      'with a comment behind it',
      'from a by b; Wed, 4 Nov 2026 09:05:06 +0100 (CET; winter)',
      '2026-11-04T08:05:06.000Z',
    ],
    ['without a day or seconds', 'from a by b; 4 Nov 2026 9:05 -0500', '2026-11-04T14:05:00.000Z'],
    ['on several lines', 'from a\n by b;\n Wed,  4 Nov 2026\n 09:05:06 +0000', '2026-11-04T09:05:06.000Z'],
    [
      'with a semicolon before it',
      'from a (x;y) by b id 1;2; 4 Nov 2026 09:05:06 GMT',
      '2026-11-04T09:05:06.000Z',
    ],
    [
      'as it was written in old times',
      'from a by b; Wed, 19 Jun 96 18:12:00 EDT',
      '1996-06-19T22:12:00.000Z',
    ],
    ['in a zone that nobody knows', 'from a by b; 4 Nov 2026 09:05:06 XYZ', '2026-11-04T09:05:06.000Z'],
  ] as const;

  const UNDATED = [
    'from a by b; yesterday 5',
    'from a by b 4 Nov 2026 09:05:06 +0000; soon',
    'from a by b; 4 Foo 2026 09:05:06 +0000',
    'from a by b; 4 Nov 2026 29:05:06 +0000',
    'from a by b; 4 Nov 1969 09:05:06 +0000',
  ];

  test('gives the date, or none where it holds none', async () => {
    const before = new Date(desk.now()).toISOString();
    for (const [what, received] of DATED) await deliver(received, what);
    for (const received of UNDATED) await deliver(received, received);
    expect(await desk.run('checkMail')).toMatchObject({ newMessages: DATED.length + UNDATED.length });
    const dates = new Map(desk.rows('Messages').map(({ subject, date }) => [subject, String(date)]));
    expect(DATED.map(([what]) => [what, dates.get(what)])).toEqual(
      DATED.map(([what, , date]) => [what, date]),
    );
    expect(UNDATED.filter((received) => !((dates.get(received) ?? '') >= before))).toEqual([]);
  });
});
