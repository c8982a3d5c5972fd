import type { Page, Route } from 'playwright-core';
import type { OrderView } from '../../src/cafe/orders/order-view';
import { testLong } from '../harness/extent';
import { painted } from '../harness/looks';
import { ticket, useBoard } from '../harness/staff-board';
import { eventually } from '../harness/until';
import { XSS } from '../harness/xss';

const MINUTE_MS = 60_000;
/** What Stripe says once something is wrong comes as an event of its own. */
const REFUND_FAILS = 'pm_card_refundFail';
const DISPUTED = 'pm_card_createDispute';

const board = useBoard('manager');

function move({ id }: OrderView, body: object) {
  return board.staff.call(`PATCH /v1/orders/${id}`, { role: 'manager', body });
}

test('a ticket names its number, customer, lines, options and notes, with nothing cut off', async () => {
  const flatWhite = {
    menuItemId: 'I-1',
    quantity: 2,
    options: [{ option: 'Milk', choice: 'Oat' }],
    note: 'extra hot',
  };
  const name = 'Marguerite Antoinette de la Fontaine-Dubois-Montgomery'.repeat(2);
  const note = `Allergic to nuts. ${'verylongword'.repeat(20)}`;
  await board.staff.place({
    items: [flatWhite, { menuItemId: 'I-3' }],
    customer: { name: name.slice(0, 100) },
    note,
  });
  const page = await board.open();
  await ticket(page, '001').waitFor();
  await eventually(async () =>
    expect(await ticket(page, '001').locator('.lines').innerText()).toBe(
      '2 × Flat white Oat\n\nextra hot\n\n1 × Croissant',
    ),
  );
  await ticket(page, '001').getByText(note).waitFor();
  await ticket(page, '001').getByText(name.slice(0, 100)).waitFor();
  await eventually(async () => expect(await cutOff(page)).toEqual([]));
});

test('the age of an order is said in words once it is due soon, and late, until it is ready', async () => {
  await board.staff.place();
  const ready = await board.staff.place();
  for (const status of ['accepted', 'preparing', 'ready']) await move(ready, { status });
  const page = await board.open();
  await ticket(page, '001').waitFor();
  await eventually(async () =>
    expect(
      await ticket(page, '001')
        .getByText(/late|soon/)
        .count(),
    ).toBe(0),
  );
  await page.clock.fastForward(5 * MINUTE_MS);
  await ticket(page, '001').getByText('due soon', { exact: true }).waitFor();
  await page.clock.fastForward(3 * MINUTE_MS);
  await ticket(page, '001').getByText('late', { exact: true }).waitFor();
  expect(await ticket(page, '002').getByText('late').count()).toBe(0);
});

