import { caughtUp, divert, fail } from '../harness/calls';
import { caseRow, untilSaved } from '../harness/case-mail';
import { type DeskPage, type Pages, startPages } from '../harness/desk-page';
import { testLong } from '../harness/extent';
import { addCases } from '../harness/many-cases';
import { type PageCalls, watchCalls } from '../harness/page-calls';
import { eventually } from '../harness/until';

let pages: Pages;
let opened: DeskPage;
let calls: PageCalls;
beforeAll(async () => {
  pages = await startPages();
  addCases(
    pages.local,
    ['Lamp', 'Chair', 'Table', 'Shelf', 'Carpet'].map((subject, at) => ({
      day: -1 - at,
      subject,
      status: 'Open',
    })),
  );
});
afterAll(() => pages.close());
beforeEach(async () => {
  opened = await pages.open('#/open');
  // The rows of the last visit, which are shown first, may lack what the test before has closed.
  await eventually(async () => expect(await numbers()).toEqual(ALL));
  calls = await watchCalls(opened.page);
});
afterEach(async () => {
  // What a test has changed is saved before the next one begins.
  await calls.settled();
  await opened.close();
  await pages.run('updateCases', ALL, { status: 'Open', due: '' });
});

const ALL = [1, 2, 3, 4, 5, 6].map((number) => `CASE-000${number}`);
const row = (caseNumber: string) =>
  opened.desk.locator('tbody').getByRole('row').filter({ hasText: caseNumber });
const numbers = () => opened.desk.locator('tbody .number').allInnerTexts();
const toast = (text: string) => opened.desk.getByRole('status').getByText(text, { exact: true });
const bar = () => opened.desk.getByRole('region', { name: 'Selected cases' });
const tab = (name: RegExp) =>
  opened.desk.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name });

const executions = (name: string) => pages.local.executions.filter((one) => one.function === name).length;

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await opened.page.keyboard.press(key);
}

