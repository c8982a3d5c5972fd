import type { Page } from 'playwright-core';
import { typeInto } from '../../runtime/server/owner';
import type { ItemView } from '../../src/cafe/menu/menu';
import { spread, testLong } from '../harness/extent';
import { findWidth, LOOKS } from '../harness/looks';
import { type Role, type Staff, type StaffPage, startStaff } from '../harness/staff-page';
import { eventually } from '../harness/until';
import { XSS } from '../harness/xss';

let staff: Staff;
const opened: StaffPage[] = [];

beforeAll(async () => {
  staff = await startStaff();
});
afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())));
afterAll(() => staff.close());

async function openWindow(role: Role, options = {}): Promise<StaffPage> {
  const window = await staff.open(role, '#/menu', options);
  opened.push(window);
  await window.page.getByRole('switch').first().waitFor();
  return window;
}

const open = async (role: Role, options = {}) => (await openWindow(role, options)).page;
const item = (page: Page, name: string) => page.getByRole('switch', { name });
const isOn = (page: Page, name: string, on: boolean) =>
  page.getByRole('switch', { name, checked: on }).waitFor();

/** Adds an item of its own, so that no other test meets it. */
async function add(body: Partial<ItemView> & { name: string }): Promise<ItemView> {
  const asked = { role: 'manager' as const, body: { price: 300, ...body } };
  return (await staff.call('POST /v1/cafes/C-1/menu', asked)).body as ItemView;
}

const patch = (id: string, body: object) => staff.call(`PATCH /v1/menu/${id}`, { role: 'manager', body });

async function order(menuItemId: string): Promise<number> {
  const body = { cafeId: 'C-1', items: [{ menuItemId }] };
  return (await staff.call('POST /v1/orders', { body })).status ?? 0;
}

const saved = (page: Page, id: string) =>
  page.waitForResponse((response) => response.url().endsWith(`/v1/menu/${id}`) && response.ok());

test('a tap sells an item out for customers, and Undo brings it back', async () => {
  const { id } = await add({ name: 'Lemon cake' });
  const page = await open('staff');
  const soldOut = saved(page, id);
  await item(page, 'Lemon cake').click();
  await isOn(page, 'Lemon cake', false);
  await soldOut;
  expect(await order(id)).toBe(409);
  const back = saved(page, id);
  await page.getByRole('button', { name: 'Undo' }).click();
  await isOn(page, 'Lemon cake', true);
  await back;
  expect(await order(id)).toBe(201);
});

testLong('of two quick taps the last one counts', async () => {
  const { id } = await add({ name: 'Rye bread' });
  const page = await open('staff');
  const last = page.waitForResponse(
    async (response) =>
      response.url().endsWith(`/v1/menu/${id}`) && (await response.json()).availability === 'available',
  );
  await item(page, 'Rye bread').dblclick();
  await last;
  await isOn(page, 'Rye bread', true);
  await eventually(async () => expect((await stored(id))?.availability).toBe('available'));
});

test('an order that takes from the stock meanwhile is no conflict', async () => {
  const { id } = await add({ name: 'Apple pie', stock: 5 });
  const page = await open('staff');
  await page.getByText('5 left').waitFor();
  expect(await order(id)).toBe(201);
  const done = saved(page, id);
  await item(page, 'Apple pie').click();
  await done;
  await page.getByText('4 left').waitFor();
  await isOn(page, 'Apple pie', false);
});

testLong('what another screen has changed meanwhile is shown, and said', async () => {
  const { id } = await add({ name: 'Plum tart' });
  const page = await open('staff');
  await patch(id, { availability: 'hidden' });
  await item(page, 'Plum tart').click();
  await page.getByRole('alert').getByText('It was changed on another screen in the meantime.').waitFor();
  await page.getByRole('region', { name: 'Hidden from the menu' }).getByText('Plum tart').waitFor();
  await eventually(async () => expect((await stored(id))?.availability).toBe('hidden'));
});

testLong('another screen follows within a minute', async () => {
  const { id } = await add({ name: 'Oat cookie' });
  const page = await open('staff');
  await patch(id, { availability: 'sold_out' });
  await page.clock.fastForward(61_000);
  await isOn(page, 'Oat cookie', false);
});