testLong(
  'an order for a later time is begun when its time comes, counts down to it, and is late from then on',
  async () => {
    await board.staff.place({ pickupAt: new Date(Date.now() + 30 * MINUTE_MS).toISOString() });
    await board.staff.place();
    const page = await board.open();
    await page.getByRole('button', { name: 'Later (1)' }).click();
    const drawer = page.getByRole('dialog', { name: 'Later' });
    await drawer.getByText(/^Pickup .*\d\d:\d\d$/).waitFor();
    await drawer.getByRole('button', { name: 'Close' }).click();
    expect(await page.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(['002']);
    await page.clock.fastForward(20 * MINUTE_MS);
    await ticket(page, '001')
      .getByText(/^in \d:|^in 0?9:\d\d|^in 10:00/)
      .waitFor();
    await eventually(async () =>
      expect(
        await ticket(page, '001')
          .getByText(/late|soon/)
          .count(),
      ).toBe(0),
    );
    await page.clock.fastForward(10 * MINUTE_MS);
    await ticket(page, '001').getByText('late', { exact: true }).waitFor();
  },
);

test('a tap on a line ticks it off on every screen, and takes the tick back', async () => {
  const { id } = await board.staff.place({ items: [{ menuItemId: 'I-2' }, { menuItemId: 'I-3' }] });
  const doneAt = async () => {
    const { body } = await board.staff.call(`GET /v1/orders/${id}`, { role: 'staff' });
    return (body as OrderView).items.map((line) => line.doneAt);
  };
  const page = await board.open();
  const line = page.getByRole('button', { name: '1 × Croissant' });
  await line.click();
  await eventually(async () => expect(await doneAt()).toEqual([null, expect.any(String)]));
  expect(await line.getAttribute('aria-pressed')).toBe('true');
  await board.staff.call(`PATCH /v1/orders/${id}`, {
    role: 'manager',
    body: { items: [{ line: 0, isDone: true }] },
  });
  await page.clock.runFor(5_000);
  await page.getByRole('button', { name: '1 × Espresso', pressed: true }).click();
  await eventually(async () => expect(await doneAt()).toEqual([null, expect.any(String)]));
});

testLong(
  'lines that are ticked off without a connection, and an order that is hurried, are saved when it is back',
  async () => {
    for (let at = 0; at < 2; at++) await board.staff.place();
    const page = await board.open();
    await ticket(page, '002').waitFor();
    await page.context().setOffline(true);
    await ticket(page, '001').getByRole('button', { name: '1 × Espresso' }).click();
    await page.getByRole('button', { name: 'More about order 002' }).click();
    await page.getByRole('button', { name: 'Make it the next one' }).click();
    const numbers = () => page.getByRole('heading', { level: 3 }).allInnerTexts();
    await eventually(async () => expect(await numbers()).toEqual(['002', '001']));
    await page.context().setOffline(false);
    const told = async () => {
      const { body } = await board.staff.call('GET /v1/cafes/C-1/orders', { role: 'staff' });
      return (body as { data: OrderView[] }).data.map(({ items, hurriedAt }) => [
        items[0]?.doneAt,
        hurriedAt,
      ]);
    };
    await eventually(async () => {
      await page.clock.runFor(5_000);
      expect(await told()).toEqual([
        [null, expect.any(String)],
        [expect.any(String), null],
      ]);
    });
  },
);

testLong('a station sees what it makes, what others still make of it, and all that is ready', async () => {
  await board.staff.place({ items: [{ menuItemId: 'I-2' }, { menuItemId: 'I-3' }] });
  await board.staff.place({ items: [{ menuItemId: 'I-3' }] });
  await move(await board.staff.place({ items: [{ menuItemId: 'I-3' }] }), { status: 'accepted' });
  const ready = await board.staff.place({ items: [{ menuItemId: 'I-3' }] });
  for (const status of ['accepted', 'preparing', 'ready']) await move(ready, { status });
  const page = await board.open();
  await ticket(page, '003').waitFor();
  await page.getByRole('button', { name: 'View' }).click();
  await page.getByLabel('Coffee').check();
  const numbers = () => page.getByRole('heading', { level: 3 }).allInnerTexts();
  await eventually(async () => expect(await numbers()).toEqual(['001', '004']));
  await ticket(page, '001').getByText('Others make: 1 × Croissant').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'View: Coffee' }).waitFor();
});

testLong('every status stands in its column with its own next step', async () => {
  const statuses = ['accepted', 'preparing', 'ready'];
  for (const count of [0, 1, 2, 3]) {
    const order = await board.staff.place();
    for (const status of statuses.slice(0, count)) await move(order, { status });
  }
  const page = await board.open();
  await ticket(page, '004').waitFor();
  const steps = await page
    .locator('.column')
    .evaluateAll((columns) =>
      columns.map((column) => [...column.querySelectorAll('.next')].map((button) => button.ariaLabel)),
    );
  expect(steps).toEqual([
    ['Accept order 001'],
    ['Start order 002', 'Ready order 003'],
    ['Hand over order 004'],
  ]);
  await ticket(page, '002').getByText('Accepted').waitFor();
  await ticket(page, '003').getByText('In progress').waitFor();
});

