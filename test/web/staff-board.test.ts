import type { Locator, Page } from 'playwright-core';
import type { OrderView } from '../../src/cafe/orders/order-view';
import { fill } from '../cafe/fill';
import { testLong } from '../harness/extent';
import { ticket, useBoard } from '../harness/staff-board';
import { eventually } from '../harness/until';

const UNDO_MS = 4_000;

const board = useBoard('staff');

function column(page: Page, name: 'New' | 'Making' | 'Ready'): Locator {
  return page.getByRole('region', { name: new RegExp(`^${name} `) });
}

function press(page: Page, action: string, number: string): Promise<void> {
  return page.getByRole('button', { name: `${action} order ${number}` }).click();
}

async function statusOf({ id }: OrderView): Promise<string> {
  return ((await board.staff.call(`GET /v1/orders/${id}`)).body as OrderView).status;
}

/** The statuses that the order has been set to by staff. */
async function movesOf({ id }: OrderView): Promise<string[]> {
  const { history } = (await board.staff.call(`GET /v1/orders/${id}`)).body as OrderView;
  return history.flatMap(({ status, by }) => (by === 'cafe' ? [status] : []));
}

async function move({ id }: OrderView, ...statuses: string[]): Promise<void> {
  for (const status of statuses)
    await board.staff.call(`PATCH /v1/orders/${id}`, { role: 'manager', body: { status } });
}

/** Lets the page's time pass until what was tapped has been sent, and its answer has come. */
async function untilSent(page: Page): Promise<void> {
  const answered = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.clock.runFor(UNDO_MS);
  await answered;
}

/**
 * In the page: its next request for the list waits for ever. To hold it in the browser's network would hold what is sent as the
 * page is closed, too, and lose it.
 */
function holdList(): void {
  const { fetch } = window;
  window.fetch = (input, init) => {
    if (!String(input).includes('status=placed')) return fetch(input, init);
    Object.assign(window, { isHeld: true });
    return new Promise(() => {});
  };
}

test('a tap moves a ticket at once, and is sent after four seconds', async () => {
  const order = await board.staff.place();
  const page = await board.open();
  await press(page, 'Accept', '001');
  await ticket(column(page, 'Making'), '001').getByText('Accepted').waitFor();
  await eventually(async () => expect(await statusOf(order)).toBe('placed'));
  await untilSent(page);
  await eventually(async () => expect(await statusOf(order)).toBe('accepted'));
  await press(page, 'Start', '001');
  await untilSent(page);
  await press(page, 'Ready', '001');
  await ticket(column(page, 'Ready'), '001').waitFor();
  await untilSent(page);
  await press(page, 'Hand over', '001');
  await untilSent(page);
  await ticket(page, '001').waitFor({ state: 'detached' });
  await eventually(async () =>
    expect(await movesOf(order)).toEqual(['accepted', 'preparing', 'ready', 'completed']),
  );
});

test('a move that was taken back within four seconds is not sent', async () => {
  const order = await board.staff.place();
  const page = await board.open();
  const patches: string[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && patches.push(request.url()));
  await press(page, 'Accept', '001');
  await ticket(column(page, 'Making'), '001').getByRole('button', { name: /^Undo/ }).click();
  await ticket(column(page, 'New'), '001').waitFor();
  await press(page, 'Accept', '001');
  await ticket(column(page, 'Making'), '001').waitFor();
  await page.keyboard.press('z');
  await ticket(column(page, 'New'), '001').waitFor();
  const polled = page.waitForResponse((response) => response.url().includes('/orders?status=placed'));
  await page.clock.runFor(3 * UNDO_MS);
  await polled;
  expect(patches).toEqual([]);
  await eventually(async () => expect(await statusOf(order)).toBe('placed'));
});

testLong(
  'an order that comes in shows by itself, and is asked about every five seconds with the last ETag',
  async () => {
    const page = await board.open();
    await page.getByText('No new orders.').waitFor();
    const tags: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().includes('status=placed')) tags.push(request.headers()['if-none-match']);
    });
    const unchanged = page.waitForResponse((response) => response.status() === 304);
    await page.clock.runFor(5_100);
    await unchanged;
    expect(tags).toEqual([expect.stringMatching(/^".+"$/)]);
    await board.staff.place();
    await page.clock.runFor(5_100);
    await ticket(column(page, 'New'), '001').waitFor();
    await eventually(async () => expect(await page.title()).toContain('(1 new)'));
  },
);

