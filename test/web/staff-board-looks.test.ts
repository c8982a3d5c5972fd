import type { Locator } from 'playwright-core';
import type { OrderView } from '../../src/cafe/orders/order-view';
import { testLong } from '../harness/extent';
import { ticket, useBoard } from '../harness/staff-board';
import { eventually } from '../harness/until';

const DAY_MS = 24 * 60 * 60_000;
const PHONE = { viewport: { width: 360, height: 740 } };
/** What Stripe says once something is wrong comes as an event of its own. */
const DISPUTED = 'pm_card_createDispute';

const board = useBoard('staff');

async function move({ id }: OrderView, ...statuses: string[]): Promise<void> {
  for (const status of statuses)
    await board.staff.call(`PATCH /v1/orders/${id}`, { role: 'manager', body: { status } });
}

async function boxOf(element: Locator): Promise<{ top: number; bottom: number; height: number }> {
  return element.evaluate((one) => {
    const { top, bottom, height } = one.getBoundingClientRect();
    return { top, bottom, height };
  });
}

/** Whether a tap in its middle reaches it. */
function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  return top !== null && element.contains(top);
}

testLong('the hint about sound lies over no order', async () => {
  for (let at = 0; at < 4; at++) await board.staff.place();
  const page = await board.open(PHONE);
  await ticket(page, '004').waitFor();
  const hint = await boxOf(page.getByText('Tap for sound'));
  expect(hint.bottom).toBeLessThanOrEqual((await boxOf(ticket(page, '001'))).top);
  await ticket(page, '003').getByText('Espresso').click();
  await page.getByText('Tap for sound').waitFor({ state: 'detached' });
});

testLong('who works by keys sees the whole ticket, below what stays in sight', async () => {
  for (let at = 0; at < 6; at++) await board.staff.place({ note: 'One\nTwo\nThree\nFour' });
  const page = await board.open({ viewport: { width: 640, height: 700 } });
  await ticket(page, '006').waitFor();
  for (const key of ['j', 'j', 'j', 'j', 'j', 'k', 'k', 'k', 'k']) {
    await page.keyboard.press(key);
    const [focused, columns] = [
      await boxOf(page.locator('.ticket:focus-within')),
      await boxOf(page.getByRole('group', { name: 'Columns' })),
    ];
    expect(focused.top).toBeGreaterThanOrEqual(columns.bottom);
    expect(focused.bottom).toBeLessThanOrEqual(700);
  }
});

testLong('nothing lies where a screen has round corners or a notch', async () => {
  for (let at = 0; at < 12; at++) await board.staff.place();
  const page = await board.open({ viewport: { width: 1180, height: 500 } });
  const devtools = await page.context().newCDPSession(page);
  const insets = { top: 24, bottom: 20, left: 60, right: 60 };
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets });
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await eventually(async () => {
    const boxes = await page
      .locator('.ticket, .bar > .icon, .tools')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().toJSON()));
    expect(boxes.length).toBeGreaterThan(12);
    const outside = boxes.filter(
      ({ left, right, top }) => left < insets.left || right > width - insets.right || top < insets.top,
    );
    expect(outside).toEqual([]);
  });
  const line = page.getByText(/more below/);
  const { bottom, padding } = await line.evaluate((one) => ({
    bottom: one.getBoundingClientRect().bottom,
    padding: Number.parseFloat(getComputedStyle(one).paddingBottom),
  }));
  expect([bottom, padding]).toEqual([height, insets.bottom]);
  await devtools.detach();
});

testLong('a name has the whole width of its ticket where it does not fit beside the number', async () => {
  const order = await board.staff.place({ customer: { name: 'Anna Lena Fischer-Weber' } });
  await move(order, 'accepted', 'preparing', 'ready');
  const page = await board.open();
  await ticket(page, '001').waitFor();
  await eventually(async () =>
    expect((await boxOf(ticket(page, '001').getByText('Anna Lena'))).height).toBeLessThan(30),
  );
});