testLong('trouble with the money of an order is a line that says what to do', async () => {
  const [part, whole] = [await board.staff.place(), await board.staff.place()];
  await board.staff.place({}, DISPUTED);
  const refused = await board.staff.place({}, REFUND_FAILS);
  const { refunds } = board.staff.stripe.client;
  await refunds.create({ payment_intent: part.payment.intentId ?? '', amount: 100 });
  await refunds.create({ payment_intent: whole.payment.intentId ?? '' });
  await move(refused, { status: 'cancelled', reason: 'Sold out' });
  await until(refused, { refunded: refused.total });
  const [failing] = (await refunds.list({ payment_intent: refused.payment.intentId ?? '' })).data;
  await board.staff.stripe.settle(failing?.id ?? '');
  await until(refused, { refundError: expect.any(String) });
  await until(whole, { refunded: whole.total });
  const page = await board.open();
  await ticket(page, '001').getByText('€1.00 of €2.50 was refunded.').waitFor();
  await ticket(page, '002').getByText('€2.50 was refunded: ask the manager before you make it.').waitFor();
  await ticket(page, '003').getByText('The customer disputes the payment: tell the manager.').waitFor();
  await page.getByRole('button', { name: 'Done today 1 with payment problems' }).click();
  await page.getByText('Refund failed: tell the customer and refund them another way.').waitFor();
  // A refund may fail days after the order.
  await page.route('**/orders?status=completed*', showAsOld);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Done today 1 with payment problems' }).click();
  await page.getByText('Cancelled 3 Nov 2025, ').waitFor();
});

/** Answers with orders that have ended long ago. */
async function showAsOld(route: Route): Promise<void> {
  const { 'if-none-match': _, ...headers } = route.request().headers();
  const response = await route.fetch({ headers });
  const list = (await response.json()) as { data: OrderView[] };
  for (const { history } of list.data) for (const step of history) step.at = '2025-11-03T12:00:00.000Z';
  await route.fulfill({ response, json: list });
}

testLong('hostile texts in every field of an order stay texts', async () => {
  const strangers: string[] = [];
  const flatWhite = (note: string) => ({
    menuItemId: 'I-1',
    note,
    options: [{ option: 'Milk', choice: 'Oat' }],
  });
  const texts = XSS.filter((text) => text.length <= 100);
  for (let at = 0; at < texts.length; at += 20)
    await board.staff.place({
      items: texts.slice(at, at + 20).map((text) => flatWhite(text)),
      customer: { name: texts[at], email: 'a@example.com' },
      note: texts.slice(at, at + 5).join('\n'),
    });
  const page = await board.open();
  page.on('dialog', (dialog) => {
    strangers.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(board.staff.api.urls.home)) strangers.push(request.url());
  });
  await ticket(page, '001').waitFor();
  const notes = await page.locator('.lines .note').allTextContents();
  expect(notes.sort()).toEqual(texts.map((text) => text.trim()).sort());
  await page.getByRole('button', { name: 'More about order 001' }).click();
  await page.getByRole('dialog').getByText('History').waitFor();
  await page.getByRole('button', { name: 'Cancel the order' }).click();
  await page.getByLabel('Another reason').check();
  await page.getByLabel('In your own words').fill(texts[0] ?? '');
  await page.getByRole('button', { name: 'Cancel the order' }).click();
  await page.clock.runFor(4_000);
  await ticket(page, '001').waitFor({ state: 'detached' });
  await page.keyboard.press('d');
  await page.getByRole('dialog').getByText('Cancelled').waitFor();
  await painted(page.mainFrame());
  await eventually(async () =>
    expect(
      await page
        .locator(
          '#app :is(script, style, img, iframe, object, embed, link, form[action], [onerror], [onload])',
        )
        .count(),
    ).toBe(0),
  );
  expect(strangers).toEqual([]);
});

