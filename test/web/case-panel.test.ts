import { caseRow, deliverCase, MIRA, untilSaved } from '../harness/case-mail';
import { type DeskPage, type Pages, startPages } from '../harness/desk-page';
import { testLong } from '../harness/extent';
import { watchCalls } from '../harness/page-calls';
import { eventually } from '../harness/until';

/** A Friday. */
const NOW = new Date(2026, 10, 27, 12);
const DUE = '2026-12-24';

let pages: Pages;
let shown: DeskPage;
let caseNumber: string;
beforeAll(async () => {
  pages = await startPages();
});
afterAll(() => pages.close());
beforeEach(async () => {
  ({ caseNumber } = await deliverCase(pages, { subject: 'Panel', text: 'Hello' }));
});
afterEach(() => shown.close());

async function open(): Promise<void> {
  shown = await pages.open(`#/case/${caseNumber}`);
  await shown.desk.getByRole('article').waitFor();
}

const button = (name: string) => shown.desk.getByRole('button', { name, exact: true });
const day = () => shown.desk.getByLabel('Due date');

describe('the day to come back', () => {
  test('is saved at once, and a toast takes it back', async () => {
    await open();
    await day().fill(DUE);
    await untilSaved(pages, caseNumber, { due: DUE });
    await button('Undo').click();
    await untilSaved(pages, caseNumber, { due: '' });
    await eventually(async () => expect(await day().inputValue()).toBe(''));
  });

  test.each([
    ['Tomorrow', '2026-11-28'],
    ['Next week', '2026-11-30'],
  ])('%s is one click', async (name, expected) => {
    shown = await pages.open('#/settings');
    await shown.page.clock.setFixedTime(NOW);
    await shown.go(`#/case/${caseNumber}`);
    await button(name).click();
    await untilSaved(pages, caseNumber, { due: expected });
  });

  testLong('can be cleared, and the focus is not lost', async () => {
    await pages.run('updateCases', [caseNumber], { due: DUE });
    await open();
    await eventually(async () => expect(await day().inputValue()).toBe(DUE));
    await button('Clear').click();
    await untilSaved(pages, caseNumber, { due: '' });
    await eventually(async () =>
      expect(await day().evaluate((field) => field === document.activeElement)).toBe(true),
    );
  });

  testLong('a day that is not saved is taken back, and can be tried again', async () => {
    await open();
    const calls = await watchCalls(shown.page);
    calls.fail('updateCases');
    await day().fill(DUE);
    await shown.desk.getByRole('alert').getByText(caseNumber).waitFor();
    await eventually(async () => expect(await day().inputValue()).toBe(''));
    calls.mend();
    await button('Try again').click();
    await untilSaved(pages, caseNumber, { due: DUE });
  });
});

test('the sender’s other cases are beside, from one call a sender', async () => {
  const second = await deliverCase(pages, { subject: 'Panel again', text: 'Hello' });
  shown = await pages.open('#/settings');
  const calls = await watchCalls(shown.page);
  await shown.go(`#/case/${caseNumber}`);
  const others = shown.desk.getByRole('region', { name: 'Also from this sender' });
  await others.getByRole('link', { name: 'Panel again' }).waitFor();
  await eventually(async () =>
    expect(await others.getByText(second.caseNumber).innerText()).toMatch(/ · Open · /),
  );
  await eventually(async () => expect(await others.getByText(caseNumber).count()).toBe(0));
  await others.getByRole('link', { name: 'Panel again' }).click();
  await shown.at(`#/case/${second.caseNumber}`);
  await others.getByText(caseNumber).waitFor();
  await shown.page.clock.runFor(2_000);
  await calls.settled();
  expect(calls.made.filter((name) => name === 'searchCases')).toHaveLength(1);
  expect(caseRow(pages, caseNumber)).toMatchObject({ sender: MIRA });
});

test('in a conflict both texts can be kept, the own one below', async () => {
  await pages.run('updateCase', caseNumber, { notes: 'One', issue: 'Lamp' });
  await open();
  await pages.run('updateCase', caseNumber, { notes: 'Theirs', issue: 'Their lamp' });
  await shown.desk.getByLabel('Notes', { exact: true }).fill('Mine');
  await shown.desk.getByLabel('Issue', { exact: true }).fill('My lamp');
  await shown.page.keyboard.press('Enter');
  await button('Keep both').click();
  await untilSaved(pages, caseNumber, { notes: 'Theirs\n\nMine', issue: 'Their lamp / My lamp' });
  await eventually(async () =>
    expect(await shown.desk.getByLabel('Notes', { exact: true }).inputValue()).toBe('Theirs\n\nMine'),
  );
});

testLong('a status that was set in the list is no conflict for a note', async () => {
  await open();
  await shown.page.keyboard.press('3');
  await untilSaved(pages, caseNumber, { status: 'Closed' });
  await shown.desk.getByLabel('Notes', { exact: true }).fill('Done');
  await shown.page.keyboard.press('Control+Enter');
  await untilSaved(pages, caseNumber, { status: 'Closed', notes: 'Done' });
  await eventually(async () =>
    expect(await shown.desk.getByText('Also edited in the sheet').count()).toBe(0),
  );
});

testLong('a case that only a program wrote does not wait for anybody when it is opened again', async () => {
  const headers = { 'Auto-Submitted': 'auto-generated' };
  const other = await deliverCase(pages, { subject: 'Nightly report', text: 'All well', headers });
  await pages.run('updateCase', other.caseNumber, { status: 'Closed' });
  shown = await pages.open('#/closed');
  await shown.desk.getByRole('link', { name: 'Nightly report' }).click();
  await shown.desk.getByRole('article').waitFor();
  const calls = await watchCalls(shown.page);
  calls.hold('updateCases');
  await shown.page.keyboard.press('1');
  await shown.desk.getByText(`${other.caseNumber} set to Open`).waitFor();
  const header = shown.desk.locator('.case-page header');
  await eventually(async () => expect(await header.innerText()).not.toContain('Waiting'));
  calls.mend();
  await untilSaved(pages, other.caseNumber, { status: 'Open' });
});
