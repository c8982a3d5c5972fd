import { type Cafe, startCafe } from '../../cafe/cafe';
import { spread } from '../../harness/extent';
import { until } from '../../harness/until';
import { createDatabase, type RunningHost, runSql, startHost, stopHosts, untilReady } from '../harness';
import { addLeads, beginMove, graduate, type MoveRun, settle } from './moving';

let cafe: Cafe;
let token: string;
let database: string;
let host: RunningHost;
beforeAll(async () => {
  cafe = await startCafe();
  await addLeads(cafe, ['', '', '']);
  await cafe.edit('Leads', 'L-1', 'downPayment', 'a lot');
  await cafe.edit('Leads', 'L-2', 'activities', 'nothing');
  await cafe.edit('Leads', 'L-3', 'id', 'L-2');
  const latte = await cafe.item({ name: 'Latte', price: 380 });
  await cafe.edit('Menu', latte.id, 'options', 'oat or soy');
  await cafe.edit('Menu', latte.id, 'stock', 'many');
  database = await createDatabase();
  token = await beginMove(cafe);
  await settle(cafe);
});
afterAll(async () => {
  await stopHosts();
  await cafe.close();
});

const move = (others: Partial<MoveRun> = {}) =>
  graduate({ from: cafe.api.urls.api, database, token, ...others });

test('what cannot be moved as it is stops the move, and is told cell by cell', async () => {
  const refused = await move();
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.error).toContain('4 cells or rows cannot be moved as they are.');
  for (const line of [
    /^Leads!H2: "a lot" must be a number\.$/m,
    /^Leads!\w+3: "nothing" must be JSON/m,
    /^Leads!A4: Another row has the ID L-2 too\./m,
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

test('once it is right the move goes on, with another token where the first was lost', async () => {
  await cafe.edit('Leads', 'L-1', 'downPayment', '12');
  expect(cafe.rows('Leads')).toHaveLength(3);
  const accepted = await move({ token: await beginAgain(), args: ['--accept-problems'] });
  expect(accepted).toMatchObject({ code: 0 });
  const leads = await runSql(database, 'select id, down_payment, activities from leads order by row_order');
  expect(leads).toEqual([
    { id: 'L-1', down_payment: 12, activities: expect.stringContaining('created') },
    { id: 'L-2', down_payment: null, activities: '[]' },
  ]);
  await untilReady(host);
});

/** The sheet makes another token. */
async function beginAgain(): Promise<string> {
  const execution = await cafe.run('moveToDatabase', [], { kind: 'menu', answers: [{ button: 'YES' }] });
  return /\w{50}-\w{50}/.exec(execution.dialogs.shown.map(({ text }) => text).join())?.[0] ?? '';
}
