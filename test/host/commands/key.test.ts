import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { spread, testLong } from '../../harness/extent';
import { until } from '../../harness/until';
import { createDatabase, ownServer, runSql, startHost, stopHosts, untilReady } from '../harness';
import { addKey, runCommand } from './run-command';

const SECRETS = ['sk_test_crocodile', 'whsec_crocodile', 'token_crocodile'];

const newKey = () => randomBytes(32).toString('base64');
const env = { SHEETDESK_KEY: newKey() };

let database: string;
let apiKey: string;
beforeAll(async () => {
  database = await createDatabase();
  apiKey = await addKey(database);
  await runCommand(database, ['address', 'set', 'https://desk.example']);
  await runCommand(database, ['stripe', 'connect', 'sk_test_crocodile', 'whsec_crocodile']);
});
afterEach(stopHosts);

/** Which secrets anybody reads who has the database, or a copy of it. */
async function findSecrets(secrets = SECRETS): Promise<string[]> {
  const tables = ['properties', 'cache'].map((name) =>
    runSql<{ text: string }>(database, `select t::text as text from ${name} t`),
  );
  const all = JSON.stringify(await Promise.all(tables));
  return secrets.filter((secret) => all.includes(secret));
}

test('what was stored before there was a key is sealed, and what is stored then', async () => {
  expect(await findSecrets()).toEqual(SECRETS.slice(0, 2));
  const [{ value: signing } = { value: '' }] = await runSql<{ value: string }>(
    database,
    `select value from properties where name = 'accountsSecret'`,
  );
  // What the API reads of it is in the cache, too.
  const open = await startHost({ database });
  await untilReady(open);
  const early = await fetch(`${open.url}/v1/leads`, { headers: { authorization: `Bearer ${apiKey}` } });
  expect(early.status).toBe(200);
  expect(await findSecrets([signing])).toEqual([signing]);
  await open.kill();
  const connected = ['twilio', 'connect', 'AC1', 'token_crocodile', '+15550009999'];
  expect(await runCommand(database, connected, { env })).toMatchObject({ code: 0, errors: '' });
  const host = await startHost({ database, env });
  await untilReady(host);
  // By a key of before, and with the settings in the cache.
  for (let turn = 0; turn < 2; turn++) {
    const answer = await fetch(`${host.url}/v1/leads`, { headers: { authorization: `Bearer ${apiKey}` } });
    expect(answer.status).toBe(200);
  }
  const health = await runCommand(database, ['health'], { env });
  expect(health.out).toMatch(/^ok +Twilio: Twilio is connected\./m);
  expect(await findSecrets([...SECRETS, signing])).toEqual([]);
  const [{ value: sealed } = { value: '' }] = await runSql<{ value: string }>(
    database,
    `select value from properties where name = 'accountsSecret'`,
  );
  expect(sealed).toMatch(/^sealed:/);
  expect(signing).not.toMatch(/^sealed:/);
});

/** Which secrets are in some file of a server, its WAL included. */
function findInFiles(folder: string): string[] {
  const places = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((at) =>
    path.join(folder, at),
  );
  const all = places.filter((at) => statSync(at).isFile()).map((at) => readFileSync(at));
  return SECRETS.filter((secret) => all.some((bytes) => bytes.includes(secret)));
}

testLong(
  'the statements of docs/host.md leave nothing in the files that was stored in the clear',
  async () => {
    const server = await ownServer('sealed');
    const own = await createDatabase(server.url);
    await runCommand(own, ['stripe', 'connect', ...SECRETS.slice(0, 2)]);
    await runSql(own, 'analyze');
    await runSql(own, 'checkpoint');
    await runCommand(own, ['health'], { env });
    const [{ folder } = { folder: '' }] = await runSql<{ folder: string }>(
      own,
      `select setting as folder from pg_settings where name = 'data_directory'`,
    );
    expect(findInFiles(folder)).toEqual(SECRETS.slice(0, 2));
    const text = readFileSync(path.resolve(__dirname, '../../../docs/host.md'), 'utf8');
    const statements = /```sql\n(.*?)```/s.exec(text)?.[1] ?? '';
    for (const statement of statements.trim().split('\n')) await runSql(own, statement);
    expect(findInFiles(folder)).toEqual([]);
    await server.stop();
  },
);

const WRONG: [string, string, RegExp][] = [
  ['no key', '', /^"\w+" is sealed in the database\. Set SHEETDESK_KEY to the key/],
  ['another key', newKey(), /^SHEETDESK_KEY is not the key that "\w+" was sealed with\.\n$/],
  ['no such key', 'short', /^SHEETDESK_KEY must be 32 bytes in base64, .* \(got 3 bytes\)\.\n$/],
  [
    'no such key before',
    `${env.SHEETDESK_KEY},short`,
    /^SHEETDESK_KEY must be 32 bytes .* \(got 3 bytes\)\.\n$/,
  ],
];

test.each(spread(WRONG, 2))('with %s a command does nothing, and says why', async (_, key, message) => {
  const { code, errors } = await runCommand(database, ['health'], { env: { SHEETDESK_KEY: key } });
  expect(code).toBe(1);
  expect(errors).toMatch(message);
});

test.each(spread(WRONG, 1))('with %s a host does nothing, and says why', async (_, key) => {
  const host = await startHost({ database, env: { SHEETDESK_KEY: key } });
  await until(async () => host.errors().includes('SHEETDESK_KEY'));
  // In plain words, without the lines of a program.
  expect(host.errors()).toMatch(/The tables could not be created: ("\w+" is sealed|SHEETDESK_KEY )/);
  expect(host.errors()).not.toMatch(/^ +at /m);
  expect((await fetch(`${host.url}/readyz`)).status).toBe(503);
});

test('a new key before the old one seals anew what that has sealed', async () => {
  const sealed = () =>
    runSql<{ name: string; value: string }>(
      database,
      `select name, value from properties where value like 'sealed:%' order by name`,
    );
  const before = await sealed();
  const key = newKey();
  const both = { SHEETDESK_KEY: `${key},${env.SHEETDESK_KEY}` };
  expect(await runCommand(database, ['health'], { env: both })).toMatchObject({ code: 0, errors: '' });
  const after = await sealed();
  expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name));
  expect(after.filter(({ value }, at) => value === before[at]?.value)).toEqual([]);
  env.SHEETDESK_KEY = key;
  const host = await startHost({ database, env });
  await untilReady(host);
  const answer = await fetch(`${host.url}/v1/leads`, { headers: { authorization: `Bearer ${apiKey}` } });
  expect(answer.status).toBe(200);
  expect((await runCommand(database, ['health'], { env })).out).toMatch(
    /^ok +Twilio: Twilio is connected\./m,
  );
  // What is sealed with the new one stays as it is.
  expect(await sealed()).toEqual(after);
});

test('a sealed value is worth nothing under another name', async () => {
  await runSql(
    database,
    `update properties set value = (select value from properties where name = 'stripeWebhookSecret') where name = 'twilioAuthToken'`,
  );
  const { errors } = await runCommand(database, ['health'], { env });
  expect(errors).toBe('SHEETDESK_KEY is not the key that "twilioAuthToken" was sealed with.\n');
});
