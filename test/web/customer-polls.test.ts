/** How often the page of an order asks, and what it says while nobody answers. */
import type { Page, Route } from 'playwright-core';
import { addScript, closeWindow } from '../harness/browser';
import { type Customers, startCustomers } from '../harness/customer-page';
import { spread, testLong } from '../harness/extent';
import { eventually } from '../harness/until';

const MINUTE = 60_000;

let customers: Customers;
let page: Page;
beforeAll(async () => {
  customers = await startCustomers();
});
afterAll(() => customers.close());
afterEach(() => closeWindow(page));

/** A request of the page by the page's own clock, epoch ms. */
interface Asked {
  path: string;
  at: number;
  answeredAt?: number;
  ifNoneMatch: string | undefined;
}

async function open(id: string): Promise<void> {
  await openUnanswered(id);
  await page.getByRole('heading', { name: 'Corner Cafe' }).waitFor();
  await stopTime();
}

async function openUnanswered(id: string, answer?: (route: Route) => Promise<void>): Promise<void> {
  page = await customers.open('');
  await addScript(page, recordRequests);
  if (answer) await page.route('**/v1/**', answer);
  await page.goto(`${customers.staff.api.urls.home}/o/${id}`);
  await answered();
}

/** From now on only the test lets it pass. */
async function stopTime(): Promise<void> {
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 5_000);
}

/** In the page, before its script. */
function recordRequests(): void {
  const asked: Asked[] = [];
  const own = window.fetch;
  Object.assign(window, { asked });
  window.fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    const one: Asked = {
      path: String(input),
      at: Date.now(),
      ifNoneMatch: headers.get('if-none-match') ?? undefined,
    };
    asked.push(one);
    try {
      return await own(input, init);
    } finally {
      one.answeredAt = Date.now();
    }
  };
}

/** The requests for the order so far, once all have been answered. */
async function answered(): Promise<Asked[]> {
  const all = await eventually(async () => {
    const asked = await page.evaluate<Asked[]>('asked');
    expect(asked).not.toEqual([]);
    expect(asked.filter(({ answeredAt }) => answeredAt === undefined)).toEqual([]);
    return asked;
  });
  return all.filter(({ path }) => path.startsWith('/v1/orders/'));
}

/** How many seconds pass between an answer and the next request. */
async function nextPause(): Promise<number> {
  const before = await answered();
  for (let passed = 0; passed < 5 * MINUTE; passed += 500) {
    await page.clock.runFor(500);
    const after = await answered();
    if (after.length > before.length)
      return Math.round(((after.at(-1)?.at ?? 0) - (before.at(-1)?.answeredAt ?? 0)) / 1_000);
  }
  throw new Error('The page has asked nothing for five minutes.');
}

/** Whether somebody looks at the page. */
async function setHidden(isHidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}

async function complete(id: string): Promise<void> {
  for (const status of ['accepted', 'preparing', 'ready', 'completed'])
    await customers.staff.call(`PATCH /v1/orders/${id}`, { role: 'staff', body: { status } });
}

const bar = () => page.locator('.problem-bar');

test('the page asks 15 seconds after an answer, after 20 minutes every 30, and only for what has changed', async () => {
  const { id } = await customers.staff.place();
  await open(id);
  expect([await nextPause(), await nextPause()]).toEqual([15, 15]);
  await page.clock.fastForward(20 * MINUTE);
  await nextPause();
  expect([await nextPause(), await nextPause()]).toEqual([30, 30]);
  const [first, ...others] = await answered();
  expect(first?.ifNoneMatch).toBeUndefined();
  expect(new Set(others.map((one) => one.ifNoneMatch))).toEqual(new Set(['"v2"']));
  await eventually(async () =>
    expect(
      (await page.evaluate<Asked[]>('asked')).filter(({ path }) => path === '/v1/cafes/C-1'),
    ).toHaveLength(1),
  );
});

test('a page that nobody looks at asks nothing, and at once when it is seen again', async () => {
  const { id } = await customers.staff.place();
  await open(id);
  await setHidden(true);
  const before = await answered();
  await page.clock.runFor(10 * MINUTE);
  await eventually(async () => expect(await answered()).toEqual(before));
  await setHidden(false);
  await page.clock.runFor(1);
  await eventually(async () => expect(await answered()).toHaveLength(before.length + 1));
});

