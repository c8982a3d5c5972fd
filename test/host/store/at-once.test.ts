import pg from 'pg';
import { until } from '../../harness/until';
import { runSql } from '../harness';
import { type SqlEngine, startSql } from './engines';

/** Two hosts with three workers each, on one database. */
let hosts: SqlEngine[];

beforeAll(async () => {
  const first = await startSql({ workers: 3 });
  hosts = [first, await startSql({ workers: 3, database: first.database })];
});
afterAll(() => Promise.all(hosts.map((host) => host.close())));

const run: SqlEngine['run'] = (name, ...args) => hostAt(0).run(name, ...args);
const hostAt = (index: number) => hosts[index % hosts.length] as SqlEngine;

/** So many at once, in turns on both hosts. */
function atOnce<R>(count: number, ask: (host: SqlEngine, index: number) => Promise<R>): Promise<R[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => ask(hostAt(index), index)));
}

const numberOf = (id: string) => Number(id.slice(2));

test('sixty rows that are made at once have sixty ids without a gap', async () => {
  const made = await atOnce(60, (host, index) =>
    host.run('addLead', { name: `row ${index}`, status: 'at once' }),
  );
  const numbers = made.map(({ row }) => numberOf(row.id)).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  expect(await run('listLeads', { where: { status: 'at once' }, pageSize: 1 })).toMatchObject({ total: 60 });
  expect(await run('listLeads', { pageSize: 1 })).toMatchObject({ total: 60 });
});

