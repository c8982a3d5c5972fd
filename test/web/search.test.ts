import type { Locator } from 'playwright-core';
import { setLook } from '../harness/browser';
import { caughtUp, divert, lose } from '../harness/calls';
import { type DeskPage, type Pages, startPages } from '../harness/desk-page';
import { spread, testLong } from '../harness/extent';
import { LOOKS } from '../harness/looks';
import { compose } from '../harness/mail';
import { addCases } from '../harness/many-cases';
import { eventually } from '../harness/until';

let pages: Pages;
let opened: DeskPage;
beforeAll(async () => {
  pages = await startPages();
  addCases(pages.local, [
    { day: -1, subject: 'Broken LAMP, and lamp oil', issue: 'Bulb (E27)', status: 'Open' },
    { day: -1, subject: 'Lamp <b>again</b>', sender: 'anna@lamps.example', status: 'Closed' },
    { day: -10_000, subject: 'Old lamp', status: 'Closed' },
    { day: -1, subject: 'Chair', issue: 'bulb?', status: 'In Progress', due: '2030-01-05' },
  ]);
});
afterAll(() => pages.close());
beforeEach(async () => {
  opened = await pages.open('#/all');
  await row('CASE-0005').waitFor();
});
afterEach(() => opened.close());

const row = (caseNumber: string) =>
  opened.desk.locator('tbody').getByRole('row').filter({ hasText: caseNumber });
const field = () => opened.desk.getByRole('searchbox', { name: 'Search cases' });
const filters = () => opened.desk.getByRole('button', { name: /^Filters/ });
const found = (words: string | RegExp) => opened.desk.locator('.found').getByText(words).waitFor();

/** So long the page waits for more. */
const stopTyping = () => opened.page.clock.runFor(300);

async function write(where: Locator, text: string): Promise<void> {
  await where.fill(text);
  await stopTyping();
}

async function numbers(): Promise<string[]> {
  return opened.desk.locator('.cases:not(.stale) tbody .number').allInnerTexts();
}

test('Enter goes from the field to the results, and so does Escape from an empty one', async () => {
  await field().fill('lamp');
  await field().press('Enter');
  await opened.desk.locator('main:focus').waitFor();
  await found('3 cases');
  await opened.page.keyboard.press('j');
  await opened.desk.locator('.current a:focus').waitFor();
  await eventually(async () => expect(await field().inputValue()).toBe('lamp'));
  await field().press('Escape');
  await field().press('Escape');
  await opened.desk.locator('main:focus').waitFor();
});

test('typing searches, without steps in the history', async () => {
  const { page } = opened;
  await page.keyboard.press('/');
  await page.keyboard.type('lamp');
  await stopTyping();
  await found('3 cases with “lamp”.');
  await eventually(async () => expect(await numbers()).toEqual(['CASE-0003', 'CASE-0002', 'CASE-0004']));
  await opened.at('#/search?keyword=lamp');
  await page.keyboard.type(' oil');
  await stopTyping();
  await found('1 case with “lamp oil”.');
  await page.goBack();
  await row('CASE-0001').waitFor();
  await opened.at('#/all');
  await eventually(async () => expect(await field().inputValue()).toBe(''));
});

testLong('Enter searches at once', async () => {
  const { page, desk, at } = opened;
  const now = await desk.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 60_000);
  await field().fill('chair');
  await field().press('Enter');
  // No time has passed.
  await at('#/search?keyword=chair');
  await page.clock.resume();
  await found('1 case with “chair”.');
});

test('a URL with a search opens it', async () => {
  await opened.reload('#/search?keyword=lamp&status=Closed');
  await found('2 cases with “lamp”, status Closed.');
  await eventually(async () => expect(await field().inputValue()).toBe('lamp'));
  await eventually(async () => expect(await filters().count()).toBe(1));
  const closed = opened.desk.getByRole('link', { name: /^Closed/ });
  await eventually(async () => expect(await closed.getAttribute('aria-current')).toBe('page'));
});

