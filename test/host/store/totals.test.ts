import { runSql } from '../harness';
import { type SqlEngine, startSql } from './engines';

let sql: SqlEngine;
beforeAll(async () => {
  sql = await startSql();
});
afterAll(() => sql.close());

const shards = () =>
  runSql<{ shard: number; rows: number }>(
    sql.database,
    `select shard, rows from totals where table_name = 'test_leads' and kind = '' order by shard`,
  );

test('what writers have counted that are gone is added up, and what is being counted is left alone', async () => {
  await sql.run('addLeads', [{ status: 'new' }, { status: 'sold' }, { status: 'sold' }]);
  const counted = await shards();
  expect(counted.map(({ rows }) => rows)).toEqual([0, 3]);
  await sql.maintain();
  expect(await shards()).toEqual(counted);
  await runSql(sql.database, `update totals set changed_at = now() - interval '2 hours'`);
  await sql.maintain();
  expect(await shards()).toEqual([{ shard: 0, rows: 3 }]);
  await sql.run('addLead', { status: 'sold' });
  expect((await shards()).map(({ rows }) => rows)).toEqual([3, 1]);
  expect(await sql.run('listLeads', { where: { status: 'sold' } })).toMatchObject({ total: 3 });
  await runSql(sql.database, `update totals set changed_at = now() - interval '2 hours'`);
  await sql.maintain();
  expect(await shards()).toEqual([{ shard: 0, rows: 4 }]);
});

test('rows that came in by other ways are counted where nothing was counted before', async () => {
  const before = await sql.run('count', 'source', { createdAt: { isEmpty: false } });
  await sql.run('addLeads', [
    {
      status: 'late',
      source: 'web',
      place: 'Ulm',
      score: 4,
      createdAt: Date.UTC(2026, 0, 1, 23, 30),
      endedAt: 5,
    },
    { status: 'late', source: 'web', place: 'Ulm', score: 6, createdAt: Date.UTC(2026, 0, 2, 9) },
  ]);
  await runSql(sql.database, 'delete from totals');
  await sql.run('setUp');
  expect(await sql.run('listLeads', { where: { status: 'LATE' } })).toMatchObject({ total: 2 });
  const where = { createdAt: { isEmpty: false } };
  expect(await sql.run('count', 'source', where)).toEqual([
    ...before,
    { label: 'w', values: { rows: 2, score: 10, ended: 1, mean: 5 } },
  ]);
  // Both are of the second of January in Berlin.
  expect(await sql.run('countTimes', 'day', ['2026-01-01', '2026-01-03'], where)).toEqual([
    { label: '2026-01-02', values: { rows: 2, score: 10, ended: 1, mean: 5 } },
  ]);
});

test('what a host has counted by other rules, such as one of the release before, is counted anew', async () => {
  await sql.run('addLead', { status: 'mine' });
  await runSql(sql.database, `delete from totals where kind = 'status' and value = 'mine'`);
  await sql.maintain();
  expect(await sql.run('listLeads', { where: { status: 'mine' } })).toMatchObject({ total: 0 });
  await runSql(sql.database, `update totals set shard = 7 where shard <> 0`);
  await sql.maintain();
  expect(await sql.run('listLeads', { where: { status: 'mine' } })).toMatchObject({ total: 1 });
  const counted = await shards();
  await sql.maintain();
  expect(await shards()).toEqual(counted);
});

test('old claims go, and a request with such a key still finds its row', async () => {
  const { row } = await sql.run('addLead', { name: 'old' }, 'old-key');
  await runSql(sql.database, `update claims set claimed_at = now() - interval '3 days'`);
  await sql.maintain();
  expect(await runSql(sql.database, 'select key from claims')).toEqual([]);
  expect(await sql.run('addLead', { name: 'old' }, 'old-key')).toMatchObject({ row, isNew: false });
});
