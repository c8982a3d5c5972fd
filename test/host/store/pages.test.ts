import { type SqlEngine, startSql } from './engines';

let sql: SqlEngine;

beforeAll(async () => {
  sql = await startSql();
  const rows = Array.from({ length: 20 }, (_, index) => ({
    name: index % 4 === 0 ? '' : `name ${index % 5}`,
    status: index % 2 === 0 ? 'new' : 'sold',
    score: index % 3,
    price: index % 4 === 1 ? null : index / 2,
    createdAt: index % 5 === 0 ? null : Date.UTC(2026, 0, 1 + (index % 7)),
  }));
  await sql.run('addLeads', rows);
});
afterAll(() => sql.close());

const SORTS = [
  undefined,
  'id',
  '-id',
  'name',
  '-name',
  'score',
  '-score',
  'price',
  '-price',
  'createdAt',
  '-createdAt',
];

test.each(SORTS)('cursors lead through all rows in the order %s', async (sort) => {
  const given = sort === undefined ? {} : { sort };
  const { ids: all } = await sql.run('listLeads', { ...given, pageSize: 100 });
  const walked: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await sql.run('listOn', { ...given, ...(cursor ? { cursor } : {}) });
    walked.push(...page.ids);
    expect(page.total).toBe(20);
    cursor = page.nextCursor;
    if (cursor === undefined) break;
    expect(page.ids).toHaveLength(3);
  }
  expect(walked).toEqual(all);
});

test.each(SORTS)('numbered pages have all rows once in the order %s', async (sort) => {
  const given = sort === undefined ? {} : { sort };
  const { ids: all } = await sql.run('listLeads', { ...given, pageSize: 100 });
  const numbered: string[] = [];
  for (const page of [1, 2, 3, 4, 5, 6, 7])
    numbered.push(...(await sql.run('listLeads', { ...given, page, pageSize: 3 })).ids);
  expect(numbered).toEqual(all);
});

test('rows that come or go meanwhile neither repeat rows nor hide them', async () => {
  const first = await sql.run('listOn', { where: { status: 'new' } });
  await sql.run('addLead', { name: 'newer', status: 'new' });
  await sql.run('removeLead', first.ids[0] ?? '');
  const second = await sql.run('listOn', { where: { status: 'new' }, cursor: first.nextCursor ?? '' });
  expect(second.ids).toEqual(['L-13', 'L-11', 'L-9']);
});

test.each([
  ['text that is no cursor', 'nonsense', undefined],
  ['a cursor of another order', Buffer.from('["name",4,"x"]').toString('base64url'), '-name'],
  ['a cursor with a text that no row has', Buffer.from('["name",4,"\\u0000"]').toString('base64url'), 'name'],
  ['a cursor with half of a whole number', Buffer.from('["score",4,0.5]').toString('base64url'), 'score'],
  ['a cursor with no time', Buffer.from('["createdAt",4,1e15]').toString('base64url'), 'createdAt'],
  ['a cursor without a place', Buffer.from('["","x",null]').toString('base64url'), undefined],
  ['a place that is no number of a row', Buffer.from('["",1e99,null]').toString('base64url'), undefined],
  ['a value that is none of the column', Buffer.from('["score",4,"x"]').toString('base64url'), 'score'],
])('%s is refused', async (_, cursor, sort) => {
  const asked = sql.run('listOn', { cursor, ...(sort ? { sort } : {}) });
  await expect(asked).rejects.toThrow(/UnreadableCursor/);
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