test('a reload within the four seconds loses no move', async () => {
  const order = await board.staff.place();
  const page = await board.open();
  await press(page, 'Accept', '001');
  await ticket(column(page, 'Making'), '001').waitFor();
  await page.reload();
  await ticket(column(page, 'Making'), '001').waitFor();
  await untilSent(page);
  await eventually(async () => expect(await movesOf(order)).toEqual(['accepted']));
});

test('moves are sent at once when the page is left within the four seconds', async () => {
  const orders = [await board.staff.place(), await board.staff.place()];
  const page = await board.open();
  for (const number of ['001', '002']) {
    await press(page, 'Accept', number);
    await ticket(column(page, 'Making'), number).waitFor();
  }
  await page.goto('about:blank');
  for (const order of orders)
    await eventually(async () => expect(await movesOf(order)).toEqual(['accepted']));
});

testLong('a move that waits behind a request is sent at once, too, when the page is closed', async () => {
  const order = await board.staff.place();
  const page = await board.open();
  await ticket(page, '001').waitFor();
  await page.clock.runFor(3_000);
  await press(page, 'Accept', '001');
  await page.evaluate(holdList);
  await page.clock.runFor(3_000);
  await page.waitForFunction(() => 'isHeld' in window);
  await page.clock.runFor(UNDO_MS);
  await ticket(page, '001').getByText('Sending…').waitFor();
  await eventually(async () => expect(await statusOf(order)).toBe('placed'));
  await page.close({ runBeforeUnload: true });
  await eventually(async () => expect(await movesOf(order)).toEqual(['accepted']));
});

testLong('two moves of one order are sent one after the other while nobody sees the page', async () => {
  const order = await board.staff.place();
  const page = await board.open();
  await ticket(page, '001').waitFor();
  // Of a page that is hidden a browser may run no timers.
  await page.evaluate(() => Object.assign(window, { setTimeout: () => 0 }));
  await press(page, 'Accept', '001');
  await press(page, 'Start', '001');
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await eventually(async () => expect(await movesOf(order)).toEqual(['accepted', 'preparing']));
});

testLong('who leaves while a move has to wait for the one before it is asked whether to', async () => {
  const order = await board.staff.place();
  const page = await board.open();
  await press(page, 'Accept', '001');
  await press(page, 'Start', '001');
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await until(page, async () => (await statusOf(order)) === 'preparing');
});

testLong('on a phone a move is taken back from the column that it has left', async () => {
  const order = await board.staff.place();
  const page = await board.open({ viewport: { width: 360, height: 740 } });
  await press(page, 'Accept', '001');
  await page.locator('.last-move').getByText('Order 001: Accepted').waitFor();
  const undo = page.getByRole('button', { name: /^Undo/ });
  await eventually(async () => expect(await undo.evaluate(isOnTop)).toBe(true));
  expect(await board.window.faults()).toEqual([]);
  await undo.click();
  await ticket(column(page, 'New'), '001').waitFor();
  await eventually(async () => expect(await statusOf(order)).toBe('placed'));
  await press(page, 'Accept', '001');
  await undo.waitFor();
  await untilSent(page);
  await undo.waitFor({ state: 'detached' });
});

testLong('on a phone with keys all tools of the board stand in one row', async () => {
  const page = await board.open({ viewport: { width: 360, height: 740 } });
  const names = ['Done today', 'Mute', 'Keyboard shortcuts'];
  const tops = () =>
    Promise.all(names.map(async (name) => (await page.getByRole('button', { name }).boundingBox())?.y));
  await page.getByRole('button', { name: 'Done today' }).waitFor();
  await eventually(async () => expect(new Set(await tops()).size).toBe(1));
});

testLong('what was handed over while the network is gone makes room for what is still to do', async () => {
  for (const order of [await board.staff.place(), await board.staff.place()])
    await move(order, 'accepted', 'preparing', 'ready');
  const page = await board.open();
  await ticket(column(page, 'Ready'), '002').waitFor();
  await page.context().setOffline(true);
  await press(page, 'Hand over', '001');
  const numbers = () => column(page, 'Ready').locator('.number').allInnerTexts();
  await ticket(page, '001').getByText('Handed over').waitFor();
  await eventually(async () => expect(await numbers()).toEqual(['001', '002']));
  await page.clock.runFor(10 * 60_000);
  await eventually(async () => expect(await numbers()).toEqual(['002', '001']));
  await page.getByRole('heading', { name: 'Ready (1)' }).waitFor();
  expect(await ticket(page, '001').getByText('late').count()).toBe(0);
  await page.context().setOffline(false);
  await until(page, async () => (await ticket(page, '001').count()) === 0);
});

