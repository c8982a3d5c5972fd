import { type Cafe, startCafe } from '../../cafe/cafe';
import { createDatabase, runSql } from '../harness';
import { addLeads, beginMove, graduate, settle } from './moving';

let cafe: Cafe;
beforeEach(async () => {
  cafe = await startCafe();
});
afterEach(() => cafe.close());

test('what cannot be moved as it is stops the move, cell by cell, until it is right', async () => {
  await addLeads(cafe, 3);
  await cafe.edit('Leads', 'L-1', 'downPayment', 'a lot');
  await cafe.edit('Leads', 'L-2', 'activities', 'nothing');
  await cafe.edit('Leads', 'L-3', 'id', 'L-2');
  const latte = await cafe.item({ name: 'Latte', price: 380 });
  await cafe.edit('Menu', latte.id, 'options', 'oat or soy');
  await cafe.edit('Menu', latte.id, 'stock', 'many');
  const database = await createDatabase();
  const token = await beginMove(cafe);
  await settle(cafe);
  const refused = await graduate({ from: cafe.api.urls.api, database, token });
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

  await cafe.edit('Leads', 'L-1', 'downPayment', '12');
  const rows = cafe.rows('Leads');
  expect(rows).toHaveLength(3);
  const accepted = await graduateAgain(database);
  expect(accepted).toMatchObject({ code: 0 });
  const leads = await runSql(database, 'select id, down_payment, activities from leads order by row_order');
  expect(leads).toEqual([
    { id: 'L-1', down_payment: 12, activities: expect.stringContaining('created') },
    { id: 'L-2', down_payment: null, activities: '[]' },
  ]);

  async function graduateAgain(into: string) {
    const token = await beginAgain();
    return graduate({ from: cafe.api.urls.api, database: into, token, args: ['--accept-problems'] });
  }
});

/** The token was lost: the sheet makes another. */
async function beginAgain(): Promise<string> {
  const execution = await cafe.run('moveToDatabase', [], { kind: 'menu', answers: [{ button: 'YES' }] });
  return /\w{50}-\w{50}/.exec(execution.dialogs.shown.map(({ text }) => text).join())?.[0] ?? '';
}

test('a wrong token, a database with rows and another sheet are refused in one line', async () => {
  const database = await createDatabase();
  const token = await beginMove(cafe);
  await settle(cafe);
  const from = cafe.api.urls.api;
  const wrong = await graduate({ from, database, token: `${'x'.repeat(50)}-${'y'.repeat(50)}` });
  expect([wrong.code, wrong.error]).toEqual([
    1,
    expect.stringMatching(/^The token of the move is invalid.*\n$/),
  ]);
  const half = await graduate({ from, database, token: token.slice(0, 50) });
  expect([half.code, half.error]).toEqual([1, expect.stringMatching(/^The token must be the one.*\n$/)]);
  const mixed = await graduate({ from, database, token: `${token.slice(0, 50)}-${'y'.repeat(50)}` });
  expect([mixed.code, mixed.error]).toEqual([
    1,
    expect.stringMatching(/^The accounts cannot be decrypted.*\n$/),
  ]);
  await runSql(database, 'delete from properties');
  const filled = await graduate({ from, database, token });
  expect([filled.code, filled.error]).toEqual([
    1,
    expect.stringMatching(/^The database is not empty: .* rows in Cafes.*\n$/),
  ]);
});
