import { type Engine, type SqlEngine, type Step, startSheet, startSql } from './engines';
import type { Query } from './program';

let sheet: Engine;
let sql: SqlEngine;

const at = (day: number, hour = 12) => Date.UTC(2026, 2, day, hour);
/** As times cross to the program in filters. */
const ms = (time: number) => ({ ms: time }) as unknown as Date;

/** Asks both engines, and holds their answers against each other. */
async function both(...steps: readonly Step[]): Promise<unknown[]> {
  const [expected, answered] = await Promise.all([sheet.runAll(...steps), sql.runAll(...steps)]);
  const toTold = (answers: unknown[]) => steps.map((step, at) => ({ step, answer: answers[at] }));
  expect(toTold(answered)).toEqual(toTold(expected));
  return expected;
}

beforeAll(async () => {
  [sheet, sql] = await Promise.all([startSheet(), startSql()]);
  await both(
    [
      'addLeads',
      [
        {
          name: 'Ada Lovelace',
          status: 'New',
          phone: '+15550000001',
          score: 80,
          price: 1200.5,
          place: 'Bonn',
        },
        {
          name: ' ada lovelace ',
          status: 'new ',
          phone: '+15550000002',
          score: 20,
          place: ' bonn',
          isKnown: true,
        },
        {
          name: 'Zoë',
          status: 'contacted',
          kind: 'hot',
          score: 50,
          price: -3,
          notes: 'Likes\r\ntea',
          source: 'web',
        },
        { name: '', status: 'sold', kind: 'warm', score: 50, isKnown: false, source: 'Web' },
        { name: 'Ćirić', status: 'sold', kind: 'hot', score: 100, price: 0, tags: ['a', 'b'], source: 'web' },
        { name: '100%_sure\\', status: 'lost', score: 0, notes: '=1+1', events: ['lead.created'] },
        {
          name: 'émile',
          status: 'lost',
          score: 7,
          notes: "'quoted' \u0000 and \uD800 halves",
          source: 'shop',
        },
        { name: 'İstanbul', status: 'İ', phone: '+15550000001', score: 7, place: 'Bonn', source: 'shop' },
      ],
    ],
    ['changeMany', { 'L-3': { notes: 'Likes\r\ntea.' } }],
    ...[1, 1, 2, 3, 3, 3, 9].map((day, index): Step => ['change', `L-${index + 1}`, { createdAt: at(day) }]),
    ['change', 'L-5', { endedAt: at(12) }],
    ['change', 'L-1', { endedAt: at(14) }],
  );
});

afterAll(() => Promise.all([sheet?.close(), sql?.close()]));

const FILTERS: NonNullable<Query['where']>[] = [
  {},
  { name: 'ADA LOVELACE' },
  { name: { in: ['zoë', ' ÉMILE '] } },
  { name: { notIn: ['zoë'] } },
  { name: { isEmpty: true } },
  { name: { isEmpty: false } },
  { name: '100%_sure\\' },
  { status: 'NEW' },
  { status: { in: [] } },
  { status: { notIn: [] } },
  { status: { in: ['sold', 'Sold', 'lost'] } },
  { status: 'i̇' },
  { kind: 'hot' },
  { kind: { in: ['hot', 'warm'] } },
  { kind: { notIn: ['hot'] } },
  { place: 'bonn' },
  { place: '\r\nBonn\r' },
  { score: 50 },
  { score: 50.5 },
  { score: { in: [7, 50, 0.5] } },
  { score: { gte: 50 } },
  { score: { gte: 49.5, lte: 80.2 } },
  { score: { lt: 50 } },
  { score: { gte: 7, lt: 7 } },
  { price: null },
  { price: { notIn: [0] } },
  { price: { in: [0, null] } },
  { price: { gte: -3 } },
  { price: { isEmpty: true } },
  { price: { isEmpty: false } },
  { isKnown: true },
  { isKnown: null },
  { isKnown: { notIn: [true] } },
  { createdAt: { gte: ms(at(2)), lt: ms(at(9)) } },
  { createdAt: { lte: ms(at(1)) } },
  { createdAt: ms(at(3)) },
  { createdAt: { isEmpty: true } },
  { id: { after: 'L-5' } },
  { id: { notIn: ['L-1', 'L-7'] } },
  { status: 'sold', kind: 'hot', score: { gte: 60 } },
  { score: { gte: -1e300, lte: 1e300 } },
];

