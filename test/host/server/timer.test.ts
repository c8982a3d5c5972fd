import { Line } from '../../cafe/stripe/line';
import { testLong } from '../../harness/extent';
import { LoopbackServer } from '../../harness/loopback-server';
import { Patience } from '../../harness/patience';
import { startStripe } from '../../harness/stripe';
import { until } from '../../harness/until';
import { PUBLIC, TwilioServer } from '../../leads/twilio-server';
import { Receiver } from '../../pushes/push-receiver';
import { addKey, runCommand } from '../commands/run-command';
import { outliveLeases, type RunningHost, runSql, startHost, stopHosts, untilReady } from '../harness';

const twilio = new TwilioServer(Date.now);
const receiver = new Receiver(Date.now);
let env: NodeJS.ProcessEnv;
let receiverUrl: string;
beforeAll(async () => {
  receiverUrl = await receiver.listen();
  env = {
    SHEETDESK_TWILIO_ADDRESS: await twilio.listen(),
    SHEETDESK_TWILIO_ACCOUNT_SID: 'AC1',
    SHEETDESK_TWILIO_AUTH_TOKEN: 'secret',
    SHEETDESK_TWILIO_NUMBER: '+15550009999',
    SHEETDESK_PUBLIC_ADDRESS: PUBLIC,
    SHEETDESK_ALLOW_LOCAL_PUSHES: 'yes',
  };
});
afterAll(async () => {
  await stopHosts();
  await Promise.all([twilio.close(), receiver.close()]);
});
beforeEach(() => {
  twilio.sent.length = 0;
  twilio.hangsAt = undefined;
  receiver.received.length = 0;
  receiver.hangsAt = undefined;
});
afterEach(stopHosts);

/** As much as is looked at of a lead, an item of the menu or an order. */
interface Answer {
  id: string;
  status?: string;
  payment?: { intentId: string; refunded: number };
}

interface Desk {
  database: string;
  /** Which is called. */
  host: RunningHost;
  call(method: string, route: string, body?: object): Promise<Answer>;
}

