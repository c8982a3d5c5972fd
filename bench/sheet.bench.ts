/**
 * The sheet's side of the comparison, in modelled time: the built script on the local runtime, whose ledger has what each
 * call of Google's services takes. Jest runs it, since it is made of what the tests are made of.
 */
import { writeFileSync } from 'node:fs';
import type { Execution } from '../runtime/execution/execution';
import { measureThroughput } from '../test/harness/throughput';
import { type FullCafe, startFullCafe } from '../test/rush/full-cafe';

/** As many executions as Google runs at once. */
const AT_ONCE = 30;
const TIMES = 90;

test('what a sheet with 100,000 leads can do', async () => {
  const full = await startFullCafe();
  const measured: Record<string, object> = {};
  for (const [name, run] of Object.entries(operations(full))) {
    const alone = await measureThroughput({ times: 3, atOnce: 1 }, run);
    const busy = await measureThroughput({ times: TIMES, atOnce: AT_ONCE }, run);
    measured[name] = {
      perMinute: busy.perMinute,
      alone: alone.waited(0.5),
      p95: busy.waited(0.95),
      statuses: busy.statuses,
    };
  }
  await full.cafe.close();
  writeFileSync(process.env.BENCH_SHEET ?? '', JSON.stringify(measured));
});

function operations({ cafe, leadId }: FullCafe): Record<string, (index: number) => Promise<Execution>> {
  const token = cafe.api.tokens.admin;
  const phone = (index: number) => `+1555${String(2_000_000 + index)}`;
  let made = 0;
  return {
    create: () => cafe.execute('POST /v1/leads', { token, body: { name: 'Ann', phone: phone(made++) } }),
    get: (index) => cafe.execute(`GET /v1/leads/${leadId(index)}`, { token }),
    list: () => cafe.execute('GET /v1/leads', { token }),
    filter: () => cafe.execute('GET /v1/leads', { token, query: { status: 'new', count: 'capped' } }),
    patch: (index) =>
      cafe.execute(`PATCH /v1/leads/${leadId(index)}`, { token, body: { notes: `called ${index}` } }),
  };
}
