/** Reports over very many leads, counted again by the database itself, in a year in which clocks were changed twice. */

import { copyRows, leadCopies, makeTemplates, vacuum } from '../../../bench/fill';
import { runCommand } from '../commands/run-command';
import { runSql, type SeededHost, startHost, startSeededHost, stopHosts, untilReady } from '../harness';

const ROWS = Number(process.env.ROWS ?? 100_000);
const TEMPLATES = 240;
const ZONE = 'America/New_York';

interface Report {
  from: string;
  to: string;
  totals: Record<string, number | null>;
  data: ({ label: string } & Record<string, number | null>)[];
}

let seeded: SeededHost;
let url: string;
beforeAll(async () => {
  seeded = await startSeededHost();
  const { database } = seeded;
  await runCommand(database, ['time-zone', 'set', ZONE]);
  await makeTemplates(seeded, seeded.demo.apiKey, TEMPLATES);
  await seeded.kill();
  const { columns, ...copies } = leadCopies(TEMPLATES, ROWS);
  const created = `current_timestamp - (${ROWS} - n) * interval '360 days' / ${ROWS}`;
  const answered = `case when n % 3 = 0 then null else ${created} + (n % 97) * interval '1 minute' end`;
  await copyRows(database, {
    ...copies,
    columns: { ...columns, created_at: created, first_response_at: answered },
  });
  await vacuum(database);
  const host = await startHost({ database });
  await untilReady(host);
  ({ url } = host);
});
afterAll(() => stopHosts());

async function read(id: string, query: string): Promise<Report> {
  const headers = { authorization: `Bearer ${seeded.demo.apiKey}` };
  const response = await fetch(`${url}/v1/reports/${id}?${query}`, { headers });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as Report;
}

/** The figures of these leads by an expression, as the database counts them. */
function recount(label: string, { from, to }: { from: string; to: string }): Promise<Report['data']> {
  const waited = `extract(epoch from first_response_at - created_at) / 60`;
  const local = `created_at at time zone '${ZONE}'`;
  return runSql(
    seeded.database,
    `select ${label.replaceAll('local', local)} as label, count(*)::int as leads, count(converted_at)::int as converted,
       round((percentile_cont(0.5) within group (order by ${waited}))::numeric, 4)::float as median,
       round((percentile_cont(0.9) within group (order by ${waited}))::numeric, 4)::float as ninetieth
     from leads where (${local})::date between $1 and $2 group by 1 order by 1`,
    [from, to],
  );
}

const byLabel = (one: { label: string }, other: { label: string }) => (one.label < other.label ? -1 : 1);

test.each([
  ['day', `to_char(local, 'YYYY-MM-DD')`],
  ['hour', `to_char(local, 'HH24')`],
  ['source', 'source'],
  ['location', 'location'],
])('by %s, every figure is what the database counts of the same leads', async (by, label) => {
  const today = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const first = new Date(Date.now() - 300 * 86_400_000).toISOString().slice(0, 10);
  const query = `by=${by}&from=${first}&to=${today}`;
  const [leads, waits] = [await read('leads', query), await read('first-response', query)];
  const counted = await recount(label, leads);
  const told = leads.data.map(({ label, leads, converted }) => ({ label, leads, converted }));
  expect(told.sort(byLabel)).toEqual(
    counted.map(({ label, leads, converted }) => ({ label, leads, converted })),
  );
  const times = waits.data.map(({ label, median, ninetieth }) => ({ label, median, ninetieth }));
  expect(times.sort(byLabel)).toEqual(
    counted.map(({ label, median, ninetieth }) => ({ label, median, ninetieth })),
  );
});