test.each<[string, string, string, string[]]>([
  ['Case number', '2', 'caseNumber=CASE-0002', ['CASE-0002']],
  ['Sender', 'LAMPS.ex', 'sender=LAMPS.ex', ['CASE-0003']],
  ['Due by', '2030-01-05', 'dueBy=2030-01-05', ['CASE-0005']],
  ['Issue contains', 'bulb', 'issue=bulb', ['CASE-0005', 'CASE-0002']],
  ['Received to', '2009-12-31', 'to=2009-12-31', ['CASE-0004']],
  ['Received from', '2010-01-01', 'from=2010-01-01', ['CASE-0001', 'CASE-0005', 'CASE-0003', 'CASE-0002']],
])('the filter %s finds what it says', async (label, value, query, expected) => {
  await filters().click();
  await write(opened.desk.getByLabel(label), value);
  await opened.page.waitForURL(`**#/search?${query}`);
  await found(/\d cases? /);
  await eventually(async () => expect(await numbers()).toEqual(expected));
  await eventually(async () => expect(await filters().innerText()).toBe('Filters (1)'));
});

test('filters and keyword are combined, and cleared', async () => {
  const { desk } = opened;
  await write(field(), 'lamp');
  await filters().click();
  await write(desk.getByLabel('Received from'), '2010-01-01');
  await found('2 cases with “lamp”, received from 1 Jan 2010.');
  await desk.getByLabel('Case number').press('Escape');
  await desk.getByRole('link', { name: /^Closed/ }).click();
  await found(/1 case with “lamp”, status Closed, received from 1 Jan 2010\./);
  await eventually(async () => expect(await numbers()).toEqual(['CASE-0003']));
  await opened.at('#/search?keyword=lamp&status=Closed&from=2010-01-01');
  await filters().click();
  await desk.getByRole('button', { name: 'Clear', exact: true }).click();
  await stopTyping();
  await found('2 cases with “lamp”, status Closed.');
  await desk.locator('#filters input:focus').press('Escape');
  await desk.getByRole('link', { name: 'Clear search' }).click();
  await opened.at('#/closed');
  await row('CASE-0004').waitFor();
});

test('matches are marked, as text', async () => {
  await write(field(), 'lamp');
  await found('3 cases');
  await eventually(async () =>
    expect(await row('CASE-0002').locator('mark').allInnerTexts()).toEqual(['LAMP', 'lamp']),
  );
  await eventually(async () =>
    expect(await row('CASE-0003').locator('.sender mark').allInnerTexts()).toEqual(['lamp']),
  );
  await eventually(async () =>
    expect(await row('CASE-0003').locator('.subject a').innerText()).toBe('Lamp <b>again</b>'),
  );
  await write(field(), '<b>');
  await found('1 case with “<b>”');
  await eventually(async () =>
    expect(await row('CASE-0003').locator('.subject mark').innerText()).toBe('<b>'),
  );
});

testLong('characters with a meaning in patterns are matched literally', async () => {
  await filters().click();
  await write(opened.desk.getByLabel('Issue contains'), 'b (e2');
  await found(/1 case/);
  await eventually(async () =>
    expect(await row('CASE-0002').locator('.more mark').innerText()).toBe('b (E2'),
  );
});

test('a search without results says what it was for, and can be cleared', async () => {
  await opened.go('#/search?keyword=sofa&status=Open&from=2026-11-01');
  await found('No cases with “sofa”, status Open, received from 1 Nov 2026.');
  await opened.desk.getByRole('link', { name: 'Clear search' }).click();
  await opened.at('#/open');
  await row('CASE-0001').waitFor();
});

testLong('new mail appears in a search without results', async () => {
  const { page } = opened;
  await write(field(), 'wardrobe');
  await found('No cases with “wardrobe”.');
  await pages.local.google.deliver(await compose({ from: 'mira.oduya@example.com', subject: 'A wardrobe' }));
  await pages.run('checkMail');
  await field().blur();
  await page.keyboard.press('Shift+R');
  await found('1 case with “wardrobe”.');
});

