import { type DeskPage, type Pages, startPages } from '../harness/desk-page';
import { testLong } from '../harness/extent';
import { findWidth, LOOKS } from '../harness/looks';
import { watchCalls } from '../harness/page-calls';
import { eventually } from '../harness/until';

let pages: Pages;
beforeAll(async () => {
  pages = await startPages();
});
afterAll(() => pages.close());

test('the outer page’s URL opens a page, and back and forward go between pages', async () => {
  const { page, desk, at, close } = await pages.open('#/settings');
  await desk.getByRole('heading', { name: 'Settings' }).waitFor();
  await desk.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Cases' }).click();
  await desk.getByRole('heading', { name: 'Settings' }).waitFor({ state: 'hidden' });
  await at('#/');
  await page.goBack();
  await desk.getByRole('heading', { name: 'Settings' }).waitFor();
  await page.goForward();
  await desk.getByRole('heading', { name: 'Settings' }).waitFor({ state: 'hidden' });
  await close();
});

test('pairs of keys open pages, and ? lists the shortcuts', async () => {
  const { page, desk, close } = await pages.open('#/open');
  await desk.locator('main:focus').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await desk.getByRole('heading', { name: 'Settings' }).waitFor();
  await page.keyboard.press('?');
  const help = desk.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.getByText('Go to Closed').waitFor();
  await help.getByRole('button', { name: 'Close' }).click();
  await help.waitFor({ state: 'hidden' });
  await close();
});

test('the list of shortcuts is in groups, ? last', async () => {
  const { desk, close } = await pages.open('#/settings');
  await desk.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Close' }).waitFor();
  const keys = await desk.getByRole('dialog').getByRole('term').allTextContents();
  expect(keys.filter((one) => one.startsWith('g'))).toEqual([
    'ga',
    'gb',
    'gc',
    'gd',
    'gn',
    'go',
    'gp',
    'gs',
    'gv',
    'gw',
  ]);
  expect(keys.at(-1)).toBe('?');
  const groups = () => desk.getByRole('dialog').getByRole('heading', { level: 3 }).allTextContents();
  expect(await groups()).toEqual(['Go to', 'Everywhere']);
  await close();
});

testLong('the first Tab offers to skip the header', async () => {
  const { page, desk, close } = await pages.open('#/settings');
  await desk.getByRole('heading', { name: 'Settings' }).waitFor();
  await desk.getByRole('button', { name: 'Skip to content' }).focus();
  await page.keyboard.press('Enter');
  await desk.locator('main:focus').waitFor();
  await close();
});

test('on a phone the header is low, and all in it is large enough to touch', async () => {
  const { desk, close } = await pages.open('#/settings', {
    viewport: { width: 360, height: 640 },
  });
  await desk.getByRole('heading', { name: 'Settings' }).waitFor();
  await eventually(async () =>
    expect((await desk.getByRole('banner').boundingBox())?.height).toBeLessThanOrEqual(110),
  );
  for (const target of await desk
    .getByRole('banner')
    .locator('a, button:not(.skip), input')
    .filter({ visible: true })
    .all()) {
    const { width = 0, height = 0 } = (await target.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
  await eventually(async () => expect(await findWidth(desk)).toEqual([]));
  await close();
});

testLong.each(LOOKS)('axe finds nothing in the list of shortcuts %s', async (_, options) => {
  const { desk, faults, close } = await pages.open('#/settings', options);
  await desk.getByRole('heading', { name: 'Alerts' }).waitFor();
  await desk.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await desk.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await eventually(async () => expect(await faults()).toEqual([]));
  await close();
});

describe('keyboard shortcuts', () => {
  let opened: DeskPage;
  beforeEach(async () => {
    opened = await pages.open('#/open');
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

  testLong('single-letter shortcuts can be turned off, and stay off after a reload', async () => {
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
    await opened.desk.getByText('More settings').click();
    await letters().click();
    await heading('Settings').click();
    await press('?');
    await opened.go('#/open');
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
    await eventually(async () =>
      expect(await help().getByRole('term').allTextContents()).toContain('Shift+r'),
    );
  });
});
