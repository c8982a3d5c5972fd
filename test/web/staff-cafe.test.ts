import type { Page } from 'playwright-core';
import { typeInto } from '../../runtime/server/owner';
import type { CafeView } from '../../src/cafe/cafe-view';
import { letter } from '../../src/tables/schema/header';
import { testLong } from '../harness/extent';
import { type Role, type Staff, type StaffPage, startStaff } from '../harness/staff-page';
import { eventually } from '../harness/until';
import { XSS } from '../harness/xss';

let staff: Staff;
const opened: StaffPage[] = [];

beforeAll(async () => {
  staff = await startStaff();
  await payForReal();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
  await patchCafe({ isPaused: false, openingHours: '' });
});
afterAll(() => staff.close());

async function open(role: Role, options = {}): Promise<Page> {
  const window = await staff.open(role, '#/orders', options);
  opened.push(window);
  return window.page;
}

/** Two espressos, in a row that says that money has moved. */
async function payForReal(): Promise<void> {
  await staff.place({ items: [{ menuItemId: 'I-2', quantity: 2 }] });
  const [header = []] = staff.api.sheets().find(({ name }) => name === 'Orders')?.cells ?? [];
  const column = letter(header.indexOf('isTest'));
  await typeInto(staff.api, staff.api.scripts.api, { tab: 'Orders', a1: `${column}2`, text: 'FALSE' });
}

async function patchCafe(body: object): Promise<CafeView> {
  return (await staff.call('PATCH /v1/cafes/C-1', { role: 'manager', body })).body as CafeView;
}

async function readCafe(): Promise<CafeView> {
  return (await staff.call('GET /v1/cafes/C-1')).body as CafeView;
}

const order = () =>
  staff.call('POST /v1/orders', { body: { cafeId: 'C-1', items: [{ menuItemId: 'I-2' }] } });
const pause = (page: Page) => page.getByRole('button', { name: 'Pause orders' });
const resume = (page: Page) => page.getByRole('button', { name: 'Resume orders' });
const state = (page: Page, text: string) => page.locator('.state', { hasText: text });

test('another screen sees a pause within a minute, and ends it', async () => {
  const [counter, kitchen] = [await open('staff'), await open('manager')];
  await state(kitchen, 'Open').waitFor();
  await pause(counter).click();
  await state(counter, 'Paused').waitFor();
  await counter.locator('button[aria-disabled=false]', { hasText: 'Resume' }).waitFor();
  await eventually(async () => expect((await order()).text).toContain('C-1 is paused'));
  await kitchen.clock.fastForward(61_000);
  await state(kitchen, 'Paused').waitFor();
  await resume(kitchen).click();
  await kitchen.locator('button[aria-disabled=false]', { hasText: 'Pause' }).waitFor();
  await eventually(async () => expect((await order()).status).toBe(201));
});

testLong('a cafe is paused although its hours have been changed meanwhile', async () => {
  const page = await open('staff');
  await pause(page).waitFor();
  await patchCafe({ openingHours: 'Mon-Sun 00:00-24:00' });
  await pause(page).click();
  await page.locator('button[aria-disabled=false]', { hasText: 'Resume' }).waitFor();
  await eventually(async () =>
    expect(await readCafe()).toMatchObject({ isPaused: true, openingHours: 'Mon-Sun 00:00-24:00' }),
  );
});

testLong('a pause that cannot be sent says so, and the cafe stays open', async () => {
  const page = await open('staff');
  await pause(page).waitFor();
  await page.context().setOffline(true);
  await pause(page).click();
  await page.getByRole('alert').getByText('Could not pause: No connection to the server.').waitFor();
  await state(page, 'Open').waitFor();
  await eventually(async () => expect((await readCafe()).isPaused).toBe(false));
  await page.context().setOffline(false);
  await pause(page).click();
  // The page says so before the cafe is paused.
  await page.locator('button[aria-disabled=false]', { hasText: 'Resume' }).waitFor();
  await eventually(async () => expect((await readCafe()).isPaused).toBe(true));
});

