import { type Cafe, startCafe } from '../../cafe/cafe';
import { describeLong } from '../../harness/extent';
import { createDatabase, runSql } from '../harness';
import { addLeads, beginMove, graduate, NEW_ADDRESS, type Ran, settle } from './moving';

/** Any text comes back as it came, whatever a cell would make of it. */
const ODD = [
  '=1+1',
  '007',
  "'quoted",
  'TRUE',
  '2026-01-02',
  '1,5',
  ' around ',
  'two\nlines\r\nthree',
  'Zoë 😀 \u05d0\u202e \u2060x',
  '\u0000\u0001\u241b\ud800 half',
  '@sum',
  '-',
  '\u0001'.repeat(5_000),
];

describe('a move through a gateway', () => {
  let cafe: Cafe;
  let database: string;
  let token: string;
  beforeAll(async () => {
    cafe = await startCafe();
    database = await createDatabase();
  });
  afterAll(() => cafe.close());

  test('cells arrive as what they mean, one by one, and what is written while it waits for that to end', async () => {
    await addLeads(cafe, ODD);
    const ids = (from: number) => Array.from({ length: 3 }, (_, at) => `L-${from + at}`);
    await cafe.call('DELETE /v1/leads/L-2', { token: cafe.api.tokens.admin });
    await cafe.edit('Leads', 'L-3', 'downPayment', '3000');
    await cafe.edit('Leads', 'L-4', 'downPayment', '=1000+500');
    await cafe.edit('Leads', 'L-5', 'hasBank', 'true');
    await cafe.edit('Leads', 'L-6', 'convertedAt', '2026-03-04 05:06');
    await cafe.edit('Leads', 'L-7', 'status', ' my own ');
    const latte = await cafe.item({ name: 'Latte', price: 380, stock: 5 });
    const items = Array.from({ length: 50 }, () => ({ menuItemId: latte.id, note: '\u0001'.repeat(500) }));
    await cafe.edit('Menu', latte.id, 'stock', '');
    const order = await cafe.order(items);
    expect(order).toMatchObject({ status: 201 });
    token = await beginMove(cafe);
    let late: Promise<void> | undefined;
    const killWhen = (said: string) => {
      if (said.includes('Waiting for requests'))
        late ??= cafe.edit('Leads', 'L-8', 'location', 'late').then(() => settle(cafe));
      return false;
    };
    const ran = await graduate({ from: cafe.api.urls.home, database, token, killWhen });
    await late;
    expect([ran.code, ran.error, late]).toEqual([0, '', expect.any(Promise)]);

    const leads = await runSql<Record<string, unknown>>(database, 'select * from leads order by row_order');
    expect(leads.map(({ id }) => id)).toEqual(['L-1', ...ids(3), ...ids(6), ...ids(9), ...ids(11).slice(1)]);
    expect(leads.find(({ id }) => id === 'L-3')).toMatchObject({ down_payment: 3_000 });
    expect(leads.find(({ id }) => id === 'L-4')).toMatchObject({ down_payment: 1_500 });
    expect(leads.find(({ id }) => id === 'L-5')).toMatchObject({ has_bank: true });
    expect(leads.find(({ id }) => id === 'L-6')).toMatchObject({
      converted_at: new Date('2026-03-04T05:06Z'),
    });
    expect(leads.find(({ id }) => id === 'L-8')).toMatchObject({ location: 'late' });
    expect(leads.find(({ id }) => id === 'L-7')).toMatchObject({ status_key: 'my own' });
    const [{ lines = '' } = {}] = await runSql<{ lines: string }>(database, 'select lines from orders');
    expect(lines.length).toBeGreaterThan(100_000);
    expect(JSON.parse(lines)[49].note).toBe('\u0001'.repeat(500));
    const [gone] = await runSql<{ id: string }>(database, 'select id from deleted_leads');
    expect(gone).toEqual({ id: 'L-2' });
    const counters = await runSql<{ name: string; value: string }>(
      database,
      'select name, value from counters',
    );
    expect(Object.fromEntries(counters.map(({ name, value }) => [name, Number(value)]))).toMatchObject({
      leads: 13,
      orders: 1,
      menu: 1,
      users: 4,
      sessions: 4,
    });
  });

  test('once more after it has ended moves nothing twice', async () => {
    await runSql(database, "update leads set notes = 'changed on the host'");
    expect(await graduate({ from: cafe.api.urls.home, database, token })).toMatchObject({ code: 0 });
    expect(await runSql(database, 'select distinct notes from leads')).toEqual([
      { notes: 'changed on the host' },
    ]);
    const other = await createDatabase();
    for (const [another, problem] of [
      [
        other,
        /^The API has moved to \S+ already, but not into this database\. Nothing was changed here\.\n$/,
      ],
      [Object.assign(new URL(other), { port: '1' }).href, /^connect ECONNREFUSED /],
    ] as const) {
      const { code, error } = await graduate({ from: cafe.api.urls.home, database: another, token });
      expect([code, error]).toEqual([1, expect.stringMatching(problem)]);
    }
    expect(
      await runSql(other, "select 1 from information_schema.tables where table_schema = 'public'"),
    ).toEqual([]);
    const told = await cafe.call('GET /v1/leads', { token: cafe.api.tokens.agent });
    expect(told).toMatchObject({
      status: 503,
      body: { error: { code: 'moved', message: expect.stringContaining(NEW_ADDRESS) } },
    });
  });
});

describeLong('a sheet with formulas', () => {
  let cafe: Cafe;
  beforeEach(async () => {
    cafe = await startCafe();
  });
  afterEach(() => cafe.close());

  /** Time goes by whenever the command says something. One that finds no end is killed. */
  async function moveAsTimePasses(): Promise<Ran> {
    const database = await createDatabase();
    const token = await beginMove(cafe);
    let passing = Promise.resolve();
    const killWhen = (said: string) => {
      if (said.includes('Waiting for requests')) passing = passing.then(() => settle(cafe));
      return said.split('Checking again').length > 10;
    };
    const ran = await graduate({ from: cafe.api.urls.api, database, token, killWhen });
    await passing;
    return ran;
  }

  test("the owner's own columns are named, and stay in the sheet, whatever formulas are in them", async () => {
    await addLeads(cafe, ['']);
    const { services, scripts, scheduler } = cafe.api;
    const width = Object.keys(cafe.rows('Leads')[0] ?? {}).length;
    services.spreadsheets.insertLines(scripts.api.spreadsheetId, 'Leads', {
      dimension: 'columns',
      at: 2,
      count: 1,
    });
    services.spreadsheets.editAs(scripts.api.spreadsheetId, 'Leads', {
      a1: 'B1',
      text: 'My rank',
      now: scheduler.now(),
    });
    services.spreadsheets.editAs(scripts.api.spreadsheetId, 'Leads', {
      a1: 'B2',
      text: '=NOW()',
      now: scheduler.now(),
    });
    expect(Object.keys(cafe.rows('Leads')[0] ?? {})).toHaveLength(width + 1);
    const ran = await moveAsTimePasses();
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.out).toContain('Leads: your own columns are not moved: My rank.');
  });

  test('a formula with another value each time ends the command, which names its rows', async () => {
    await addLeads(cafe, ['']);
    await cafe.edit('Leads', 'L-1', 'location', '=NOW()');
    const { code, error } = await moveAsTimePasses();
    expect(code).toBe(1);
    expect(error).toMatch(/^The sheet keeps changing, in Leads!2:2\. .*\n$/);
  });
});
