import { type Cafe, type Item, startCafe } from '../cafe/cafe';
import { ENVELOPE, GATEWAY, PLAIN } from '../harness/api';
import { inTurns, spread } from '../harness/extent';
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
    test('an event that is not signed by Stripe, or not now, is 401, and nothing is written', async () => {
      const before = sheets();
      const believed: string[] = [];
      for (const [what, forge] of inTurns(FORGED, [ENVELOPE, GATEWAY], way)) {
        const [body, signature] = forge(toPayload(paid));
        const told = await tell(body, signature, way);
        if (told.status !== 401 || !told.text.includes('"stripe-signature"')) believed.push(what);
      }
      expect(believed).toEqual([]);
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

  test.each(spread(['succeeded', 'payment_failed', 'canceled'], 1))(
    'another payment that %s with the id of the order changes nothing',
    async (kind) => {
      const payload = toPayload({ ...paid, intentId: 'pi_other' }).replace('.succeeded', `.${kind}`);
      const before = sheets();
      expect((await tell(payload, sign(payload))).status).toBe(200);
      expect(sheets()).toBe(before);
    },
  );

  test.each(spread(['payment_failed', 'succeeded', 'canceled'], 1))(
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

  test('an event of something else is 200, and nothing is written', async () => {
    const before = sheets();
    for (const payload of [
      toPayload({ ...paid, orderId: 'O-999-none' }),
      toPayload({ ...paid, orderId: '__proto__' }),
      toPayload({ ...paid, orderId: '=1+1' }),
      toPayload(paid).replace('"orderId"', '"other"'),
      JSON.stringify({ id: 'evt_x', type: 'customer.created' }),
      JSON.stringify({ id: 'evt_x', type: 'constructor' }),
    ])
      expect([payload, (await tell(payload, sign(payload))).body]).toEqual([payload, { received: true }]);
    expect(sheets()).toBe(before);
  });

  test('what is signed and is no event is refused, and nothing is written', async () => {
    const before = sheets();
    for (const [payload, status] of [
      ['{', 400],
      ['[]', 422],
      ['{"type":"x"}', 422],
      ['{"id":"evt_x","type":"payment_intent.succeeded"}', 422],
      [toPayload({ orderId: 'O-1', intentId: 'pi', amount: 5 }).replace(/5/, '"5"'), 422],
    ] as const)
      expect([payload, (await tell(payload, sign(payload))).status]).toEqual([payload, status]);
    expect(sheets()).toBe(before);
  });

  test('a parameter in the address of the webhook changes nothing', async () => {
    const asked = toSignedRequest(toPayload(paid), cafe.now());
    const told = await cafe.api.call(GATEWAY, 'POST', WEBHOOK, { ...asked, query: 'from=stripe' });
    expect(told.status).toBe(200);
  });
});
