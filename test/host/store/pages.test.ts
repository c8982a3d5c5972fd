import { type Engine, type SqlEngine, startSheet, startSql } from './engines';
import type { walk } from './program';

let sheet: Engine;
let sql: SqlEngine;
const ENGINES = ['a sheet', 'a database'] as const;
const engineOf = (name: (typeof ENGINES)[number]) => (name === 'a sheet' ? sheet : sql);

/** Some have none, and one is longer than a cursor can be. */
function nameOf(index: number): string {
  if (index % 4 === 0) return '';
  return index === 7 ? 'pages '.repeat(400) : `name ${index % 5}`;
}

beforeAll(async () => {
  [sheet, sql] = await Promise.all([startSheet(), startSql()]);
  const rows = Array.from({ length: 20 }, (_, index) => ({
    name: nameOf(index),
    status: index % 2 === 0 ? 'new' : 'sold',
    score: index % 3,
    price: index % 4 === 1 ? null : index / 2,
    createdAt: index % 5 === 0 ? null : Date.UTC(2026, 0, 1 + (index % 7)),
  }));
  const notes = Array.from({ length: 10 }, (_, at) => ({ id: `n${at}`, words: '', at: at + 1 }));
  await Promise.all([sheet, sql].map((engine) => engine.runAll(['addLeads', rows], ['addNotes', notes])));
});
afterAll(() => Promise.all([sheet.close(), sql.close()]));

const COLUMNS = ['id', 'name', 'score', 'price', 'createdAt'];
const ORDERS = [{}, ...COLUMNS.flatMap((name) => [{ sort: name }, { sort: `-${name}` }])];

test('cursors and numbers of pages lead through all rows, in each order, which is the same on both engines', async () => {
  type Walked = ReturnType<typeof walk>;
  const [onSheet, onDatabase] = (await Promise.all(
    [sheet, sql].map((engine) => engine.runAll(...ORDERS.map((order) => ['walk', order] as const))),
  )) as [Walked[], Walked[]];
  expect(onSheet).toEqual(onDatabase);
  for (const { all, pages, numbered } of onSheet) {
    expect(pages.map((ids) => ids.length)).toEqual([3, 3, 3, 3, 3, 3, 2]);
    expect(pages.flat()).toEqual(all);
    expect(numbered).toEqual(pages);
  }
});

test.each(ENGINES)('on %s a log goes on behind a cursor, where its oldest rows have gone', async (name) => {
  const engine = engineOf(name);
  const { ids, nextCursor } = await engine.run('notesOn');
  const [, second] = await engine.runAll(['keepNewestNotes', 6], ['notesOn', nextCursor ?? '']);
  expect([ids, second]).toMatchObject([['n9', 'n8', 'n7'], { ids: ['n6', 'n5', 'n4'] }]);
});

test.each(ENGINES)('on %s rows that come or go meanwhile neither repeat rows nor hide them', async (name) => {
  const engine = engineOf(name);
  const where = { status: 'new' };
  const first = await engine.run('listOn', { where });
  const [, , second] = await engine.runAll(
    ['addLead', { name: 'newer', status: 'new' }],
    ['removeLead', first.ids[2] ?? ''],
    ['listOn', { where, cursor: first.nextCursor ?? '' }],
  );
  expect(second).toMatchObject({ ids: ['L-13', 'L-11', 'L-9'] });
});

const UNREADABLE: [string, string | readonly unknown[], sort?: string][] = [
  ['text that is no cursor', 'nonsense'],
  ['a cursor of another order', ['name', 4, 'x'], '-name'],
  ['a cursor with a text that no row has', ['name', 4, '\0'], 'name'],
  ['a cursor with half of a whole number', ['score', 4, 0.5], 'score'],
  ['a cursor with no time', ['createdAt', 4, 1e15], 'createdAt'],
  ['a cursor without a place', ['', 'x', null]],
  ['a place that is no number of a row', ['', 1e99, null]],
  ['a value that is none of the column', ['score', 4, 'x'], 'score'],
];

test.each(ENGINES)('on %s a cursor is refused that is none of its own, and no place', async (name) => {
  const [own, others] = name === 'a sheet' ? ['L-4', null] : [null, 'L-4'];
  const cursors = [...UNREADABLE, ['a cursor of the other engine', ['', 4, null, others]] as const].map(
    ([, place, sort]) => ({
      cursor: typeof place === 'string' ? place : JSON.stringify(place.length < 4 ? [...place, own] : place),
      ...(sort ? { sort } : {}),
    }),
  );
  const odd = [2 ** 40, 0, -1].map((at) => ({ cursor: JSON.stringify(['', at, null, own]) }));
  const told = await engineOf(name).run('tryCursors', [...cursors, ...odd]);
  expect(told).toEqual([
    ...cursors.map(() => 'UnreadableCursor'),
    ...odd.map(() => expect.not.stringMatching(/Error|Unreadable/)),
  ]);
});

test('a count goes no further than is allowed where it would cost much', async () => {
  const many = Array.from({ length: 1_100 }, () => ({ name: 'many', place: 'Ulm', status: 'many' }));
  await sql.run('addLeads', many);
  const where = { place: 'ulm' };
  expect(await sql.run('listOn', { where })).toMatchObject({ total: 1_100 });
  const capped = await sql.run('listOn', { where, count: 'capped' });
  expect(capped).toMatchObject({ total: 1_001, totalIsAtLeast: true });
  const few = await sql.run('listOn', { where: { ...where, score: 1 }, count: 'capped' });
  expect(few).not.toHaveProperty('totalIsAtLeast');
  expect(few.total).toBe(0);
  // Known at no cost.
  const known = await sql.run('listOn', { where: { status: 'many' }, count: 'capped' });
  expect(known).toMatchObject({ total: 1_100 });
  expect(known).not.toHaveProperty('totalIsAtLeast');
});

test('a total is beyond its page where there is a further one', async () => {
  const page = await sql.run('listLeads', {
    where: { place: 'ulm' },
    page: 21,
    pageSize: 50,
    count: 'capped',
  });
  expect(page).toMatchObject({ total: 1_051 });
  expect(page.ids).toHaveLength(50);
});
