import { runSql } from '../harness';
import { type SqlEngine, startSql } from './engines';

/** More than are looked up one by one, and not a multiple of a block. */
const ROWS = 60_001;

let sql: SqlEngine;
beforeAll(async () => {
  sql = await startSql();
  await runSql(
    sql.database,
    `insert into test_leads (id, row_order, name, place, place_key, score, created_at)
     select 'L-' || n, n, 'name ' || n, 'Ulm', 'ulm', n % 2, timestamptz '2026-01-01' + n * interval '1 minute'
     from generate_series(1, ${ROWS}) as n`,
  );
});
afterAll(() => sql.close());

const numbersOf = (names: readonly string[]) => names.map((name) => Number(name.split(' ')[2]));
const countingUp = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);

test.each([
  ['all rows', {}, countingUp(1, ROWS)],
  ['most of the rows', { place: 'ULM' }, countingUp(1, ROWS)],
  ['half of the rows', { score: 1 }, countingUp(1, ROWS, 2)],
  ['the newest rows', { id: { after: 'L-57000' } }, countingUp(57_001, ROWS)],
  ['no row', { place: 'nowhere' }, []],
])('a report reads %s, each once and in the order they were made', async (_, where, expected) => {
  expect(numbersOf(await sql.run('scanNames', where))).toEqual(expected);
});