testLong('without a connection the item stays as it is, and the page says so', async () => {
  await add({ name: 'Ginger nut' });
  const page = await open('staff');
  await page.context().setOffline(true);
  await item(page, 'Ginger nut').click();
  await page.getByRole('alert').getByText('Not saved: No connection to the server.').waitFor();
  await isOn(page, 'Ginger nut', true);
  await page.getByText('Ginger nut: Sold out').waitFor({ state: 'detached' });
  await page.locator('.connection', { hasText: 'Offline since' }).waitFor();
  await page.context().setOffline(false);
  await item(page, 'Ginger nut').click();
  await isOn(page, 'Ginger nut', false);
  await page.locator('.connection:empty').waitFor({ state: 'attached' });
  await eventually(async () => expect(await page.getByRole('alert').count()).toBe(0));
});

test('what is hidden only a manager brings back', async () => {
  const { id } = await add({ name: 'Mulled cider', availability: 'hidden' });
  const hidden = (page: Page) => page.getByRole('region', { name: 'Hidden from the menu' });
  const counter = await open('staff');
  await hidden(counter).getByText('Mulled cider').waitFor();
  await eventually(async () => expect(await hidden(counter).getByRole('button').count()).toBe(0));
  const page = await open('manager');
  const done = saved(page, id);
  await hidden(page).getByRole('button', { name: 'Show on the menu Mulled cider' }).click();
  await isOn(page, 'Mulled cider', true);
  await done;
  expect(await order(id)).toBe(201);
});

test('what has no stock or no price says why it is sold out', async () => {
  await add({ name: 'Quiche', stock: 0 });
  const { id } = await add({ name: 'Bagel' });
  await typeInto(staff.api, staff.api.scripts.api, { tab: 'Menu', a1: priceCell(id), text: 'free' });
  const page = await open('staff');
  await item(page, 'Quiche None left. Change its stock in the Menu tab.').waitFor();
  await item(page, 'Bagel Its price in the Menu tab is invalid.').waitFor();
  await eventually(async () => expect(await item(page, 'Quiche').getAttribute('aria-disabled')).toBe('true'));
});

testLong('the search finds an item whatever its case and accents', async () => {
  await add({ name: 'Crème brûlée' });
  const page = await open('staff');
  await page.getByLabel('Search the menu').fill('BRULEE');
  await item(page, 'Crème brûlée').waitFor();
  await eventually(async () => expect(await page.getByRole('switch').count()).toBe(1));
  await page.getByLabel('Search the menu').fill('<b>');
  await page.getByText('No item matches "<b>".').waitFor();
});

testLong('script and markup in names and categories stay text', async () => {
  const names = XSS.map((name) => name.slice(0, 80));
  for (const name of names.slice(0, 12)) await add({ name, category: name });
  const page = await open('staff');
  for (const name of names.slice(0, 12)) {
    await page.getByRole('heading', { name, exact: true }).waitFor();
    await page.locator('.item bdi', { hasText: name }).first().waitFor();
  }
  await eventually(async () =>
    expect(await page.locator('#app :is(script, img, iframe, style, [onload], [onerror])').count()).toBe(0),
  );
});

test('it is read at arm’s length: nothing below 18 px, no target below 44 px', async () => {
  const page = await open('staff');
  const sizes = await page
    .locator('#app *')
    .evaluateAll((all) =>
      all
        .filter(
          (element) =>
            element.checkVisibility() &&
            [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()),
        )
        .map((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
    );
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(18);
  const heights = await page
    .locator('button:visible, a:visible, input:visible')
    .evaluateAll((all) =>
      all.filter((one) => !one.matches('.skip')).map((one) => one.getBoundingClientRect().height),
    );
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
});

test.each(spread(LOOKS, 1))(
  'axe finds nothing to complain about %s, and nothing is cut off',
  async (_, options) => {
    const { page, violations } = await openWindow('manager', options);
    await eventually(async () =>
      expect([...(await violations()), ...(await findWidth(page.mainFrame()))]).toEqual([]),
    );
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await eventually(async () => expect(await violations()).toEqual([]));
  },
);

async function stored(id: string): Promise<ItemView | undefined> {
  const { body } = await staff.call('GET /v1/cafes/C-1/menu', { role: 'manager' });
  return (body as { data: ItemView[] }).data.find((one) => one.id === id);
}

function priceCell(id: string): string {
  const [header = [], ...rows] = staff.api.sheets().find(({ name }) => name === 'Menu')?.cells ?? [];
  const column = String.fromCharCode('A'.charCodeAt(0) + header.indexOf('priceAmount'));
  return `${column}${rows.findIndex((cells) => cells.includes(id)) + 2}`;
}
