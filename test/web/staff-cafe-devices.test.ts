import type { Page } from 'playwright-core';
import type { CreatedDevice } from '../../src/cafe/devices';
import { testLong } from '../harness/extent';
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

async function openWindow(role: Role, fragment = '#/devices', options = {}): Promise<StaffPage> {
  const window = await staff.open(role, fragment, options);
  opened.push(window);
  return window;
}

async function openLoggedOut(fragment = '#/orders', options = {}): Promise<Page> {
  const window = await staff.openLoggedOut(fragment, options);
  opened.push(window);
  return window.page;
}

/** With a session of its own, which the test may end. */
async function logIn(page: Page, role: Role): Promise<void> {
  await page.getByLabel('Email address').fill(staff.api.people[role].email);
  await page.getByLabel('Password').fill(staff.api.people[role].password);
  await page.getByLabel('Stay logged in until this tab is closed').check();
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

async function add(name: string): Promise<{ id: string; token: string }> {
  const asked = { role: 'manager' as const, body: { name } };
  const { id, token } = (await staff.call('POST /v1/cafes/C-1/devices', asked)).body as CreatedDevice;
  return { id, token: token ?? '' };
}

/** The cafe's tablet, on a page of its. */
async function openTablet(token: string, fragment: string): Promise<Page> {
  const page = await openLoggedOut(fragment);
  await page.getByText('Log in as a tablet').click();
  await page.getByLabel('Tablet token').fill(token);
  await page.getByRole('button', { name: 'Use this token' }).click();
  await page.getByRole('banner').waitFor();
  return page;
}

const revoke = (id: string) => staff.call(`DELETE /v1/devices/${id}`, { role: 'manager' });
const kept = (page: Page) =>
  page.evaluate(() => ({ ...sessionStorage, ...localStorage }) as Record<string, string>);
const mine = (token: string) => staff.call('GET /v1/auth/session', { token });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Log in' });
const deviceRow = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

test('a manager makes this screen the tablet, and is logged out of it', async () => {
  const page = await openLoggedOut('#/devices');
  await logIn(page, 'manager');
  await page.getByLabel('Name').fill('Counter');
  const { session = '' } = await kept(page);
  await page.getByRole('button', { name: 'Use this screen as the tablet' }).click();
  await page.waitForURL(/#\/orders$/);
  const after = await kept(page);
  expect(after).toMatchObject({ device: expect.stringMatching(/^dt_/) });
  expect(after).not.toHaveProperty('session');
  await page.reload();
  await page.locator('.state', { hasText: 'Open' }).waitFor();
  await eventually(async () =>
    expect((await mine(after.device ?? '')).body).toMatchObject({ user: { role: 'device', cafeId: 'C-1' } }),
  );
  await eventually(async () => expect((await mine(session)).status).toBe(401));
});

testLong('a tablet shows the orders, what is sold out and the takings, and no other page', async () => {
  const page = await openTablet((await add('Kitchen')).token, '#/devices');
  await page.waitForURL(/#\/orders$/);
  await page.getByRole('button', { name: /^Today/ }).waitFor();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const links = page.getByRole('navigation').getByRole('link');
  await eventually(async () => expect(await links.allTextContents()).toEqual(['Orders', 'Sold out']));
});

testLong('the token of another tablet is shown once, and logs it in', async () => {
  const { page } = await openWindow('manager');
  await page.getByLabel('Name').fill('Window');
  await page.getByRole('button', { name: 'Add another tablet' }).click();
  const field = page.getByLabel('Token for Window');
  await field.waitFor();
  const token = await field.inputValue();
  await deviceRow(page, 'Window').getByText('by you').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.reload();
  await deviceRow(page, 'Window').waitFor();
  expect(await page.content()).not.toContain(token);
  await (await openTablet(token, '')).locator('.state', { hasText: 'Open' }).waitFor();
});

test('a token that is no tablet’s is refused, and kept nowhere', async () => {
  const page = await openLoggedOut();
  await page.getByText('Log in as a tablet').click();
  for (const [token, reason] of [
    ['abc', 'This is not a tablet token.'],
    [staff.api.tokens.staff, 'This is not a tablet token.'],
    ['dt_1_nonsense', 'token'],
  ] as const) {
    await page.getByLabel('Tablet token').fill(token);
    await page.getByRole('button', { name: 'Use this token' }).click();
    await page.getByRole('alert').getByText(reason).waitFor();
    await eventually(async () => expect(Object.values(await kept(page))).not.toContain(token));
  }
});

test('a tablet is revoked only after a question', async () => {
  const { id, token } = await add('Terrace');
  const { page } = await openWindow('manager');
  const ask = page.getByRole('button', { name: 'Revoke Terrace' });
  await ask.click();
  const question = page.getByRole('dialog', { name: 'Revoke Terrace?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await eventually(async () => expect((await mine(token)).status).toBe(200));
  await ask.click();
  await question.getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('Terrace revoked').waitFor();
  await deviceRow(page, 'Terrace').waitFor({ state: 'detached' });
  await eventually(async () => expect((await mine(token)).status).toBe(401));
  expect((await revoke(id)).status).toBe(404);
});

test('a revoked tablet says so; whoever of the cafe logs in goes on where it was', async () => {
  const { id, token } = await add('Bar');
  const page = await openTablet(token, '#/menu');
  await page.getByLabel('Search the menu').fill('espr');
  await revoke(id);
  await page.getByRole('switch', { name: 'Espresso' }).click();
  await dialog(page).getByText('This tablet has been removed.').waitFor();
  await eventually(async () => expect(await kept(page)).not.toHaveProperty('device'));
  const saved = page.waitForResponse((response) => response.url().includes('/v1/menu/') && response.ok());
  await logIn(page, 'staff');
  await saved;
  await page.getByRole('switch', { name: 'Espresso', checked: false }).waitFor();
  await eventually(async () => expect(await dialog(page).count()).toBe(0));
  await eventually(async () => expect(await page.getByLabel('Search the menu').inputValue()).toBe('espr'));
});

testLong('what was typed is sent after the next log-in where the session had ended', async () => {
  const page = await openLoggedOut('#/devices');
  await logIn(page, 'manager');
  const name = page.getByLabel('Name');
  await name.fill('Half a na');
  const { session = '' } = await kept(page);
  await staff.call('DELETE /v1/auth/session', { token: session });
  // Not with the mouse: a poll may have opened the dialog above it already.
  await page.getByRole('button', { name: 'Add another tablet' }).dispatchEvent('click');
  await dialog(page).getByText('Your session has ended.').waitFor();
  await page.keyboard.press('Escape');
  await eventually(async () => expect(await dialog(page).isVisible()).toBe(true));
  await eventually(async () => expect(await name.inputValue()).toBe('Half a na'));
  await logIn(page, 'manager');
  await page.getByLabel('Token for Half a na').waitFor();
  await eventually(async () => expect(await dialog(page).count()).toBe(0));
});

testLong('a session that ends while somebody types gives text and focus back', async () => {
  const page = await openLoggedOut('#/menu');
  await logIn(page, 'staff');
  await page.getByLabel('Search the menu').fill('espr');
  const { session = '' } = await kept(page);
  await staff.call('DELETE /v1/auth/session', { token: session });
  await page.clock.fastForward(61_000);
  await dialog(page).waitFor();
  // A browser lets nobody keep a dialog open against two of them, nor against a tablet's way back.
  for (const key of ['Escape', 'Escape', 'Escape']) await page.keyboard.press(key);
  await logIn(page, 'staff');
  await page.locator('input[type=search]:focus').waitFor();
  await page.keyboard.type('esso');
  await eventually(async () => expect(await page.getByRole('switch').count()).toBe(1));
});

test('with somebody else’s session the page begins anew, and nothing is saved as theirs', async () => {
  const page = await openLoggedOut('#/menu');
  await logIn(page, 'staff');
  await page.getByRole('switch', { name: 'Flat white' }).waitFor();
  const { session = '' } = await kept(page);
  const written: string[] = [];
  // It ends while the change is on its way: a poll before the click would put the dialog over the switch.
  await page.route('**/v1/**', async (route) => {
    if (route.request().method() === 'PATCH') await staff.call('DELETE /v1/auth/session', { token: session });
    await route.fallback();
  });
  await page.getByRole('switch', { name: 'Flat white' }).click();
  await dialog(page).waitFor();
  await page.unroute('**/v1/**');
  page.on('request', (request) => request.method() === 'PATCH' && written.push(request.url()));
  await logIn(page, 'agent');
  await page.waitForURL(/#\/leads$/);
  await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor();
  expect(written).toEqual([]);
});

testLong('a tablet asks before it is logged out, and is revoked by it', async () => {
  const { token } = await add('Old tablet');
  const page = await openTablet(token, '#/orders');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.locator('#page-menu').getByRole('button', { name: 'Log out' }).click();
  const question = page.getByRole('dialog', { name: 'Log this tablet out?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await eventually(async () => expect((await mine(token)).status).toBe(200));
  await page.locator('#page-menu').getByRole('button', { name: 'Log out' }).click();
  const ended = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await question.getByRole('button', { name: 'Log out' }).click();
  await page.getByLabel('Email address').waitFor();
  await ended;
  await eventually(async () => expect((await mine(token)).status).toBe(401));
});

testLong('staff have no page of tablets', async () => {
  const { page } = await openWindow('staff');
  await page.waitForURL(/#\/orders$/);
});

testLong('script and markup in the name of a tablet stay text', async () => {
  const name = XSS.slice(0, 3).join('').slice(0, 80);
  await add(name);
  const { page } = await openWindow('manager');
  await page.getByRole('listitem').locator('b', { hasText: name }).waitFor();
  await page.getByRole('button', { name: `Revoke ${name}` }).click();
  await page
    .getByRole('dialog')
    .getByRole('heading', { name: `Revoke ${name}?` })
    .waitFor();
  await eventually(async () =>
    expect(await page.locator('#app :is(script, img, iframe, style, [onload], [onerror])').count()).toBe(0),
  );
});

testLong('the menu works by keyboard, and gives the focus back', async () => {
  const { page } = await openWindow('manager');
  const button = page.getByRole('button', { name: 'Menu', exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.locator('a:focus', { hasText: 'Orders' }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('button:focus[popovertarget=page-menu]').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/menu$/);
  await page.locator('main:focus').waitFor();
  await eventually(async () => expect(await page.title()).toBe('Sold out · Sheetdesk'));
});

test('the cafe’s pages are dark, the others as the system has it, until somebody chooses', async () => {
  const { page } = await openWindow('admin', '#/menu', { colorScheme: 'light' });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await ground();
  await page.goto(page.url().replace('#/menu', '#/leads'));
  await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor();
  const light = await ground();
  expect(light).not.toBe(dark);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByLabel('Colors').selectOption('Dark');
  await eventually(async () => expect(await ground()).toBe(dark));
  await page.reload();
  await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor();
  await eventually(async () => expect(await ground()).toBe(dark));
});

testLong(
  'test mode that is turned off is off on the page within minutes, and a test key is no less a test',
  async () => {
    staff.api.enter({ testMode: 'yes' });
    const { page } = await openWindow('agent', '#/leads');
    await page.getByText('Test mode: texts may be simulated.').waitFor();
    staff.api.enter({ testMode: 'no' });
    await page.clock.fastForward(301_000);
    await page.locator('.test-mode').waitFor({ state: 'detached' });
    const board = await openWindow('staff', '#/orders');
    await board.page.getByText('Test mode: no money moves.').waitFor();
  },
);

testLong.each(LOOKS)('axe finds nothing to complain about %s, and nothing is cut off', async (_, options) => {
  await add('Counter');
  const { page, violations } = await openWindow('manager', '#/devices', options);
  const ask = page.getByRole('button', { name: 'Revoke Counter' }).first();
  await ask.waitFor();
  await eventually(async () =>
    expect([...(await violations()), ...(await findWidth(page.mainFrame()))]).toEqual([]),
  );
  await ask.click();
  await eventually(async () => expect(await violations()).toEqual([]));
  const loggedOut = await staff.openLoggedOut('', options);
  opened.push(loggedOut);
  await loggedOut.page.getByText('Log in as a tablet').click();
  const width = await findWidth(loggedOut.page.mainFrame());
  await eventually(async () => expect([...(await loggedOut.violations()), ...width]).toEqual([]));
});

test.each([
  ['not ticked', false],
  ['ticked', true],
])('a person’s token is kept in the tab where they tick that, and nowhere else: %s', async (_, isKept) => {
  const { page, close } = await staff.openLoggedOut();
  const { email, password } = staff.api.people.agent;
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(password);
  if (isKept) await page.getByLabel('Stay logged in until this tab is closed').check();
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('banner').waitFor();
  const { tab, browser } = await tokensIn(page);
  expect([tab, browser]).toEqual([isKept ? [expect.stringMatching(/^st_/)] : [], []]);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Log in', exact: true }).waitFor();
  await eventually(async () => expect(await tokensIn(page)).toEqual({ tab: [], browser: [], cookies: '' }));
  await close();
});

/** What looks like a token, wherever a page may put one. */
function tokensIn(page: Page): Promise<{ tab: string[]; browser: string[]; cookies: string }> {
  return page.evaluate(() => {
    const tokens = (storage: Storage) =>
      Object.values({ ...storage }).filter((text) => /[sd]t_\d/.test(text));
    return { tab: tokens(sessionStorage), browser: tokens(localStorage), cookies: document.cookie };
  });
}

const PAGE_OF_PROXY = { status: 401, contentType: 'text/html', body: '<h1>Sign in to the network</h1>' };
const BUSY = {
  status: 503,
  headers: { 'retry-after': '1' },
  json: { error: { status: 503, code: 'unavailable', message: 'Busy.', retryAfter: 1 } },
};

describe('a tablet keeps its token', () => {
  async function openTablet() {
    const { body } = await staff.call('POST /v1/cafes/C-1/devices', {
      role: 'manager',
      body: { name: 'Counter' },
    });
    const { token } = body as { token: string };
    const tablet = await staff.openLoggedOut();
    await tablet.page.evaluate((kept) => localStorage.setItem('device', kept), token);
    return { ...tablet, token };
  }

  const answers: [string, object][] = [
    ['a busy service', BUSY],
    ['a page of a proxy', PAGE_OF_PROXY],
    ['a proxy that finds no server', { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }],
  ];

  testLong.each(answers)('and opens later where it starts with %s', async (_, answer) => {
    const { page, token, close } = await openTablet();
    await page.route('**/v1/auth/session', (route) => route.fulfill(answer), { times: 1 });
    await page.reload();
    await page.getByText('The service is busy. Trying again…').waitFor();
    await page.getByRole('banner').waitFor();
    await eventually(async () => expect((await tokensIn(page)).browser).toEqual([token]));
    await close();
  });

  testLong('where a proxy answers in place of the API', async () => {
    const { page, token, close } = await openTablet();
    await page.reload();
    await page.getByRole('banner').waitFor();
    let answered = 0;
    await page.route('**/v1/cafes/C-1/orders*', (route) => {
      answered += 1;
      return answered === 1 ? route.fulfill(PAGE_OF_PROXY) : route.fallback();
    });
    await page.waitForResponse((response) => response.url().includes('/orders') && response.ok());
    expect(answered).toBeGreaterThan(1);
    await eventually(async () => expect((await tokensIn(page)).browser).toEqual([token]));
    await eventually(async () => expect(await page.getByRole('dialog', { name: 'Log in' }).count()).toBe(0));
    await close();
  });
});
