import { isDate } from 'node:util/types';
import { type Cafe, startCafe } from '../../cafe/cafe';
import { until } from '../../harness/until';
import { createDatabase, type RunningHost, runSql, startHost, stopHosts, untilReady } from '../harness';
import { addLeads, beginMove, graduate, type Ran, settle } from './moving';

const LEADS = 2_100;

/** What the command has said when it is killed: before the first row, between pages, while it compares, just before the end. */
const KILLED_AT = ['Copying.', 'Leads: 2000 of', 'Leads: 2100 of', 'table  ', 'Finishing the move'];

let cafe: Cafe;
let host: RunningHost;

beforeAll(async () => {
  cafe = await startCafe();
  await addLeads(cafe, ['']);
  repeatFirst();
});
afterAll(async () => {
  await stopHosts();
  await cafe?.close();
});

test('killed at five places and run again, it moves every row once, with what was typed meanwhile', async () => {
  const database = await createDatabase();
  const token = await beginMove(cafe);
  await settle(cafe);
  const move = { from: cafe.api.urls.api, database, token };
  for (const said of KILLED_AT) {
    const { code, out } = await graduate({ ...move, killWhen: (so) => so.includes(said) });
    expect([said, code, out]).toEqual([said, null, expect.stringContaining(said)]);
    // One of a page that has been copied, and one of a page that has not.
    if (said === 'Leads: 2000 of') {
      await cafe.edit('Leads', 'L-2', 'notes', 'typed late');
      await cafe.edit('Leads', 'L-2050', 'notes', 'typed late too');
      host = await startHost({ database });
      await until(async () => host.errors().includes('A sheet is moving into this database.'));
      expect(host.errors()).not.toMatch(/^ +at /m);
      expect(await readiness()).toBe(503);
    }
  }
  const ran: Ran = await graduate(move);
  expect(ran).toMatchObject({ code: 0, error: '' });
  await untilReady(host);

  const inSheet = cafe.rows('Leads');
  const moved = await runSql<Record<string, unknown>>(
    database,
    'select id, name, phone, source, notes, score, version, created_at, reasons from leads order by row_order',
  );
  expect(inSheet).toHaveLength(LEADS);
  expect(moved.map(toShown)).toEqual(
    inSheet.map(({ id, name, phone, source, notes, score, version, createdAt, reasons }) =>
      toShown({ id, name, phone, source, notes, score, version, created_at: createdAt, reasons }),
    ),
  );
  expect(moved.filter(({ notes }) => notes !== '').map(({ id }) => id)).toEqual(['L-2', 'L-2050']);
  const totals = await runSql<{ kind: string; rows: string }>(
    database,
    `select kind, sum(rows) as rows from totals where table_name = 'leads' and kind in ('', 'status', 'source') group by kind`,
  );
  for (const { rows } of totals) expect(Number(rows)).toBe(LEADS);
  const listed = await fetch(`${host.url}/v1/leads?pageSize=1`, {
    headers: { authorization: `Bearer ${cafe.api.tokens.key}` },
  });
  expect(await listed.json()).toMatchObject({ total: LEADS, data: [{ id: `L-${LEADS}` }] });
});

/** The first lead again and again under other ids and names, as the script would have written them, but in no time. */
function repeatFirst(): void {
  const { services, scripts } = cafe.api;
  const grid = services.spreadsheets.books.get(scripts.api.spreadsheetId).findByName('Leads')?.grid;
  const first = grid?.row(2);
  if (!grid || !first) throw new Error('There is no lead to repeat.');
  for (let number = 2; number <= LEADS; number++)
    grid.rows[number] = {
      ...first,
      values: [`L-${number}`, `Lead ${number} =1+1`, ...first.values.slice(2)],
    };
  grid.maxRows = Math.max(grid.maxRows, LEADS + 100);
}

async function readiness(): Promise<number> {
  return (await fetch(`${host.url}/readyz`)).status;
}

/** Numbers and dates as texts, which drivers return in different types. */
function toShown(row: Record<string, unknown>): string[] {
  return Object.values(row).map((value) => (isDate(value) ? value.toISOString() : String(value ?? '')));
}
