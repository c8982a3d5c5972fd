import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { Local } from '../../local/local';
import { closeWindow, openWindow, setLook } from '../harness/browser';
import { testLong } from '../harness/extent';
import { findFaults, LOOKS } from '../harness/looks';
import { startSeeded } from '../harness/seeded';
import { eventually } from '../harness/until';

const EML = 'From: Mira <mira.oduya@example.com>\r\nSubject: <b>Dropped</b> letter\r\n\r\nHello.\r\n';

let local: Local;
let page: Page;

beforeAll(async () => {
  local = await startSeeded();
  page = await openWindow({ bypassCSP: true });
});
afterAll(() => local.close());
beforeEach(async () => {
  await page.goto('about:blank');
  await page.goto(local.urls.home);
});

const view = (name: string) => page.getByRole('navigation').getByRole('link', { name }).click();
const cell = (text: string) => page.getByRole('grid').getByText(text, { exact: true });

testLong('the first case of a first start is in the sheet', async () => {
  await cell('CASE-0001').waitFor();
  await cell('mira.oduya@example.com').waitFor();
});

test('a dropped letter becomes a case when the timer is run', async () => {
  await view('Mail');
  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'letter.eml'));
    return transfer;
  }, EML);
  await page.locator('.drop').dispatchEvent('drop', { dataTransfer: dropped });
  await page.getByRole('button', { name: 'Dropped' }).waitFor();
  await view('Timers');
  await page.getByRole('button', { name: 'Run now: checkMail' }).click();
  await page.getByText(/completed/).waitFor();
  await view('Sheets');
  await cell('CASE-0002').waitFor();
  await cell('<b>Dropped</b> letter').waitFor();
});

test('a written letter arrives, and opens with its text', async () => {
  await view('Mail');
  await page.getByText('Write a message').click();
  await page.getByLabel('From').fill('someone@example.com');
  await page.getByLabel('Subject').fill('Written here');
  await page.getByLabel('Text', { exact: true }).fill('<i>not markup</i>');
  await page.getByRole('button', { name: 'Deliver' }).click();
  await page.getByRole('button', { name: 'Written here' }).click();
  await page.locator('pre', { hasText: '<i>not markup</i>' }).waitFor();
});

test('the owner types into a cell', async () => {
  const status = page.getByRole('row', { name: 'CASE-0001' }).getByRole('button', { name: /^G2/ });
  await status.dblclick();
  await page.getByLabel('Text of G2').fill('Closed');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'G2: Closed' }).waitFor();
});

testLong('a first sentence says what this is, with links that lead somewhere', async () => {
  await page.getByText('The desks on your machine').waitFor();
  const hrefs = await page
    .locator('.introduction a')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  expect(hrefs).toHaveLength(4);
  for (const href of hrefs)
    await eventually(async () =>
      expect([href, (await page.request.get(href)).status()]).not.toEqual([href, 404]),
    );
  await eventually(async () =>
    expect(await (await page.request.get(hrefs[0] ?? '')).text()).toContain('## Choose a desk'),
  );
});

describe('the keyboard in the grid', () => {
  const focusedCell = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  const at = (name: string) => page.locator(`[aria-label^="${name}: "]:focus`).waitFor();
  const press = (key: string) => page.keyboard.press(key);
  beforeEach(() => page.getByRole('button', { name: /^A2/ }).focus());

  test('the arrows, Home and End move, and Tab stops in one cell', async () => {
    await press('ArrowRight');
    await press('ArrowDown');
    await at('B3');
    await press('ArrowUp');
    await press('End');
    await press('ArrowRight');
    const last = await focusedCell();
    await press('Home');
    await press('ArrowLeft');
    await at('A2');
    expect(last).not.toBe(await focusedCell());
    await eventually(async () => expect(await page.locator('.grid button[tabindex="0"]').count()).toBe(1));
    await press('Tab');
    await eventually(async () =>
      expect(await page.evaluate(() => document.activeElement?.closest('.grid'))).toBeNull(),
    );
    await press('Shift+Tab');
    await at('A2');
  });

  testLong('a cell that was edited has the focus again, saved or not', async () => {
    await page.getByRole('button', { name: /^H2/ }).focus();
    await press('Enter');
    await page.getByLabel('Text of H2').fill('Noted');
    await press('Enter');
    await page.getByRole('button', { name: 'H2: Noted' }).waitFor();
    await at('H2');
    await press('Enter');
    await page.getByLabel('Text of H2').waitFor();
    await press('Escape');
    await at('H2');
  });

  testLong('a refresh leaves it where it is, also when the row has changed or is gone', async () => {
    const added = await page.request.put(`${local.urls.home}/_local/sheets/Cases/cells/A9?script=desk`, {
      data: { text: 'below' },
    });
    expect(added.status()).toBe(200);
    await page.getByRole('button', { name: 'A9: below' }).focus();
    await page.request.put(`${local.urls.home}/_local/sheets/Cases/cells/A9?script=desk`, {
      data: { text: '' },
    });
    await page.locator('[aria-label^="A9"]').waitFor({ state: 'detached' });
    await page.waitForFunction(() => /^A\d/.test(document.activeElement?.getAttribute('aria-label') ?? ''));
  });
});

test('what the sheet refuses is said', async () => {
  await page.getByRole('button', { name: /^G2/ }).press('Enter');
  await page.getByLabel('Text of G2').fill('Nonsense');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText(/./).waitFor();
});

test('executions tell their calls and times', async () => {
  await view('Executions');
  await page.getByText('desk checkMail').first().click();
  await page.getByText('gmail.', { exact: false }).first().waitFor();
});

testLong('stored files can be taken down', async () => {
  await view('Files');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CASE-0001_display.txt' }).click(),
  ]);
  await eventually(async () => expect(readFileSync(await download.path(), 'utf8')).toContain('E4'));
});

test('no request leaves the server, and no script but its own runs', async () => {
  const strict = await openWindow();
  const requests: string[] = [];
  const problems: string[] = [];
  strict.on('request', (request) => requests.push(new URL(request.url()).origin));
  strict.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await strict.goto(local.urls.home);
  await strict.getByText('CASE-0001').waitFor();
  expect(new Set(requests)).toEqual(new Set([local.urls.home]));
  expect(problems).toEqual([]);
  await closeWindow(strict);
});

const VIEWS = ['Sheets', 'Mail', 'Files', 'Timers', 'Executions'];

testLong.each(LOOKS)('nobody is shut out, and nothing is cut off, %s', async (_, options) => {
  await setLook(page, options);
  for (const name of VIEWS) {
    await view(name);
    await page.getByRole('heading', { name, exact: true }).waitFor();
    await page.locator('main li, main table').first().waitFor();
    await eventually(async () => expect([name, await findFaults(page)]).toEqual([name, []]));
  }
});
