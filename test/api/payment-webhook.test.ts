import { type Cafe, startCafe } from '../cafe/cafe';
import { type Call, ENVELOPE, GATEWAY, PLAIN } from '../harness/api';
import { spread } from '../harness/extent';
import { type Paid, signEvent, toPayload, toSignedRequest } from '../harness/payment-events';
import { startStripe, type TestStripe } from '../harness/stripe';

const WEBHOOK = '/webhooks/payments';
const SECRET = 'whsec_of_somebody_else';

let cafe: Cafe;
let stripe: TestStripe;
let paid: Paid;
beforeAll(async () => {
  cafe = await startCafe();
  stripe = await startStripe();
  await cafe.item({ name: 'Tea', price: 300 });
});
afterAll(async () => {
  await stripe.close();
  await cafe.close();
});

const sheets = () => JSON.stringify(cafe.api.sheets());
const toTell = (body: string, signature?: string): Call => [
  `POST ${WEBHOOK}`,
  {
    body,
    headers: { 'content-type': 'application/json', ...(signature ? { 'stripe-signature': signature } : {}) },
  },
];
const tell = async (body: string, signature?: string) =>
  (await cafe.api.callAll([toTell(body, signature)], GATEWAY))[0];
const rowOf = ({ orderId }: Paid) => cafe.rows('Orders').find(({ id }) => id === orderId);
const sign = (payload: string, later = 0) => signEvent(payload, cafe.now() + later * 1_000);

async function drafts(count: number): Promise<Paid[]> {
  const orders = await cafe.orderAll(...Array(count).fill([{ menuItemId: 'I-1' }]));
  return orders.map(({ id: orderId, total, payment }) => ({
    orderId,
    intentId: (payment as { intentId: string }).intentId,
    amount: total as number,
  }));
}

test('before Stripe is connected nothing counts as signed', async () => {
  const [own] = await drafts(1);
  const payload = toPayload(own as Paid);
  const before = sheets();
  const told = await cafe.callAll(
    toTell(payload, sign(payload)),
    toTell(payload, signEvent(payload, cafe.now(), 'x')),
  );
  expect(told.map(({ status }) => status)).toEqual([401, 401]);
  expect(sheets()).toBe(before);
});