testLong('the rows before stay until the response, and searching is announced', async () => {
  const { page, desk } = opened;
  const held = await holdKeyword('lamp');
  await write(field(), 'lamp');
  await found('Searching…');
  await desk.getByRole('status').getByText('Searching…').waitFor();
  await desk.locator('.cases.stale').getByText('CASE-0001').waitFor();
  held();
  await desk.getByRole('status').getByText('3 cases with “lamp”.').waitFor();
  await eventually(async () => expect(await desk.locator('.cases.stale').count()).toBe(0));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the response to an older search never replaces a newer one', async () => {
  const { page } = opened;
  const held = await holdKeyword('lamp');
  await write(field(), 'lamp');
  await found('Searching…');
  await write(field(), 'chair');
  await found('1 case with “chair”.');
  const late = page.waitForResponse((response) => response.request().postData()?.includes('"lamp"') === true);
  held();
  await (await late).finished();
  await caughtUp(page);
  await eventually(async () => expect(await numbers()).toEqual(['CASE-0005']));
  await found('1 case with “chair”.');
});

/** Holds a search for one keyword back until the answer of this is called. */
async function holdKeyword(keyword: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await divert(opened.page, 'searchCases', async (route, [search]) => {
    if ((search as { keyword?: string }).keyword === keyword) await released;
    await route.continue();
  });
  return release;
}

test.each(spread(['CASE-0002', 'case-2', '0002'], 2))('%s opens that case on Enter', async (text) => {
  await field().fill(text);
  await field().press('Enter');
  await opened.page.waitForURL('**#/case/CASE-0002');
  await eventually(async () => expect(await field().inputValue()).toBe(''));
});

testLong('digits alone are searched for', async () => {
  await field().fill('1234');
  await field().press('Enter');
  await found('No cases with “1234”.');
});

test('Escape clears the field', async () => {
  await write(field(), 'lamp');
  await found('3 cases');
  await field().press('Escape');
  await row('CASE-0001').waitFor();
  await eventually(async () => expect(await field().inputValue()).toBe(''));
  await opened.at('#/all');
});

test('an error is shown at the field that it is about', async () => {
  await opened.go('#/search?from=1990-02-01&to=1990-01-01');
  const { desk } = opened;
  await desk.getByRole('alert').getByText('from must not be after to').waitFor();
  const from = desk.getByLabel('Received from');
  await eventually(async () => expect(await from.getAttribute('aria-invalid')).toBe('true'));
  await write(from, '1990-01-01');
  await desk.getByRole('alert').waitFor({ state: 'hidden' });
  await found('No cases received from 1 Jan 1990 to 1 Jan 1990.');
});

testLong('a search that fails shows an error and can be tried again', async () => {
  const find = await lose(opened.page, 'searchCases');
  await write(field(), 'lamp');
  await opened.desk.getByRole('alert').getByText('The cases could not be loaded').waitFor();
  await find();
  await opened.desk.getByRole('button', { name: 'Try again' }).click();
  await found('3 cases');
});

testLong.each(LOOKS)(
  'axe finds nothing in a search, its filters and an empty result %s',
  async (_, options) => {
    await setLook(opened.page, options);
    await write(field(), 'lamp');
    await opened.desk.locator('mark').first().waitFor();
    await eventually(async () => expect(await opened.faults()).toEqual([]));
    await filters().click();
    await eventually(async () => expect(await opened.faults()).toEqual([]));
    await write(opened.desk.getByLabel('Issue contains'), 'nothing');
    await found(/^No cases/);
    await eventually(async () => expect(await opened.faults()).toEqual([]));
    // The panel scrolls where the window is low.
    await opened.desk.getByRole('button', { name: 'Clear', exact: true }).click();
    await stopTyping();
    await found('3 cases');
  },
);
