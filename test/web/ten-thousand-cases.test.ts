import { readFileSync } from 'node:fs';
import { caughtUp, divert, hold, lose } from '../harness/calls';
import { type DeskPage, type Pages, startPages } from '../harness/desk-page';
import { extent, testLong } from '../harness/extent';
import { painted } from '../harness/looks';
import { compose } from '../harness/mail';
import { addCases } from '../harness/many-cases';
import { watchCalls } from '../harness/page-calls';
import { eventually } from '../harness/until';

const MIRA = 'mira.oduya@example.com';
const TOTAL = extent({ usual: 1_000, long: 10_000 });
const LAST = `CASE-${String(TOTAL).padStart(4, '0')}`;
let pages: Pages;
let opened: DeskPage;
beforeAll(async () => {
  pages = await startPages();
  addCases(
    pages.local,
    Array.from({ length: TOTAL - 1 }, (_, at) => ({ day: -1 - at / 1000, subject: `Number ${at + 2}` })),
  );
});
afterAll(() => pages.close());
beforeEach(async () => {
  opened = await pages.open('#/open');
  await opened.desk.locator('main').getByText('CASE-0001').waitFor();
});
afterEach(() => opened.close());

const scrollTo = (y: number) => opened.desk.locator('html').evaluate((_, to) => window.scrollTo(0, to), y);
const scrolled = () => opened.desk.locator('html').evaluate(() => window.scrollY);
const item = (text: string) => opened.desk.locator('tbody').getByRole('row').filter({ hasText: text });
const topOf = async (text: string) => (await item(text).boundingBox())?.y;

test('few rows are in the document at any position, and the end shows the last case', async () => {
  const { desk } = opened;
  for (const y of [0, 40_000, 250_000, 1_000_000]) {
    await scrollTo(y);
    await painted(desk);
    await eventually(async () =>
      expect(await desk.locator('tbody').getByRole('row').count()).toBeLessThan(60),
    );
  }
  const last = item(LAST);
  await last.waitFor();
  await eventually(async () => expect(await last.getAttribute('aria-rowindex')).toBe(String(TOTAL + 1)));
});

testLong('scrolling loads more rows', async () => {
  await scrollTo(44 * 120);
  await item('CASE-0125').waitFor();
  await scrollTo(44 * 700);
  await item('CASE-0705').waitFor();
});

test('the next 500 rows follow the first 100 by themselves, and no others', async () => {
  await opened.go('#/settings');
  await opened.desk.getByRole('heading', { name: 'Settings' }).waitFor();
  const calls = await watchCalls(opened.page);
  await opened.go('#/all');
  await item('CASE-0001').waitFor();
  await calls.settled();
  expect(calls.made.filter((name) => name === 'searchCases')).toHaveLength(2);
  await scrollTo(44 * 550);
  await item('CASE-0555').waitFor();
  await calls.settled();
  expect(calls.made.filter((name) => name === 'searchCases')).toHaveLength(2);
});

testLong('the list is scrolled to where it was left', async () => {
  const { page, desk } = opened;
  await scrollTo(44 * 300);
  await item('CASE-0305').getByRole('link').click();
  await page.waitForURL('**#/case/CASE-0305');
  await hold(page, 'searchCases');
  await page.goBack();
  await desk.locator('.current:has(a:focus)').getByText('CASE-0305').waitFor();
  await eventually(async () => expect(await scrolled()).toBe(44 * 300));
});

test('new cases do not move the visible rows, and a button goes to them', async () => {
  const { page, desk } = opened;
  await scrollTo(44 * 300);
  await item('CASE-0305').waitFor();
  const top = await topOf('CASE-0305');
  for (const subject of ['First news', 'Second news'])
    await pages.local.google.deliver(await compose({ from: MIRA, subject }));
  await pages.run('checkMail');
  await page.keyboard.press('Shift+R');
  const news = desk.getByRole('button', { name: '2 new cases' });
  await news.waitFor();
  await eventually(async () => expect(await topOf('CASE-0305')).toBe(top));
  await news.click();
  await item('Second news').waitFor();
  await news.waitFor({ state: 'hidden' });
});

testLong('rows that cannot be loaded show an error and can be tried again', async () => {
  const { page, desk } = opened;
  const find = await lose(page, 'searchCases');
  await scrollTo(44 * 5000);
  await desk.getByRole('alert').getByText('The cases could not be loaded').waitFor();
  await find();
  await desk.getByRole('button', { name: 'Try again' }).click();
  await item('CASE-5005').waitFor();
});

testLong('an error and its button stay when rows elsewhere in the list come', async () => {
  const { page, desk } = opened;
  await opened.go('#/settings');
  await desk.getByRole('heading', { name: 'Settings' }).waitFor();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await divert(page, 'searchCases', async (route, args) => {
    const { offset } = args[0] as { offset: number };
    if (offset > 100) return route.abort();
    if (offset === 100) await released;
    await route.continue();
  });
  const next = page.waitForRequest((request) => request.postData()?.includes('"offset":100,') === true);
  await opened.go('#/all');
  await item('CASE-0001').waitFor();
  await scrollTo(44 * 5000);
  const button = await desk.getByRole('button', { name: 'Try again' }).elementHandle();
  release();
  await (await (await next).response())?.finished();
  await caughtUp(page);
  await painted(desk);
  expect(await button?.evaluate(({ isConnected }) => isConnected)).toBe(true);
});

testLong('j continues below the visible rows', async () => {
  const { page, desk } = opened;
  for (let step = 0; step < 40; step++) await page.keyboard.press('j');
  await desk
    .locator('.current:has(a:focus)')
    .getByText(/CASE-00(38|40)/)
    .waitFor();
  await eventually(async () => expect(await scrolled()).toBeGreaterThan(44 * 20));
});

testLong('an export contains the rows that are not loaded, too', async () => {
  const { page, desk } = opened;
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    desk.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const lines = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines.length).toBeGreaterThan(TOTAL);
  expect(lines.at(-1)).toContain(`"${LAST}"`);
});
