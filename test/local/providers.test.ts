/** Providers that are played on this machine are for its programs, and for no page that a browser here happens to show. */

import { request } from 'node:http';
import { Server } from 'node:net';
import { type ProviderName, type Providers, startProviders } from '../../local/providers/providers';
import { openStore } from '../../runtime/store';
import { LoopbackServer } from '../harness/loopback-server';
import { until } from '../harness/until';

const NAMES: ProviderName[] = ['stripe', 'twilio'];

/** What the webhooks were told. */
const told: string[] = [];
const gateway = new LoopbackServer(({ url }, body, response) => {
  told.push(`${url} ${body}`);
  response.end();
});

let providers: Providers;
/** How many ports they have opened. */
let ports: number;
beforeAll(async () => {
  const publicAddress = await gateway.listen();
  const listens = jest.spyOn(Server.prototype, 'listen');
  providers = await startProviders(NAMES, { publicAddress, store: openStore(':memory:') });
  ports = listens.mock.contexts.filter((server) => typeof (server as Server).address() === 'object').length;
  listens.mockRestore();
});
afterAll(async () => {
  await providers.close();
  await gateway.close();
});

/** A call that each of them takes, by a path that says whose it is. */
const CALLS = {
  stripe: {
    path: '/v1/payment_intents',
    key: 'sk_test_sheetdesk:',
    body: 'amount=5&currency=eur',
    made: 200,
    tells: { path: '/v1/payment_intents', body: 'amount=6&currency=eur' },
    told: /^\/webhooks\/payments .*"amount":6/,
  },
  twilio: {
    path: `/2010-04-01/Accounts/AC${'0'.repeat(32)}/Messages.json`,
    key: `AC${'0'.repeat(32)}:twilio_test_auth_token`,
    body: 'To=%2B15550102030&From=%2B15551234567&Body=hello',
    made: 201,
    tells: {
      path: '/_twilio/simulate/inbound-message',
      body: 'To=%2B15551234567&From=%2B15550102030&Body=hi',
    },
    told: /^\/v1\/messaging\/webhook .*Body=hi/,
  },
} as const;

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  path?: string;
  body?: string;
}

/** With headers that `fetch` does not let one write. */
function ask(name: ProviderName, { method = 'POST', headers = {}, ...other }: Asked) {
  const { key, path, body } = { ...CALLS[name], ...other };
  const authorization = `Basic ${Buffer.from(key).toString('base64')}`;
  const sent = { authorization, 'content-type': 'application/x-www-form-urlencoded', ...headers };
  return new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    request(`${providers.urls[name]}${path}`, { method, headers: sent }, async (answer) => {
      let text = '';
      for await (const part of answer) text += part;
      resolve({ status: answer.statusCode, text });
    })
      .on('error', reject)
      .end(method === 'POST' ? body : undefined);
  });
}

const listed = async (name: ProviderName) => (await ask(name, { method: 'GET' })).text;
const portOf = (name: ProviderName) => new URL(providers.urls[name] ?? '').port;

test('each listens on one port, and on nothing behind it', () => {
  expect(ports).toBe(NAMES.length);
});

describe.each(NAMES)('the local %s', (name) => {
  test('takes calls by the names of this machine', async () => {
    for (const host of [`127.0.0.1:${portOf(name)}`, `localhost:${portOf(name)}`])
      expect((await ask(name, { headers: { host } })).status).toBe(CALLS[name].made);
  });

  test('tells its webhook what happens', async () => {
    const { tells, told: expected } = CALLS[name];
    expect((await ask(name, tells)).status).toBeLessThan(300);
    await until(() => told.some((one) => expected.test(one)));
  });

  test.each(['evil.example', 'localhost', '127.0.0.1:1', 'localhost.evil.example'])(
    'refuses calls by the name %s',
    async (host) => {
      const before = await listed(name);
      expect((await ask(name, { headers: { host } })).status).toBe(421);
      expect(await listed(name)).toEqual(before);
    },
  );

  test.each(['https://evil.example', 'null', 'http://localhost:1'])(
    'refuses calls of pages from %s',
    async (origin) => {
      const before = await listed(name);
      for (const path of [CALLS[name].path, '/', '/v1/anything'])
        expect((await ask(name, { headers: { origin }, path })).status).toBe(403);
      expect(await listed(name)).toEqual(before);
    },
  );
});