testLong('an order that ended an hour ago is asked for only when the page is seen again', async () => {
  const { id } = await customers.staff.place();
  await complete(id);
  await open(id);
  expect(await nextPause()).toBe(15);
  await page.clock.fastForward(61 * MINUTE);
  const last = await answered();
  await page.clock.runFor(10 * MINUTE);
  await eventually(async () => expect(await answered()).toEqual(last));
  await setHidden(false);
  await page.clock.runFor(1);
  await eventually(async () => expect(await answered()).toHaveLength(last.length + 1));
});

test('without a connection a bar says since when, and the order stays; with one again it is asked for at once', async () => {
  const { id } = await customers.staff.place();
  await open(id);
  await page.context().setOffline(true);
  await nextPause();
  await eventually(async () =>
    expect(await bar().innerText()).toMatch(/^Offline. Last updated at \d\d:\d\d\.$/),
  );
  await eventually(async () =>
    expect(await page.getByRole('heading', { name: 'Order received' }).isVisible()).toBe(true),
  );
  await customers.staff.call(`PATCH /v1/orders/${id}`, { role: 'staff', body: { status: 'accepted' } });
  await page.context().setOffline(false);
  await page.clock.runFor(1);
  await page.getByRole('heading', { name: 'Order accepted' }).waitFor();
  await eventually(async () => expect(await bar().innerText()).toBe(''));
});

testLong('a page that opens without a connection says so, and shows the order later', async () => {
  const { id } = await customers.staff.place();
  const lose = (route: Route) => route.abort();
  await openUnanswered(id, lose);
  await bar().getByText('No connection. Trying again…').waitFor();
  await stopTime();
  await page.unroute('**/v1/**', lose);
  expect(await nextPause()).toBe(15);
  await page.getByRole('heading', { name: 'Order received' }).waitFor();
});

test.each(spread([429, 503], 1))(
  'after %d the page asks when Retry-After says, also if it is seen before',
  async (status) => {
    const { id } = await customers.staff.place();
    await open(id);
    const refuse = (route: Route) =>
      route.fulfill({ status, headers: { 'retry-after': '90' }, json: { error: { message: 'Later' } } });
    await page.route('**/v1/orders/*', refuse);
    await nextPause();
    await bar().getByText('The service is busy. Trying again…').waitFor();
    await page.unroute('**/v1/orders/*', refuse);
    await setHidden(true);
    await setHidden(false);
    expect(await nextPause()).toBe(90);
    await bar().getByText('The service is busy').waitFor({ state: 'hidden' });
  },
);

testLong.each([
  ['an error', { status: 500, json: { error: { message: 'Internal error' } } }, 'could not be updated'],
  ['the page of a hotel', { status: 200, body: '<h1>Accept our terms</h1>' }, 'Offline'],
])('%s instead of the order leaves what was shown', async (_, answer, said) => {
  const { id } = await customers.staff.place();
  await open(id);
  await page.route('**/v1/orders/*', (route) => route.fulfill(answer));
  expect(await nextPause()).toBe(15);
  await bar().getByText(said).waitFor();
  await eventually(async () =>
    expect(await page.getByRole('heading', { name: 'Order received' }).isVisible()).toBe(true),
  );
});

testLong.each(['O-1-abcdefghijklmnopqrstuv', '%3Cscript%3E', '..%2F..%2Fv1%2Fhealth'])(
  'an address without an order says so, and nothing more is asked: %s',
  async (id) => {
    await openUnanswered(id);
    await page.getByRole('alert').getByText('No order found').waitFor();
    const before = await answered();
    await page.clock.runFor(5 * MINUTE);
    await eventually(async () => expect(await answered()).toEqual(before));
  },
);

testLong('however many customers look at an order, the script is asked once in five seconds', async () => {
  const { id } = await customers.staff.place();
  const { executions } = customers.staff.api;
  const before = executions.length;
  const asked = () => executions.slice(before).filter((execution) => execution.function === 'doPost').length;
  const pages = await Promise.all(Array.from({ length: 4 }, () => customers.open(id)));
  page = pages[0] as Page;
  await Promise.all(pages.map((one) => one.getByRole('heading', { name: 'Corner Cafe' }).waitFor()));
  // The order, and its cafe where no other customer has just asked for it.
  expect([1, 2]).toContain(asked());
  await Promise.all(pages.slice(1).map(closeWindow));
});
