import { spread, testLong } from '../harness/extent';
import { startStripe } from '../harness/stripe';
import { type Cafe, type Item, startCafe } from './cafe';

const MINUTE = 60_000;
const STOCK = 50;
const OFF = { testMode: 'no' };

describe('a cafe without a payment provider', () => {
  let cafe: Cafe;
  let bun: Item;
  beforeAll(async () => {
    cafe = await startCafe();
    bun = await cafe.item({ name: 'Bun', price: 200, stock: STOCK });
  });
  afterAll(() => cafe.close());
  beforeEach(() => cafe.api.enter({ testMode: 'yes', stripeSecretKey: '' }));

  const order = () => cafe.order([{ menuItemId: bun.id }]);
  const paymentOf = async (id: string) => (await cafe.get(id)).payment;

  /** What the person was shown. */
  async function switchTestMode(): Promise<string> {
    const { dialogs, error } = await cafe.run('switchTestMode', [], {
      kind: 'menu',
      answers: [{ button: 'YES' }],
    });
    expect(error).toBeUndefined();
    return dialogs.shown.map(({ text }) => text).join('\n');
  }

  test('refuses every order, and holds and writes nothing for it', async () => {
    cafe.api.enter(OFF);
    const [sheets, menu] = [cafe.api.sheets(), cafe.rows('Menu')];
    const refused = await order();
    expect([refused.status, refused.headers?.['retry-after']]).toEqual([503, '300']);
    expect(refused.body).toEqual({
      error: {
        status: 503,
        code: 'payments_unavailable',
        message:
          'Payments cannot be taken right now. No payment provider is connected. The cafe has to connect one. Retry later.',
        retryAfter: 300,
      },
    });
    expect([cafe.api.sheets(), cafe.rows('Menu')]).toEqual([sheets, menu]);
  });

  test('takes for paid in test mode what nobody has paid, and says so', async () => {
    const { body } = await order();
    const placed = body as Item;
    expect(placed).toMatchObject({ status: 'draft', isTest: true });
    await cafe.timerAfter(2 * MINUTE);
    expect(await cafe.get(placed.id)).toMatchObject({ status: 'placed', isTest: true });
    expect(cafe.rows('Orders')).toMatchObject([{ id: placed.id, isTest: true }]);
  });

  test('is asked about test mode in the menu, and both tabs say while it is on', async () => {
    const notes = () => ['Orders', 'Leads'].map((tab) => cafe.headerNote(tab));
    await cafe.run('switchTestMode', [], { kind: 'menu', answers: [{ button: 'NO' }] });
    expect(notes()).toEqual([expect.stringMatching(/^Test mode is on/), expect.stringMatching(/^Test mode/)]);
    expect(await switchTestMode()).toContain('Test mode is off.');
    expect(notes()).toEqual(['', '']);
    expect((await order()).status).toBe(503);
    expect(await switchTestMode()).toContain('without Stripe every order is marked as paid');
    expect(notes()).toEqual([expect.stringMatching(/^Test mode is on/), expect.stringMatching(/^Test mode/)]);
    expect((await order()).status).toBe(201);
  });

  test('never takes a draft of test mode for paid once it is off', async () => {
    const { body } = await order();
    await switchTestMode();
    await cafe.timerAfter(10 * MINUTE);
    const { id } = body as Item;
    expect(await cafe.get(id)).toMatchObject({ status: 'cancelled', isTest: true, payment: { paid: 0 } });
    const paid = cafe.rows('Orders').filter(({ status }) => status === 'placed').length;
    expect(cafe.rows('Menu')).toMatchObject([{ stock: STOCK - paid, held: '{}' }]);
  });

  testLong('never takes it for paid once Stripe is connected', async () => {
    const { body } = await order();
    const stripe = await startStripe();
    cafe.api.enter(stripe.properties);
    await cafe.later(10 * MINUTE);
    expect(await cafe.get((body as Item).id)).toMatchObject({ status: 'cancelled', payment: { paid: 0 } });
    await stripe.close();
  });

  testLong('shows in Health, in red, that test mode is on', async () => {
    expect(await cafe.health('Test mode')).toMatchObject({
      state: 'Problem',
      text: 'Test mode is on: texts are not sent, and orders count as paid without money. Turn it off with API > Test mode.',
    });
    await switchTestMode();
    expect(await cafe.health('Test mode')).toBeUndefined();
    expect((await cafe.health('Stripe'))?.text).toMatch(/^Stripe is not connected: orders are refused\./);
  });

  test.each(
    spread<[string, boolean]>(
      [
        ['sk_test_sheetdesk', true],
        ['rk_test_1', true],
        ['sk_live_1', false],
        ['rk_live_1', false],
      ],
      2,
    ),
  )('an order with the key %s of Stripe says that it is a test: %j', async (stripeSecretKey, isTest) => {
    const stripe = await startStripe(undefined, { key: stripeSecretKey });
    cafe.api.enter({ ...OFF, ...stripe.properties });
    expect((await order()).body).toMatchObject({
      isTest,
      payment: { intentId: expect.stringMatching(/^pi_/) },
    });
    await stripe.close();
  });

  testLong('with Stripe connected, test mode changes nothing', async () => {
    const stripe = await startStripe();
    cafe.api.enter(stripe.properties);
    const { body } = await order();
    const { id } = body as Item;
    await cafe.later(4 * MINUTE);
    expect(await paymentOf(id)).toMatchObject({ paid: 0, intentId: expect.stringMatching(/^pi_/) });
    await stripe.close();
  });
});
