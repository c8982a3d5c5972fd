import type { Sheet } from '../../runtime/spreadsheet/sheet';
import { type Cafe, startCafe } from '../cafe/cafe';
import { fill } from '../cafe/fill';

const LEADS = 25_000;
const WHOLE_COLUMN = 20_000;

interface Page {
  total: number;
  data: { id: string }[];
}

/** Columns that are as long as these are kept in the cache from one list to the next. */
describe(`lists of ${LEADS} leads by their status and filter`, () => {
  let cafe: Cafe;
  let token: string;
  /** All leads have it. */
  let filter: string;
  beforeAll(async () => {
    cafe = await startCafe();
    token = cafe.api.tokens.admin;
    await cafe.callAll(
      ['POST /v1/leads', { token, body: { name: 'Ann', phone: '+15550000000' } }],
      ['POST /v1/leads', { token, body: { name: 'Bea', phone: '+15550000001' } }],
      ['PATCH /v1/leads/L-2', { token, body: { status: 'contacted' } }],
    );
    fill(cafe, 'Leads', { last: LEADS / 2, idOf: (number) => `L-${number}`, template: 3 });
    fill(cafe, 'Leads', { last: LEADS, idOf: (number) => `L-${number}` });
    cafe.forget('counter Leads');
    await cafe.later(600_000);
    filter = String(cafe.rows('Leads')[0]?.filter);
    await list({ status: 'new', filter });
  });
  afterAll(() => cafe.close());

  async function list(query: Record<string, string>): Promise<Page & { columns: number }> {
    const { returned, calls } = await cafe.execute('GET /v1/leads', { token, query });
    const { status, body } = JSON.parse((returned as { content: string }).content);
    expect(status).toBe(200);
    const columns = calls.filter(
      ({ method, cells }) => method === 'spreadsheet.getValues' && cells > WHOLE_COLUMN,
    );
    return { ...(JSON.parse(body) as Page), columns: columns.length };
  }

  const newestOf = (status: string) => {
    const rows = cafe.rows('Leads').filter((row) => row.id !== '' && row.status === status);
    const ids = rows.map(({ id }) => String(id)).sort((a, b) => Number(b.slice(2)) - Number(a.slice(2)));
    return { total: ids.length, ids: ids.slice(0, 50) };
  };

  /** Asks for both statuses, alone and with the filter; answers how many columns were read for it. */
  async function expectExact(): Promise<number> {
    let columns = 0;
    for (const status of ['new', 'contacted'])
      for (const query of [{ status }, { status, filter }]) {
        const page = await list({ ...query, pageSize: '50' });
        expect({ total: page.total, ids: page.data.map(({ id }) => id) }).toEqual(newestOf(status));
        columns += page.columns;
      }
    return columns;
  }

  test('read no whole column where nothing has changed', async () => {
    expect(await expectExact()).toBe(0);
  });

  test('have a new lead at once, without a whole column', async () => {
    await cafe.call('POST /v1/leads', { token, body: { name: 'Cleo', phone: '+15550000002' } });
    expect(await expectExact()).toBe(0);
  });

  test.each<[string, () => Promise<unknown>, number]>([
    ['a change of the status', () => patch('L-20000', { status: 'contacted' }), 0],
    ['changes of several parts of it', () => contact('L-3', 'L-8000', 'L-14000', 'L-24000'), 1],
    ['a change of something else', () => patch('L-20000', { notes: 'called' }), 0],
    ['a lead that is deleted', () => cafe.call('DELETE /v1/leads/L-20001', { token }), 2],
    ['a status that the owner types', () => cafe.edit('Leads', 'L-20002', 'status', 'contacted'), 2],
  ])('are exact after %s', async (_, change, columns) => {
    await change();
    expect(await expectExact()).toBe(columns);
    expect(await expectExact()).toBe(0);
  });

  test('are exact after a change at any moment of a list that reads a part again', async () => {
    for (const [round, delay] of [0, 300, 600, 900, 1_200, 1_500, 1_800].entries()) {
      const status = round % 2 === 0 ? 'contacted' : 'new';
      // A part is out of date, and is read again by the list.
      await patch('L-9000', { status });
      const startsAt = cafe.now() + 1_000;
      await Promise.all([
        cafe.execute('GET /v1/leads', { token, query: { status: 'new' } }, { startsAt }),
        cafe.execute('PATCH /v1/leads/L-9001', { token, body: { status } }, { startsAt: startsAt + delay }),
      ]);
      await expectExact();
    }
  });

  test('are exact after rows were deleted by hand, which runs no trigger, and more came', async () => {
    const { grid } = sheet();
    grid.rows.splice(10_000, 2);
    grid.maxRows -= 2;
    for (const phone of ['+15550000003', '+15550000004', '+15550000005'])
      await cafe.call('POST /v1/leads', { token, body: { name: 'Dan', phone } });
    expect(await expectExact()).toBeGreaterThan(0);
    expect(await expectExact()).toBe(0);
  });

  test('are exact after the owner has sorted the tab, which runs no trigger', async () => {
    const { grid } = sheet();
    const [header, ...rows] = grid.rows.splice(0, grid.rows.length);
    grid.rows.push(header, ...rows.reverse());
    expect(await expectExact()).toBeGreaterThan(0);
  });

  const sheet = () =>
    cafe.api.services.spreadsheets.books.get(cafe.api.scripts.api.spreadsheetId).findByName('Leads') as Sheet;

  const contact = (...ids: string[]) => Promise.all(ids.map((id) => patch(id, { status: 'contacted' })));

  const patch = (id: string, body: object) => cafe.call(`PATCH /v1/leads/${id}`, { token, body });
});