test('new orders sound every ten seconds until somebody touches the screen, once a tap has turned sound on, beside the board too', async () => {
  const page = await board.open();
  await page.getByText('No new orders.').waitFor();
  await page.evaluate(countNotes);
  await page.getByText('Tap for sound').waitFor();
  await page.getByText('No new orders.').click();
  await page.getByText('Tap for sound').waitFor({ state: 'detached' });
  await board.staff.place();
  await page.clock.runFor(5_100);
  await ticket(page, '001').waitFor();
  await eventually(async () => expect(await notes(page)).toBe(2));
  await eventually(async () => expect(await ticket(page, '001').getAttribute('data-new')).toBe('true'));
  await page.clock.runFor(20_000);
  await eventually(async () => expect(await notes(page)).toBe(6));
  await ticket(page, '001').getByText('Ada').click();
  await page.clock.runFor(30_000);
  await eventually(async () => expect(await notes(page)).toBe(6));
  await eventually(async () => expect(await ticket(page, '001').getAttribute('data-new')).toBe('false'));
  await page.getByRole('link', { name: 'Sold out' }).click();
  await board.staff.place();
  await page.clock.runFor(5_100);
  await page.getByRole('link', { name: 'Orders (2 new)' }).waitFor();
  await eventually(async () => expect(await notes(page)).toBe(8));
});

testLong('who comes to the board sees its bar, however many orders there are', async () => {
  await board.staff.place();
  const page = await board.open({ viewport: { width: 1180, height: 320 } });
  await ticket(page, '001').waitFor();
  await page.getByRole('link', { name: 'Sold out' }).click();
  await page.getByRole('link', { name: 'Orders (1 new)' }).click();
  await page.locator('#content:focus').waitFor();
  await eventually(async () => expect(await page.evaluate(() => scrollY)).toBe(0));
});

testLong('the second tap of two does not move the ticket that has come into its place', async () => {
  await board.staff.place();
  await board.staff.place();
  const page = await board.open();
  await page.getByRole('button', { name: 'Accept order 001' }).dblclick();
  await page.getByRole('region', { name: 'Making (1)' }).waitFor();
  await painted(page.mainFrame());
  await eventually(async () => expect(await page.getByRole('region', { name: 'New (1)' }).count()).toBe(1));
});

test('keys move between tickets and columns, and cancel with a reason', async () => {
  for (const status of ['', '', 'accepted']) {
    const order = await board.staff.place();
    if (status) await move(order, { status });
  }
  const page = await board.open();
  await ticket(page, '003').waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.ariaLabel);
  const seen: (string | null | undefined)[] = [];
  for (const key of ['j', 'ArrowDown', 'k', 'ArrowRight', 'ArrowLeft']) {
    await page.keyboard.press(key);
    seen.push(await focused());
  }
  expect(seen).toEqual([
    'Accept order 001',
    'Accept order 002',
    'Accept order 001',
    'Start order 003',
    'Accept order 001',
  ]);
  await page.keyboard.press('c');
  await page.getByRole('dialog', { name: 'Cancel order 001' }).getByLabel('It was not picked up.').check();
  await page.keyboard.press('Enter');
  await ticket(page, '001').getByText('Cancelled').waitFor();
  await page.keyboard.press('z');
  await page.getByRole('button', { name: 'Accept order 001' }).waitFor();
});

testLong(
  'the focus stays with a ticket that moves on the board, and comes back to one whose move is undone',
  async () => {
    const orders: OrderView[] = [];
    for (let at = 0; at < 4; at++) orders.push(await board.staff.place());
    const [first, , third] = orders as [OrderView, OrderView, OrderView];
    const page = await board.open();
    await ticket(page, '004').waitFor();
    const numbers = () => page.getByRole('heading', { level: 3 }).allInnerTexts();
    const focused = (label: string) =>
      eventually(async () =>
        expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe(label),
      );
    const seen = (order: string[]) =>
      eventually(async () => {
        await page.clock.runFor(1_000);
        expect(await numbers()).toEqual(order);
      });
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await focused('Accept order 003');
    // Within its column: each of two goes past the other.
    await move(third, { isHurried: true });
    await seen(['003', '001', '002', '004']);
    await focused('Accept order 003');
    await move(third, { isHurried: false });
    await seen(['001', '002', '003', '004']);
    await focused('Accept order 003');
    // To another column, by another screen.
    await move(third, { status: 'accepted' });
    await seen(['001', '002', '004', '003']);
    await focused('Start order 003');
    await page.keyboard.press('ArrowLeft');
    await focused('Accept order 001');
    await page.keyboard.press('Enter');
    await focused('Accept order 002');
    await page.keyboard.press('z');
    await focused('Accept order 001');
    // What is tapped beside all buttons has the focus no more.
    await page.getByRole('banner').click({ position: { x: 2, y: 2 } });
    await move(first, { status: 'accepted' });
    await seen(['002', '004', '001', '003']);
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  },
);