async function startDesk(own: NodeJS.ProcessEnv = {}, isApart = false): Promise<Desk> {
  const host = await startHost({ env: { ...env, ...own }, isApart });
  const key = await addKey(host.database);
  const desk: Desk = {
    database: host.database,
    host,
    async call(method, route, body) {
      const response = await fetch(desk.host.url + route, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      if (!response.ok) throw new Error(await response.text());
      return (await response.json()) as Answer;
    },
  };
  return desk;
}

const LEAD = { name: 'Ada Brown', phone: '+15550102030' };
const BODIES = ['message one', 'message two', 'message three'];

/** A host that has handed the first of three messages to the provider, and does not hear of the second. */
async function startSending(isApart = false): Promise<Desk> {
  const desk = await startDesk({}, isApart);
  twilio.hangsAt = 'two';
  const { id } = await desk.call('POST', '/v1/leads', LEAD);
  for (const body of BODIES) await desk.call('POST', '/v1/messaging/messages', { leadId: id, body });
  await until(async () => twilio.sent.some(({ body }) => body === 'message two'));
  twilio.hangsAt = undefined;
  return desk;
}

const sentBodies = () => twilio.sent.map(({ body }) => body).sort();

/** Whether every message has been handed to the provider, and nothing is left to be written down about it. */
async function isAllSent(database: string): Promise<boolean> {
  const [{ thread = '[]' } = {}] = await runSql<{ thread: string }>(database, 'select thread from leads');
  const messages = JSON.parse(thread) as { sid?: string }[];
  const isSent = messages.length === BODIES.length && messages.every(({ sid }) => sid !== undefined);
  return isSent && (await runSql(database, 'select name from leases')).length === 0;
}

test('what is due is sent soon, once, by one of two hosts', async () => {
  const { database, call } = await startDesk();
  await startHost({ database, env });
  const { id } = await call('POST', '/v1/leads', LEAD);
  for (const body of BODIES) await call('POST', '/v1/messaging/messages', { leadId: id, body });
  await until(() => isAllSent(database));
  expect(sentBodies()).toEqual([...BODIES].sort());
});

test('a host that is killed in the middle of its work is replaced, and nothing is sent twice or lost', async () => {
  const { database, host } = await startSending();
  await host.kill();
  await outliveLeases(database);
  const other = await startHost({ database, env });
  await until(() => isAllSent(database));
  expect(sentBodies()).toEqual([...BODIES].sort());
  expect(other.errors()).not.toMatch(/Lease/);
});

testLong(
  'a host that was paused while another took its work over writes nothing when it wakes up',
  async () => {
    const { database, host } = await startSending(true);
    host.signal('SIGSTOP');
    await outliveLeases(database);
    await startHost({ database, env });
    await until(() => isAllSent(database));
    const stored = () => runSql(database, 'select thread, version from leads');
    const jobs = () => runSql(database, 'select * from outbox order by id');
    const before = [await stored(), await jobs()];
    host.signal('SIGCONT');
    await until(async () => /Another host has taken over the lease "timer"/.test(host.errors()));
    expect([await stored(), await jobs()]).toEqual(before);
    expect(sentBodies()).toEqual([...BODIES].sort());
  },
);

/** A push that is left to the timer is due in ten seconds, and in a minute once more. */
const untilDue = () => new Patience(80_000);

/** What waits for its time is due, as the timer finds once it remembers nothing. */
async function makeDue(database: string): Promise<void> {
  await runSql(database, `update outbox set run_at = now() - interval '1 minute'`);
  await runSql(database, 'delete from cache');
}

testLong('pushes that a killed host has left are made by the other one, under the same IDs', async () => {
  const { database, host, call } = await startDesk();
  const added = await runCommand(database, ['push-endpoint', 'add', 'leads', `${receiverUrl}/leads`], {
    env,
  });
  const [, secret = ''] = /Secret: (\S+)/.exec(added.out) ?? [];
  // An endpoint that is failing is left to the timer.
  await runSql(database, 'update push_endpoints set failing_since = now()');
  await runSql(database, 'delete from cache');
  receiver.hangsAt = 'Bob';
  for (const name of ['Ada', 'Bob', 'Cleo']) await call('POST', '/v1/leads', { ...LEAD, name });
  await makeDue(database);
  await until(() => receiver.received.some(({ isTaken }) => !isTaken), untilDue());
  await host.kill();
  receiver.hangsAt = undefined;
  await outliveLeases(database);
  await makeDue(database);
  await startHost({ database, env });
  const taken = () => receiver.received.filter(({ isTaken }) => isTaken);
  const namesOf = () =>
    new Set(taken().map(({ body }) => (JSON.parse(body) as { data: { name: string } }).data.name));
  await until(() => namesOf().size === 3, untilDue());
  await until(async () => (await runSql(database, 'select id from outbox')).length === 0, untilDue());
  const ids = new Map<unknown, Set<string>>();
  for (const { headers, body } of receiver.received) {
    const { data } = JSON.parse(body) as { data: { id: string } };
    ids.set(headers['webhook-id'], (ids.get(headers['webhook-id']) ?? new Set()).add(data.id));
  }
  expect([...ids.keys()].sort()).toEqual(['evt_L-1_1', 'evt_L-2_1', 'evt_L-3_1']);
  expect([...ids.values()].every(({ size }) => size === 1)).toBe(true);
  for (const push of taken()) expect(() => receiver.verify(push, secret)).not.toThrow();
});

testLong('a refund that a killed host has asked for is made once', async () => {
  let host: RunningHost | undefined;
  const webhook = new LoopbackServer(async ({ url = '', headers }, body, response) => {
    const { 'stripe-signature': signature = '' } = headers as Record<string, string>;
    const event = { method: 'POST', headers: { 'stripe-signature': signature }, body };
    const passed = await fetch(`${host?.url}${url}`, event).catch(() => undefined);
    // What Stripe tells while no host is there is lost.
    response.writeHead(passed?.status ?? 200).end();
  });
  const stripe = await startStripe(`${await webhook.listen()}/webhooks/payments`);
  const line = new Line(stripe.url);
  const own = {
    SHEETDESK_STRIPE_SECRET_KEY: stripe.properties.stripeSecretKey,
    SHEETDESK_STRIPE_WEBHOOK_SECRET: stripe.properties.stripeWebhookSecret,
    SHEETDESK_STRIPE_ADDRESS: await line.listen(),
  };
  try {
    const desk = await startDesk(own);
    host = desk.host;
    await runSql(
      desk.database,
      `insert into cafes (id, name, currency, time_zone, version) values ('C-1', 'Corner', 'EUR', 'UTC', 1)`,
    );
    const { id: menuItemId } = await desk.call('POST', '/v1/cafes/C-1/menu', { name: 'Latte', price: 400 });
    const order = await desk.call('POST', '/v1/orders', {
      cafeId: 'C-1',
      items: [{ menuItemId, quantity: 1 }],
    });
    const intentId = order.payment?.intentId ?? '';
    await stripe.pay(intentId);
    const find = () => desk.call('GET', `/v1/orders/${order.id}`);
    await until(async () => (await find()).status === 'placed');

    const refunded = new Promise<void>((resolve) => {
      line.onceAnswered = async () => {
        await host?.kill();
        resolve();
      };
    });
    await desk.call('PATCH', `/v1/orders/${order.id}`, { status: 'cancelled', reason: 'closed' });
    await refunded;
    await outliveLeases(desk.database);
    const other = await startHost({ database: desk.database, env: { ...env, ...own } });
    await untilReady(other);
    [host, desk.host] = [other, other];
    await until(async () => (await find()).payment?.refunded === 400);
    const refunds = line.calls.filter(({ path }) => path === '/v1/refunds');
    expect(refunds.length).toBeGreaterThan(1);
    expect(new Set(refunds.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    const made = await stripe.client.refunds.list({ payment_intent: intentId });
    expect(made.data.map(({ amount, status }) => ({ amount, status }))).toEqual([
      { amount: 400, status: 'succeeded' },
    ]);
  } finally {
    await Promise.all([line.close(), stripe.close(), webhook.close()]);
  }
});
