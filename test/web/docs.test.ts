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

const shown = (on = page) => on.locator('details:visible').count();

test('a search leaves the operations that have all its words, and says how many', async () => {
  const all = await shown();
  await page.keyboard.press('/');
  await page.keyboard.type('idempotency-key order');
  const found = await shown();
  expect(found).toBeGreaterThan(0);
  expect(found).toBeLessThan(all);
  await eventually(async () => expect(await page.locator('#postOrders').isVisible()).toBe(true));
  await eventually(async () => expect(await page.locator('#getHealth').isVisible()).toBe(false));
  await eventually(async () =>
    expect(await page.getByRole('status').textContent()).toBe(`${found} of ${all}`),
  );
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await eventually(async () => expect(await shown()).toBe(all));
});

test('an operation opens by keyboard: its fields, a line for the shell, an example', async () => {
  const entry = page.locator('#postLeads');
  await entry.locator('summary').focus();
  await page.keyboard.press('Enter');
  const [request] = await entry.getByRole('table', { name: 'Fields' }).all();
  const phone = request?.getByRole('row', { name: /^phone / });
  await eventually(async () =>
    expect(await phone?.textContent()).toContain('International, with a leading +.'),
  );
  await eventually(async () =>
    expect(await request?.getByRole('row', { name: /^creditScore/ }).textContent()).toContain(
      'at most 80 characters',
    ),
  );
  await entry.getByText(/^curl "\$API\/v1\/leads" -H "Authorization: Bearer \$KEY"/).waitFor();
  await entry.getByText('"score": 57').waitFor();
});

testLong('a parameter says what it means, and what its values stand for', async () => {
  const named = { name: /^pageSize in the query/, includeHidden: true };
  const pageSize = page.locator('#getLeads').getByRole('row', named);
  await eventually(async () =>
    expect(await pageSize.textContent()).toContain(
      'How many entries a page has. 25 by default and at most 100; as CSV 1000 by default and at most.',
    ),
  );
});

test('an event has its headers, its fields and an example, and no line for the shell', async () => {
  const entry = page.locator('#onLeadUpdated');
  await entry.locator('summary').click();
  await entry.getByRole('row', { name: /^webhook-signature in the header, required/ }).waitFor();
  await entry.getByRole('row', { name: /^data\.creditScore required/ }).waitFor();
  await entry.getByText('"type": "lead.updated"').waitFor();
  await eventually(async () => expect(await entry.getByText('curl').count()).toBe(0));
});

testLong('an address with the name of an operation opens it', async () => {
  const opened = await open({}, '#getLeadsById');
  await eventually(async () =>
    expect(await opened.locator('#getLeadsById').getAttribute('open')).not.toBeNull(),
  );
  await opened.close();
});

testLong('without scripts all is there but the search', async () => {
  const opened = await open({ javaScriptEnabled: false });
  await eventually(async () =>
    expect(await opened.locator('details').count()).toBe(await page.locator('details').count()),
  );
  await eventually(async () => expect(await opened.getByRole('searchbox').isVisible()).toBe(false));
  await opened.close();
});

testLong.each(LOOKS)('axe finds nothing, and nothing is cut off, %s', async (_, options) => {
  const opened = await open({ ...options, bypassCSP: true });
  for (const id of ['#getLeads', '#postOrders', '#postMessagingWebhook'])
    await opened.locator(id).evaluate((entry) => entry.setAttribute('open', ''));
  await eventually(async () => expect(await findFaults(opened)).toEqual([]));
  await opened.close();
});

test('the browser has nothing against the page', () => {
  expect(troubles).toEqual([]);
});