testLong('on a phone without a network the columns can be chosen wherever one has scrolled to', async () => {
  for (let at = 0; at < 4; at++) await board.staff.place();
  const page = await board.open({ viewport: { width: 360, height: 640 } });
  await ticket(page, '004').waitFor();
  await page.context().setOffline(true);
  await page.clock.runFor(6_000);
  await page.getByText(/^Offline since/).waitFor();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const isInSight = () => page.getByRole('button', { name: 'Making (0)' }).evaluate(isOnTop);
  await eventually(async () => expect(await isInSight()).toBe(true));
});

test('moves that are made while the network is gone are sent in their order when it is back', async () => {
  const [first, second] = [await board.staff.place(), await board.staff.place()];
  const page = await board.open();
  await ticket(column(page, 'New'), '002').waitFor();
  await page.context().setOffline(true);
  await page.clock.runFor(6_000);
  await page.getByText(/^Offline since \d\d:\d\d/).waitFor();
  await press(page, 'Accept', '002');
  await press(page, 'Accept', '001');
  await press(page, 'Start', '002');
  await page.clock.runFor(120_000);
  await page.getByText(/^Offline since \d\d:\d\d, 3 changes waiting$/).waitFor();
  await eventually(async () =>
    expect([await statusOf(first), await statusOf(second)]).toEqual(['placed', 'placed']),
  );
  const sent: string[] = [];
  page.on('requestfinished', (request) => {
    const [id] = request.method() === 'PATCH' ? [request.url().split('/').pop()] : [];
    if (id) sent.push(`${id === first.id ? 1 : 2} ${request.postData()}`);
  });
  await page.context().setOffline(false);
  await until(page, () => sent.length === 3);
  expect(sent).toEqual(['2 {"status":"accepted"}', '1 {"status":"accepted"}', '2 {"status":"preparing"}']);
  await until(page, async () => (await page.getByText(/^Offline/).count()) === 0);
  await eventually(async () =>
    expect([await statusOf(first), await statusOf(second)]).toEqual(['accepted', 'preparing']),
  );
});