test('a closed cafe says when it opens', async () => {
  const in3Days = new Date(Date.now() + 3 * 24 * 60 * 60_000);
  const day = in3Days.toLocaleDateString('en-GB', { weekday: 'short', timeZone: 'Europe/Berlin' });
  await patchCafe({ openingHours: `${day} 08:00-09:00` });
  await state(await open('staff'), `Opens ${day} 08:00`).waitFor();
});

test('a manager sees the takings of today, and gets them anew by a tap', async () => {
  const page = await open('manager');
  const takings = page.getByRole('button', { name: 'Today €5.00 1 order' });
  const again = page.waitForResponse(/takings$/);
  await takings.click();
  expect((await again).status()).toBe(200);
  await takings.waitFor();
});

testLong('staff see no takings, and do not ask for them', async () => {
  const asked: string[] = [];
  const window = await staff.openLoggedOut('#/orders');
  opened.push(window);
  window.page.on('request', (request) => asked.push(request.url()));
  await logIn(window.page, 'staff');
  await state(window.page, 'Open').waitFor();
  await window.page.getByRole('button', { name: 'All items' }).waitFor();
  expect(asked.filter((url) => url.includes('takings'))).toEqual([]);
});

test('the bar counts what is to be made in all, the most first', async () => {
  const flatWhite = { menuItemId: 'I-1', options: [{ option: 'Milk', choice: 'Cow' }] };
  await staff.place({ items: [{ ...flatWhite, quantity: 3 }, { menuItemId: 'I-2' }] });
  await staff.place({ items: [{ ...flatWhite, quantity: 1 }] });
  const page = await open('staff');
  await page.locator('.all-day > ul', { hasText: 'Flat white 4' }).waitFor();
  await eventually(async () =>
    expect(await page.locator('.all-day > ul li').allTextContents()).toEqual(['Flat white 4', 'Espresso 3']),
  );
  await page.getByRole('button', { name: 'All items' }).click();
  const all = page.getByRole('region', { name: 'To make, all orders' });
  await eventually(async () =>
    expect(await all.getByRole('listitem').allTextContents()).toEqual(['Flat white 4', 'Espresso 3']),
  );
  await page.keyboard.press('Escape');
  await eventually(async () => expect(await all.isVisible()).toBe(false));
});

testLong('an admin chooses among several cafes, and the choice stays', async () => {
  for (const [a1, text] of Object.entries({
    A3: 'C-2',
    B3: 'Harbour Cafe',
    C3: 'SEK',
    D3: 'Europe/Stockholm',
  }))
    await typeInto(staff.api, staff.api.scripts.api, { tab: 'Cafes', a1, text });
  const page = await open('admin');
  await page.getByLabel('Cafe', { exact: true }).selectOption('Harbour Cafe');
  await page.getByRole('button', { name: 'Today SEK 0.00 0 orders' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Today SEK 0.00 0 orders' }).waitFor();
  await eventually(async () =>
    expect(await page.getByLabel('Cafe', { exact: true }).inputValue()).toBe('C-2'),
  );
  await eventually(async () =>
    expect(await (await open('staff')).getByLabel('Cafe', { exact: true }).count()).toBe(0),
  );
});

testLong('script and markup in the name of a cafe stay text', async () => {
  const name = XSS.slice(0, 12).join(' ');
  await typeInto(staff.api, staff.api.scripts.api, { tab: 'Cafes', a1: 'B2', text: name });
  const page = await open('staff');
  await page.locator('.cafe-name').waitFor();
  await eventually(async () => expect(await page.locator('.cafe-name').textContent()).toBe(name));
  await eventually(async () =>
    expect(await page.locator('#app :is(script, img, iframe, style, [onload], [onerror])').count()).toBe(0),
  );
  await typeInto(staff.api, staff.api.scripts.api, { tab: 'Cafes', a1: 'B2', text: 'Corner Cafe' });
});

async function logIn(page: Page, role: Role): Promise<void> {
  await page.getByLabel('Email address').fill(staff.api.people[role].email);
  await page.getByLabel('Password').fill(staff.api.people[role].password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}
