import { caseRow, deliverCase } from '../harness/case-mail';
import { type DeskPage, type Pages, startPages } from '../harness/desk-page';
import { testLong } from '../harness/extent';
import { type PageCalls, watchCalls } from '../harness/page-calls';
import { eventually, until } from '../harness/until';

let pages: Pages;
let shown: DeskPage;
let calls: PageCalls;
/** From the newest to the oldest. */
const cases: { caseNumber: string; threadId: string }[] = [];
beforeAll(async () => {
  pages = await startPages();
  for (const subject of ['Fifth', 'Fourth', 'Third', 'Second', 'First'])
    cases.unshift(await deliverCase(pages, { subject, text: `The words of ${subject}` }));
});
afterAll(() => pages.close());
beforeEach(async () => {
  shown = await pages.open('#/settings');
  await shown.desk.getByRole('heading', { name: 'Settings' }).waitFor();
  calls = await watchCalls(shown.page);
});
afterEach(() => shown.close());

const made = (name: string) => calls.made.filter((one) => one === name).length;
const row = (subject: string) => shown.desk.getByRole('link', { name: new RegExp(subject) });
const heading = (subject: string) => shown.desk.getByRole('heading', { name: subject }).waitFor();
const words = (subject: string) =>
  shown.desk.locator('.message .text', { hasText: `The words of ${subject}` }).waitFor();

/** Opens the list, and waits until its first cases have been read. */
async function list(): Promise<void> {
  await shown.go('#/all');
  await row('First').waitFor();
  await shown.page.clock.runFor(1_000);
  await until(async () => made('getCases') > 0);
  await calls.settled();
}

testLong('the first three cases of a list open without a call', async () => {
  await list();
  expect(made('getCases')).toBe(1);
  calls.hold('getCase');
  await row('Third').click();
  await words('Third');
  expect(made('getCase')).toBe(0);
});

testLong('so do the next three of the case that is shown, read in one call', async () => {
  await list();
  await row('First').click();
  await words('First');
  await calls.settled();
  expect(made('getCases')).toBe(2);
  for (const subject of ['Second', 'Third', 'Fourth']) {
    await shown.page.keyboard.press('Shift+J');
    await words(subject);
  }
  expect(made('getCase')).toBe(0);
});

testLong('a click on a case that is being read waits for that call', async () => {
  calls.hold('getCases');
  await shown.go('#/all');
  await row('Second').waitFor();
  await shown.page.clock.runFor(1_000);
  await row('Second').click();
  await heading('Second');
  await eventually(async () => expect(await shown.desk.getByRole('article').count()).toBe(0));
  calls.mend();
  await words('Second');
  expect([made('getCases') > 0, made('getCase')]).toEqual([true, 0]);
});

test('of any other case the head is there at once, and the words when they have come', async () => {
  await list();
  calls.hold('getCase');
  await row('Fifth').click();
  await heading('Fifth');
  await shown.desk.getByText('1 message').waitFor();
  await shown.desk.getByRole('status').getByText('Loading the case…').waitFor({ state: 'attached' });
  calls.mend();
  await words('Fifth');
  expect(made('getCase')).toBe(1);
});

testLong('where reading ahead has failed, the case is read when it is opened', async () => {
  calls.refuse('getCases', 'Not now');
  await list();
  await row('First').click();
  await words('First');
  expect(made('getCase')).toBe(1);
});

testLong('reading ahead marks nothing as seen', async () => {
  await deliverCase(pages, { subject: 'Re: Second', text: 'Once more' }, cases[1]);
  const before = caseRow(pages, String(cases[1]?.caseNumber));
  await list();
  await shown.page.clock.runFor(5_000);
  await calls.settled();
  expect(made('markSeen')).toBe(0);
  expect(caseRow(pages, String(cases[1]?.caseNumber))).toEqual(before);
});

test('new mail has what was read ahead read again', async () => {
  await list();
  await deliverCase(pages, { subject: 'Re: First', text: 'The words of the answer' }, cases[0]);
  await shown.page.clock.runFor(61_000);
  await calls.settled();
  expect(made('getCases')).toBe(2);
  calls.hold('getCase');
  await row('First').click();
  await words('the answer');
});
