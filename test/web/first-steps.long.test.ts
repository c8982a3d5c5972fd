import type { FrameLocator, Page } from 'playwright-core';
import type { Local } from '../../local/local';
import { startSetUpSheet } from '../api-sheet/api-sheet';
import { closeWindow, openWindow } from '../harness/browser';
import { findFaults } from '../harness/looks';
import { startUntouched } from '../harness/seeded';
import { eventually } from '../harness/until';

let local: Local;
let page: Page;
let sidebar: FrameLocator;

beforeEach(async () => {
  local = await startUntouched();
  page = await openWindow({ bypassCSP: true });
  await page.goto(local.urls.home);
  sidebar = page
    .frameLocator('iframe[title="First steps"]')
    .frameLocator('#sandboxFrame')
    .frameLocator('#userHtmlFrame');
});
afterEach(async () => {
  await closeWindow(page);
  await local.close();
});

const status = () => sidebar.getByRole('status');
const item = (name: string) =>
  sidebar.getByRole('listitem').filter({ has: sidebar.getByRole('heading', { name }) });
const cell = (text: string) => page.getByRole('grid').getByText(text, { exact: true });

test('Set up of the case desk shows the steps beside the sheet, from a sender to the first check', async () => {
  await page.getByRole('button', { name: 'Set up' }).click();
  await sidebar.getByText('Read your mail: without it mail is not read.').waitFor();
  await sidebar.getByText('Show a sidebar').waitFor();
  const sender = sidebar.getByLabel('Email address, or a domain');
  await sender.fill('a@b@c');
  await sender.press('Enter');
  await item('Senders').getByRole('alert').getByText('not a valid email address').waitFor();
  expect(await sender.getAttribute('aria-invalid')).toBe('true');
  await sender.fill('<i>@example.com');
  await sender.press('Enter');
  await item('Senders').getByRole('alert').getByText('<i>@example.com').waitFor();
  await sender.fill('mira.oduya@example.com');
  await sender.press('Enter');
  await status().getByText('mira.oduya@example.com is tracked.').waitFor();
  await sidebar.getByRole('heading', { name: /Senders to track done/ }).waitFor();
  await sidebar.getByRole('button', { name: 'Check mail now' }).click();
  await status().getByText('No new mail.').waitFor();
  await sidebar.getByRole('heading', { name: /First check done/ }).waitFor();
  const link = sidebar.getByRole('link');
  expect(await link.getAttribute('href')).toBe(local.urls.desk);
  const frame = page.frames().at(-1);
  if (!frame) throw new Error('There is no sidebar.');
  await eventually(async () => expect(await findFaults(page, frame)).toEqual([]));
});

test('Set up of the API shows the steps of both desks, to a key and to a first order', async () => {
  await page.getByRole('button', { name: 'Sheet1' }).last().click();
  await page.getByRole('button', { name: 'Set up' }).click();
  const boss = item('Yourself');
  await boss.getByRole('textbox').fill('boss@example.com');
  await boss.getByRole('button').click();
  await status()
    .getByText(/Password: \S+/)
    .waitFor();
  await sidebar.getByRole('button', { name: 'Create key' }).click();
  await status()
    .getByText(/API key: \S+/)
    .waitFor();

  await sidebar.getByLabel('Name', { exact: true }).fill('=1+1 <b>Corner</b>');
  await sidebar.getByLabel('Currency').fill('euros!');
  await sidebar.getByLabel('Time zone').fill('Europe/Berlin');
  await sidebar.getByRole('button', { name: 'Add cafe' }).click();
  await sidebar.getByText('currency must be three letters such as EUR (got "euros!").').waitFor();
  await sidebar.getByLabel('Currency').fill('EUR');
  await sidebar.getByRole('button', { name: 'Add cafe' }).click();
  await status().getByText('C-1 is in the Cafes tab.').waitFor();
  await sidebar.getByText('=1+1 <b>Corner</b> is C-1 in the Cafes tab.').waitFor();

  await sidebar.getByLabel('Item').fill('Latte');
  await sidebar.getByLabel('Price').fill('much');
  await sidebar.getByRole('button', { name: 'Add item' }).click();
  await sidebar.getByText('price must be an amount such as 3.80 (got "much").').waitFor();
  await sidebar.getByLabel('Price').fill('3.80');
  await sidebar.getByRole('button', { name: 'Add item' }).click();
  await status().getByText('Latte is in the Menu tab.').waitFor();

  const manager = item('Manager');
  await manager.getByRole('textbox').fill('boss@example.com');
  await manager.getByRole('button').click();
  await manager.getByRole('alert').getByText('already belongs to the user U-1').waitFor();
  await manager.getByRole('textbox').fill('ana@example.com');
  await manager.getByRole('button').click();
  await status()
    .getByText(/Password: \S+/)
    .waitFor();
  await sidebar.getByRole('button', { name: 'Place a test order' }).click();
  await status().getByText('The order is in the Orders tab').waitFor();
  await page.getByRole('button', { name: 'Orders' }).click();
  await cell('draft').waitFor();

  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByText('The API is ready').waitFor();
  expect(await page.locator('iframe').count()).toBe(0);
});

