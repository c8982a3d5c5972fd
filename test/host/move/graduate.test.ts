import { letter } from '../../../src/tables/schema/header';
import { type Cafe, startCafe } from '../../cafe/cafe';
import { describeLong, spread } from '../../harness/extent';
import { until } from '../../harness/until';
import { KEYS, PUBLIC, TwilioServer } from '../../leads/twilio-server';
import { createDatabase, type RunningHost, runSql, startHost, stopHosts, untilReady } from '../harness';
import { addLeads, beginMove, graduate, type MoveRun, NEW_ADDRESS, type Ran, settle } from './moving';

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

let cafe: Cafe;
let host: RunningHost;
let database: string;
let token: string;
/** What it tells of it has received ten minutes ago, in the time of the host. */
const twilio = new TwilioServer(() => Date.now() - 600_000);
beforeAll(async () => {
  cafe = await startCafe();
  cafe.api.enter({
    ...KEYS,
    publicAddress: PUBLIC,
    twilioAddress: await twilio.listen(),
    textsReceivedThrough: String(Date.now() - 1_800_000),
  });
  await addLeads(cafe, ODD);
  await cafe.call('DELETE /v1/leads/L-2', { token: cafe.api.tokens.admin });
  const latte = await cafe.item({ name: 'Latte', price: 380, stock: 5 });
  await cafe.edit('Menu', latte.id, 'stock', '');
  const items = Array.from({ length: 50 }, () => ({ menuItemId: latte.id, note: '\u0001'.repeat(500) }));
  expect(await cafe.order(items)).toMatchObject({ status: 201 });
  await cafe.paste('Leads', [
    ['L-3', 'downPayment', '3000'],
    ['L-4', 'downPayment', '=1000+500'],
    ['L-5', 'hasBank', 'true'],
    ['L-6', 'convertedAt', '2026-03-04 05:06'],
    ['L-7', 'status', ' my own '],
    // None of these can be moved as it is.
    ['L-1', 'downPayment', 'a lot'],
    ['L-9', 'id', 'L-3'],
  ]);
  // In a block with a status the trigger would mend it.
  await cafe.edit('Leads', 'L-8', 'activities', 'nothing');
  await cafe.paste('Menu', [
    [latte.id, 'options', 'oat or soy'],
    [latte.id, 'stock', 'many'],
  ]);
  database = await createDatabase();
  token = await beginMove(cafe);
  twilio.receive('+15551230011', 'STOP');
});
afterAll(async () => {
  await stopHosts();
  await twilio.close();
  await cafe.close();
});

const move = (others: Partial<MoveRun> = {}) =>
  graduate({ from: cafe.api.urls.api, database, token, ...others });

test('what cannot be moved as it is stops the move, through a gateway too, and is told cell by cell', async () => {
  let late: Promise<void> | undefined;
  const killWhen = (said: string) => {
    if (said.includes('Waiting for requests'))
      late ??= cafe.edit('Leads', 'L-10', 'location', 'late').then(() => settle(cafe));
    return false;
  };
  const refused = await move({ from: cafe.api.urls.home, killWhen });
  await late;
  expect([refused.code, late]).toEqual([1, expect.any(Promise)]);
  expect(refused.error).toContain('4 cells or rows cannot be moved as they are.');
  for (const line of [
    /^Leads!H2: "a lot" must be a number\.$/m,
    /^Leads!\w+: "nothing" must be JSON/m,
    /^Leads!A\d+: Another row has the ID L-3 too\./m,
    /^Menu!\w+2: "oat or soy" must be JSON/m,
    /^Menu!\w+2: "many" is moved as -1\.$/m,
  ])
    expect(refused.out).toMatch(line);
  expect(await cafe.call('GET /v1/leads', { token: cafe.api.tokens.agent })).toMatchObject({ status: 503 });
});

test('a wrong token, a wrong half of it and a database with rows are refused in one line', async () => {
  const other = 'y'.repeat(50);
  const wrong: [string, RegExp][] = [
    [`${'x'.repeat(50)}-${other}`, /^The token of the move is invalid.*\n$/],
    [token.slice(0, 50), /^The token must be the one.*\n$/],
    [`${token.slice(0, 50)}-${other}`, /^The accounts cannot be decrypted.*\n$/],
  ];
  const filled = await createDatabase(undefined, database);
  await runSql(filled, 'delete from properties');
  for (const [others, line] of [
    ...spread(wrong, 1).map(([own, line]) => [{ token: own }, line] as const),
    [{ database: filled }, /^The database is not empty: .* rows in Cafes.*\n$/] as const,
  ]) {
    const { code, error } = await move(others);
    expect([others, code, error]).toEqual([others, 1, expect.stringMatching(line)]);
  }
});

test('a host waits for the end of the move', async () => {
  host = await startHost({ database, workers: 1 });
  await until(async () => host.errors().includes('A sheet is moving into this database.'));
  expect(host.errors()).not.toMatch(/^ +at /m);
  expect((await fetch(`${host.url}/readyz`)).status).toBe(503);
});