test('rows that meet each filter', async () => {
  const [answers] = (await both(['askForAll', FILTERS])) as [{ total: number; names: string[] }[]];
  expect(answers.filter(({ total, names }) => names.length !== total)).toEqual([]);
});

const SORTED = ['id', 'name', 'score', 'price', 'kind', 'isKnown', 'createdAt', 'status'];

test('rows in each order, page by page', async () => {
  const pages = SORTED.flatMap((by) => [by, `-${by}`]).flatMap((sort) => [
    ...[1, 2, 3, 4, 5].map((page) => ({ sort, page, pageSize: 3 })),
    ...[1, 2, 3].map((page) => ({ sort, page, pageSize: 2, where: { score: { gte: 7 } } })),
  ]);
  await both(['listAll', pages]);
});

const TEXTS = [
  'ada',
  'TEA',
  '%',
  '_',
  '\\',
  "'",
  '=1',
  'i̇',
  '\u0000',
  '000d',
  'd800',
  '\uD800',
  '\r\ntea',
  '\u001F',
];

test('rows in which each text is found', async () => {
  const queries = [...TEXTS, 'sure\\', 'nobody', ' ada ', ''].flatMap((q) => [
    { q, pageSize: 100 },
    { q, pageSize: 100, where: { score: { gte: 20 } }, sort: '-score' },
  ]);
  await both(['listAll', queries]);
});

test('rows are found by ids and texts just as they are', async () => {
  const told = await both(
    ...['L-1', 'L-7', 'l-1', 'L-99', '', 'x'].map((id): Step => ['findLead', id]),
    ['findLeads', 'id', ['L-3', 'L-1', 'L-3', 'L-99']],
    ['findLeads', 'phone', ['+15550000001']],
    ['findLeads', 'name', ['Ada Lovelace', 'ADA LOVELACE']],
    ['findLeads', 'phone', []],
    ['selectByPhone', ['+15550000002', '+15550000001', 'x']],
    ['selectAll'],
    ['linesOf', ['L-6', 'L-3', 'L-99']],
  );
  const { lines } = told.at(-1) as { lines: string[][] };
  expect(lines[0]?.[0]).toBe('L-3');
});

test('texts are searched for whatever their accents and letter case', async () => {
  await both(
    ['searchIn', ['notes'], ['TEA', 'hAlves']],
    ['searchIn', ['notes'], ['likes tea']],
    ['searchIn', ['notes'], ['nothing']],
    ['searchIn', ['name', 'notes'], ['likes', 'lovelace']],
    ['searchIn', ['name'], []],
    ['searchIn', [], ['likes']],
  );
});

test('figures are the same, for all rows, for labels, days and hours', async () => {
  const told = await both(
    ...(['status', 'kind', 'source', null] as const).flatMap((by): Step[] => [
      ['count', by, {}],
      ['measure', by, {}],
      ['count', by, { createdAt: { isEmpty: false } }],
      ['measure', by, { createdAt: { gte: ms(at(2)), lt: ms(at(9, 20)) }, place: 'BONN' }],
    ]),
  );
  const [, all] = told as { label: string; values: Record<string, number | null> }[][];
  expect(all?.some(({ values }) => Number(values.lasted) > 0 && Number(values.quick) > 0)).toBe(true);
  // Midnights in Berlin, between which each day has been counted, and noons, between which none has.
  for (const hour of [-1, 12]) {
    const createdAt = { gte: ms(at(1, hour)), lt: ms(at(10, hour)) };
    const steps = (['day', 'hour'] as const).flatMap((clock) =>
      [undefined, 'bonn'].map(
        (place): Step => ['countTimes', clock, ['2026-03-01', '2026-03-10'], { createdAt, place }],
      ),
    );
    const [anywhere, inBonn] = (await both(...steps)) as unknown[][];
    expect(anywhere?.length).toBeGreaterThan(2);
    expect(inBonn?.length).toBeGreaterThan(0);
  }
});

