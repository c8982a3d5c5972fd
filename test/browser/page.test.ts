import { type Pages, startPages } from '../harness/desk-page';
import { spread, testLong } from '../harness/extent';
import { findWidth, LOOKS } from '../harness/looks';
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
  const { page, desk, close } = await pages.open('#/');
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

test('the list of shortcuts has single keys first, then pairs, and ? last', async () => {
  const { desk, close } = await pages.open('#/settings');
  await desk.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Close' }).waitFor();
  const keys = await desk.getByRole('dialog').getByRole('term').allTextContents();
  expect(keys.filter((one) => one.startsWith('g'))).toEqual(['ga', 'gb', 'gc', 'gd', 'gn', 'go', 'gp', 'gs']);
  expect(keys.at(-1)).toBe('?');
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

testLong.each(spread(LOOKS, 1))('axe finds nothing in the list of shortcuts %s', async (_, options) => {
  const { desk, faults, close } = await pages.open('#/settings', options);
  await desk.getByRole('heading', { name: 'Alerts' }).waitFor();
  await desk.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await desk.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await eventually(async () => expect(await faults()).toEqual([]));
  await close();
});