testLong('the headings of the columns stay in sight however far one has scrolled', async () => {
  const [, , , , ready] = await Promise.all([1, 2, 3, 4, 5].map(() => board.staff.place()));
  if (ready) await move(ready, 'accepted', 'preparing', 'ready');
  const page = await board.open({ viewport: { width: 1180, height: 320 } });
  await page.getByRole('heading', { name: 'New (4)' }).waitFor();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  for (const name of ['New (4)', 'Ready (1)'])
    await eventually(async () =>
      expect(await page.getByRole('heading', { name }).evaluate(isOnTop)).toBe(true),
    );
});

testLong('a board that has not loaded its orders does not say that there are none', async () => {
  await board.staff.place();
  const page = await board.open();
  await ticket(page, '001').waitFor();
  await page.route('**/v1/cafes/C-1/orders*', () => {});
  await page.reload();
  await page.getByRole('heading', { name: 'New', exact: true }).waitFor();
  await page.getByText('Loading the orders…').first().waitFor();
  expect(await page.getByText(/Nothing to make|\(0\)/).count()).toBe(0);
});

test('an order for another day says which', async () => {
  const at = new Date(Date.now() + 3 * DAY_MS);
  await board.staff.place({ pickupAt: at.toISOString() });
  const page = await board.open();
  const weekday = at.toLocaleDateString('en-GB', { weekday: 'short', timeZone: 'Europe/Berlin' });
  await page.getByRole('button', { name: 'Later (1)' }).click();
  await page
    .getByRole('dialog')
    .getByText(new RegExp(`^Pickup ${weekday}.* \\d\\d:\\d\\d$`))
    .waitFor();
});

testLong('who cancels an order goes on where the reasons are', async () => {
  await board.staff.place();
  const page = await board.open();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('value'));
  await ticket(page, '001').waitFor();
  await page.getByRole('button', { name: 'More about order 001' }).click();
  await page.getByRole('button', { name: 'Cancel the order…' }).click();
  await eventually(async () => expect(await focused()).toBe('Something you ordered is sold out.'));
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('c');
  await eventually(async () => expect(await focused()).toBe('Something you ordered is sold out.'));
});

testLong('an order that is opened in the moment in which another is closed stays open', async () => {
  await board.staff.place();
  const page = await board.open();
  await ticket(page, '001').waitFor();
  await page.getByRole('button', { name: 'More about order 001' }).click();
  await page.getByRole('dialog', { name: 'Order 001' }).waitFor();
  // The browser says that a dialog was closed only after the next key.
  await page.evaluate(() => {
    document.querySelector<HTMLDialogElement>('dialog[open]')?.close();
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', bubbles: true }));
  });
  const dialog = page.getByRole('dialog', { name: 'Cancel order 001' });
  await dialog.getByLabel('It was not picked up.').check();
  await dialog.getByRole('button', { name: 'Keep the order' }).click();
  await dialog.waitFor({ state: 'detached' });
});

testLong(
  'on a phone a column whose orders were moved elsewhere says that there is something to read',
  async () => {
    const order = await board.staff.place();
    const page = await board.open(PHONE);
    await page.getByRole('button', { name: 'Accept order 001' }).click();
    await move(order, 'accepted', 'preparing');
    const answered = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.clock.runFor(4_000);
    await answered;
    await page.getByRole('button', { name: 'Making (1) to read' }).click();
    await ticket(page, '001').getByRole('button', { name: 'OK' }).click();
    await page.getByRole('button', { name: 'Making (1)', exact: true }).waitFor();
  },
);

