import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openSql, runSql, type Sql, startHost, stopHosts } from '../harness';
import { keepOriginal, restoreOriginal } from '../suites/original';
import { addKey, type Caller, callerWith, runCommand } from './run-command';

const PHONE = '+15550001111';
const EMAIL = 'ann.archer@example.org';
const SECRETS = [PHONE, EMAIL, 'Ann Archer', 'crocodile', 'leave it at the door', 'no sugar'];

const folder = mkdtempSync(path.join(os.tmpdir(), 'sheetdesk-forget-'));
let database: string;
let call: Caller;
let sql: Sql;
beforeAll(async () => {
  const host = await startHost({ env: { SHEETDESK_TEST_MODE: 'yes' } });
  ({ database } = host);
  call = callerWith(host, await addKey(database));
  await keepOriginal(database);
  sql = openSql(database);
});
beforeEach(() => restoreOriginal(sql));
afterAll(async () => {
  await sql.close();
  await stopHosts();
  rmSync(folder, { recursive: true });
});

/** Two leads of one person with a message, an order, and what others have of them. */
async function fill() {
  await runSql(
    database,
    `insert into cafes (id, name, currency, time_zone, version) values ('C-1', 'Corner', 'EUR', 'UTC', 1)`,
  );
  const first = await call('POST', '/v1/leads', { name: 'Ann Archer', phone: PHONE });
  const other = await call('POST', '/v1/leads', { name: 'Bob', phone: '+15550002222' });
  await call('PATCH', `/v1/leads/${other.id}`, { notes: `Friend of ann archer, ${PHONE}` });
  const second = await call('POST', '/v1/leads', { name: 'Ann', phone: PHONE });
  await call('POST', '/v1/messaging/messages', { leadId: first.id, body: 'About the crocodile car' });
  const latte = await call('POST', '/v1/cafes/C-1/menu', { name: 'Latte', price: 400 });
  const order = await call('POST', '/v1/orders', {
    cafeId: 'C-1',
    items: [{ menuItemId: latte.id, quantity: 1, note: 'no sugar' }],
    customer: { name: 'Ann Archer', phone: PHONE, email: EMAIL },
    note: 'leave it at the door',
  });
  await runSql(database, `insert into properties values ('error.1', '{"words":"400 for ${PHONE}"}')`);
  await runSql(database, `insert into cache values ('known', '${PHONE}', now() + interval '1 hour')`);
  return { first, second, other, order };
}

/** Which of the secrets are anywhere in the database. */
async function findSecrets(): Promise<string[]> {
  const tables = await runSql<{ name: string }>(
    database,
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) => runSql(database, `select t::text as text from "${name}" t`)),
  );
  const all = JSON.stringify(rows);
  return SECRETS.filter((secret) => all.includes(secret));
}

const forget = (answers: string[], file: string) =>
  runCommand(database, ['forget', ...answers, '--export', path.join(folder, file)]);

test('a person is exported into a file, and then deleted everywhere', async () => {
  const { first, second, other, order } = await fill();
  expect(await findSecrets()).toEqual(SECRETS);
  // The timer comes every two seconds, and may be at work.
  await runSql(
    database,
    `insert into leases values ('timer', 'another host', now() + interval '3 seconds')
     on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at`,
  );
  const { code, out, errors } = await forget([PHONE, 'yes'], 'ann.json');
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  expect(out).toMatch(/^Forget a person\n\nEverything in \S+ann\.json has been deleted\./);
  expect(out).toMatch(/Stripe and Twilio store/);
  expect(await findSecrets()).toEqual([]);

  const file = path.join(folder, 'ann.json');
  expect(statSync(file).mode & 0o077).toBe(0);
  const exported = JSON.parse(readFileSync(file, 'utf8')) as {
    blocks: { title: string; lines: string[][] }[];
  };
  const sizes = Object.fromEntries(exported.blocks.map(({ title, lines }) => [title, lines.length]));
  expect(sizes).toMatchObject({
    Leads: 2,
    'Mentions in Leads': 1,
    Orders: 1,
    'Errors and other stored texts': 1,
  });
  for (const secret of SECRETS) expect(JSON.stringify(exported)).toContain(secret);

  expect(await call('GET', `/v1/leads/${other.id}`)).toMatchObject({
    notes: 'Friend of [removed], [removed]',
  });
  await expect(call('GET', `/v1/leads/${first.id}`)).rejects.toThrow('404');
  expect(await call('GET', '/v1/leads/deleted')).toMatchObject({
    total: 2,
    data: [{ id: first.id }, { id: second.id }],
  });
  expect(await call('GET', '/v1/leads')).toMatchObject({ total: 1 });
  expect(await call('GET', `/v1/orders/${order.id}`)).toMatchObject({
    total: 400,
    note: '',
    customer: { name: '', phone: '', email: '' },
  });
});

test('a person is found by a phone, an address or an ID, and stays if that is wanted; no file is written over', async () => {
  const { first } = await fill();
  for (const [index, text] of ['+1 (555) 000-1111 ext 5', EMAIL, first.id].entries()) {
    const { code, out } = await forget([text, 'no'], `found-${index}.json`);
    expect([text, code]).toEqual([text, 0]);
    expect(out).toMatch(/^Forget a person\n\nNothing has been deleted\. What was found is in \S+\.json\.\n$/);
    expect(await findSecrets()).toEqual(SECRETS);
  }
  const { code, errors } = await forget([EMAIL, 'yes'], 'found-0.json');
  expect(code).toBe(1);
  expect(errors).toMatch(/found-0\.json already exists\. Choose another with --export\./);
  expect(await findSecrets()).toEqual(SECRETS);
});

test('nobody is found by what nobody has, and no file is written', async () => {
  const { code, errors } = await forget(['+49 30 999999', 'yes'], 'nobody.json');
  expect(code).toBe(1);
  expect(errors).toMatch(/^Nothing was found\./);
  expect(existsSync(path.join(folder, 'nobody.json'))).toBe(false);
});
