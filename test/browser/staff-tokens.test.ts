import type { Page } from 'playwright-core';
import { spread, testLong } from '../harness/extent';
import { type Staff, startStaff } from '../harness/staff-page';
import { eventually } from '../harness/until';

let staff: Staff;
beforeAll(async () => {
  staff = await startStaff();
});
afterAll(() => staff.close());

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

  test.each(spread(answers, 1))('and opens later where it starts with %s', async (_, answer) => {
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
