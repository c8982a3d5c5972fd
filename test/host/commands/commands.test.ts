import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { spread, testLong } from '../../harness/extent';
import { type RunningHost, runSql, startHost, stopHosts } from '../harness';
import { addKey, runCommand, runProgram } from './run-command';

let database: string;
let host: RunningHost;
/** An admin's. */
let key: string;
beforeAll(async () => {
  host = await startHost();
  ({ database } = host);
  key = await addKey(database);
});
afterAll(stopHosts);

const run = (...args: string[]) => runCommand(database, args);

const status = async (route: string, token: string) =>
  (await fetch(`${host.url}${route}`, { headers: { authorization: `Bearer ${token}` } })).status;

async function logIn(email: string, password: string): Promise<{ status: number; token: string }> {
  const response = await fetch(`${host.url}/v1/auth/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { token = '' } = (await response.json()) as { token?: string };
  return { status: response.status, token };
}

test('cafes are added, and have menus and devices', async () => {
  const added = await run('cafe', 'add', 'Corner', 'EUR', 'Europe/Berlin', '7');
  expect(added).toMatchObject({ code: 0, out: expect.stringMatching(/^New cafe\n\nC-1 has been added\./) });
  expect((await run('cafe', 'add', 'Nowhere', 'Euro', 'Europe/Berlin', '')).errors).toBe(
    'currency must be three letters such as EUR (got "Euro").\n',
  );
  expect((await run('cafe', 'list')).out).toMatch(/^id .*\nC-1 +Corner +EUR +Europe\/Berlin +7 +false$/m);
  const made = await fetch(`${host.url}/v1/cafes/C-1/menu`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Latte', price: 400 }),
  });
  expect(made.status).toBe(201);
  expect(await (await fetch(`${host.url}/v1/cafes/C-1/menu`)).json()).toMatchObject({
    cafe: { name: 'Corner', currency: 'EUR', timeZone: 'Europe/Berlin' },
    data: [{ name: 'Latte', price: 400 }],
  });
  expect((await run('device', 'add', 'C-1', 'Counter')).code).toBe(0);
});

describe('users', () => {
  test('are added, log in, get another password, are logged out and disabled', async () => {
    const added = await run('user', 'add', 'anna@example.com', 'manager', 'C-1');
    expect(added).toMatchObject({ code: 0, errors: '' });
    const [, id, password = ''] = /^(U-\d+) has been added\n\nPassword: (\S+)/.exec(added.out) ?? [];
    const first = await logIn('anna@example.com', password);
    expect(first.status).toBe(201);
    expect(await status('/v1/auth/session', first.token)).toBe(200);

    const renewed = await run('user', 'password', 'anna@example.com');
    expect(renewed.out).toMatch(new RegExp(`^${id} has a new password`));
    expect(await status('/v1/auth/session', first.token)).toBe(401);
    expect((await logIn('anna@example.com', password)).status).toBe(401);
    const [, newPassword = ''] = /Password: (\S+)/.exec(renewed.out) ?? [];
    const second = await logIn('anna@example.com', newPassword);
    expect(second.status).toBe(201);

    expect((await run('logout', 'everywhere', 'anna@example.com')).out).toMatch(/is logged out everywhere/);
    expect(await status('/v1/auth/session', second.token)).toBe(401);

    expect((await run('user', 'disable', 'anna@example.com')).out).toMatch(/is disabled/);
    expect((await logIn('anna@example.com', newPassword)).status).toBe(401);
    expect((await run('user', 'list')).out).toMatch(
      new RegExp(
        `^id +email +role +cafeId +phone +disabledAt\n(?:.*\n)*${id} +anna@example.com +manager +C-1 +20`,
      ),
    );
  });

  test('get another role, cafe and phone at once, and are enabled again', async () => {
    const added = await run('user', 'add', 'dora@example.com', 'staff', 'C-1');
    const [, password = ''] = /Password: (\S+)/.exec(added.out) ?? [];
    const { token } = await logIn('dora@example.com', password);
    expect(await status('/v1/leads', token)).toBe(403);

    const changed = await run('user', 'change', 'Dora@example.com', 'agent', '+49 30 123456');
    expect(changed).toMatchObject({ code: 0, errors: '' });
    expect(changed.out).toMatch(/^U-\d+ has been changed\n\nRole: agent\. Phone: \+4930123456\.\n$/);
    expect(await status('/v1/leads', token)).toBe(200);

    expect((await run('user', 'disable', 'dora@example.com')).out).toContain(
      'To let this person in again, run npm run host -- user enable.',
    );
    expect((await run('user', 'enable', 'dora@example.com')).out).toMatch(
      /^U-\d+ is enabled\n\nPassword and API keys work again\./,
    );
    expect(await status('/v1/leads', token)).toBe(401);
    expect((await logIn('dora@example.com', password)).status).toBe(201);
    expect((await run('user', 'enable', 'dora@example.com')).errors).toMatch(/is not disabled\.\n$/);
  });

  const IMPOSSIBLE: [string[], RegExp][] = [
    [['dora@example.com', 'boss'], /^role must be one of admin, .*"boss"/],
    [['dora@example.com', 'staff', ''], /^cafeId is required for the role staff\.$/m],
    [['dora@example.com', 'staff', 'C-9'], /^There is no cafe "C-9" in "npm run host -- cafe list"\.$/m],
    [['dora@example.com', 'agent', '12'], /^phone must be an international number/],
    [['absent@example.com', 'agent', ''], /^There is no user absent@example.com\.$/m],
  ];

  test('are not changed to what they cannot be', async () => {
    for (const [answers, problem] of spread(IMPOSSIBLE, 2)) {
      const refused = { code: 1, errors: expect.stringMatching(problem) };
      expect([answers, await run('user', 'change', ...answers)]).toMatchObject([answers, refused]);
    }
    expect((await run('user', 'list')).out).toMatch(/ dora@example.com +agent +\+4930123456$/m);
  });

  test('that cannot be are refused with what is wrong', async () => {
    expect(await run('user', 'add', 'nobody', 'admin', '')).toEqual({
      code: 1,
      out: '',
      errors: 'email must be an address such as anna@example.com (got "nobody").\n',
    });
    expect((await run('user', 'add', 'otto@example.com', 'staff', 'C-9')).errors).toMatch(
      /There is no cafe "C-9"/,
    );
  });
});

test('keys work until they are revoked', async () => {
  expect(await status('/v1/leads', key)).toBe(200);
  const [, id = ''] = /^.*(K-\d+) .*tests/s.exec((await run('key', 'list')).out) ?? [];
  expect(await run('key', 'revoke', id)).toMatchObject({ code: 0, out: expect.stringMatching(/is revoked/) });
  expect(await status('/v1/leads', key)).toBe(401);
  expect((await run('key', 'revoke', 'K-99')).errors).toBe(
    'There is no API key "K-99". "npm run host -- key list" lists the IDs, such as K-1.\n',
  );
});

describe('answers', () => {
  test('may come a line each from another program', async () => {
    const typed = ['berta@example.com', 'admin', '+49 30 123456'];
    const added = await runCommand(database, ['user', 'add'], { typed });
    expect(added.out).toMatch(/^U-\d+ has been added/);
    expect(added.errors).toContain('What will this person do?');
    expect((await run('user', 'list')).out).toMatch(/berta@example.com +admin +\+4930123456/);
  });

  test('may be missing: then nothing is done', async () => {
    const { code, out, errors } = await run('user', 'add', 'carl@example.com');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(errors).toMatch(/Nothing was done: no answer to "Number:"/);
    expect((await run('user', 'list')).out).not.toContain('carl@example.com');
  });

  test('that nobody asked for are named', async () => {
    expect((await run('health', 'please', '')).errors).toBe('Answers that were not asked for: 2\n');
  });

  test('to a question of yes or no are nothing else', async () => {
    const { code, errors } = await run('key', 'add', 'berta@example.com', 'a till', 'perhaps');
    expect(code).toBe(1);
    expect(errors).toMatch(/must be answered with yes or no \(got "perhaps"\)/);
  });
});

describe('settings', () => {
  test('of providers are entered, and never shown', async () => {
    // A port of this machine on which nobody listens.
    for (const name of ['stripeAddress', 'twilioAddress'])
      await runSql(database, `insert into properties (name, value) values ($1, 'http://127.0.0.1:1')`, [
        name,
      ]);
    expect(await run('address', 'set', 'http://desk.example')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^Not saved\n\nThe address must start with https/),
    });
    expect(await run('address', 'set', 'https://desk.example')).toMatchObject({ code: 0 });
    expect(await run('stripe', 'connect', 'secret', 'whsec_1')).toMatchObject({ code: 1 });
    const { out } = await run('stripe', 'connect', 'sk_test_1', 'whsec_1');
    expect(out).toMatch(
      /^Stripe is connected\n\nStripe's webhook is https:\/\/desk\.example\/webhooks\/payments/,
    );
    expect((await run('stripe', 'renew-secret', 'whsec_2')).code).toBe(0);
    expect((await run('twilio', 'connect', 'AC1', 'token', '+15550009999')).code).toBe(0);
    const stored = await runSql(
      database,
      `select name, value from properties where name like 'stripe%' and name <> 'stripeAddress' order by name`,
    );
    expect(stored).toEqual([
      { name: 'stripeSecretKey', value: 'sk_test_1' },
      { name: 'stripeWebhookSecret', value: 'whsec_2' },
      { name: 'stripeWebhookSecretBefore', value: 'whsec_1' },
    ]);
    const health = await run('health');
    expect(health.out).toMatch(/^ok +Requests come in: The database answers\./m);
    expect(health.out).toMatch(/^ok +Twilio: Twilio is connected\./m);
    expect(health.out).not.toMatch(/sk_test|whsec/);
  });

  test('of the environment count before those that were entered, and are never stored', async () => {
    const env = { SHEETDESK_TEST_MODE: 'yes', SHEETDESK_STRIPE_SECRET_KEY: 'sk_of_the_environment' };
    const { out } = await runCommand(database, ['health'], { env });
    expect(out).toMatch(/^problem +Test mode: Test mode is on: .* npm run host -- test-mode/m);
    const tables = ['cache', 'properties'].map((name) => runSql(database, `select * from ${name}`));
    expect(JSON.stringify(await Promise.all(tables))).not.toContain('sk_of_the_environment');
  });

  test('test mode is turned on and off', async () => {
    expect((await run('test-mode', 'on')).out).toMatch(/Turn it off with npm run host -- test-mode/);
    expect((await run('test-mode', 'off')).out).toMatch(/Test mode is off/);
    expect((await run('test-mode', 'maybe')).errors).toBe('Test mode is on or off (got "maybe").\n');
  });

  test('the time zone is one that there is', async () => {
    expect((await run('time-zone', 'set', 'Mars/Olympus')).errors).toMatch(/such as Europe\/Berlin/);
    expect((await run('time-zone', 'set', 'Europe/Berlin')).code).toBe(0);
  });
});

test('push endpoints get a secret, and another one', async () => {
  const added = await run('push-endpoint', 'add', 'leads', 'https://pos.example.com/leads');
  const [, id = '', secret] = /^(P-\d+) has been added\n\nSecret: (whsec_\S+)/.exec(added.out) ?? [];
  const renewed = await run('push-endpoint', 'renew-secret', id.toLowerCase());
  expect(renewed.out).toMatch(new RegExp(`^${id} has a new secret\n\nSecret: whsec_`));
  expect(renewed.out).not.toContain(secret);
  expect((await run('push-endpoint', 'list')).out).toMatch(
    new RegExp(`${id} .*https://pos.example.com/leads +enabled`),
  );
  expect((await run('push-endpoint', 'add', 'leads', 'http://10.0.0.1/')).errors).toMatch(/public host name/);
});

