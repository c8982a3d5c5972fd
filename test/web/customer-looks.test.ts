/** How the page of an order looks: to everybody, on paper, and with what strangers write into it. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { typeInto } from '../../runtime/server/owner';
import type { OrderView } from '../../src/cafe/orders/order-view';
import { closeWindow } from '../harness/browser';
import { type Customers, startCustomers } from '../harness/customer-page';
import { spread, testLong } from '../harness/extent';
import { findFaults, findWidth, LOOKS, painted } from '../harness/looks';
import { eventually } from '../harness/until';
import { XSS } from '../harness/xss';

let customers: Customers;
let page: Page;
let full: OrderView;
beforeAll(async () => {
  customers = await startCustomers();
  full = await customers.staff.place({
    items: [
      {
        menuItemId: 'I-1',
        quantity: 12,
        options: [{ option: 'Milk', choice: 'Oat' }],
      },
      { menuItemId: 'I-2', quantity: 100 },
    ],
    tip: 1_000_000,
    pickupAt: new Date(Date.now() + 3_600_000).toISOString(),
  });
});
afterAll(() => customers.close());
afterEach(() => closeWindow(page));

async function open(id: string, options: BrowserContextOptions = {}): Promise<void> {
  page = await customers.open(id, options);
  await page.getByRole('heading', { level: 2 }).first().waitFor();
}

async function move(id: string, body: object): Promise<void> {
  await customers.staff.call(`PATCH /v1/orders/${id}`, { role: 'staff', body });
}

test.each(spread(LOOKS, 1))('axe finds nothing, and nothing is cut off, %s', async (_, options) => {
  await open(full.id, { ...options, bypassCSP: true });
  await eventually(async () => expect(await findFaults(page)).toEqual([]));
});

testLong('axe finds nothing in an order that is ready, cancelled, offline or not there', async () => {
  const { id } = await customers.staff.place();
  for (const status of ['accepted', 'preparing', 'ready']) await move(id, { status });
  await open(id, { bypassCSP: true });
  await eventually(async () => expect(await findFaults(page)).toEqual([]));
  await move(id, { status: 'cancelled', reason: 'Closed early' });
  await page.reload();
  await page.getByRole('heading', { name: 'Order cancelled', exact: true }).waitFor();
  await eventually(async () => expect(await findFaults(page)).toEqual([]));
  await page.route('**/v1/**', (route) => route.abort());
  await page.reload();
  await page.getByText('No connection.').waitFor();
  await eventually(async () => expect(await findFaults(page)).toEqual([]));
  await page.unrouteAll();
  await page.goto(`${customers.staff.api.urls.home}/o/O-0`);
  await page.getByRole('alert').waitFor();
  await eventually(async () => expect(await findFaults(page)).toEqual([]));
});

/** 80 mm at 96 px an inch. */
const PAPERS: [string, number][] = [
  ['a roll of 80 mm', 302],
  ['A4', 794],
];

test.each(spread(PAPERS, 1))(
  'the receipt fits on %s, dark on light, without what is for the screen',
  async (_, width) => {
    await open(full.id, { colorScheme: 'dark', viewport: { width, height: 1_000 } });
    await page.emulateMedia({ media: 'print' });
    await eventually(async () => expect(await findWidth(page.mainFrame())).toEqual([]));
    for (const shown of ['Corner Cafe', 'Receipt', 'Total', 'Test order: no money moves.'])
      await page.getByText(shown, { exact: true }).waitFor();
    for (const hidden of [page.locator('.progress'), page.getByRole('button', { name: 'Print' })])
      await eventually(async () => expect(await hidden.isVisible()).toBe(false));
    const colors = await page
      .locator('body')
      .evaluate((body) => [getComputedStyle(body).color, getComputedStyle(body).backgroundColor]);
    expect(colors).toEqual(['rgb(31, 35, 40)', 'rgb(255, 255, 255)']);
  },
);

testLong('the button prints', async () => {
  await open(full.id);
  const printed = page.evaluate(() => new Promise((resolve) => addEventListener('beforeprint', resolve)));
  await page.getByRole('button', { name: 'Print' }).click();
  await printed;
});

test('script and markup stay text in every field', async () => {
  const { api, call } = customers.staff;
  const [first = '', ...others] = XSS;
  const [name, option, choice] = others.filter((text) => text.length <= 40);
  const item = {
    name,
    price: 100,
    options: [{ name: option, min: 1, choices: [{ name: choice, priceChange: 10 }] }],
  };
  for (const [a1, text] of Object.entries({ A3: 'C-2', B3: first, C3: 'EUR', D3: 'Europe/Berlin' }))
    await typeInto(api, api.scripts.api, { tab: 'Cafes', a1, text });
  const made = await call('POST /v1/cafes/C-2/menu', { role: 'admin', body: item });
  const { id: menuItemId } = made.body as { id: string };
  const { id } = await customers.staff.place({
    cafeId: 'C-2',
    items: [{ menuItemId, options: [{ option, choice }] }],
  });
  const reason = XSS.join(' ').slice(0, 500);
  await call(`PATCH /v1/orders/${id}`, { role: 'admin', body: { status: 'cancelled', reason } });
  const strangers: string[] = [];
  page = await customers.open('');
  page.on('dialog', (dialog) => {
    strangers.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('popup', (popup) => void strangers.push(popup.url()));
  page.context().on('request', (request) => {
    if (!request.url().startsWith(api.urls.home)) strangers.push(request.url());
  });
  await page.goto(`${api.urls.home}/o/${id}`);
  await page.getByRole('heading', { level: 1, name: first, exact: true }).waitFor();
  const line = await page.locator('tbody th').innerText();
  for (const text of [name, option, choice]) expect(line).toContain(text);
  await painted(page.mainFrame());
  const foreign = ['img', 'iframe', 'object', 'embed', 'form', 'a', 'math', 'svg:not(.glyph)', '[style]'];
  await eventually(async () =>
    expect(await page.locator(foreign.map((tag) => `body ${tag}`).join(', ')).count()).toBe(0),
  );
  await eventually(async () => expect(await page.title()).toContain(first));
  expect(strangers).toEqual([]);
});