test('one key thirty times at once is one row', async () => {
  const made = await atOnce(30, (host) => host.run('addLead', { name: 'once' }, 'one-key'));
  expect(new Set(made.map(({ row }) => row.id)).size).toBe(1);
  expect(made.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(made.flatMap((one) => one.made)).toHaveLength(1);
  const [next] = await atOnce(1, (host) => host.run('addLead', { name: 'next' }));
  // The six workers may have taken a number each before the first of them has the key.
  expect(numberOf(next?.row.id ?? '') - numberOf(made[0]?.row.id ?? '')).toBeLessThanOrEqual(6);
});

test('one list with a key ten times at once is one list', async () => {
  const list = Array.from({ length: 20 }, (_, index) => ({ name: `entry ${index}` }));
  const made = await atOnce(10, (host) => host.run('addLeads', list, 'one-list'));
  expect(new Set(made.map((rows) => rows.map((row) => row?.id).join())).size).toBe(1);
  expect(made.flat().filter((row) => row?.isNew)).toHaveLength(20);
  expect(
    (
      await run(
        'findLeads',
        'name',
        list.map(({ name }) => name),
      )
    ).length,
  ).toBe(20);
});

test('of thirty changes of one version one wins', async () => {
  const { row } = await run('addLead', { name: 'contested' });
  const changed = await atOnce(30, (host, index) =>
    host.run('change', row.id, { place: `place ${index}` }, row.version),
  );
  const won = changed.filter((one) => typeof one === 'object');
  expect(won).toHaveLength(1);
  expect(changed.filter((one) => one === `stale: ${row.version + 1}`)).toHaveLength(29);
  expect(await run('findLead', row.id)).toEqual(won[0]);
});

test('of thirty changes at once none is lost', async () => {
  const { row } = await run('addLead', {
    name: 'counted',
    score: 0,
    status: 'counted',
    createdAt: Date.UTC(2026, 4, 1),
  });
  await atOnce(30, (host) => host.run('countUp', row.id));
  expect(await run('findLead', row.id)).toMatchObject({ score: 30, version: row.version + 30 });
  const [figures] = await run('count', null, { createdAt: { isEmpty: false } });
  expect(figures).toMatchObject({ values: { rows: 1, score: 30 } });
});

test('a note is written with its change, however often that runs again', async () => {
  const { row } = await run('addLead', { name: 'noted' });
  const versions = await atOnce(20, (host, index) => host.run('changeWithNote', row.id, `words ${index}`));
  expect(new Set(versions).size).toBe(20);
  const notes = (await run('listNotes')).filter((note) => note.startsWith(`${row.id} `));
  expect(notes.map((note) => note.split(/[ :]/)[1]).sort()).toEqual(versions.map(String).sort());
});

test('twenty who remove a row at once remove it once', async () => {
  const { row } = await run('addLead', { name: 'removed', status: 'removed' });
  const removed = await atOnce(20, (host) => host.run('removeLead', row.id));
  expect(removed.filter(Boolean)).toHaveLength(1);
  expect(await run('listLeads', { where: { status: 'removed' } })).toMatchObject({ total: 0 });
});

test('rows that are made, changed and removed at once are counted all the same', async () => {
  const seeds = await atOnce(12, (host, index) =>
    host.run('addLead', { name: 'mixed', status: `mix ${index % 3}` }),
  );
  await atOnce(48, async (host, index) => {
    const id = seeds[index % 12]?.row.id ?? '';
    if (index % 4 === 0) await host.run('addLead', { name: 'mixed', status: `mix ${index % 3}` });
    else if (index % 4 === 1) await host.run('change', id, { status: `mix ${(index + 1) % 3}` });
    else if (index % 4 === 2) await host.run('countUp', id);
    else await host.run('removeLead', id);
  });
  const rows = await runSql<{ status: string; rows: string }>(
    hostAt(0).database,
    `select status, count(*) as rows from test_leads where status like 'mix %' group by 1 order by 1`,
  );
  for (const { status, rows: count } of rows) {
    const { total } = await run('listLeads', { where: { status }, pageSize: 1 });
    expect({ status, total }).toEqual({ status, total: Number(count) });
  }
  expect(rows.length).toBeGreaterThan(0);
});

test('a claim whose request has died is taken over with its number', async () => {
  const { database } = hostAt(0);
  await runSql(
    database,
    `insert into claims (table_name, key, number, row_count, claimed_at)
     values ('test_leads', 'dead-1', 900, 1, now() - interval '6 seconds'), ('test_leads', 'dead-2', 901, 1, now() - interval '1 hour')`,
  );
  const made = await atOnce(6, (host) => host.run('addLead', { name: 'reclaimed' }, 'dead-1'));
  expect(made.map(({ row }) => row.id)).toEqual(Array(6).fill('L-900'));
  expect(made.filter(({ isNew }) => isNew)).toHaveLength(1);
  // So long after it a number would not be the newest any more.
  const { row } = await run('addLead', { name: 'reclaimed' }, 'dead-2');
  expect(row.id).not.toBe('L-901');
});

test('tables that are there already are completed by hosts that start at once', async () => {
  const { database } = hostAt(0);
  await runSql(database, 'alter table test_leads drop column events');
  await runSql(database, 'drop index test_leads_by_phone');
  await atOnce(4, (host) => host.run('setUp'));
  const [lead] = await run('selectAll');
  expect(lead?.events).toEqual([]);
  const indexes = await runSql(database, `select 1 from pg_indexes where indexname = 'test_leads_by_phone'`);
  expect(indexes).toHaveLength(1);
});

test('rows of before are found by a column that a release is the first to look by', async () => {
  const { database } = hostAt(0);
  const { row } = await run('addLead', { name: 'Early', phone: ' +4930 ', notes: 'Words', status: 'early' });
  await runSql(database, 'alter table test_leads drop column phone_key, drop column searchable');
  await runSql(
    database,
    `delete from totals where table_name = 'test_leads' and kind in ('status', 'counted')`,
  );
  await run('setUp');
  for (const query of [
    { where: { phone: '+4930' } },
    { q: 'WORDS', where: { status: 'early' } },
    { where: { status: 'EARLY' } },
  ])
    expect(await run('listLeads', query)).toEqual({ ids: [row.id], total: 1 });
});

test('an index that was not finished is finished, with what it finds rows by', async () => {
  const { database } = hostAt(0);
  const { row } = await run('addLead', { name: 'Unfinished', place: 'Graz' });
  await runSql(database, `update test_leads set place_key = ''`);
  // As PostgreSQL leaves it where a host is killed.
  await runSql(
    database,
    `update pg_index set indisvalid = false where indexrelid = 'test_leads_by_place'::regclass`,
  );
  await run('setUp');
  expect(await run('listLeads', { where: { place: 'graz' } })).toEqual({ ids: [row.id], total: 1 });
  const cutOff = await runSql(database, 'select 1 from pg_index where not indisvalid');
  expect(cutOff).toEqual([]);
});

test('an index that another host is making is waited for, and rows are written meanwhile', async () => {
  const { database } = hostAt(0);
  await runSql(database, 'drop index test_leads_by_phone');
  // Whoever makes an index beside writers waits for those who have begun before.
  const writer = new pg.Client({ connectionString: database });
  await writer.connect();
  await writer.query('begin; lock table test_leads in row exclusive mode');
  const making = runSql(
    database,
    'create index concurrently test_leads_by_phone on test_leads (phone_key, row_order)',
  );
  const findIndex = () => runSql(database, `select oid from pg_class where relname = 'test_leads_by_phone'`);
  await until(async () => (await findIndex()).length > 0);
  const [begun] = await findIndex();
  const starting = await startSql({ database });
  const isStarted = starting.run('setUp');
  await until(async () =>
    [...starting.statements].some((text) => /drop index|progress_create_index/.test(text)),
  );
  const { row } = await run('addLead', { name: 'Meanwhile', phone: '+4940' });
  await writer.query('commit');
  await writer.end();
  await making;
  await isStarted;
  await starting.close();
  expect(await run('listLeads', { where: { phone: '+4940' } })).toEqual({ ids: [row.id], total: 1 });
  expect(await findIndex()).toEqual([begun]);
});

test('the index of texts is made anew where it was cut off', async () => {
  const { database } = hostAt(0);
  await runSql(
    database,
    `update pg_index set indisvalid = false where indexrelid = 'test_leads_by_searchable'::regclass`,
  );
  await atOnce(4, (host) => host.run('setUp'));
  expect(await runSql(database, 'select 1 from pg_index where not indisvalid')).toEqual([]);
});

test('requests whose host dies in the middle are made again by another, and each makes one row', async () => {
  const { database } = hostAt(0);
  const dying = await startSql({ workers: 3, database });
  const keys = Array.from({ length: 40 }, (_, index) => `dying ${index}`);
  const asked = keys.map((key) => dying.run('addLead', { name: key, status: 'dying' }, key));
  // Most of them are never answered.
  for (const one of asked) one.catch(() => undefined);
  // Some are done, some have a number and no row, and some have not begun.
  await Promise.all(asked.slice(0, 5));
  await dying.close();
  // Its last statements may still be running in the database.
  await until(async () => {
    const text = `select 1 from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`;
    return (await runSql(database, text)).length === 0;
  });
  // Nobody waits here until the requests are taken for dead.
  await runSql(
    database,
    `update claims set claimed_at = claimed_at - interval '1 minute' where key like 'dying %'`,
  );
  const again = await Promise.all(
    keys.map((key, index) => hostAt(index).run('addLead', { name: key, status: 'dying' }, key)),
  );
  expect(new Set(again.map(({ row }) => row.id)).size).toBe(keys.length);
  const { ids, total } = await run('listLeads', { where: { status: 'dying' }, pageSize: 100 });
  expect({ rows: ids.length, total }).toEqual({ rows: keys.length, total: keys.length });
});
