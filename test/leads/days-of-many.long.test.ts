import type { Row, Value } from '../../runtime/spreadsheet/attributes';
import type { Sheet } from '../../runtime/spreadsheet/sheet';
import { type LeadDesk, startLeadDesk } from './lead-desk';

const LEADS = 30_000;
const A_DAY = 100;
/** In the days of a sheet. */
const END = 46_347;
const STATUSES = ['lost', 'new', 'sold'] as const;

interface Report {
  totals: Record<string, number | null>;
  before: Record<string, number | null>;
}

/** One after the other until 20 November, a hundred a day; every third was lost, and every third bought. */
describe(`reports of some days of ${LEADS} leads`, () => {
  let desk: LeadDesk;
  beforeAll(async () => {
    desk = await startLeadDesk(['call', 'POST /v1/leads', { body: { name: 'Ann', phone: '+15550000000' } }]);
    const { grid } = desk.realm.spreadsheets.books.get('sheet-test').findByName('Leads') as Sheet;
    const [header, first] = [grid.row(1) as Row, grid.row(2) as Row];
    const [status, createdAt] = ['status', 'createdAt'].map((name) => header.values.indexOf(name));
    for (let number = 1; number <= LEADS; number++) {
      const values: Value[] = [...first.values];
      values[0] = `L-${number}`;
      values[status ?? 0] = STATUSES[number % STATUSES.length] ?? '';
      values[createdAt ?? 0] = END - (LEADS - number + 0.5) / A_DAY;
      grid.rows[number] = { values, attributes: first.attributes };
    }
    grid.maxRows = LEADS + A_DAY;
  });
  afterAll(() => desk.close());

  const idsOf = (days: number, ago: number) =>
    Array.from({ length: days * A_DAY }, (_, index) => LEADS - ago * A_DAY - index);
  const countOf = (ids: readonly number[], wanted: (typeof STATUSES)[number]) =>
    ids.filter((number) => STATUSES[number % STATUSES.length] === wanted).length;

  test.each([
    [{ from: '2026-11-01', to: '2026-11-20' }, idsOf(20, 0), idsOf(20, 21)],
    [{ from: '2026-11-12', to: '2026-11-18' }, idsOf(7, 2), idsOf(7, 9)],
    [{ from: '2026-02-01', to: '2026-11-20' }, idsOf(293, 0), idsOf(6, 294)],
    [{ from: '2020-02-01', to: '2020-02-20' }, [], []],
  ])('%j: as many as the tab has, and those of the days before', async (query, during, before) => {
    const call = (id: string) => desk.call<Report>(`GET /v1/reports/${id}`, { query });
    const steps = (await call('lead-steps')).body;
    expect([steps.totals.leads, steps.before.leads]).toEqual([during.length, before.length]);
    expect([steps.totals.sold, steps.before.sold]).toEqual([
      countOf(during, 'sold'),
      countOf(before, 'sold'),
    ]);
    const lost = (await call('lost-leads')).body;
    expect([lost.totals.leads, lost.before.leads]).toEqual([
      countOf(during, 'lost'),
      countOf(before, 'lost'),
    ]);
  });

  test('a week costs half of what all days cost', async () => {
    const cost = async (from: string, to: string) =>
      (await desk.execute('call', ['GET /v1/reports/lead-steps', { query: { from, to, by: 'source' } }]))
        .elapsed;
    const [week, all] = [await cost('2026-11-12', '2026-11-18'), await cost('2026-01-25', '2026-11-19')];
    expect(week).toBeLessThan(all / 2);
  });
});