test('devices are added to a cafe that there is', async () => {
  expect((await run('device', 'add', 'C-9', 'Counter')).errors).toMatch(/There is no cafe "C-9"/);
});

const ALIKE = [
  ['key', 'revoke', 'K-99'],
  ['cafe', 'list'],
];

test.each(spread(ALIKE, 1))('the program does the same: %s %s', async (...args) => {
  expect(await runProgram(database, args)).toEqual(await run(...args));
});

describe('help', () => {
  test('lists the commands', async () => {
    const { code, out } = await run('help');
    expect(code).toBe(0);
    expect(out).toMatch(/ {2}user add <email> <role> <cafe or phone> +add a user/);
    expect(out).toMatch(/ {2}forget /);
  });

  const WRONG: [string[], RegExp][] = [
    [['users', 'secret'], /^There is no command "users"\. See "help"\.\n$/],
    [['user', 'remove', 'secret'], /^"user" needs another word: user add, .*user list\. See "help"\.\n$/],
    [
      ['health', '--statement-timeout', 'long'],
      /^--statement-timeout must be a number from 1 to 3600 \(got "long"\)\.\n$/,
    ],
    [['health', '--datbase', 'x'], /^Unknown option '--datbase'\. See --help\.\n$/],
    [['health', '--database', 'mysql://secret@x'], /^--database must be a URL such as postgres:/],
  ];

  test.each(WRONG)('%s is explained in one line', async (args, message) => {
    const { code, errors } = await runCommand(database, args);
    expect(code).toBe(1);
    expect(errors).toMatch(message);
    expect(errors).not.toContain('secret');
  });

  const ABSENT: [string, object, RegExp][] = [
    ['is not there', { hostname: '127.0.0.1', port: '1' }, /ECONNREFUSED .*Check host and port in the URL/],
    ['has another password', { password: 'secret' }, /password .*Check user and password in the URL/],
    [
      'asks for a password that its URL lacks',
      { password: '' },
      /The server asks for a password, and the URL has none\./,
    ],
    ['has another name', { pathname: '/none' }, /"none" does not exist\. Check its name in the URL/],
  ];

  test.each(spread(ABSENT, 2))('a database that %s is explained in one line', async (_, change, advice) => {
    const { code, errors } = await runCommand(Object.assign(new URL(database), change).href, ['health']);
    expect(code).toBe(1);
    expect(errors).toMatch(/^The database is not available: [^\n]*\n$/);
    expect(errors).toMatch(advice);
    expect(errors).not.toContain('secret');
  });

  testLong(
    'a database that has no connection left, or does not answer, is explained in one line',
    async () => {
      await runSql(database, "create role crowd login password 'secret' connection limit 0");
      const crowded = Object.assign(new URL(database), { username: 'crowd', password: 'secret' }).href;
      const { code, errors } = await runCommand(crowded, ['health']);
      expect(code).toBe(1);
      expect(errors).toMatch(/^The database is not available: too many connections .*fewer --workers\.\n$/);
      expect(errors).not.toContain('secret');
      const silent = createServer().listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const { port } = silent.address() as AddressInfo;
      const mute = Object.assign(new URL(database), { port: String(port) }).href;
      expect((await runCommand(mute, ['health'])).errors).toBe(
        'The database is not available: It did not answer within 5 seconds. Check host and port in the URL.\n',
      );
      silent.close();
    },
  );
});