test('the board is accessible and fits in dark, in light and on a phone', async () => {
  await board.staff.place({ note: 'no sugar' });
  const late = await board.staff.place({}, DISPUTED);
  await until(late, { dispute: expect.any(String) });
  await move(late, { status: 'accepted' });
  const page = await board.open();
  await ticket(page, '002').waitFor();
  await page.getByRole('button', { name: 'Accept order 001' }).click();
  await page.clock.fastForward(3_000);
  await eventually(async () => expect(await board.window.faults()).toEqual([]));
  await eventually(async () => expect(await small(page)).toEqual([]));
  await page.evaluate(() => document.documentElement.setAttribute('data-colors', 'light'));
  await eventually(async () => expect(await board.window.violations()).toEqual([]));
  await page.getByRole('button', { name: 'More about order 002' }).click();
  const history = page.getByRole('dialog').locator('.history');
  await eventually(async () => expect(await history.innerText()).toMatch(/Accepted by (Staff|Manager)/));
  await eventually(async () => expect(await board.window.faults()).toEqual([]));
  await eventually(async () => expect(await small(page)).toEqual([]));
  await page.getByRole('button', { name: 'Cancel the order' }).click();
  await eventually(async () => expect(await board.window.faults()).toEqual([]));
});

testLong('the board is accessible with forced colors', async () => {
  await board.staff.place({ note: 'no sugar' });
  const page = await board.open({ forcedColors: 'active' });
  await ticket(page, '001').waitFor();
  await eventually(async () => expect(await board.window.violations()).toEqual([]));
});

testLong.each([360, 768, 1024, 1920, 3840])('the board fits into a width of %i', async (width) => {
  for (let at = 0; at < 3; at++) await board.staff.place({ note: 'x'.repeat(100) });
  const page = await board.open({ viewport: { width, height: 800 } });
  await ticket(page, '003').waitFor();
  await eventually(async () => expect(await cutOff(page)).toEqual([]));
  const fits = () => document.documentElement.scrollWidth <= innerWidth;
  await eventually(async () => expect(await page.evaluate(fits)).toBe(true));
});

/** Until what Stripe says of its money has been taken in. */
function until({ id }: OrderView, expected: Partial<OrderView['payment']>): Promise<void> {
  return eventually(async () => {
    await board.staff.api.run(board.staff.api.scripts.api, 'deliverOutbox');
    await board.staff.stripe.settled();
    const { body } = await board.staff.call(`GET /v1/orders/${id}`, { role: 'manager' });
    expect((body as OrderView).payment).toMatchObject(expected);
  });
}

/** Texts on the board that are smaller than 18 px. */
function small(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent?.checkVisibility() || !node.textContent?.trim()) continue;
      const size = Number.parseFloat(getComputedStyle(parent).fontSize);
      if (size < 18) found.push(`${size} px: ${node.textContent}`);
    }
    return found;
  });
}

/** Elements of tickets whose text does not fit into them. */
function cutOff(page: Page): Promise<string[]> {
  return page
    .locator('.ticket, .ticket *')
    .evaluateAll((elements) =>
      elements
        .filter(
          (one) =>
            one.clientWidth > 0 &&
            (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1),
        )
        .map((one) => one.outerHTML.slice(0, 80)),
    );
}

/** In the page: a sound that nobody hears. */
function countNotes(): void {
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (this: OscillatorNode, when) {
    document.body.dataset.notes = String(Number(document.body.dataset.notes ?? 0) + 1);
    start.call(this, when);
  };
}

async function notes(page: Page): Promise<number> {
  return Number(await page.locator('body').getAttribute('data-notes'));
}
