/** The page of one order, in a browser that holds it to its policy. */
import type { Page } from 'playwright-core';
import { typeInto } from '../../runtime/server/owner';
import type { OrderView } from '../../src/cafe/orders/order-view';
import { closeWindow } from '../harness/browser';
import { type Customers, startCustomers } from '../harness/customer-page';
import { testLong } from '../harness/extent';
import { eventually } from '../harness/until';

let customers: Customers;
let page: Page;
beforeAll(async () => {
  customers = await startCustomers();
});
afterAll(() => customers.close());
afterEach(() => closeWindow(page));

/** Time passes on the page until it shows this. */
async function untilShown(text: string | RegExp): Promise<void> {
  const shown = page.getByText(text).filter({ visible: true }).first();
  while (!(await shown.isVisible())) await page.clock.runFor(1_000);
}

async function open(id: string): Promise<void> {
  page = await customers.open(id);
  await page.getByRole('heading', { level: 1, name: 'Corner Cafe' }).waitFor();
}

const status = () => page.getByRole('heading', { level: 2 }).first().innerText();
const card = () => page.locator('.progress').innerText();
const receipt = async () =>
  (await page.getByRole('row').allInnerTexts()).map((row) => row.replace(/\s+/g, ' '));

async function move(id: string, ...statuses: string[]): Promise<void> {
  for (const to of statuses)
    await customers.staff.call(`PATCH /v1/orders/${id}`, { role: 'staff', body: { status: to } });
}

async function cancel(id: string): Promise<void> {
  const body = { status: 'cancelled', reason: 'The grinder broke.' };
  await customers.staff.call(`PATCH /v1/orders/${id}`, { role: 'staff', body });
}

/** An order that nobody has paid for. */
async function draft(order: object = {}): Promise<OrderView> {
  const body = { cafeId: 'C-1', items: [{ menuItemId: 'I-2' }], ...order };
  return (await customers.staff.call('POST /v1/orders', { body })).body as OrderView;
}

test('an order that is not paid for says so, and why a payment has failed', async () => {
  const { id, payment } = await draft();
  await open(id);
  await eventually(async () => expect(await card()).toContain('Payment not confirmed yet'));
  await eventually(async () => expect(await receipt()).toContain('Paid €0.00'));
  await customers.staff.stripe.decline(payment.intentId ?? '');
  await customers.staff.stripe.settled();
  await untilShown('The payment failed: Your card was declined.');
});

test('what the cafe does shows by itself, in the title and to screen readers too', async () => {
  const { id } = await customers.staff.place();
  await open(id);
  await eventually(async () => expect(await status()).toBe('Order received'));
  const number = (id.split('-')[1] ?? '').padStart(3, '0');
  for (const [to, headline, step] of [
    ['accepted', 'Order accepted', 'Accepted'],
    ['preparing', 'Being made', 'Being made'],
    ['ready', 'Ready for pickup', 'Ready'],
    ['completed', 'Picked up', 'Picked up'],
    ['ready', 'Ready for pickup', 'Ready'],
  ] as const) {
    await move(id, to);
    await untilShown(headline);
    await untilAnnounced(headline);
    await eventually(async () => expect(await status()).toBe(headline));
    await eventually(async () => expect(await page.title()).toBe(`${headline} · ${number} · Corner Cafe`));
    await eventually(async () =>
      expect(await page.locator('[aria-current=step] > span').innerText()).toBe(step),
    );
  }
});

/** Time passes until screen readers are told. */
async function untilAnnounced(text: string): Promise<void> {
  const told = page.getByRole('status').getByText(text);
  while ((await told.count()) === 0) await page.clock.runFor(1_000);
}

testLong('the number to call out is large once the order is ready', async () => {
  const { id } = await customers.staff.place();
  await open(id);
  const number = page.locator('.number strong');
  const sizeOf = () => number.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  await eventually(async () => expect(await sizeOf()).toBe(28));
  await move(id, 'accepted', 'preparing', 'ready');
  await untilShown('Ready for pickup');
  await eventually(async () => expect(await sizeOf()).toBeGreaterThanOrEqual(80));
});

testLong('a cancelled order says why, and where the money is until it has been refunded', async () => {
  const { id } = await customers.staff.place();
  await cancel(id);
  await open(id);
  await eventually(async () => expect(await status()).toBe('Order cancelled'));
  await eventually(async () => expect(await card()).toContain('The grinder broke.'));
  await eventually(async () => expect(await card()).toContain('€2.50 has not been refunded yet.'));
  const { api, stripe } = customers.staff;
  await api.run(api.scripts.api, 'deliverOutbox', [], { kind: 'trigger' });
  await stripe.settled();
  await untilShown('€2.50 was refunded.');
  await eventually(async () =>
    expect(await receipt()).toEqual(expect.arrayContaining(['Paid €2.50', 'Refunded -€2.50'])),
  );
  await eventually(async () => expect(await page.getByRole('listitem').count()).toBe(0));
});

