import { type Pages, startPages } from '../harness/desk-page';

let pages: Pages;
beforeAll(async () => {
  pages = await startPages();
});
afterAll(() => pages.close());

test('the outer page’s address leads to a page, and back and forward go between them', async () => {
  const { page, desk, close } = await pages.open('#/settings');
  await desk.getByRole('heading', { name: 'Settings' }).waitFor();
  await desk.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Cases' }).click();
  await desk.getByRole('heading', { name: 'Settings' }).waitFor({ state: 'hidden' });
  expect(new URL(page.url()).hash).toBe('#/');
  await page.goBack();
  await desk.getByRole('heading', { name: 'Settings' }).waitFor();
  await page.goForward();
  await desk.getByRole('heading', { name: 'Settings' }).waitFor({ state: 'hidden' });
  await close();
});

test('two keys lead to a page, and ? lists what keys do', async () => {
  const { page, desk, close } = await pages.open('#/');
  await desk.locator('main:focus').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await desk.getByRole('heading', { name: 'Settings' }).waitFor();
  await page.keyboard.press('?');
  const help = desk.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.getByText('Go to the cases').waitFor();
  await help.getByRole('button', { name: 'Close' }).click();
  await help.waitFor({ state: 'hidden' });
  await close();
});