test('what is counted of each day answers in place of the rows', async () => {
  const before = sql.statements.size;
  const where = { createdAt: { gte: ms(at(1, -1)), lt: ms(at(4, -1)) }, source: 'web' };
  await sql.run('countTimes', 'day', ['2026-03-01', '2026-03-03'], where);
  await sql.run('count', 'source', where);
  const added = [...sql.statements].slice(before);
  expect(added.some((text) => text.includes('"test_leads"'))).toBe(false);
});

test('an update counts the version up, and changes nothing where there is nothing to change', async () => {
  const [, same, stale] = await both(
    ['change', 'L-1', { place: 'Köln' }],
    ['change', 'L-1', { place: 'Köln' }],
    ['change', 'L-1', { place: 'Ulm' }, 1],
  );
  expect(stale).toMatch(/^stale/);
  const { version } = same as { version: number };
  const [, missing] = await both(
    ['change', 'L-1', { place: 'Ulm' }, version],
    ['change', 'L-99', { place: 'Ulm' }],
    ['countUp', 'L-1'],
    ['changeWithNote', 'L-1', 'A note.'],
    ['changeWithNote', 'L-99', 'A note.'],
    ['listNotes'],
    ['listLeads', { q: 'a note' }],
  );
  expect(missing).toBeNull();
});

test('many rows are changed at once, and those that are gone are passed over', async () => {
  await both(
    ['changeMany', { 'L-2': { status: 'sold' }, 'L-99': { status: 'sold' }, 'L-3': { version: 40 } }],
    ['selectAll'],
    ['count', 'status', { createdAt: { isEmpty: false } }],
  );
});

test('one of several writes that refuses undoes the others', async () => {
  expect(await sql.run('failInTheMiddle', 'L-1')).toBe('The rule refused.');
  expect(await sql.run('listNotes')).not.toContainEqual(expect.stringContaining('lost'));
});

test('notes are made, removed and kept as far as they are new', async () => {
  const notes = ['a', 'b', 'b', 'c', 'd'].map((id, index) => ({ id, words: `${index}`, at: at(index + 1) }));
  const many = Array.from({ length: 30 }, (_, index) => ({ id: `n${index}`, words: '', at: at(10, index) }));
  const told = await both(
    ['addNotes', notes],
    ['removeNotes', ['b', 'c', 'x']],
    ['listNotes'],
    ['addNotes', many],
    ['keepNewestNotes', 10],
    ['listNotes'],
  );
  expect(told.at(-1)).toHaveLength(10);
});

test('the row of a request with a key is made once, and may be made again where it failed', async () => {
  const told = await both(
    ['failToAdd', 'key-0'],
    ['addLead', { name: 'Keyed' }, 'key-0'],
    ['addLead', { name: 'Other' }, 'key-0'],
    ['findByKey', 'key-0'],
    ['findByKey', 'KEY-0'],
    ['removeLead', 'L-10'],
    ['addLead', { name: 'Again' }, 'key-0'],
  );
  expect(told.slice(0, 3)).toMatchObject([
    'The provider refused.',
    { isNew: true, made: ['L-10'], row: { id: 'L-10' } },
    { isNew: false, made: [] },
  ]);
});

test('a list with a key makes only the rows that are missing', async () => {
  const list = [{ name: 'one' }, null, { name: 'three' }];
  await both(
    ['addLeads', list, 'list-1'],
    ['addLeads', list, 'list-1'],
    ['addLeads', [{ name: 'one' }, { name: 'two' }, { name: 'three' }], 'list-1'],
    ['addLead', { name: 'after' }],
  );
});

test('a row goes with what hangs on it, and only in the state that was seen', async () => {
  const [stale, , , again] = await both(
    ['removeLead', 'L-2', 99],
    ['changeWithNote', 'L-2', 'goes too'],
    ['removeLead', 'L-2'],
    ['removeLead', 'L-2'],
    ['listNotes'],
    ['removeUnchanged', ['L-3', 'L-4', 'L-99'], 'Zoë'],
    ['selectAll'],
  );
  expect([stale, again]).toEqual(['stale', false]);
});

