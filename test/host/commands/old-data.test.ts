import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { until } from '../../harness/until';
import { runSql, startHost, stopHosts } from '../harness';
import { addKey, type Caller, callerWith, runCommand } from './run-command';

const folder = mkdtempSync(path.join(os.tmpdir(), 'sheetdesk-old-data-'));
let database: string;
let call: Caller;
beforeAll(async () => {
  const host = await startHost({ env: { SHEETDESK_TEST_MODE: 'yes' } });
  ({ database } = host);
  call = callerWith(host, await addKey(database));
  await fill();
});
afterAll(async () => {
  await stopHosts();
  rmSync(folder, { recursive: true });
});

/** Leads L-1 to L-5 and orders of last year, of which some are done with, and what hangs on them. */
async function fill(): Promise<void> {
  for (const status of ['sold', 'lost', 'contacted', 'sold', 'sold']) {
    const { id } = await call('POST', '/v1/leads', { name: `Ann ${status}`, phone: '+15550001111' });
    await call('PATCH', `/v1/leads/${id}`, { status });
  }
  // Each in a place of its own, as the API makes them.
  await runSql(
    database,
    `insert into archive (id, target, target_key, row_order) values ('A-2', 'L-2', 'l-2', 1), ('A-3', 'L-3', 'l-3', 2)`,
  );
  await runSql(
    database,
    `insert into deliveries (id, at, row_order) values ('D-1', now() - interval '1 year', 1), ('D-2', now(), 2)`,
  );
  await runSql(
    database,
    `insert into orders (id, cafe_id, status, row_order) values
       ('O-1-a', 'C-1', 'completed', 1), ('O-2-b', 'C-1', 'placed', 2)`,
  );
  for (const table of ['leads', 'orders'])
    await runSql(database, `update ${table} set updated_at = now() - interval '1 year'`);
  // Something has still to be sent for it.
  await runSql(database, `insert into outbox (id, entity_id) values ('J-1', 'L-5')`);
}

const idsOf = async (table: string) =>
  (await runSql<{ id: string }>(database, `select id from ${table} order by id`)).map(({ id }) => id);

const leadsIn = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { table: string; cells: Record<string, string> });

const remove = (file: string, answers: string[], typed?: AsyncIterable<string>) =>
  runCommand(database, ['old-data', 'remove', ...answers, '--export', file], typed ? { typed } : {});

test('what is not old stays, and no file is written', async () => {
  const file = path.join(folder, 'nothing.jsonl');
  const { code, out } = await remove(file, ['24', 'yes']);
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringMatching(/^Remove old data\n\nNo closed or completed data is older than 20/),
  });
  expect(existsSync(file)).toBe(false);
  expect(await remove(file, ['none'])).toEqual({
    code: 1,
    out: '',
    errors: 'The age must be a whole number of months, at least 1 (got "none").\n',
  });
});

test('what is done with and old is exported, and stays if that is wanted', async () => {
  const file = path.join(folder, 'kept.jsonl');
  expect(await remove(file, ['6', 'no'])).toMatchObject({
    code: 0,
    out: `Remove old data\n\nNothing has been deleted. What was found is in ${file}.\n`,
  });
  expect(statSync(file).mode & 0o077).toBe(0);
  const rows = leadsIn(file).map(({ table, cells }) => `${table} ${cells.id}`);
  expect(rows.sort()).toEqual(
    ['Archive A-2', 'Deliveries D-1', 'Leads L-1', 'Leads L-2', 'Leads L-4', 'Orders O-1-a'].sort(),
  );
  expect(leadsIn(file).find(({ cells }) => cells.id === 'L-2')?.cells).toMatchObject({
    name: 'Ann lost',
    phone: '+15550001111',
    status: 'lost',
  });
  expect(await idsOf('leads')).toEqual(['L-1', 'L-2', 'L-3', 'L-4', 'L-5']);
});

test('what was exported is deleted, but for what has been changed since', async () => {
  const file = path.join(folder, 'removed.jsonl');
  async function* changeThenAgree() {
    await until(async () => existsSync(file) && leadsIn(file).length === 6);
    await call('PATCH', '/v1/leads/L-1', { notes: 'Came back' });
    yield 'yes';
  }
  const { code, out, errors } = await remove(file, ['6'], changeThenAgree());
  expect(code).toBe(0);
  expect(errors).toMatch(/Leads that are sold or lost, by their last change: 3\n/);
  expect(out).toMatch(/^Remove old data\n\nKept because changed since the export: L-1\. All others/);
  expect(await idsOf('leads')).toEqual(['L-1', 'L-3', 'L-5']);
  expect(await idsOf('orders')).toEqual(['O-2-b']);
  expect(await idsOf('archive')).toEqual(['A-3']);
  expect(await idsOf('deliveries')).toEqual(['D-2']);
  const { data } = await call<{ data: { id: string }[] }>('GET', '/v1/leads/deleted');
  expect(data.map(({ id }) => id)).toEqual(['L-2', 'L-4']);
  expect(await call('GET', '/v1/leads')).toMatchObject({ total: 3 });
});

test('rows that came in by SQL are counted by "recount"', async () => {
  await runSql(database, `insert into leads (id, status, status_key) values ('L-90', 'new', 'new')`);
  expect(await call('GET', '/v1/leads')).toMatchObject({ total: 3 });
  expect(await runCommand(database, ['recount'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Recount\n\nRecounted: Leads, .*Orders/),
  });
  expect(await call('GET', '/v1/leads')).toMatchObject({ total: 4 });
  expect(await call('GET', '/v1/leads?status=new')).toMatchObject({ total: 1 });
});
