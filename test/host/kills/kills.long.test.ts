/** Two hosts and their database at work, and any of them killed in the middle of it: then everything is counted. */
import { setTimeout } from 'node:timers/promises';
import { until } from '../../harness/until';
import type { Cell, Row } from '../suites/book';
import { type Pair, startPair } from './pair';

/** Each victim twice; what a kill costs is the start that follows. */
const KILLS = 10;
/** Between two kills so much is answered. */
const ANSWERS_BETWEEN = 25;
const MAX_PAUSE_MS = 60;
const MINUTE = 60_000;
const STOCK = 100_000;

interface Order {
  id: string;
  total: number;
  status: string;
  payment: { intentId: string };
}

/** What callers were told has been done. */
const done = {
  leads: new Map<string, string>(),
  imported: new Map<string, string>(),
  changed: new Map<string, string>(),
  orders: new Map<string, { quantity: number }>(),
  paid: new Set<string>(),
  texts: new Set<string>(),
};
let answers = 0;
let isOver = false;
let numbers = 0;

let pair: Pair;
let item: string;

beforeAll(async () => {
  // The provider says of every event that it could not deliver.
  jest.spyOn(console, 'error').mockReturnValue();
  pair = await startPair('kills');
  const url = await pair.pushes.listen();
  const made = [
    await pair.insist('POST /v1/push-endpoints', { body: { url: `${url}/leads` } }),
    await pair.insist('POST /v1/cafes/C-1/push-endpoints', { body: { url: `${url}/orders` } }),
  ];
  expect(made.map(({ status }) => status)).toEqual([201, 201]);
  const bun = { name: 'Bun', price: 210, stock: STOCK };
  item = (await pair.insist<{ id: string }>('POST /v1/cafes/C-1/menu', { body: bun })).body.id;
  const work = [creator, creator, creator, importer, changer, changer, buyer, buyer, mover, texter];
  const workers = work.map(async (worker) => {
    while (!isOver) {
      await worker();
      answers += 1;
    }
  });
  for (let kills = 0; kills < KILLS; kills++) {
    const before = answers;
    await until(async () => answers >= before + ANSWERS_BETWEEN);
    await pair.pass(MINUTE);
    // At another place in the work each time.
    await setTimeout((MAX_PAUSE_MS * ((kills * 7) % 13)) / 13);
    await VICTIMS[kills % VICTIMS.length]?.();
  }
  isOver = true;
  await Promise.all(workers);
  await settle();
});
afterAll(() => pair.close());

const VICTIMS = [
  () => pair.killHost(0),
  () => pair.killDatabase(),
  () => pair.killHost(1),
  () => Promise.all([pair.killHost(0), pair.killHost(1)]),
  () => Promise.all([pair.killHost(1), pair.killDatabase()]),
];

/** Everything under way comes to its end. */
async function settle(): Promise<void> {
  for (const message of pair.twilio.sent) message.status = 'delivered';
  await pair.stripe.settled();
  for (let times = 0; times < 30 && (times < 3 || rows('Outbox').length > 0); times++) {
    await pair.desk.clock.advance(11 * MINUTE);
    for (const message of pair.twilio.sent) message.status = 'delivered';
  }
}

const phone = () => `+1555${String(1_000_000 + ++numbers)}`;
const key = (name: string) => ({ 'idempotency-key': name });

async function creator(): Promise<void> {
  const name = `Lead ${++numbers}`;
  const asked = { body: { name, phone: phone() }, headers: key(name) };
  const { status, body } = await pair.insist<{ id: string }>('POST /v1/leads', asked);
  expect([status, body]).toEqual([201, expect.anything()]);
  done.leads.set(name, body.id);
}

async function importer(): Promise<void> {
  const names = Array.from({ length: 7 }, () => `Row ${++numbers}`);
  const rows = names.map((name) => ({ name, phone: phone() }));
  const asked = { body: { rows }, headers: key(names[0] ?? '') };
  const { status, body } = await pair.insist<{ data: { id: string }[] }>('POST /v1/leads/import', asked);
  expect([status, body]).toEqual([200, expect.anything()]);
  for (const [at, name] of names.entries()) done.imported.set(name, body.data[at]?.id ?? '');
}

/** Changes a lead of its own again and again; what is not known to be done is looked up. */
async function changer(): Promise<void> {
  const name = `Changed ${++numbers}`;
  const asked = { body: { name, phone: phone() }, headers: key(name) };
  const { id } = (await pair.insist<{ id: string }>('POST /v1/leads', asked)).body;
  done.leads.set(name, id);
  for (const notes of ['one', 'two', 'three', 'four']) {
    for (;;) {
      const { body, headers } = await pair.insist<{ notes: string }>(`GET /v1/leads/${id}`);
      if (body.notes === notes) break;
      const change = { body: { notes }, headers: { 'if-match': headers.get('etag') ?? '' } };
      const { status } = await pair.ask(`PATCH /v1/leads/${id}`, change);
      if (status === 200) break;
      expect([0, 412, 429, 502, 503, 504]).toContain(status);
    }
    done.changed.set(id, notes);
  }
}

async function buyer(): Promise<void> {
  const quantity = 1 + (++numbers % 3);
  const asked = {
    body: { cafeId: 'C-1', items: [{ menuItemId: item, quantity }] },
    headers: key(`order ${numbers}`),
  };
  const { status, body } = await pair.insist<Order>('POST /v1/orders', asked);
  // Too many unpaid orders at a time are refused.
  if (status === 409 || status === 422) return;
  expect([status, body]).toEqual([201, expect.anything()]);
  done.orders.set(body.id, { quantity });
  if (numbers % 5 === 0) return;
  await pair.stripe
    .pay(body.payment.intentId)
    .catch((error: Error) => expect(error.message).toMatch(/cancel/));
  done.paid.add(body.id);
}

