import { type Cafe, type Item, startCafe } from '../cafe/cafe';
import { ENVELOPE, GATEWAY, PLAIN } from '../harness/api';
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
const tell = (body: string, signature?: string, way = GATEWAY) =>
  cafe.api.call(way, 'POST', WEBHOOK, {
    body,
    headers: { 'content-type': 'application/json', ...(signature ? { 'stripe-signature': signature } : {}) },
  });
const sign = (payload: string, later = 0) => signEvent(payload, cafe.now() + later * 1_000);

async function draft(): Promise<Paid> {
  const { body } = await cafe.order([{ menuItemId: 'I-1' }]);
  const { id: orderId, total, payment } = body as Item & { payment: { intentId: string } };
  return { orderId, intentId: payment.intentId, amount: total as number };
}

test('before Stripe is connected nothing counts as signed', async () => {
  const payload = toPayload(await draft());
  const before = sheets();
  expect((await tell(payload, sign(payload))).status).toBe(401);
  expect((await tell(payload, signEvent(payload, cafe.now(), 'x'))).status).toBe(401);
  expect(sheets()).toBe(before);
});

describe('once Stripe is connected', () => {
  beforeAll(() => cafe.api.enter(stripe.properties));
  beforeEach(async () => {
    paid = await draft();
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
    test.each(FORGED)('an event %s is 401, and nothing is written', async (_, forge) => {
      const before = sheets();
      const [body, signature] = forge(toPayload(paid));
      const told = await tell(body, signature, way);
      expect([told.status, told.body]).toMatchObject([401, { error: { param: 'stripe-signature' } }]);
      expect(sheets()).toBe(before);
    });

    test('a repeated event, signed again or not, is 200, and nothing is written', async () => {
      const payload = toPayload(paid);
      const signature = sign(payload);
      expect((await tell(payload, signature, way)).body).toEqual({ received: true });
      expect(await cafe.get(paid.orderId)).toMatchObject({ status: 'placed', payment: { paid: 300 } });
      const before = sheets();
      for (const again of [signature, sign(payload, 60), `${signature},v1=00`])
        expect((await tell(payload, again, way)).status).toBe(200);
      expect(sheets()).toBe(before);
    });
  });

  test.each(['succeeded', 'payment_failed', 'canceled'])(
    'another payment that %s with the id of the order changes nothing',
    async (kind) => {
      const payload = toPayload({ ...paid, intentId: 'pi_other' }).replace('.succeeded', `.${kind}`);
      const before = sheets();
      expect((await tell(payload, sign(payload))).status).toBe(200);
      expect(sheets()).toBe(before);
    },
  );

  test.each(['succeeded', 'payment_failed', 'canceled'])(
    'an event of its own that says %s after the payment changes nothing',
    async (kind) => {
      const first = toPayload(paid);
      await tell(first, sign(first));
      const before = await cafe.get(paid.orderId);
      await cafe.later(60_000);
      const later = toPayload(paid, 'evt_later').replace('.succeeded', `.${kind}`);
      expect((await tell(later, sign(later))).status).toBe(200);
      expect(await cafe.get(paid.orderId)).toEqual(before);
    },
  );

  test('a plain call cannot be signed', async () => {
    const told = await cafe.api.call(PLAIN, 'POST', WEBHOOK, { body: toPayload(paid) });
    expect(told).toMatchObject({ status: 401, body: { error: { code: 'signature_unavailable' } } });
  });

  test('the same event received twice at once is one payment', async () => {
    const payload = toPayload(paid);
    const told = await Promise.all([0, 1, 2].map(() => tell(payload, sign(payload))));
    expect(told.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await cafe.get(paid.orderId)).toMatchObject({
      history: [{ status: 'draft' }, { status: 'placed' }],
    });
  });

  test.each<[string, () => string]>([
    ['of an order that there is not', () => toPayload({ ...paid, orderId: 'O-999-none' })],
    ['of an order called __proto__', () => toPayload({ ...paid, orderId: '__proto__' })],
    ['of an order called =1+1', () => toPayload({ ...paid, orderId: '=1+1' })],
    ['of a payment for somebody else', () => toPayload(paid).replace('"orderId"', '"other"')],
    ['of something else', () => JSON.stringify({ id: 'evt_x', type: 'customer.created' })],
    ['of a kind called constructor', () => JSON.stringify({ id: 'evt_x', type: 'constructor' })],
  ])('an event %s is 200, and nothing is written', async (_, make) => {
    const payload = make();
    const before = sheets();
    expect((await tell(payload, sign(payload))).body).toEqual({ received: true });
    expect(sheets()).toBe(before);
  });

  test.each<[string, string, number]>([
    ['no JSON', '{', 400],
    ['a list', '[]', 422],
    ['no event', '{"type":"x"}', 422],
    ['an event about nothing', '{"id":"evt_x","type":"payment_intent.succeeded"}', 422],
    [
      'an amount that is a text',
      toPayload({ orderId: 'O-1', intentId: 'pi', amount: 5 }).replace(/5/, '"5"'),
      422,
    ],
  ])('what is signed and is %s is refused, and nothing is written', async (_, payload, status) => {
    const before = sheets();
    expect((await tell(payload, sign(payload))).status).toBe(status);
    expect(sheets()).toBe(before);
  });

  test('a parameter in the address of the webhook changes nothing', async () => {
    const asked = toSignedRequest(toPayload(paid), cafe.now());
    const told = await cafe.api.call(GATEWAY, 'POST', WEBHOOK, { ...asked, query: 'from=stripe' });
    expect(told.status).toBe(200);
  });
});
