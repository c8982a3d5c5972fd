import { deliverCase, rowsOf } from '../harness/case-mail';
import { type DeskPage, type Pages, startPages } from '../harness/desk-page';
import { type PageCalls, watchCalls } from '../harness/page-calls';

const CASES = 50;
/** Read in one call. */
const AHEAD = 3;

let pages: Pages;
let shown: DeskPage;
let calls: PageCalls;
beforeAll(async () => {
  pages = await startPages();
  for (let question = 1; question < CASES; question++)
    await deliverCase(pages, { subject: `Question ${question}`, text: `The words of question ${question}.` });
  shown = await pages.open('#/settings');
  calls = await watchCalls(shown.page);
});
afterAll(async () => {
  await shown.close();
  await pages.close();
});

const made = (name: string) => calls.made.filter((one) => one === name).length;
const press = (keys: string) => shown.page.keyboard.press(keys);

test('fifty cases are read and closed by keyboard alone, and each opens without a call of its own', async () => {
  const { desk } = shown;
  const isReadAhead = shown.page.waitForRequest((request) => /getCases/.test(request.postData() ?? ''));
  await shown.go('#/open');
  await isReadAhead;
  await calls.settled();
  await press('j');
  await press('o');
  for (let question = CASES - 1; question > 0; question--) {
    await desk.locator('.message .text', { hasText: `The words of question ${question}.` }).waitFor();
    await press('c');
    await calls.settled();
  }
  await desk.getByRole('heading', { name: 'Heating does not start' }).waitFor();
  await press('c');
  await desk.getByText('No open cases').waitFor();
  await calls.settled();
  const rows = rowsOf(pages, 'Cases');
  expect(rows.filter(({ status, seen }) => status === 'Closed' && Number(seen) > 0)).toHaveLength(CASES);
  expect([made('updateCases'), made('markSeen')]).toEqual([CASES, CASES]);
  expect(made('getCase')).toBe(0);
  expect(made('getCases')).toBeLessThanOrEqual(CASES / AHEAD + 2);
});

test('a case that is opened again by Undo is back in its list, and as new as it was', async () => {
  const { desk } = shown;
  await deliverCase(pages, { subject: 'One more', text: 'The words of one more.' });
  await press('Shift+R');
  await desk.getByRole('link', { name: /One more/ }).waitFor();
  await press('j');
  await press('o');
  await desk.locator('.message .text', { hasText: 'The words of one more.' }).waitFor();
  await press('c');
  await desk.getByText('No open cases').waitFor();
  await press('z');
  await desk.getByRole('link', { name: /New: One more/ }).waitFor();
});
