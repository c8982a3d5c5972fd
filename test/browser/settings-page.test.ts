import { readFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions, FrameLocator, Page } from 'playwright-core';
import type { Local } from '../../local/local';
import { launchBrowser } from '../harness/browser';
import { startSeeded } from '../harness/seeded';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

let local: Local;
let browser: Browser;

beforeAll(async () => {
  [local, browser] = await Promise.all([startSeeded(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await local.close();
});

/** The owner's page stands in two frames, as on Google. */
async function openPage(options: BrowserContextOptions = {}): Promise<{ page: Page; desk: FrameLocator }> {
  const page = await (await browser.newContext({ ...options, bypassCSP: true })).newPage();
  page.setDefaultTimeout(8_000);
  await page.goto(local.urls.desk);
  const desk = page.frameLocator('iframe').frameLocator('iframe');
  await desk.getByLabel('Tracked senders').waitFor();
  return { page, desk };
}

const tracked = () =>
  local.services.spreadsheets.rows(local.scripts.desk.spreadsheetId, 'Settings')[0]?.value;

test('the owner tracks another sender', async () => {
  const { page, desk } = await openPage();
  await desk.getByLabel('Tracked senders').fill('mira.oduya@example.com\nanna@customer.example');
  await desk.getByRole('button', { name: 'Save' }).click();
  await desk.getByText('Saved. It applies at the next check.').waitFor();
  expect(tracked()).toBe('mira.oduya@example.com\nanna@customer.example');
  await page.reload();
  await expect(desk.getByLabel('Tracked senders').inputValue()).resolves.toContain('anna@customer.example');
  await page.context().close();
});

test('an address that is none is refused in words, and nothing is saved', async () => {
  const before = tracked();
  const { page, desk } = await openPage();
  await desk.getByLabel('Tracked senders').fill('nobody');
  await desk.getByRole('button', { name: 'Save' }).click();
  await desk.getByRole('alert').getByText('"nobody" is not a valid email address').waitFor();
  expect(tracked()).toBe(before);
  await page.context().close();
});

test.each<[string, BrowserContextOptions]>([
  ['in light', { colorScheme: 'light' }],
  ['in dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 360, height: 640 } }],
])('axe finds nothing to complain about %s', async (_, options) => {
  const { page } = await openPage(options);
  const [frame] = page.frames().slice(-1);
  await frame?.evaluate(AXE);
  const violations = await frame?.evaluate(
    'axe.run().then(({ violations }) => violations.map(({ id }) => id))',
  );
  expect(violations).toEqual([]);
  await page.context().close();
});