describe('once Stripe is connected', () => {
  let unpaid: Paid[];
  beforeAll(async () => {
    cafe.api.enter(stripe.properties);
    unpaid = await drafts(20);
  });
  beforeEach(() => {
    paid = unpaid.shift() as Paid;
  });

  const FORGED: [string, (payload: string) => [body: string, signature?: string]][] = [
    ['without a signature', (payload) => [payload]],
    ['with an empty signature', (payload) => [payload, ' ']],
    ['signed with no sense', (payload) => [payload, 'null']],
    ['signed by somebody else', (payload) => [payload, signEvent(payload, cafe.now(), SECRET)]],
    ['of another amount than was signed', (payload) => [payload.replace('300', '3'), sign(payload)]],
    ['with a blank more than was signed', (payload) => [`${payload} `, sign(payload)]],
    ['signed at another time than it says', (payload) => [payload, sign(payload).replace(/^t=\d/, 't=2')]],
    ['signed six minutes ago', (payload) => [payload, sign(payload, -360)]],
    ['signed in six minutes', (payload) => [payload, sign(payload, 360)]],
    ['with a signature of an older scheme', (payload) => [payload, sign(payload).replace('v1=', 'v0=')]],
    ['signed, but for the time', (payload) => [payload, sign(payload).replace(/^t=\d+,/, '')]],
    ['that is empty', () => ['', sign('x')]],
  ];
  describe.each([ENVELOPE, GATEWAY])('by $name', (way) => {
    test('an event that is not signed by Stripe, or not now, is 401, and nothing is written', async () => {
      const before = sheets();
      const forged = way === ENVELOPE ? FORGED : spread(FORGED.slice(3), 2);
      const told = await cafe.api.callAll(
        forged.map(([, forge]) => toTell(...forge(toPayload(paid)))),
        way,
      );
      const believed = forged.filter(
        (_, at) => told[at]?.status !== 401 || !told[at]?.text.includes('"stripe-signature"'),
      );
      expect(believed).toEqual([]);
      expect(sheets()).toBe(before);
    });

    test('a repeated event, signed again or not, is 200, and nothing is written', async () => {
      const payload = toPayload(paid);
      const signature = sign(payload);
      const [first] = await cafe.api.callAll([toTell(payload, signature)], way);
      expect(first?.body).toEqual({ received: true });
      expect(rowOf(paid)).toMatchObject({ status: 'placed', paid: 300 });
      const before = sheets();
      const again = [sign(payload, 60), signature, `${signature},v1=00`];
      const told = await cafe.api.callAll(
        (way === ENVELOPE ? again : spread(again, 1)).map((one) => toTell(payload, one)),
        way,
      );
      expect(told.map(({ status }) => status)).toEqual(told.map(() => 200));
      expect(sheets()).toBe(before);
    });
  });

  test.each(spread(['succeeded', 'payment_failed', 'canceled'], 1))(
    'another payment that %s with the id of the order changes nothing',
    async (kind) => {
      const payload = toPayload({ ...paid, intentId: 'pi_other' }).replace('.succeeded', `.${kind}`);
      const before = sheets();
      expect((await tell(payload, sign(payload)))?.status).toBe(200);
      expect(sheets()).toBe(before);
    },
  );

  test.each(spread(['payment_failed', 'succeeded', 'canceled'], 1))(
    'an event of its own that says %s after the payment changes nothing',
    async (kind) => {
      const first = toPayload(paid);
      await tell(first, sign(first));
      const before = rowOf(paid);
      await cafe.later(60_000);
      const later = toPayload(paid, 'evt_later').replace('.succeeded', `.${kind}`);
      expect((await tell(later, sign(later)))?.status).toBe(200);
      expect(rowOf(paid)).toEqual(before);
    },
  );

  test('a plain call cannot be signed', async () => {
    const told = await cafe.api.call(PLAIN, 'POST', WEBHOOK, { body: toPayload(paid) });
    expect(told).toMatchObject({ status: 401, body: { error: { code: 'signature_unavailable' } } });
  });

  test('the same event received twice at once is one payment', async () => {
    const payload = toPayload(paid);
    const told = await Promise.all([0, 1].map(() => tell(payload, sign(payload))));
    expect(told.map((one) => one?.status)).toEqual([200, 200]);
    expect(await cafe.get(paid.orderId)).toMatchObject({
      history: [{ status: 'draft' }, { status: 'placed' }],
    });
  });

  test('an event of something else is 200, and nothing is written', async () => {
    const before = sheets();
    const payloads = [
      toPayload({ ...paid, orderId: 'O-999-none' }),
      toPayload({ ...paid, orderId: '__proto__' }),
      toPayload({ ...paid, orderId: '=1+1' }),
      toPayload(paid).replace('"orderId"', '"other"'),
      JSON.stringify({ id: 'evt_x', type: 'customer.created' }),
      JSON.stringify({ id: 'evt_x', type: 'constructor' }),
    ];
    const told = await cafe.callAll(...payloads.map((payload) => toTell(payload, sign(payload))));
    expect(payloads.map((payload, at) => [payload, told[at]?.body])).toEqual(
      payloads.map((payload) => [payload, { received: true }]),
    );
    expect(sheets()).toBe(before);
  });

  test('what is signed and is no event is refused, and nothing is written', async () => {
    const before = sheets();
    const cells: readonly [string, number][] = [
      ['{', 400],
      ['[]', 422],
      ['{"type":"x"}', 422],
      ['{"id":"evt_x","type":"payment_intent.succeeded"}', 422],
      [toPayload({ orderId: 'O-1', intentId: 'pi', amount: 5 }).replace(/5/, '"5"'), 422],
    ];
    const told = await cafe.callAll(...cells.map(([payload]) => toTell(payload, sign(payload))));
    expect(cells.map(([payload], at) => [payload, told[at]?.status])).toEqual(cells);
    expect(sheets()).toBe(before);
  });

  test('a parameter in the address of the webhook changes nothing', async () => {
    const asked = toSignedRequest(toPayload(paid), cafe.now());
    const told = await cafe.api.call(GATEWAY, 'POST', WEBHOOK, { ...asked, query: 'from=stripe' });
    expect(told.status).toBe(200);
  });
});
