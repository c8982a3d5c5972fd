import type { SearchResult } from '../../src/tracker/case/answers';
import { spread } from '../harness/extent';
import { type Desk, type Step, startPreparedDesk, track } from '../harness/local';
import { ANNA, compose } from '../harness/mail';

const BOB = 'bob@else.example';

describe('searchCases', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startPreparedDesk('cases to search', async (original) => {
      await track(original, { senders: [ANNA, BOB] });
      original.spreadsheets.settings(original.local.scripts.desk.spreadsheetId, {
        timeZone: 'Europe/Berlin',
      });
      const arrive = async (mail: Parameters<typeof compose>[0], internalDate: number) =>
        void (await original.deliver(await compose(mail), { internalDate }));
      // 20 November, 23:30 in Berlin, and half an hour into the 21st there.
      await arrive({ subject: 'Broken lamp', text: 'It does not LIGHT.' }, Date.UTC(2026, 10, 20, 22, 30));
      await arrive(
        { from: BOB, subject: 'Chair', text: 'One leg (the left) is 50 % off' },
        Date.UTC(2026, 10, 20, 23, 30),
      );
      await arrive({ from: BOB, subject: 'Größe', text: 'a\r\nb 😀' }, Date.UTC(2026, 10, 22, 12));
      await original.run('checkMail');
      await original.run('updateCase', 'CASE-0002', { issue: 'Leg missing', status: 'In Progress' });
      await original.run('updateCases', ['CASE-0002', 'CASE-0003'], { due: '2026-12-01' });
      await original.run('updateCase', 'CASE-0003', { notes: 'She called about the lamp', status: 'Closed' });
    });
  });
  afterAll(() => desk.close());

  const searching = (input: object): Step => ['searchCases', input];
  const searchAll = async (...inputs: readonly object[]) =>
    (await desk.runAll(...inputs.map(searching))) as SearchResult[];
  const numbersIn = ({ cases }: SearchResult) => cases.map(({ caseNumber }) => caseNumber);

  test('finds by each field, by words and by phrases', async () => {
    const wanted: [string, object, string[]][] = [
      ['nothing given', {}, ['CASE-0003', 'CASE-0002', 'CASE-0001']],
      ['a case number', { caseNumber: 'CASE-0002' }, ['CASE-0002']],
      ['a case number in lower case', { caseNumber: ' case-0002 ' }, ['CASE-0002']],
      ['a part of a case number', { caseNumber: 'CASE-000' }, []],
      ['a keyword in subject and notes', { keyword: 'LAMP' }, ['CASE-0003', 'CASE-0001']],
      ['a keyword in a sender', { keyword: 'bob@' }, ['CASE-0003', 'CASE-0002']],
      ['a keyword in a name', { keyword: 'berg' }, ['CASE-0001']],
      ['a keyword in a body', { keyword: 'not light' }, ['CASE-0001']],
      ['words in any order', { keyword: 'light  not\tit' }, ['CASE-0001']],
      ['words in different places', { keyword: 'anna@ LAMP light' }, ['CASE-0001']],
      ['words of which one is nowhere', { keyword: 'lamp chair' }, []],
      ['a phrase', { keyword: '"does not light"' }, ['CASE-0001']],
      ['a phrase in another order', { keyword: '"light not"' }, []],
      ['a phrase and a word', { keyword: '“the  left” chair' }, ['CASE-0002']],
      ['a phrase of signs that patterns are made of', { keyword: '"(the left) is 50 % off"' }, ['CASE-0002']],
      ['blanks', { keyword: ' \n\u00A0' }, ['CASE-0003', 'CASE-0002', 'CASE-0001']],
      ['a quote that is not closed', { keyword: '"lamp' }, []],
      ['a keyword beyond ASCII', { keyword: 'GRÖSSE' }, []],
      ['a keyword beyond ASCII, letter case aside', { keyword: 'GRÖßE' }, ['CASE-0003']],
      ['a keyword without its accents', { keyword: 'große' }, ['CASE-0003']],
      ['a keyword whose accents are encoded otherwise', { keyword: 'gro\u0308ße' }, ['CASE-0003']],
      ['an emoji', { keyword: '😀' }, ['CASE-0003']],
      ['a phrase over two lines', { keyword: '"a b 😀"' }, ['CASE-0003']],
      ['a keyword that nothing has', { keyword: '.*' }, []],
      ['a part of the issue', { issue: 'leg' }, ['CASE-0002']],
      ['a status', { status: 'Closed' }, ['CASE-0003']],
      ['a keyword, a status and days', { keyword: 'lamp', status: 'Open', to: '2026-11-30' }, ['CASE-0001']],
      ['fields that are null', { keyword: null, status: null }, ['CASE-0003', 'CASE-0002', 'CASE-0001']],
      ['a sender, letter case aside', { sender: ' BOB@else.example' }, ['CASE-0003', 'CASE-0002']],
      ['a part of a sender', { sender: 'bob@' }, ['CASE-0003', 'CASE-0002']],
      ['a part of a name', { sender: 'BERG' }, ['CASE-0001']],
      ['a last due day', { dueBy: '2026-12-01' }, ['CASE-0002']],
      ['a due day before all', { dueBy: '2026-11-30' }, []],
      ['what is new', { unseen: true }, ['CASE-0003', 'CASE-0002', 'CASE-0001']],
      ['what is not new', { unseen: false }, []],
      ['what is due', { due: true }, ['CASE-0002']],
      [
        'one day, as the spreadsheet’s time zone has it',
        { from: '2026-11-20', to: '2026-11-20' },
        ['CASE-0001'],
      ],
      ['a day and those after it', { from: '2026-11-21' }, ['CASE-0003', 'CASE-0002']],
      ['a day and those before it', { to: '2026-11-21' }, ['CASE-0002', 'CASE-0001']],
      ['a page', { limit: 1, offset: 1 }, ['CASE-0002']],
    ];
    const found = await searchAll(...wanted.map(([, input]) => input));
    expect(found.map((result, at) => [wanted[at]?.[0], numbersIn(result)])).toEqual(
      wanted.map(([by, , expected]) => [by, expected]),
    );
    // Of a page all that match are counted.
    expect(found.map(({ count }) => count)).toEqual([
      ...wanted.slice(0, -1).map(([, , expected]) => expected.length),
      3,
    ]);
  });

  test('orders what is due by its day, the earliest first', async () => {
    const [, , ...found] = (await desk.runAll(
      ['updateCases', ['CASE-0001', 'CASE-0003'], { due: '2026-12-24' }],
      ['updateCases', ['CASE-0002'], { due: '2026-12-01' }],
      searching({ due: true, order: 'due' }),
      searching({ due: false }),
      searching({ order: 'due' }),
      ['updateCases', ['CASE-0001', 'CASE-0002', 'CASE-0003'], { due: '' }],
    )) as SearchResult[];
    expect(found.slice(0, 3).map(numbersIn)).toEqual([
      ['CASE-0002', 'CASE-0001'],
      ['CASE-0003'],
      ['CASE-0002', 'CASE-0003', 'CASE-0001'],
    ]);
  });

  test('counts all cases, whatever is searched for, and says how many more it would find in other tabs, by status', async () => {
    const counts = {
      total: 3,
      Open: 1,
      'In Progress': 1,
      Closed: 1,
      waiting: 3,
      unseen: 3,
      due: 0,
      dueNow: 0,
    };
    const others = { Open: 0, 'In Progress': 0, Closed: 0 };
    const from = '2000-01-01';
    const [nothing, open, ...found] = await searchAll(
      { keyword: 'nowhere' },
      { status: 'Open' },
      { from, status: 'Open' },
      { from, due: true },
      { from },
    );
    expect(nothing).toEqual({ count: 0, cases: [], others, counts });
    expect(open).toMatchObject({ count: 1, counts });
    expect(found.map(({ others }) => others)).toEqual([
      { Open: 0, 'In Progress': 1, Closed: 1 },
      { Open: 1, 'In Progress': 1, Closed: 1 },
      { Open: 0, 'In Progress': 0, Closed: 0 },
    ]);
  });

  test('shows long notes around the first word', async () => {
    const notes = `${'before '.repeat(20)}Ünder 😀 ${'behind '.repeat(50)}lamp`;
    const [, found] = await desk.runAll(
      ['updateCase', 'CASE-0003', { notes }],
      searching({ keyword: 'lamp under' }),
      ['updateCase', 'CASE-0003', { notes: 'She called about the lamp' }],
    );
    expect((found as SearchResult).cases.map(({ hits }) => hits)).toEqual([
      [{ field: 'notes', text: expect.stringMatching(/^….{30,45}Ünder 😀 .{90,130}…$/u) }],
    ]);
  });

  test('answers sender, subject and mail count too, and says where the words were found', async () => {
    const expected = {
      caseNumber: 'CASE-0001',
      sender: ANNA,
      subject: 'Broken lamp',
      status: 'Open',
      emailCount: 1,
    };
    const words = ['lamp', 'anna light', '"a b 😀"'].map((keyword) => ({ keyword }));
    const [broken, open, ...found] = await searchAll({ keyword: 'broken' }, { status: 'Open' }, ...words, {
      caseNumber: 'CASE-0001',
    });
    expect([broken, open]).toMatchObject([{ cases: [expected] }, { cases: [expected] }]);
    const hits = found.map(({ cases }) => Object.fromEntries(cases.map((one) => [one.caseNumber, one.hits])));
    expect(hits).toEqual([
      {
        'CASE-0001': [{ field: 'subject' }],
        'CASE-0003': [{ field: 'notes', text: 'She called about the lamp' }],
      },
      { 'CASE-0001': [{ field: 'sender' }, { field: 'body', messages: 1 }] },
      { 'CASE-0003': [{ field: 'body', messages: 1 }] },
      { 'CASE-0001': [] },
    ]);
  });

  test('counts a mail that came since, and looks into every part of a long body', async () => {
    const text = `${'x'.repeat(60_000)} needle`;
    await desk.deliver(await compose({ subject: 'Another', text }), { internalDate: Date.UTC(2026, 10, 23) });
    const found = await desk.runAll(
      ['checkMail'],
      searching({ status: 'Open' }),
      searching({ keyword: 'needle' }),
    );
    expect(found.slice(1)).toMatchObject([
      { cases: [{ subject: 'Another', emailCount: 1 }, {}] },
      { cases: [{ subject: 'Another' }] },
    ]);
  });

  test.each(
    spread<[string, string, string[]]>(
      [
        ['Łódź, 5 Ḁ', 'lodz', ['LODZ', 'łódź', 'Lo\u0301dz\u0301']],
        ['naïve café — déjà vu', 'naive', ['NAÏVE', '"DEJA VU"', 'cafe\u0301', '—']],
        ['nai\u0308ve again', 'naïve again', ['NAIVE again', 'ÏVE']],
        ['Ёлка и йод', 'елка', ['ЁЛКА', 'иод']],
        ['ΣΊΣΥΦΟΣ', 'σισυφος', ['Σίσυφος']],
        ['東京都で会議、がっこう', '京都', ['会議', 'か\u3099っこう']],
        ['한국어 메일', '국어', ['한국어'.normalize('NFD')]],
        ['مَرْحَبًا أحمد', 'مرحبا', ['احمد', 'أحمد']],
        ['שָׁלוֹם', 'שלום', ['שָׁלוֹם']],
        [
          'I can’t: 5" pipe, 1/2 (a.b) [c] {d}^e|f\\1 $g*h+i?',
          "can't",
          ['5"', 'f\\1', '(a.b)', '[c]', '{d}^e|f', '$g*h+i?'],
        ],
        ['❤️ 👩‍👩‍👧 ok', '❤', ['❤️', '👩‍👩‍👧', '❤️👩‍👩‍👧'.slice(0, 2)]],
        ['non\u00A0breaking,\tand ideographic\u3000space', '"non breaking"', ['"AND ideographic space"']],
      ],
      2,
    ),
  )('finds %j by %j', async (text, keyword, others) => {
    await desk.deliver(await compose({ subject: 'Words', text }));
    await desk.deliver(await compose({ subject: text, text: '-' }));
    const keywords = [keyword, ...others];
    const [, ...found] = (await desk.runAll(
      ['checkMail'],
      ...keywords.map((one) => searching({ keyword: one, limit: 2 })),
    )) as SearchResult[];
    expect(
      found.map(({ cases }, at) => [keywords[at], cases.map(({ hits }) => hits.map(({ field }) => field))]),
    ).toEqual(keywords.map((one) => [one, [['subject'], ['body']]]));
  });

  test('does not find what only looks alike', async () => {
    const alike = [
      ['が', 'か'],
      ['a.b', 'aXb'],
      ['ab', 'a b'],
      ['.*', 'x'],
    ];
    const found = (await desk.runAll(
      ...alike.flatMap(([keyword, text]): Step[] => [
        ['updateCase', 'CASE-0002', { notes: `<${text}>` }],
        searching({ keyword: `<${keyword}>` }),
      ]),
    )) as SearchResult[];
    expect(alike.map((one, at) => [one, found[2 * at + 1]?.cases])).toEqual(alike.map((one) => [one, []]));
  });

  test('refuses what is not valid, and names the field', async () => {
    const refused: [object, unknown][] = [
      [{ status: 'Done' }, 'The status must be Open, In Progress or Closed (got "Done")'],
      [{ from: '2026-02-30' }, 'from must be a date such as 2026-02-28 (got "2026-02-30")'],
      [{ to: '21.11.2026' }, 'to must be a date such as 2026-02-28 (got "21.11.2026")'],
      [{ to: 5 }, 'to must be a date such as 2026-02-28 (got 5)'],
      [{ from: '2026-11-21', to: '2026-11-20' }, 'from must not be after to (got 2026-11-21 and 2026-11-20)'],
      [{ keyword: 7 }, 'keyword must be text (got 7)'],
      [{ keyword: 'x'.repeat(1_001) }, 'keyword must be at most 1000 characters (got 1001)'],
      [
        { keyword: 'one two three "four and" five six' },
        'keyword must be at most 5 words (got 6). Put words that belong together in quotes: "like these"',
      ],
      [{ unseen: 'yes' }, 'unseen must be true or false (got "yes")'],
      [{ order: 'newest' }, 'order must be one of received, lastMail, due, waiting (got "newest")'],
      [{ subject: 'Lamp' }, expect.stringContaining('Unknown field: "subject"')],
    ];
    expect(await searchAll(...refused.map(([input]) => input))).toEqual(
      refused.map(([input, error]) => ({ ok: false, error, field: Object.keys(input)[0] })),
    );
  });
});
