import { caughtUp, divert, fail } from '../harness/calls';
import { caseRow, deliverCase, untilSaved } from '../harness/case-mail';
import { type DeskPage, type Pages, startPages } from '../harness/desk-page';
import { spread, testLong } from '../harness/extent';
import { eventually } from '../harness/until';

/** So long somebody who types has to pause until it is saved. */
const PAUSE_MS = 1_000;
const MINUTE = 60_000;

let pages: Pages;
let shown: DeskPage;
let caseNumber: string;
beforeAll(async () => {
  pages = await startPages();
});
afterAll(() => pages.close());
beforeEach(async () => {
  ({ caseNumber } = await deliverCase(pages, { subject: 'Edited', text: 'Hello' }));
  await pages.run('updateCase', caseNumber, { issue: 'Lamp', notes: 'One' });
  shown = await pages.open(`#/case/${caseNumber}`);
  await field('Issue').waitFor();
});
afterEach(() => shown.close());

const field = (name: string) => shown.desk.getByLabel(name, { exact: true });
const status = (name: string) => shown.desk.getByRole('radio', { name, exact: true });
const state = (words: string | RegExp) =>
  shown.desk.locator('.save-state').getByRole('status').getByText(words, { exact: true }).waitFor();
const trouble = (words: string | RegExp) =>
  shown.desk.locator('.save-state').getByRole('alert').getByText(words).waitFor();
const button = (name: string) => shown.desk.getByRole('button', { name });
const saved = (expected: object) => untilSaved(pages, caseNumber, expected);
const pause = () => shown.page.clock.runFor(PAUSE_MS);
/** From here on no time passes but that of `pause`. */
async function stopTime(): Promise<void> {
  const now = await shown.desk.evaluate(() => Date.now());
  await shown.page.clock.pauseAt(now + MINUTE);
}
const updates = () => pages.local.executions.filter((one) => one.function === 'updateCase').length;

test('a chosen status is saved at once, and a toast takes it back', async () => {
  await status('In Progress').check();
  await shown.desk.getByText(`${caseNumber} set to In Progress`).waitFor();
  await saved({ status: 'In Progress', issue: 'Lamp', notes: 'One' });
  await button('Undo').click();
  await saved({ status: 'Open' });
  await eventually(async () => expect(await status('Open').isChecked()).toBe(true));
});

test('typing is saved when it pauses, in one write', async () => {
  const before = updates();
  await stopTime();
  for (const word of [' and', ' two']) {
    await field('Notes').pressSequentially(word);
    await shown.page.clock.runFor(PAUSE_MS - 1);
  }
  await caughtUp(shown.page);
  expect(updates()).toBe(before);
  await pause();
  await state('Saved');
  expect(caseRow(pages, caseNumber)).toMatchObject({ notes: 'One and two', issue: 'Lamp' });
  expect(updates() - before).toBe(1);
});

testLong('leaving a field saves it, and so do Ctrl+Enter and Enter in the issue', async () => {
  await stopTime();
  await field('Issue').fill('Heater');
  await field('Notes').focus();
  await saved({ issue: 'Heater' });
  await field('Notes').fill('Two');
  await shown.page.keyboard.press('Control+Enter');
  await saved({ notes: 'Two' });
  await field('Issue').fill('Boiler');
  await shown.page.keyboard.press('Enter');
  await saved({ issue: 'Boiler' });
});