testLong(
  'a cancelled order whose refund was refused promises none, and its receipt says that it is cancelled',
  async () => {
    const { id } = await customers.staff.place({}, 'pm_card_createDispute');
    await cancel(id);
    const { api } = customers.staff;
    await api.run(api.scripts.api, 'deliverOutbox', [], { kind: 'trigger' });
    await open(id);
    await eventually(async () => expect(await card()).not.toContain('on its way'));
    await eventually(async () => expect(await card()).toContain('€2.50 has not been refunded yet.'));
    await page.emulateMedia({ media: 'print' });
    await eventually(async () =>
      expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
        'Receipt (order cancelled)',
      ]),
    );
  },
);

testLong('a link with the end of its sentence still finds the order', async () => {
  const { id } = await customers.staff.place();
  page = await customers.open(`${id}.`);
  await page.getByRole('heading', { name: 'Order received' }).waitFor();
});

testLong('an order that was cancelled before it was paid for says that no payment was taken', async () => {
  const { id } = await draft();
  await cancel(id);
  await open(id);
  await eventually(async () => expect(await card()).toContain('No payment was taken.'));
});

testLong('money that the cafe gives back for an order that goes on is in its receipt', async () => {
  const { id, payment } = await customers.staff.place();
  const { stripe } = customers.staff;
  await stripe.client.refunds.create({ payment_intent: payment.intentId ?? '', amount: 100 });
  await stripe.settled();
  await open(id);
  await eventually(async () => expect(await status()).toBe('Order received'));
  await eventually(async () => expect(await card()).toContain('€1.00 was refunded.'));
  const back = ['Refund -€1.00', 'Included tax, 7% of €1.00 -€0.06', 'Refunded -€1.00'];
  await eventually(async () => expect((await receipt()).slice(-3)).toEqual(back));
});

test('the receipt has lines with options, tip, total, tax by rate, what was paid, and nothing that somebody wrote', async () => {
  const { id } = await customers.staff.place({
    items: [
      { menuItemId: 'I-1', quantity: 2, note: 'no foam', options: [{ option: 'Milk', choice: 'Oat' }] },
      { menuItemId: 'I-2' },
    ],
    tip: 50,
    note: 'Back door',
  });
  await open(id);
  await eventually(async () =>
    expect(await receipt()).toEqual([
      'Quantity Item Amount',
      '2 × Flat white Milk: Oat (+€0.40) €8.40',
      '1 × Espresso €2.50',
      'Tip €0.50',
      'Total €11.40',
      'Included tax, 7% of €10.90 €0.71',
      'Paid €11.40',
    ]),
  );
  await page.getByText(`Order ${id.split('-').slice(0, 2).join('-')}`, { exact: true }).waitFor();
  await page.getByText('Test order: no money moves.').waitFor();
  expect(await page.locator('body').innerText()).not.toMatch(/Back door|no foam/);
});

test('a pickup time is on the clock of the cafe, which is named to whoever has another', async () => {
  const [later = ''] = new Date(Date.now() + 2 * 86_400_000).toISOString().split('T');
  const { id } = await customers.staff.place({ pickupAt: `${later}T12:30:00Z` });
  await open(id);
  await eventually(async () => expect(await card()).toMatch(/Pickup: \w{3},? \d{1,2} \w{3,4},? 1[34]:30\n/));
  await closeWindow(page);
  page = await customers.open(id, { timezoneId: 'America/New_York' });
  await page.getByText(/Pickup: .* 1[34]:30 (CET|CEST|GMT\+[12])$/).waitFor();
});

testLong.each([
  ['JPY', '450', '¥450'],
  ['KWD', '1.250', '1.250'],
])('amounts in %s have its decimals', async (currency, price, shown) => {
  const { api, call } = customers.staff;
  for (const [a1, text] of Object.entries({ A3: 'C-2', B3: 'Station', C3: currency, D3: 'Asia/Tokyo' }))
    await typeInto(api, api.scripts.api, { tab: 'Cafes', a1, text });
  const body = { name: 'Tea', price: Number(price.replace('.', '')) };
  const item = (await call('POST /v1/cafes/C-2/menu', { role: 'admin', body })).body as { id: string };
  const { id } = await draft({ cafeId: 'C-2', items: [{ menuItemId: item.id }] });
  page = await customers.open(id);
  await page.getByRole('heading', { name: 'Station' }).waitFor();
  await eventually(async () =>
    expect((await receipt()).join('\n')).toMatch(new RegExp(`Total \\D*${shown.replace('.', '\\.')}$`, 'm')),
  );
});

test('the browser has nothing against the page', () => {
  expect(customers.troubles).toEqual([]);
});