test('old rows are removed by a filter', async () => {
  const removed = await sql.run('tidy', { status: 'lost' });
  expect(removed).toBe(2);
  expect(await sql.run('tidy', { status: 'lost' })).toBe(0);
});

test('totals and the figures of days are what counting the rows anew gives', async () => {
  const rows = await sql.run('selectAll');
  const statuses = [...new Set(rows.map(({ status }) => status))];
  for (const status of statuses) {
    const { ids, total } = await sql.run('listLeads', { where: { status }, pageSize: 100 });
    expect({ status, total }).toEqual({ status, total: ids.length });
  }
  const dated = rows.filter(({ createdAt }) => createdAt !== null);
  const [all] = await sql.run('count', null, { createdAt: { isEmpty: false } });
  const score = dated.reduce((sum, one) => sum + one.score, 0);
  const ended = dated.filter(({ endedAt }) => endedAt !== null).length;
  expect(all).toMatchObject({ values: { rows: dated.length, score, ended } });
});

/** A name, and what people type who look for it. */
const PEOPLE: [string, string[]][] = [
  ['José Núñez', ['jose', 'Núñez José', 'NUNEZ', 'ñez, jos']],
  ['Łukasz Wiśniewski', ['lukasz', 'wisniewski Ł']],
  ['Nguyễn Thị Đào', ['nguyen dao', 'THI']],
  ['Иван Королёв', ['королев', 'ЁВ иван']],
  ['Γιώργος Παππάς', ['γιωργοσ', 'παππας']],
  ['محمّد علي', ['محمد', 'علي']],
  ['דָּוִד כהן', ['דוד']],
  ['山田 太郎', ['山 太郎', '太郎 山', '田']],
  ['김철수', ['철수', '김']],
  ['सीता देवी', ['देवी सीता']],
  ['สมชาย ใจดี', ['ใจดี สม']],
  ['Işıl Çelik', ['isil', 'ÇELİK']],
  ["Seán O’Brien-D'Arcy", ["o'brien", "o’brien-d'arcy sean", 'd’arcy']],
  ['Zz\u{20000}\u{20001} 🦊🦉', ['zz', '\u{20000}\u{20001}', '🦉', '🦊🦉 z']],
  [
    'Call +1 (555) 010-0013, or +44 (0)20 7946 0958',
    ['+1 555.010.0013', '(555) 010-0013', '020 7946', '0044 20 79460958'],
  ],
];

test('a name is found by its words in any order, without accents, in any script', async () => {
  const queries = PEOPLE.flatMap(([, texts]) => texts).map((q) => ({ q, pageSize: 100 }));
  const [, found] = await both(
    ['addLeads', PEOPLE.map(([name]) => ({ name }))],
    ['listAll', queries],
    ['listAll', queries.map((query) => ({ ...query, count: 'capped' as const, sort: 'name' }))],
  );
  const names = new Map((await sql.run('selectAll')).map(({ id, name }) => [id, name]));
  const answers = found as { query: Query; ids: string[] }[];
  expect(answers.map(({ query, ids }) => [query.q, ids.map((id) => names.get(id))])).toEqual(
    PEOPLE.flatMap(([name, texts]) => texts.map((text) => [text, [name]])),
  );
});

test('a new row waits for the database twice, for its number and for all that is written, with a key too', async () => {
  const countFor = async (step: () => Promise<unknown>) => {
    const before = sql.exchanges();
    await step();
    return sql.exchanges() - before;
  };
  expect(await countFor(() => sql.run('addLead', { name: 'Counted', phone: '+15550000001' }))).toBe(2);
  expect(await countFor(() => sql.run('addLead', { name: 'Counted' }, 'counted'))).toBe(2);
  expect(await countFor(() => sql.run('changeWithNote', 'L-7', 'counted'))).toBeLessThanOrEqual(3);
});
