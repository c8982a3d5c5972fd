import { MAX_ROWS } from '../../../../src/window/protocol';
import { type Cafe, startCafe } from '../../../cafe/cafe';
import { createDatabase, type RunningHost, runSql, startHost, stopHosts, untilReady } from '../../harness';
import { beginMove, graduate, settle } from '../moving';
import { endedRun } from './moved-sheet';

const MINUTE = 60_000;

/** What the owner has made of the leads, in a first column of their own of a tab that the window leaves alone. */
const FORMULAS = ['=COUNTA(Leads!A:A)-1', '=COUNTA(Leads!A2:A5001)', '=Leads!A2', '=SUM(Leads!C2:C5001)'];
const FIRST_FORMULA = 50;

afterAll(stopHosts);

describe('a desk that was moved by the command', () => {
  let cafe: Cafe;
  let host: RunningHost;
  let key: string;
  beforeAll(async () => {
    cafe = await startCafe();
    key = cafe.api.tokens.key;
    await cafe.item({ name: 'Tea', price: 300, stock: 9 });
    await lead('Ada Brown');
    const database = await createDatabase();
    const token = await beginMove(cafe);
    await settle(cafe);
    const moved = await graduate({ from: cafe.api.urls.api, database, token });
    if (moved.code !== 0) throw new Error(moved.error);
    host = await startHost({ database, env: { SHEETDESK_TEST_MODE: 'yes' } });
    await untilReady(host);
    // Where a test's host really is.
    const { move = '' } = properties();
    cafe.api.enter({ move: JSON.stringify({ ...JSON.parse(move), address: host.url }) });
  });
  afterAll(() => cafe.close());

  const lead = (name: string) =>
    cafe.call('POST /v1/leads', { token: key, body: { name, phone: '+15551230000' } });
  const call = async (method: string, at: string, body?: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(host.url + at, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return (await response.json()) as Record<string, unknown>;
  };
  const nextMinute = async () => {
    await cafe.later(MINUTE);
    return endedRun(cafe.api);
  };
  function typeFormulas(): void {
    const { services, scripts } = cafe.api;
    const [{ spreadsheets }, { spreadsheetId }] = [services, scripts.api];
    spreadsheets.insertLines(spreadsheetId, 'Vehicles', { dimension: 'columns', at: 1, count: 1 });
    // Locally a formula may name no row that its own tab lacks.
    spreadsheets.insertLines(spreadsheetId, 'Vehicles', { dimension: 'rows', at: 900, count: MAX_ROWS });
    for (const [at, text] of FORMULAS.entries())
      spreadsheets.editAs(spreadsheetId, 'Vehicles', { a1: `A${FIRST_FORMULA + at}`, text, now: cafe.now() });
  }
  /** Each with what it shows. */
  function formulas() {
    const { services, scripts } = cafe.api;
    const { books } = services.spreadsheets;
    const grid = books.get(scripts.api.spreadsheetId).findByName('Vehicles')?.grid;
    const tabs = services.spreadsheets.grid(scripts.api.spreadsheetId);
    const cells = tabs.find(({ name }) => name === 'Vehicles')?.cells ?? [];
    return FORMULAS.map((_, at) => [grid?.value(FIRST_FORMULA + at, 1), cells[FIRST_FORMULA + at - 1]?.[0]]);
  }
  const properties = (): Record<string, string> => {
    const select = 'select key, value from properties where owner = ?';
    const rows = cafe.api.services.store.prepare(select).all(`script ${cafe.api.scripts.api.id}`);
    return Object.fromEntries(
      (rows as { key: string; value: string }[]).map(({ key, value }) => [key, value]),
    );
  };

  test('shows in its sheet what the host has, and sells by the menu that is edited there', async () => {
    await call('POST', '/v1/leads', { name: 'Grace Hopper', phone: '+15551230001' });
    await nextMinute();
    expect(cafe.rows('Leads').map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Grace Hopper', 'Ada Brown']),
    );
    await cafe.edit('Menu', 'I-1', 'priceAmount', '3,50');
    await nextMinute();
    const order = { cafeId: 'C-1', items: [{ menuItemId: 'I-1', quantity: 2 }] };
    expect(await call('POST', '/v1/orders', order)).toMatchObject({ total: 700 });
    await nextMinute();
    expect(cafe.rows('Menu')[0]).toMatchObject({ name: 'Tea', stock: 7 });
    expect(cafe.rows('Orders')[0]).toMatchObject({ status: 'draft', total: 700 });
    expect(await cafe.health('Window')).toMatchObject({ state: 'OK' });
  });

  test(`shows the newest ${MAX_ROWS} of more leads`, async () => {
    const fields = { phone: '+15551230002', creditScore: '640-680', location: 'Berlin', source: 'web' };
    const leads = Array.from({ length: 250 }, (_, at) => ({ name: `Lead ${at}`, ...fields }));
    for (let made = 0; made < MAX_ROWS + 500; made += leads.length)
      await call('POST', '/v1/leads/import', { rows: leads });
    await nextMinute();
    const rows = cafe.rows('Leads');
    const [{ total } = { total: 0 }] = await runSql<{ total: number }>(
      host.database,
      'select count(*)::int as total from leads',
    );
    const columns = Object.keys(rows[0] ?? {});
    expect(rows).toHaveLength(MAX_ROWS);
    expect(rows[0]?.id).toBe(`L-${total}`);
    expect(columns.at(-1)).toMatch(
      new RegExp(`^5,000 of ${total.toLocaleString('en-US')}, as of \\d\\d:\\d\\d$`),
    );
  });

  test('makes room for a new lead without writing the others, and writes one that has changed', async () => {
    const [first, , third] = cafe.rows('Leads');
    typeFormulas();
    await call('POST', '/v1/leads', { name: 'Newest', phone: '+15551230003' });
    await call('PATCH', `/v1/leads/${third?.id}`, { status: 'contacted' });
    const run = await nextMinute();
    const rows = cafe.rows('Leads');
    expect(rows).toHaveLength(MAX_ROWS);
    expect(rows.slice(0, 2).map(({ name }) => name)).toEqual(['Newest', first?.name]);
    expect(rows[3]).toMatchObject({ id: third?.id, status: 'contacted' });
    const numbers = rows.map(({ id }) => Number(String(id).slice(2)));
    expect(numbers).toEqual(numbers.map((_, index) => Number(numbers[0]) - index));
    const scores = rows.reduce((sum, { score }) => sum + Number(score), 0);
    const shown = [`${MAX_ROWS}`, `${MAX_ROWS}`, rows[0]?.id, `${scores}`];
    expect(formulas()).toEqual(FORMULAS.map((formula, at) => [{ formula }, shown[at]]));
    const written = run.calls.filter(({ method }) => method === 'spreadsheet.setValues');
    expect(written.reduce((cells, one) => cells + one.cells, 0)).toBeLessThan(3 * 50 * 18);
    expect(rows.every(({ createdAt }) => /^20\d\d-/.test(String(createdAt)))).toBe(true);
  });
});
