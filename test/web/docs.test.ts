/** The page of the API's documentation, in a browser that holds it to its policy. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { type SeededApi, startApi } from '../harness/api';
import { openWindow } from '../harness/browser';
import { testLong } from '../harness/extent';
import { findFaults, LOOKS } from '../harness/looks';
import { eventually } from '../harness/until';

let api: SeededApi;
let page: Page;
const troubles: string[] = [];
beforeAll(async () => {
  api = await startApi();
  page = await open();
});
afterAll(() => api.close());

async function open(options: BrowserContextOptions = {}, hash = ''): Promise<Page> {
  const opened = await openWindow(options);
  opened.on('console', (message) => void troubles.push(message.text()));
  opened.on('pageerror', (error) => void troubles.push(error.message));
  await opened.goto(`${api.urls.home}/docs${hash}`);
  return opened;
}

const shown = (on = page) => on.locator('article:visible').count();
const navigation = () => page.getByRole('navigation', { name: 'Reference' });

test('a search leaves the operations that have all its words, in the navigation too, and says how many', async () => {
  const all = await shown();
  await page.keyboard.press('/');
  await page.keyboard.type('idempotency-key order');
  const found = await shown();
  expect(found).toBeGreaterThan(0);
  expect(found).toBeLessThan(all);
  await eventually(async () => expect(await page.locator('#postOrders').isVisible()).toBe(true));
  await eventually(async () => expect(await page.locator('#getHealth').isVisible()).toBe(false));
  await eventually(async () =>
    expect(await page.getByText(`${found} of ${all}`, { exact: true }).isVisible()).toBe(true),
  );
  expect(await navigation().locator('b:visible').count()).toBe(found);
  await page.keyboard.press('Escape');
  await eventually(async () => expect(await shown()).toBe(all));
});

test('sections have the names that people use, and the one that is read is open', async () => {
  await navigation().getByRole('link', { name: 'Text messages' }).click();
  await eventually(async () =>
    expect(await navigation().locator('[aria-current]').textContent()).toBe('Text messages'),
  );
  await navigation().getByRole('link', { name: 'POST Queues a message to a lead' }).click();
  await eventually(async () =>
    expect(await navigation().locator('[aria-current]').textContent()).toContain('Queues a message'),
  );
  await navigation().getByRole('link', { name: 'Creates a lead' }).waitFor({ state: 'hidden' });
});

test('an operation has its fields, and examples beside them, with the address of this host', async () => {
  const entry = page.getByRole('article', { name: 'Creates a lead and scores it' });
  await eventually(async () =>
    expect(
      await entry
        .getByRole('listitem')
        .filter({ hasText: /^\s*phone / })
        .first()
        .textContent(),
    ).toContain('International, with a leading +.'),
  );
  await entry
    .getByText(`curl "${api.urls.home}/v1/leads" \\\n  -H "Authorization: Bearer YOUR_KEY"`)
    .waitFor();
  await entry.getByText('"score": 57').waitFor();
  const [prose, examples] = await Promise.all(
    ['.prose', '.examples'].map((part) => entry.locator(part).boundingBox()),
  );
  expect(examples?.y).toBe(prose?.y);
  expect(examples?.x).toBeGreaterThan((prose?.x ?? 0) + (prose?.width ?? 0));
});

test('a key fills the examples, stays in the tab, and is sent to nobody', async () => {
  const requests: string[] = [];
  page.on('request', (request) => void requests.push(request.url()));
  const first = page.locator('#getLeads pre.curl');
  const key = page.getByLabel('Your key');
  await key.fill('no key "; rm');
  expect(await key.evaluate((field: HTMLInputElement) => field.validationMessage)).toBe(
    'A key has no spaces and no quotes.',
  );
  expect(await first.textContent()).toContain('Bearer YOUR_KEY');
  await key.fill('sk_1_abc');
  await page.reload();
  await eventually(async () => expect(await first.textContent()).toContain('Bearer sk_1_abc'));
  expect(await page.getByLabel('Your key').inputValue()).toBe('sk_1_abc');
  expect(await page.evaluate(() => [localStorage.length, document.cookie])).toEqual([0, '']);
  expect(requests).toEqual([`${api.urls.home}/docs`]);
});

test('what is copied is the example in the language that was chosen', async () => {
  const entry = page.locator('#getLeads');
  await entry.getByRole('button', { name: 'TypeScript' }).click();
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => void Object.assign(globalThis, { copied: text });
  });
  await entry.getByRole('button', { name: 'Copy' }).click();
  await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor({ state: 'attached' });
  const copied = await page.evaluate(() => (globalThis as { copied?: string }).copied);
  expect(copied).toContain(`await fetch("${api.urls.home}/v1/leads`);
  expect(copied).toContain('Authorization: "Bearer sk_1_abc"');
  await eventually(async () => expect(await page.locator('pre.curl:visible').count()).toBe(0));
});

testLong('a parameter says what it means, and what its values stand for', async () => {
  const pageSize = page
    .locator('#getLeads li')
    .filter({ hasText: /^\s*pageSize / })
    .first();
  await eventually(async () =>
    expect(await pageSize.textContent()).toContain(
      'How many entries a page has. 25 by default and at most 100; as CSV 1000 by default and at most.',
    ),
  );
});

test('an event has its headers, its fields and an example, and no request', async () => {
  const entry = page.locator('#onLeadUpdated');
  await navigation().getByRole('link', { name: 'Webhook events' }).click();
  await navigation().getByRole('link', { name: 'POST lead.updated' }).click();
  await entry.getByText('webhook-signature', { exact: true }).waitFor();
  await entry.getByText('Fields of data').click();
  await entry.getByText('creditScore', { exact: true }).waitFor();
  await entry.getByText('"type": "lead.updated"').waitFor();
  await eventually(async () => expect(await entry.getByRole('button').count()).toBe(0));
});

testLong('without scripts all is there but search, buttons and the address of the host', async () => {
  const opened = await open({ javaScriptEnabled: false });
  expect(await shown(opened)).toBe(await shown());
  expect(await opened.getByRole('searchbox').isVisible()).toBe(false);
  await opened.getByText('"https://api.example.com/v1/leads"').first().waitFor();
  await opened.close();
});

testLong.each(LOOKS)('axe finds nothing, and nothing is cut off, %s', async (_, options) => {
  const opened = await open({ ...options, bypassCSP: true });
  for (const entry of await opened.locator('#postOrders details').all())
    await entry.evaluate((one) => one.setAttribute('open', ''));
  await eventually(async () => expect(await findFaults(opened)).toEqual([]));
  await opened.close();
});

test('the browser has nothing against the page', () => {
  expect(troubles).toEqual([]);
});
