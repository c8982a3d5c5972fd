import type { Page } from 'playwright-core';
import type { OrderView } from '../../src/cafe/orders/order-view';
import { addScript } from '../harness/browser';
import { spread, testLong } from '../harness/extent';
import { type Staff, type StaffPage, startStaff } from '../harness/staff-page';
import { eventually } from '../harness/until';

const MINUTE_MS = 60_000;

let staff: Staff;
let board: StaffPage;
beforeEach(async () => {
  staff = await startStaff();
});
afterEach(async () => {
  await board.close();
  await staff.close();
});

function ticketOf(page: Page, number: string) {
  return page.getByRole('article', { name: number });
}

async function statusOf({ id }: OrderView): Promise<string> {
  return ((await staff.call(`GET /v1/orders/${id}`)).body as OrderView).status;
}

/** In the page. */
function denyStorage(): void {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
}

/** In the page. */
function makeSilenceable(): void {
  const Original = AudioContext;
  window.AudioContext = class extends Original {
    constructor() {
      super();
      addEventListener('silence', () => void this.suspend());
    }
  };
}

function keepSession(page: Page): Promise<void> {
  return addScript(page, (token) => sessionStorage.setItem('session', token), staff.api.tokens.staff);
}

testLong('a browser that keeps nothing shows the board all the same, and moves an order', async () => {
  const order = await staff.place();
  board = await staff.openLoggedOut('#/orders');
  const { page } = board;
  await addScript(page, denyStorage);
  await page.reload();
  const { email, password } = staff.api.people.staff;
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('Stay logged in').check();
  await page.getByRole('button', { name: 'Log in' }).click();
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.getByRole('button', { name: 'Accept order 001' }).click();
  await saved;
  await eventually(async () => expect(await statusOf(order)).toBe('accepted'));
});

test.each(spread([-20, 20], 1))(
  'an order is as old as it is on a tablet whose clock is off by %i minutes',
  async (off) => {
    await staff.place();
    board = await staff.openLoggedOut('#/orders');
    const { page } = board;
    await page.clock.setSystemTime(Date.now() + off * MINUTE_MS);
    await keepSession(page);
    await page.reload();
    const age = ticketOf(page, '001').locator('.age');
    await age.waitFor();
    await eventually(async () => expect(await age.innerText()).toMatch(/^0[01]:\d\d$/));
    await page.clock.runFor(6 * MINUTE_MS);
    await eventually(async () => expect(await age.innerText()).toMatch(/^0[5-7]:\d\d\s+due soon$/));
  },
);

testLong('a move is sent although the clock of the tablet is set back meanwhile', async () => {
  const order = await staff.place();
  board = await staff.open('staff', '#/orders');
  const { page } = board;
  await page.getByRole('button', { name: 'Accept order 001' }).click();
  await page.clock.setSystemTime(Date.now() - 60 * MINUTE_MS);
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.clock.runFor(6_000);
  await saved;
  await eventually(async () => expect(await statusOf(order)).toBe('accepted'));
});

testLong('an order for soon is late once its time has come', async () => {
  await staff.place({ pickupAt: new Date(Date.now() + 4 * MINUTE_MS).toISOString() });
  board = await staff.open('staff', '#/orders');
  const { page } = board;
  await ticketOf(page, '001').waitFor();
  await page.clock.fastForward(5 * MINUTE_MS);
  await ticketOf(page, '001').getByText('late', { exact: true }).waitFor();
});

testLong('a cafe that could not be loaded is asked for again soon', async () => {
  await staff.place();
  board = await staff.openLoggedOut('#/orders');
  const { page } = board;
  await keepSession(page);
  await page.route('**/v1/cafes', (route) => route.fulfill({ status: 500, body: '{}' }), { times: 1 });
  await page.reload();
  await page.getByText('The cafe could not be loaded').waitFor();
  await page.clock.runFor(6_000);
  await ticketOf(page, '001').waitFor();
});

testLong('the page says when the device has silenced it', async () => {
  board = await staff.openLoggedOut('#/orders');
  const { page } = board;
  await keepSession(page);
  await addScript(page, makeSilenceable);
  await page.reload();
  const hint = page.getByText('Tap for sound');
  await hint.waitFor();
  await page.locator('#content').click();
  await hint.waitFor({ state: 'detached' });
  await page.evaluate(() => dispatchEvent(new Event('silence')));
  await hint.waitFor();
  await page.locator('#content').click();
  await hint.waitFor({ state: 'detached' });
});