/** The cafe accepts orders, and cancels some of them, so that money goes back. */
async function mover(): Promise<void> {
  const id = [...done.paid].at(-1 - (++numbers % 5));
  if (id === undefined) return void (await setTimeout(20));
  const status = numbers % 4 === 0 ? 'cancelled' : 'accepted';
  await pair.insist(`PATCH /v1/orders/${id}`, { body: { status, reason: 'No more milk.' } });
}

async function texter(): Promise<void> {
  const name = `Texted ${++numbers}`;
  const lead = { body: { name, phone: phone() }, headers: key(name) };
  const leadId = (await pair.insist<{ id: string }>('POST /v1/leads', lead)).body.id;
  done.leads.set(name, leadId);
  const body = `Text to ${name}.`;
  const asked = { body: { leadId, body }, headers: key(body) };
  const { status } = await pair.insist('POST /v1/messaging/messages', asked);
  expect(status).toBe(201);
  done.texts.add(body);
}

const rows = (tab: string): Row[] => pair.desk.book.rows(tab);
const count = <T>(all: readonly T[]) => {
  const counts = new Map<T, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
};
const repeated = <T>(all: readonly T[]) => [...count(all)].filter(([, times]) => times > 1);

test('the killing was in the middle of work', () => {
  expect(done.leads.size).toBeGreaterThan(KILLS);
  expect(done.imported.size).toBeGreaterThan(0);
  expect(done.paid.size).toBeGreaterThan(0);
  expect(done.texts.size).toBeGreaterThan(0);
});

test('every lead that was answered is there under its id, none is there twice, and no other', () => {
  const leads = rows('Leads');
  expect(repeated(leads.map(({ id }) => id))).toEqual([]);
  expect(repeated(leads.map(({ name }) => name))).toEqual([]);
  const stored = new Map(leads.map(({ id, name }) => [name, id]));
  expect(stored).toEqual(new Map<Cell, Cell>([...done.leads, ...done.imported]));
});

test('the last change of each lead that was answered is there, and each was made once', () => {
  const leads = rows('Leads').filter(({ id }) => done.changed.has(String(id)));
  const made = ['one', 'two', 'three', 'four'];
  expect(leads.length).toBe(done.changed.size);
  for (const lead of leads)
    expect([lead.id, lead.notes, lead.version, changesIn(lead)]).toEqual([lead.id, 'four', 5, made]);
});

function changesIn({ activities }: Row): unknown[] {
  const all = JSON.parse(String(activities)) as { what: string; changes?: Record<string, { to: unknown }> }[];
  return all.flatMap(({ changes }) => (changes?.notes ? [changes.notes.to] : []));
}

test('the figures that are kept beside the rows agree with them', async () => {
  const all = rows('Leads').length;
  const list = await pair.ask<{ total: number }>('GET /v1/leads?pageSize=1');
  const summary = await pair.ask<{ totalLeads: number }>('GET /v1/analytics/summary');
  expect([list.body.total, summary.body.totalLeads]).toEqual([all, all]);
});

test('every order that was answered is there, none is there twice, and money and pieces agree to the cent', async () => {
  const orders = rows('Orders');
  expect(repeated(orders.map(({ id }) => id))).toEqual([]);
  expect(new Set(orders.map(({ id }) => id))).toEqual(new Set(done.orders.keys()));
  const sold: number[] = [];
  for (const { id, status, intentId, total, paid, refunded, history } of orders) {
    const { amount_received: received, metadata } = await pair.stripe.client.paymentIntents.retrieve(
      String(intentId),
    );
    const { data } = await pair.stripe.client.refunds.list({ payment_intent: String(intentId) });
    const returned = data.reduce((sum, { amount }) => sum + amount, 0);
    expect([id, metadata.orderId, paid, refunded]).toEqual([id, id, received, returned]);
    const isOff = status === 'cancelled';
    expect([id, status, Number(paid) - Number(refunded)]).toEqual([id, status, isOff ? 0 : total]);
    expect([id, status]).not.toEqual([id, 'draft']);
    const wasPlaced = (JSON.parse(String(history)) as { status: string }[]).some(
      (step) => step.status === 'placed',
    );
    if (wasPlaced) sold.push(done.orders.get(String(id))?.quantity ?? 0);
  }
  const [menu] = rows('Menu');
  expect([menu?.stock, menu?.held]).toEqual([STOCK - sold.reduce((sum, one) => sum + one, 0), '{}']);
});

test('every text was sent once', () => {
  expect(count(pair.twilio.sent.map(({ body }) => body))).toEqual(count([...done.texts]));
});

test('every lead and every change of an order was told of, and no other', () => {
  const told = (path: string) => [
    ...new Set(
      pair.pushes
        .at(path)
        .filter(({ isTaken }) => isTaken)
        .map(({ headers }) => String(headers['webhook-id'])),
    ),
  ];
  const created = told('/leads').filter((id) => /^evt_L-\d+_1$/.test(id));
  const leads = [...done.leads.values(), ...done.imported.values()];
  expect(created.sort()).toEqual(leads.map((id) => `evt_${id}_1`).sort());
  const changes = count(told('/orders').map((id) => id.replace(/^evt_(.*)_\d+$/, '$1')));
  for (const { id, history, refunded } of rows('Orders')) {
    const made = JSON.parse(String(history)).length - 1 + Number(Number(refunded) > 0);
    expect([id, Number(changes.get(String(id))) >= made]).toEqual([id, true]);
    changes.delete(String(id));
  }
  expect([...changes]).toEqual([]);
});

test('nothing is left to do', () => {
  expect(rows('Outbox')).toEqual([]);
});