test('a move whose response was lost is not made twice, and no other screen is blamed for it', async () => {
  const order = await board.staff.place();
  const page = await board.open();
  await page.route(
    `**/v1/orders/${order.id}`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await press(page, 'Accept', '001');
  await until(page, async () => (await movesOf(order)).length > 0);
  await until(
    page,
    async () =>
      (await ticket(page, '001')
        .getByText(/Sending|Waiting|Undo/)
        .count()) === 0,
  );
  await eventually(async () => expect(await movesOf(order)).toEqual(['accepted']));
  await eventually(async () => expect(await ticket(page, '001').getByRole('status').count()).toBe(0));
});

test('two screens that accept the same order: the second says that it was done elsewhere', async () => {
  const order = await board.staff.place();
  const page = await board.open();
  await press(page, 'Accept', '001');
  await move(order, 'accepted');
  await untilSent(page);
  await ticket(column(page, 'Making'), '001').getByText('Accepted on another screen').waitFor();
  await press(page, 'Start', '001');
  await untilSent(page);
  await eventually(async () => expect(await movesOf(order)).toEqual(['accepted', 'preparing']));
  await eventually(async () =>
    expect(await ticket(page, '001').getByText('on another screen').count()).toBe(0),
  );
});

testLong('two screens that hand over the same order have nothing to settle', async () => {
  const order = await board.staff.place();
  await move(order, 'accepted', 'preparing', 'ready');
  const page = await board.open();
  await press(page, 'Hand over', '001');
  await move(order, 'completed');
  await untilSent(page);
  await ticket(page, '001').waitFor({ state: 'detached' });
});

testLong(
  'an order that another screen has moved further shows where it is now, until that was read',
  async () => {
    const order = await board.staff.place();
    const page = await board.open();
    await press(page, 'Accept', '001');
    await move(order, 'accepted', 'preparing', 'ready', 'completed');
    await untilSent(page);
    await ticket(page, '001').getByText('Handed over on another screen').waitFor();
    await page.clock.runFor(10_000);
    await ticket(page, '001').getByRole('button', { name: 'OK' }).click();
    await ticket(page, '001').waitFor({ state: 'detached' });
    await eventually(async () => expect(await statusOf(order)).toBe('completed'));
  },
);

test('a move that is refused says what is possible instead', async () => {
  const order = await board.staff.place();
  const page = await board.open();
  await answerOnce(page, order, { status: 409, code: 'wrong_status', message: 'Not allowed.' });
  await press(page, 'Accept', '001');
  await untilSent(page);
  const text = 'Accept is not possible: the order is new. Possible: Accept, Cancel.';
  await ticket(column(page, 'New'), '001').getByText(text).waitFor();
});

testLong('a move stays while the service fails, and is sent again', async () => {
  const order = await board.staff.place();
  const page = await board.open();
  await answerOnce(page, order, { status: 500, code: 'internal', message: 'Internal error.' });
  await press(page, 'Accept', '001');
  await untilSent(page);
  await ticket(column(page, 'Making'), '001').getByText('Sending…').waitFor();
  await until(page, async () => (await statusOf(order)) === 'accepted');
  await eventually(async () => expect(await movesOf(order)).toEqual(['accepted']));
});

test('a cancelled order tells the customer why, and its money goes back', async () => {
  const order = await board.staff.place({ customer: { name: 'Bob', phone: '+4915112345678' } });
  const page = await board.open();
  await page.getByRole('button', { name: 'More about order 001' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('link', { name: '+4915112345678' }).waitFor();
  await dialog.getByRole('button', { name: 'Cancel the order' }).click();
  await dialog.getByText('A test order: no money moves.').waitFor();
  await dialog.getByLabel('Another reason').check();
  await dialog.getByLabel('In your own words').fill('The machine is broken.');
  await dialog.getByRole('button', { name: 'Cancel the order' }).click();
  await ticket(page, '001').getByRole('button', { name: /^Undo/ }).waitFor();
  await untilSent(page);
  await ticket(page, '001').waitFor({ state: 'detached' });
  const { status, history } = (await board.staff.call(`GET /v1/orders/${order.id}`)).body as OrderView;
  expect([status, history[history.length - 1]?.reason]).toEqual(['cancelled', 'The machine is broken.']);
});

testLong('what was handed over by mistake comes back from Done today', async () => {
  const order = await board.staff.place();
  await move(order, 'accepted', 'preparing', 'ready', 'completed');
  // More than the API puts on a page.
  const secret = order.id.slice('O-1'.length);
  fill(board.staff, 'Orders', { last: 101, idOf: (number) => `O-${number}${secret}` });
  const page = await board.open();
  await page.getByText('Nothing to hand over.').waitFor();
  await page.keyboard.press('d');
  await page.getByRole('button', { name: 'Recall order 001' }).click();
  await ticket(column(page, 'Ready'), '001').waitFor();
  await untilSent(page);
  await eventually(async () => expect(await statusOf(order)).toBe('ready'));
});

testLong('a session that is revoked while a move waits asks to log in, and then sends the move', async () => {
  const order = await board.staff.place();
  const page = await board.open();
  await press(page, 'Accept', '001');
  await board.staff.call('DELETE /v1/auth/session', { role: 'staff' });
  await page.clock.runFor(UNDO_MS + 1_000);
  const dialog = page.getByRole('dialog', { name: 'Log in' });
  await dialog.getByText('Your session has ended').waitFor();
  await eventually(async () => expect(await statusOf(order)).toBe('placed'));
  const { email, password } = board.staff.api.people.staff;
  await dialog.getByLabel('Email address').fill(email);
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await dialog.waitFor({ state: 'detached' });
  await until(page, async () => (await statusOf(order)) === 'accepted');
  await eventually(async () => expect(await movesOf(order)).toEqual(['accepted']));
});

/** The next request about the order does not reach the API. */
async function answerOnce(
  page: Page,
  { id }: OrderView,
  error: { status: number; code: string; message: string },
): Promise<void> {
  const answer = { status: error.status, json: { error } };
  let isAnswered = false;
  // It stays: what else goes out while a route is taken away may be lost.
  await page.route(`**/v1/orders/${id}`, (route) => {
    if (isAnswered) return route.continue();
    isAnswered = true;
    return route.fulfill(answer);
  });
}

/** Lets the page's time pass in steps until this is so. */
function until(page: Page, isSo: () => boolean | Promise<boolean>): Promise<void> {
  return eventually(async () => {
    for (let step = 0; step < 10; step++) {
      if (await isSo()) return;
      await page.clock.runFor(1_000);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    throw new Error(`This is not so: ${isSo}`);
  });
}

/** In the page: whether a tap in its middle reaches it. */
function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}