test('what is done has the orders with money trouble at its top', async () => {
  const troubled = await board.staff.place({}, DISPUTED);
  const other = await board.staff.place();
  for (const order of [troubled, other]) await move(order, 'accepted', 'preparing', 'ready', 'completed');
  await untilDisputed(troubled);
  const page = await board.open();
  await page.getByRole('button', { name: 'Done today 1 with payment problems' }).click();
  const numbers = page.getByRole('dialog').locator('.number');
  await eventually(async () => expect(await numbers.allInnerTexts()).toEqual(['001', '002']));
});

async function untilDisputed({ id }: OrderView): Promise<void> {
  for (;;) {
    await board.staff.api.run(board.staff.api.scripts.api, 'deliverOutbox');
    await board.staff.stripe.settled();
    const { body } = await board.staff.call(`GET /v1/orders/${id}`, { role: 'manager' });
    if ((body as OrderView).payment.dispute !== null) return;
  }
}

test('a busy service says how many changes wait', async () => {
  await board.staff.place();
  const page = await board.open();
  await ticket(page, '001').waitFor();
  const answer = {
    status: 503,
    headers: { 'retry-after': '20' },
    json: { error: { status: 503, code: 'unavailable', message: 'Busy.', retryAfter: 20 } },
  };
  await page.route('**/v1/orders/*', (route) => route.fulfill(answer));
  await page.getByRole('button', { name: 'Accept order 001' }).click();
  await page.clock.runFor(4_000);
  await page.getByText('The service is busy, 1 change waiting. Trying again…').waitFor();
});

testLong('a board that is opened without a connection says that nothing is lost', async () => {
  await board.staff.place();
  const page = await board.open();
  await ticket(page, '001').waitFor();
  await page.route('**/v1/**', (route) => route.abort());
  await page.reload();
  await page
    .getByText('This page opens by itself once the connection is back. Nothing you did here is lost.')
    .waitFor();
});

/** In the page: paper that keeps the words of what is printed. */
function keepPrinted(): void {
  const papers: string[] = [];
  Object.assign(window, { papers });
  window.print = () => {
    papers.push(document.querySelector<HTMLElement>('.slip')?.textContent ?? '');
    dispatchEvent(new Event('afterprint'));
  };
}

testLong(
  'an order is printed by its button, and each that is accepted where the screen is told to',
  async () => {
    const items = [{ menuItemId: 'I-1', options: [{ option: 'Milk', choice: 'Oat' }], note: 'extra hot' }];
    for (const name of ['Ada', 'Ben']) await board.staff.place({ items, customer: { name } });
    const page = await board.open();
    await page.evaluate(keepPrinted);
    const papers = () => page.evaluate(() => Reflect.get(window, 'papers'));
    await page.getByRole('button', { name: 'More about order 001' }).click();
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await eventually(async () =>
      expect(await papers()).toEqual([expect.stringMatching(/^001Ada.*1 × Flat white Oatextra hot$/)]),
    );
    await page.getByLabel('Print each order that is accepted on this screen').check();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Accept order 002' }).click();
    await eventually(async () =>
      expect(await papers()).toEqual([expect.anything(), expect.stringMatching(/^002Ben/)]),
    );
  },
);

testLong('beside the clock stands how long the orders of the last hour took', async () => {
  for (let at = 0; at < 2; at++)
    await move(await board.staff.place(), 'accepted', 'preparing', 'ready', ...(at ? ['completed'] : []));
  const page = await board.open();
  await page.getByText(/^avg \d+, max \d+ min$/).waitFor();
  await page.clock.fastForward(61 * 60_000);
  await page.getByText(/^avg/).waitFor({ state: 'detached' });
});

testLong('when the network is back the orders to be made are read before all else', async () => {
  await board.staff.place();
  const page = await board.open();
  await ticket(page, '001').waitFor();
  await page.context().setOffline(true);
  await page.clock.runFor(6_000);
  await page.getByText(/^Offline since/).waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).search));
  await page.context().setOffline(false);
  await eventually(async () => expect(asked).toContain(''));
  expect(asked[0]).toMatch(/^\?status=placed,/);
});