test('once it is right the move goes on, and cells arrive as what they mean, late ones too', async () => {
  await cafe.edit('Leads', 'L-1', 'downPayment', '12');
  const ran = await move({ token: await beginAgain(), args: ['--accept-problems'] });
  expect([ran.code, ran.error]).toEqual([0, '']);
  const leads = await runSql<Record<string, unknown>>(database, 'select * from leads order by row_order');
  const expected = [1, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13].map((number) => `L-${number}`);
  expect(leads.map(({ id }) => id)).toEqual(expected);
  const lead = (id: string) => leads.find((one) => one.id === id);
  expect(lead('L-1')).toMatchObject({ down_payment: 12, notes: ODD[0] });
  expect(lead('L-3')).toMatchObject({ down_payment: 3_000 });
  expect(lead('L-4')).toMatchObject({ down_payment: 1_500 });
  expect(lead('L-5')).toMatchObject({ has_bank: true });
  expect(lead('L-6')).toMatchObject({ converted_at: new Date('2026-03-04T05:06Z') });
  expect(lead('L-7')).toMatchObject({ status_key: 'my own' });
  expect(lead('L-8')).toMatchObject({ activities: '[]' });
  expect(lead('L-10')).toMatchObject({ location: 'late', activities: expect.stringContaining('created') });
  const [{ lines = '' } = {}] = await runSql<{ lines: string }>(database, 'select lines from orders');
  expect(lines.length).toBeGreaterThan(100_000);
  expect(JSON.parse(lines)[49].note).toBe('\u0001'.repeat(500));
  expect(await runSql(database, 'select id from deleted_leads')).toEqual([{ id: 'L-2' }]);
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
  await untilReady(host);
});

test('a STOP that came in during the move counts', async () => {
  await until(async () => {
    const out = await runSql<{ id: string }>(database, 'select id from leads where is_opted_out');
    return out.map(({ id }) => id).join() === 'L-12';
  });
});

/** The token was lost: the sheet makes another. */
async function beginAgain(): Promise<string> {
  const execution = await cafe.run('moveToDatabase', [], { kind: 'menu', answers: [{ button: 'YES' }] });
  token = /\w{50}-\w{50}/.exec(execution.dialogs.shown.map(({ text }) => text).join())?.[0] ?? '';
  return token;
}

test('once more after it has ended moves nothing twice', async () => {
  await runSql(database, "update leads set notes = 'changed on the host'");
  expect(await move({ from: cafe.api.urls.home })).toMatchObject({ code: 0 });
  expect(await runSql(database, 'select distinct notes from leads')).toEqual([
    { notes: 'changed on the host' },
  ]);
  const other = await createDatabase();
  for (const [another, problem] of [
    [other, /^The API has moved to \S+ already, but not into this database\. Nothing was changed here\.\n$/],
    [Object.assign(new URL(other), { port: '1' }).href, /^connect ECONNREFUSED /],
  ] as const) {
    const { code, error } = await move({ from: cafe.api.urls.home, database: another });
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

describeLong('a sheet with formulas', () => {
  let cafe: Cafe;
  beforeEach(async () => {
    cafe = await startCafe();
  });
  afterEach(() => cafe.close());

  /** Time goes by while the command waits. */
  async function moveAsTimePasses(): Promise<Ran & { database: string }> {
    const database = await createDatabase();
    const token = await beginMove(cafe);
    let passing = Promise.resolve();
    const killWhen = (said: string) => {
      if (said.includes('Waiting for requests')) passing = passing.then(() => settle(cafe));
      return false;
    };
    const ran = await graduate({ from: cafe.api.urls.api, database, token, killWhen });
    await passing;
    return { ...ran, database };
  }

  test("the owner's own columns stay in the sheet, whatever formulas are in them, unless they are fields", async () => {
    await addLeads(cafe, ['']);
    const { services, scripts, scheduler } = cafe.api;
    const width = Object.keys(cafe.rows('Leads')[0] ?? {}).length;
    services.spreadsheets.insertLines(scripts.api.spreadsheetId, 'Leads', {
      dimension: 'columns',
      at: 2,
      count: 2,
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
    const now = scheduler.now();
    const field = letter(Object.keys(cafe.rows('Lists')[0] ?? {}).indexOf('field'));
    for (const [a1, text] of Object.entries({ C1: 'Tier', C2: 'gold' }))
      services.spreadsheets.editAs(scripts.api.spreadsheetId, 'Leads', { a1, text, now });
    services.spreadsheets.editAs(scripts.api.spreadsheetId, 'Lists', { a1: `${field}2`, text: 'Tier', now });
    expect(Object.keys(cafe.rows('Leads')[0] ?? {})).toHaveLength(width + 2);
    const ran = await moveAsTimePasses();
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.out).toContain('Leads: your own columns are not moved: My rank.');
    expect(await runSql(ran.database, "select custom from leads where custom <> ''")).toEqual([
      { custom: '{"Tier":"gold"}' },
    ]);
  });

  test('a formula with another value each time ends the command, which names its rows', async () => {
    await addLeads(cafe, ['']);
    await cafe.edit('Leads', 'L-1', 'location', '=NOW()');
    const { code, error } = await moveAsTimePasses();
    expect(code).toBe(1);
    expect(error).toMatch(/^The sheet was edited while it was copied, in Leads!2:2\. .*\n$/);
  });
});