describe('a status that is changed in the list', () => {
  test('takes the case out of the tab at once, and z brings it back', async () => {
    calls.hold('updateCases');
    await press('j', '3');
    await toast('CASE-0001 set to Closed').waitFor();
    await row('CASE-0001').waitFor({ state: 'hidden' });
    await tab(/Closed 1/).waitFor();
    await press('z');
    await toast('Change undone').waitFor();
    await row('CASE-0001').waitFor();
    await eventually(async () => expect(await numbers()).toEqual(ALL));
    await tab(/Closed 0/).waitFor();
    calls.mend();
    await calls.settled();
    expect(calls.made.filter((name) => name === 'updateCases')).toHaveLength(2);
    expect(caseRow(pages, 'CASE-0001')?.status).toBe('Open');
  });

  testLong('is undone with the button of the toast, too', async () => {
    await press('j', '2');
    await untilSaved(pages, 'CASE-0001', { status: 'In Progress' });
    await opened.desk.getByRole('button', { name: 'Undo' }).click();
    await untilSaved(pages, 'CASE-0001', { status: 'Open' });
    await row('CASE-0001').waitFor();
  });

  testLong('comes back where it cannot be saved, with no offer to undo what did not happen', async () => {
    const mend = await fail(opened.page, 'updateCases');
    await press('j', '3');
    await opened.desk.getByRole('alert').getByText('CASE-0001 could not be changed').waitFor();
    await row('CASE-0001').waitFor();
    await eventually(async () =>
      expect(await opened.desk.getByRole('button', { name: 'Undo' }).count()).toBe(0),
    );
    await mend();
    await opened.desk.getByRole('button', { name: 'Try again' }).click();
    await untilSaved(pages, 'CASE-0001', { status: 'Closed' });
  });

  test('waits for the connection, and is made once it is back, though it was made before', async () => {
    const before = executions('updateCases');
    const waiting = opened.desk.getByRole('status').getByText('No connection. Your changes will be saved');
    const connect = await divert(opened.page, 'updateCases', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await press('j', '3', '2');
    await caughtUp(opened.page);
    await opened.page.clock.runFor(2_000);
    await waiting.waitFor();
    await connect();
    await eventually(async () => expect(await numbers()).toEqual(ALL.slice(2)));
    // Another call gets through.
    await press('Shift+R');
    await waiting.waitFor({ state: 'hidden' });
    await untilSaved(pages, 'CASE-0002', { status: 'In Progress' });
    await untilSaved(pages, 'CASE-0001', { status: 'Closed' });
    // Each attempt reached the script.
    expect(executions('updateCases') - before).toBeGreaterThan(3);
    expect(await opened.desk.getByRole('alert').count()).toBe(0);
  });

  testLong('that fails again and again is sent at pauses that grow', async () => {
    let attempts = 0;
    await divert(opened.page, 'updateCases', (route) => {
      attempts += 1;
      return route.abort();
    });
    await press('j', '3');
    for (let seconds = 0; seconds < 180; seconds += 2) {
      await caughtUp(opened.page);
      await opened.page.clock.runFor(2_000);
    }
    expect(attempts).toBeGreaterThan(4);
    expect(attempts).toBeLessThan(17);
  });

  testLong('waits while the browser is offline', async () => {
    const context = opened.page.context();
    await context.setOffline(true);
    await press('j', '3');
    await opened.desk.getByText('No connection.').waitFor();
    await opened.desk.getByRole('button', { name: 'Try again' }).click();
    await opened.desk.getByText('No connection.').waitFor();
    await context.setOffline(false);
    await opened.desk.getByText('No connection.').waitFor({ state: 'hidden' });
    await untilSaved(pages, 'CASE-0001', { status: 'Closed' });
    expect(calls.made.filter((name) => name === 'updateCases')).toHaveLength(1);
  });

  testLong('stays for a list that is read while it is being saved', async () => {
    calls.hold('updateCases');
    await press('j', '3');
    const read = opened.page.waitForResponse(
      (response) => response.request().postData()?.includes('searchCases') === true,
    );
    await press('Shift+R');
    await (await read).finished();
    await caughtUp(opened.page);
    await eventually(async () => expect(await numbers()).not.toContain('CASE-0001'));
    calls.mend();
    await untilSaved(pages, 'CASE-0001', { status: 'Closed' });
  });
});

describe('the toast', () => {
  test('goes after eight seconds, but not while the pointer is on it', async () => {
    const { page, desk } = opened;
    await press('j', '3');
    await desk.locator('.toast').hover();
    await desk.locator('[role=status]:hover .toast').waitFor();
    await page.clock.runFor(20_000);
    await toast('CASE-0001 set to Closed').waitFor();
    await page.mouse.move(0, 0);
    await page.clock.runFor(7_000);
    await toast('CASE-0001 set to Closed').waitFor();
    await page.clock.runFor(1_500);
    await toast('CASE-0001 set to Closed').waitFor({ state: 'hidden' });
  });

  testLong('is about the last change only', async () => {
    await press('j', '3');
    await row('CASE-0001').waitFor({ state: 'hidden' });
    await press('2');
    await toast('CASE-0002 set to In Progress').waitFor();
    await eventually(async () => expect(await opened.desk.locator('.toast').count()).toBe(1));
  });
});

describe('selected cases', () => {
  test('are all that the list has by Ctrl+A, or by the box in its head, which takes them back', async () => {
    await press('Control+a');
    await bar().getByText('6 selected').waitFor();
    const box = opened.desk.getByRole('checkbox', { name: 'Select all cases' });
    expect(await box.isChecked()).toBe(true);
    await box.click();
    await bar().waitFor({ state: 'hidden' });
    await box.click();
    await bar().getByText('6 selected').waitFor();
  });

  testLong('are not chosen by Ctrl+Shift+A, which is the browser’s', async () => {
    await opened.desk.evaluate(() =>
      addEventListener('keydown', ({ key, defaultPrevented }) => {
        if (key === 'A') document.body.dataset.taken = String(defaultPrevented);
      }),
    );
    await press('Control+Shift+A');
    await opened.desk.locator('[data-taken=false]').waitFor();
    expect(await bar().count()).toBe(0);
  });

  test('x selects, one call changes them all, and one undo takes it back', async () => {
    await pages.run('updateCases', ['CASE-0003'], { status: 'In Progress' });
    await press('g', 'a');
    await row('CASE-0003').getByText('In Progress').waitFor();
    await press('j', 'x', 'j', 'j', 'x');
    await bar().getByText('2 selected').waitFor();
    await bar().getByRole('button', { name: 'Close' }).click();
    await toast('2 cases set to Closed').waitFor();
    await bar().waitFor({ state: 'hidden' });
    await calls.settled();
    expect(calls.made.filter((name) => name === 'updateCases')).toHaveLength(1);
    for (const one of ['CASE-0001', 'CASE-0003']) await untilSaved(pages, one, { status: 'Closed' });
    await press('z');
    await untilSaved(pages, 'CASE-0001', { status: 'Open' });
    await untilSaved(pages, 'CASE-0003', { status: 'In Progress' });
  });

  test('a click with Shift selects a range, and Escape deselects', async () => {
    const { page, desk } = opened;
    await row('CASE-0002').hover();
    await row('CASE-0002').getByRole('checkbox').click();
    await row('CASE-0005')
      .getByRole('link')
      .click({ modifiers: ['Shift'] });
    await bar().getByText('4 selected').waitFor();
    await eventually(async () =>
      expect(await desk.locator('.chosen .number').allInnerTexts()).toEqual([
        'CASE-0002',
        'CASE-0003',
        'CASE-0004',
        'CASE-0005',
      ]),
    );
    await page.keyboard.press('Escape');
    await bar().waitFor({ state: 'hidden' });
    await eventually(async () => expect(await desk.getByRole('checkbox', { checked: true }).count()).toBe(0));
  });

  testLong('the keys 1 to 3 change all of them', async () => {
    await press('j', 'x', 'j', 'x', '3');
    await toast('2 cases set to Closed').waitFor();
    await untilSaved(pages, 'CASE-0001', { status: 'Closed' });
    await untilSaved(pages, 'CASE-0002', { status: 'Closed' });
    expect(caseRow(pages, 'CASE-0003')?.status).toBe('Open');
  });

  testLong('a bulk change that the script refuses leaves every case as it was', async () => {
    calls.refuse('updateCases', 'CASE-0002 is not there any more');
    await press('j', 'x', 'j', 'x', '3');
    await opened.desk.getByRole('alert').getByText('2 cases could not be changed').waitFor();
    await row('CASE-0001').waitFor();
    await eventually(async () => expect(await numbers()).toEqual(ALL));
  });
});

describe('due dates', () => {
  const dialog = () => opened.desk.getByRole('dialog', { name: 'Due date' });
  const dayAfter = (days: number) =>
    opened.desk.evaluate((by) => {
      const date = new Date();
      date.setDate(date.getDate() + by);
      return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
        .map((part) => String(part).padStart(2, '0'))
        .join('-');
    }, days);

  test('d asks for the day; the case is then in Due, and the toast undoes it', async () => {
    await press('j', 'd');
    await dialog()
      .getByRole('button', { name: /^Tomorrow/ })
      .click();
    await dialog().waitFor({ state: 'hidden' });
    await untilSaved(pages, 'CASE-0001', { due: await dayAfter(1) });
    await tab(/^Due 1/).click();
    await row('CASE-0002').waitFor({ state: 'hidden' });
    await row('CASE-0001').locator('.due').waitFor();
    await eventually(async () => expect(await numbers()).toEqual(['CASE-0001']));
    await press('z');
    await row('CASE-0001').waitFor({ state: 'hidden' });
    await untilSaved(pages, 'CASE-0001', { due: '' });
  });

  test('what is due today stands out, in the row and at the tab, in words too', async () => {
    await pages.run('updateCases', ['CASE-0002'], { due: await dayAfter(0) });
    await press('Shift+R');
    await row('CASE-0002').getByText('Due today').waitFor();
    await tab(/Due 1 \(some due today or earlier\)/).waitFor();
  });

  testLong('a day can be typed for the selected cases, and removed', async () => {
    await press('j', 'x', 'j', 'x');
    await bar().getByRole('button', { name: 'Due…' }).click();
    await dialog()
      .getByLabel('Date')
      .fill(await dayAfter(9));
    await dialog().getByRole('button', { name: 'Set date' }).click();
    await untilSaved(pages, 'CASE-0002', { due: await dayAfter(9) });
    await press('d');
    await dialog().getByRole('button', { name: 'No due date' }).click();
    await untilSaved(pages, 'CASE-0002', { due: '' });
    expect(caseRow(pages, 'CASE-0001')?.due).toBe(await dayAfter(9));
  });
});

test('changes that are not saved yet are asked about before the page is left', async () => {
  calls.hold('updateCases');
  const isGuarded = () =>
    opened.desk.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
  await eventually(async () => expect(await isGuarded()).toBe(false));
  await press('j', '3');
  await toast('CASE-0001 set to Closed').waitFor();
  await eventually(async () => expect(await isGuarded()).toBe(true));
  calls.mend();
  await untilSaved(pages, 'CASE-0001', { status: 'Closed' });
});