test.each<[string, unknown, string]>([
  ['toString', {}, 'There is no such step. Close the sidebar and open it again.'],
  ['permissions', {}, 'There is no such step. Close the sidebar and open it again.'],
  ['cafe', null, 'name is required.'],
  [
    'cafe',
    { name: 'Corner', currency: 'EUR', timeZone: { a: 1 } },
    'timeZone must be a time zone such as Europe/Berlin (got "[object Object]").',
  ],
  ['item', { name: 'Latte', price: '3.80' }, 'First add the cafe.'],
  ['manager', { email: 'ana@example.com' }, 'First add the cafe.'],
  ['order', undefined, 'First add the cafe and an item.'],
  ['key', { name: 'Website' }, 'First add yourself.'],
])('the step %s with %j is refused, and nothing is written', async (step, typed, error) => {
  await local.run(local.scripts.api, 'setUp', [], { kind: 'menu' });
  const { returned } = await local.run(local.scripts.api, 'takeFirstStep', [step, typed], {
    kind: 'page function',
  });
  expect(JSON.parse(returned?.kind === 'value' ? (returned.json ?? '') : '')).toMatchObject({
    ok: false,
    error,
  });
  const rows = local.services.spreadsheets.grid(local.scripts.api.spreadsheetId);
  for (const { name, cells } of rows)
    if (['Users', 'Keys', 'Cafes', 'Menu', 'Orders'].includes(name))
      expect([name, cells.length]).toEqual([name, 1]);
});

test('without its permission the item First steps has Google ask for it', async () => {
  for (const name of ['desk', 'api'] as const) {
    const script = local.scripts[name];
    await local.run(script, 'setUp', [], { kind: 'menu' });
    local.services.grants.limit(
      script,
      script.manifest.oauthScopes.filter((scope) => !scope.endsWith('container.ui')),
    );
    const { dialogs } = await local.run(script, 'firstSteps', [], { kind: 'menu' });
    expect(dialogs.shown).toMatchObject([
      { kind: 'consent', scopes: ['https://www.googleapis.com/auth/script.container.ui'] },
    ]);
  }
});

test('the first order is paid within two minutes, in test mode', async () => {
  const sheet = await startSetUpSheet();
  const script = sheet.local.scripts.api;
  for (const args of [
    ['cafe', { name: 'Corner', currency: 'EUR', timeZone: 'Europe/Berlin' }],
    ['item', { name: 'Latte', price: '3.80' }],
    ['order', {}],
  ])
    await sheet.local.run(script, 'takeFirstStep', args, { kind: 'page function' });
  expect(sheet.rowsOf('Orders')[1]).toContain('draft');
  await sheet.timersWithin(2 * 60_000);
  expect(sheet.rowsOf('Orders')[1]).toContain('placed');
  await sheet.close();
});