test('leaving the case saves first', async () => {
  await stopTime();
  // Without a focus that could be lost.
  await field('Notes').evaluate((notes: HTMLTextAreaElement) => {
    notes.value = 'In a hurry';
    notes.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await shown.go('#/open');
  await caughtUp(shown.page);
  await shown.page.clock.runFor(PAUSE_MS / 2);
  await saved({ notes: 'In a hurry' });
});

testLong('what is typed while a save runs is saved after it', async () => {
  await status('Closed').check();
  for (const notes of ['T', 'Tw', 'Two']) {
    await field('Notes').fill(notes);
    await shown.page.keyboard.press('Control+Enter');
  }
  await status('Open').check();
  await saved({ notes: 'Two', status: 'Open' });
  await state('Saved');
});

const NOTES: [string, string][] = [
  ['line breaks and blanks', '  a\n\n\tb  \n'],
  ['emoji', '👩‍🔧🔥 ok'],
  ['right-to-left', 'שלום עולם, مرحبا'],
  ['a leading =', '=1+1'],
  ['a date and a zero', '007'],
];

test.each(spread(NOTES, 2))('notes keep %s', async (_, notes) => {
  await field('Notes').fill(notes);
  await pause();
  await state('Saved');
  expect(caseRow(pages, caseNumber)).toMatchObject({ notes });
  await shown.reload();
  await field('Notes').waitFor();
  await eventually(async () => expect(await field('Notes').inputValue()).toBe(notes));
});

describe('when the same field was changed in the sheet', () => {
  beforeEach(async () => {
    await pages.run('updateCase', caseNumber, { notes: 'Theirs', status: 'Closed' });
    await field('Notes').fill('Mine');
    await pause();
    await state('Not saved: the case was also edited in the sheet.');
  });

  test('both versions are shown and nothing is lost', async () => {
    const conflict = shown.desk.getByRole('region', { name: 'Also edited in the sheet' });
    await eventually(async () =>
      expect(await conflict.getByRole('term').allInnerTexts()).toEqual(['Your notes', "The sheet's notes"]),
    );
    await eventually(async () =>
      expect(await conflict.getByRole('definition').allInnerTexts()).toEqual(['Mine', 'Theirs']),
    );
    expect(caseRow(pages, caseNumber)).toMatchObject({ notes: 'Theirs' });
    await eventually(async () => expect(await shown.violations()).toEqual([]));
  });

  testLong("the owner's version can be kept", async () => {
    await button('Keep my version').click();
    await state('Saved');
    expect(caseRow(pages, caseNumber)).toMatchObject({ notes: 'Mine', status: 'Closed' });
    await eventually(async () => expect(await status('Closed').isChecked()).toBe(true));
  });

  test("the sheet's version can be taken, and other edits are saved", async () => {
    await field('Issue').fill('Heater');
    await button("Use the sheet's").click();
    await state('Saved');
    await eventually(async () => expect(await field('Notes').inputValue()).toBe('Theirs'));
    expect(caseRow(pages, caseNumber)).toMatchObject({ notes: 'Theirs', status: 'Closed', issue: 'Heater' });
  });
});

testLong('a change of another field in the sheet is no conflict', async () => {
  await pages.run('updateCase', caseNumber, { status: 'Closed' });
  await field('Notes').fill('Mine');
  await pause();
  await state('Saved');
  expect(caseRow(pages, caseNumber)).toMatchObject({ notes: 'Mine', status: 'Closed' });
  await eventually(async () => expect(await status('Closed').isChecked()).toBe(true));
});

test('without a network the text stays, and is saved when the network is back', async () => {
  await shown.page.context().setOffline(true);
  await field('Notes').fill('Written on a train');
  await pause();
  await state('Not saved yet');
  await shown.page.context().setOffline(false);
  await state('Saved');
  expect(caseRow(pages, caseNumber)).toMatchObject({ notes: 'Written on a train' });
});

testLong('a save that failed can be tried again, and is written once', async () => {
  const mend = await fail(shown.page, 'updateCase');
  await field('Notes').fill('Again');
  await pause();
  await trouble(/^Not saved: Google had an internal error/);
  await mend();
  const before = updates();
  await button('Try again').click();
  await state('Saved');
  expect(caseRow(pages, caseNumber)).toMatchObject({ notes: 'Again' });
  expect(updates() - before).toBe(1);
});

test('a save whose response is lost does not conflict with itself', async () => {
  const mend = await divert(shown.page, 'updateCase', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await field('Notes').fill('Lost answer');
  await pause();
  await state('Not saved yet');
  await mend();
  await field('Notes').press('End');
  await field('Notes').pressSequentially(', and on');
  await pause();
  await state('Saved');
  expect(caseRow(pages, caseNumber)).toMatchObject({ notes: 'Lost answer, and on' });
});

testLong("a refused edit stays, with the script's message", async () => {
  const issue = 'x'.repeat(10_001);
  await field('Issue').fill(issue);
  await pause();
  await trouble('Not saved: issue must be at most 10000 characters (got 10001)');
  await eventually(async () => expect(await field('Issue').inputValue()).toBe(issue));
  await field('Issue').fill('short');
  await pause();
  await state('Saved');
});

testLong('text that could not be saved is still there after visiting another page', async () => {
  await shown.page.context().setOffline(true);
  await field('Notes').fill('Half done');
  await shown.page.keyboard.press('Escape');
  await shown.page.keyboard.press('u');
  await field('Notes').waitFor({ state: 'hidden' });
  await shown.desk.getByRole('link', { name: caseNumber }).click();
  await eventually(async () => expect(await field('Notes').inputValue()).toBe('Half done'));
  await shown.page.context().setOffline(false);
  await saved({ notes: 'Half done' });
});

test('a new version does not overwrite a half-written edit', async () => {
  await field('Notes').pressSequentially(' half');
  await pages.run('updateCase', caseNumber, { issue: 'Theirs' });
  await shown.page.keyboard.press('Escape');
  await shown.page.keyboard.press('u');
  await shown.at('#/');
  await field('Notes').waitFor({ state: 'hidden' });
  await shown.page.goBack();
  await state('Saved');
  await eventually(async () => expect(await field('Notes').inputValue()).toBe('One half'));
  await saved({ notes: 'One half', issue: 'Theirs' });
});

test('keys reach the fields, choose a status and lead back to the heading', async () => {
  const { page, desk } = shown;
  await desk.locator('main:focus').waitFor();
  await page.keyboard.press('e');
  await page.keyboard.press('End');
  await page.keyboard.type(' e1n');
  await eventually(async () => expect(await field('Issue').inputValue()).toBe('Lamp e1n'));
  await page.keyboard.press('Escape');
  await desk.locator('h2:focus').waitFor();
  await status('Open').focus();
  await page.keyboard.press('3');
  await saved({ status: 'Closed', issue: 'Lamp e1n' });
  await page.keyboard.press('n');
  await page.keyboard.press('Control+End');
  await page.keyboard.type('!\nsecond');
  await page.keyboard.press('Escape');
  await saved({ notes: 'One!\nsecond' });
});

testLong('closing the window with an unsaved edit asks first', async () => {
  const { page } = shown;
  await page.context().setOffline(true);
  await field('Notes').click();
  await page.keyboard.type('x');
  await pause();
  await state('Not saved yet');
  const asked = new Promise<string>((resolve) => {
    page.once('dialog', (dialog) => {
      resolve(dialog.type());
      void dialog.accept();
    });
  });
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
  expect(await asked).toBe('beforeunload');
});
