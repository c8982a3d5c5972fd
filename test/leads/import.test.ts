import type { Fault } from '../../runtime/execution/faults';
import { extent, spread } from '../harness/extent';
import { withEndingAtCalls } from '../harness/faults';
import { type LeadDesk, startLeadDesk } from './lead-desk';

const IMPORT = 'POST /v1/leads/import';
const RECLAIMED = 31_000;

interface Imported {
  data: { row: number; id?: string; error?: object }[];
  created: number;
}

describe('an import of leads', () => {
  let desk: LeadDesk;
  beforeEach(async () => {
    desk = await startLeadDesk([
      'call',
      'POST /v1/leads',
      { body: { name: 'First', phone: '+15551230001' } },
    ]);
  });
  afterEach(() => desk.close());

  /** The second of them is invalid, and the last two share a phone. */
  const rows = (list: number) =>
    [1, 0, 3, 4, 4].map((digit, index) => ({
      name: `${list}-${index}`,
      phone: digit === 0 ? 'none' : `+1555${list}${digit}00000`.slice(0, 12),
    }));
  const ids = ({ data }: Imported) => data.flatMap(({ id }) => id ?? []);

  test.each(spread(['kill after', 'throw before', 'throw after'] as const, 1))(
    'that ends at any call (%s) is completed by the same request, and makes no row twice',
    async (kind) => {
      await withEndingAtCalls({ kind }, 2, async ({ call, n }) => {
        const asked = { body: { rows: rows(100 + n) }, headers: { 'idempotency-key': `${kind} ${n}` } };
        const fault: Fault =
          kind === 'kill after'
            ? { call, kind, writes: 'lost' }
            : { call, kind, message: 'Service Spreadsheets failed.' };
        const ended = await desk.execute('call', [IMPORT, asked], { fault });
        await desk.realm.scheduler.advance(RECLAIMED);
        const told = await desk.callAll<Imported>([
          ['POST /v1/leads', { body: { name: 'Other', phone: `+15559${1_000 + n}` } }],
          [IMPORT, asked],
          [IMPORT, asked],
        ]);
        const [, { status, body }, again] = told as [unknown, (typeof told)[0], (typeof told)[0]];
        expect([call, status, body.created, body.data.map(({ row }) => row)]).toEqual([
          call,
          200,
          4,
          [1, 2, 3, 4, 5],
        ]);
        expect(again.body).toEqual(body);
        const mine = desk.rows('Leads').filter(({ name }) => String(name).startsWith(`${100 + n}-`));
        expect([call, mine.map(({ id }) => id).sort()]).toEqual([call, ids(body).sort()]);
        return ended;
      });
    },
  );

  test('at once with others, and with itself, gives every lead an id and a row of its own', async () => {
    const asked = { body: { rows: rows(1) }, headers: { 'idempotency-key': 'same' } };
    const imports = [asked, asked, { body: { rows: rows(2) } }];
    const singles = Array.from({ length: extent({ usual: 2, long: 10 }) }, (_, at) => ({
      body: { name: `S ${at}`, phone: `+1555990000${at}` },
    }));
    const [imported, created] = await Promise.all([
      Promise.all(imports.map((one) => desk.call<Imported>(IMPORT, one))),
      Promise.all(singles.map((body) => desk.call<{ id: string }>('POST /v1/leads', body))),
    ]);
    const [first, second, ...others] = imported.map(({ body }) => body);
    expect(second).toEqual(first);
    const all = [
      'L-1',
      ...[first, ...others].flatMap((one) => ids(one as Imported)),
      ...created.map(({ body }) => body.id),
    ];
    expect(all).toHaveLength(1 + 2 * 4 + singles.length);
    expect(new Set(all).size).toBe(all.length);
    const stored = desk.rows('Leads').flatMap(({ id }) => (id === '' ? [] : [String(id)]));
    expect(stored.sort()).toEqual(all.sort());
  });
});
