import { type DeskPage, type Pages, startPages } from '../harness/desk-page';
import { testLong } from '../harness/extent';
import { watchCalls } from '../harness/page-calls';
import { eventually } from '../harness/until';

let pages: Pages;
let opened: DeskPage;
beforeAll(async () => {
  pages = await startPages();
});
afterAll(() => pages.close());
beforeEach(async () => {
  opened = await pages.open('#/');
  await opened.desk.locator('main:focus').waitFor();
});
afterEach(async () => {
  await opened.desk.evaluate(() => localStorage.clear());
  await opened.close();
});

const press = (key: string) => opened.page.keyboard.press(key);
const help = () => opened.desk.getByRole('dialog', { name: 'Keyboard shortcuts' });
const openHelp = () => opened.desk.getByRole('button', { name: 'Keyboard shortcuts' }).click();
const closeHelp = () => help().getByRole('button', { name: 'Close' }).click();
const letters = () => opened.desk.getByRole('checkbox', { name: 'Single-letter shortcuts' });
const heading = (name: string) => opened.desk.getByRole('heading', { name, exact: true });

test('nothing happens behind the open list of shortcuts', async () => {
  await press('?');
  await help().waitFor();
  await press('g');
  await press('s');
  await closeHelp();
  await press('?');
  await help().waitFor();
  await eventually(async () => expect(await heading('Settings').count()).toBe(0));
});

test('single-letter shortcuts can be turned off, and stay off after a reload', async () => {
  await openHelp();
  await letters().click();
  await eventually(async () => expect(await help().getByText('Go to the settings').count()).toBe(0));
  await closeHelp();
  await press('g');
  await press('s');
  await press('?');
  await opened.reload();
  await opened.desk.locator('main:focus').waitFor();
  await press('g');
  await press('s');
  await press('?');
  await eventually(async () => expect(await help().isVisible()).toBe(false));
  await openHelp();
  await letters().click();
  await closeHelp();
  await press('g');
  await press('s');
  await heading('Settings').waitFor();
});

testLong('the settings turn them off, too, and other keys keep working', async () => {
  await opened.go('#/settings');
  await heading('Settings').waitFor();
  await letters().click();
  await heading('Settings').click();
  await press('?');
  await opened.go('#/');
  await opened.desk.locator('main a[href*=CASE-0001]').first().focus();
  await press('Enter');
  await opened.at('#/case/CASE-0001');
  await eventually(async () => expect(await help().isVisible()).toBe(false));
});

testLong('a browser that keeps nothing turns them off until the page is closed', async () => {
  await opened.desk.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('refused', 'SecurityError');
    };
  });
  await openHelp();
  await letters().click();
  await closeHelp();
  await press('?');
  await eventually(async () => expect(await help().isVisible()).toBe(false));
});

test('Shift and a letter are one key, whatever Caps Lock does', async () => {
  const calls = await watchCalls(opened.page);
  const reloads = () => calls.made.filter((name) => name === 'searchCases').length;
  await opened.desk.getByText('CASE-0001').first().waitFor();
  const type = (key: string, shiftKey: boolean) =>
    opened.desk.evaluate(
      (init) => document.body.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true })),
      { key, shiftKey },
    );
  await type('R', false);
  await calls.settled();
  expect(reloads()).toBe(0);
  await type('r', true);
  await eventually(async () => expect(reloads()).toBe(1));
});

testLong('the list spells Shift and the letter as two keys', async () => {
  await openHelp();
  await eventually(async () => expect(await help().getByRole('term').allTextContents()).toContain('Shift+r'));
});
