import { hold } from '../harness/calls';
import { deliverCase, untilSaved } from '../harness/case-mail';
import { type DeskPage, type Pages, startPages } from '../harness/desk-page';
import { testLong } from '../harness/extent';
import { findWidth, LOOKS } from '../harness/looks';
import { addCases } from '../harness/many-cases';
import { watchCalls } from '../harness/page-calls';
import { eventually } from '../harness/until';

const ARABIC = 'مشكلة في الفاتورة';
const TURNED = 'Pay \u202Emoc.elpmaxe\u202C now';

let pages: Pages;
let opened: DeskPage;
beforeAll(async () => {
  pages = await startPages();
  addCases(pages.local, [
    { day: -1, subject: ARABIC, status: 'Closed', sender: 'layla@customer.example' },
    { day: -2, subject: 'Lamp', status: 'In Progress', issue: 'Bulb', repliedDay: -1 },
    { day: -9, subject: TURNED, status: 'Open' },
    { day: -800, subject: 'Years ago', status: 'Open' },
  ]);
  await deliverCase(pages, { subject: 'Wet floor', text: 'The façade leaks, says the invoice.' });
  await pages.run('updateCase', 'CASE-0003', {
    notes: 'She wrote twice, and wants the whole invoice to be paid back.',
  });
});
afterAll(() => pages.close());
afterEach(() => opened.close());

const row = (caseNumber: string) =>
  opened.desk.locator('tbody').getByRole('row').filter({ hasText: caseNumber });
const weight = (caseNumber: string, part: string) =>
  row(caseNumber)
    .locator(part)
    .evaluate((element) => getComputedStyle(element).fontWeight);

async function open(fragment: string, options = {}): Promise<void> {
  opened = await pages.open(fragment, options);
  await opened.desk.locator('tbody').getByRole('row').first().getByRole('link').waitFor();
}

test('what is new has a dot, stands out and says so; what is seen does not', async () => {
  await open('#/all');
  await eventually(async () => expect(await weight('CASE-0006', '.sender')).toBe('600'));
  await eventually(async () => expect(await weight('CASE-0006', 'a')).toBe('600'));
  await eventually(async () => expect(await weight('CASE-0003', '.sender')).toBe('400'));
  await row('CASE-0006').getByRole('link', { name: 'New: Wet floor' }).waitFor();
  await row('CASE-0003').getByRole('link', { name: 'Lamp', exact: true }).waitFor();
});

test('the page opens with what waits for the owner, the oldest first, and for how long', async () => {
  await open('');
  const numbers = () => opened.desk.locator('tbody .number').allInnerTexts();
  const waiting = ['CASE-0005', 'CASE-0004', 'CASE-0001', 'CASE-0006'];
  await eventually(async () => expect(await numbers()).toEqual(waiting));
  await row('CASE-0004').getByText('Pay [U+202E]moc.elpmaxe[U+202C] now').waitFor();
  await opened.desk.getByRole('columnheader', { name: 'Waiting' }).waitFor();
  expect(await row('CASE-0005').locator('.time').innerText()).toBe('800 days');
  await row('CASE-0004').getByRole('link').focus();
  await opened.page.keyboard.press('3');
  await eventually(async () => expect(await numbers()).toEqual(waiting.filter((one) => one !== 'CASE-0004')));
  await opened.desk.getByRole('link', { name: 'Waiting for you 3' }).waitFor();
  await opened.page.keyboard.press('z');
  await eventually(async () => expect(await numbers()).toEqual(waiting));
  await opened.page.keyboard.press('g');
  await opened.page.keyboard.press('p');
  await row('CASE-0003').getByRole('link').click();
  await opened.desk.getByText(/Waiting for them for \d+ (hr|day)/).waitFor();
});

test('the tab New has what is not seen, and says when there is nothing', async () => {
  await open('#/new');
  await eventually(async () =>
    expect(await opened.desk.locator('tbody .number').allInnerTexts()).toContain('CASE-0006'),
  );
  await opened.desk.getByRole('button', { name: /new notification/ }).click();
  await opened.desk.getByRole('button', { name: 'Mark all as seen' }).click();
  await opened.desk.getByText('Nothing new.').waitFor();
  await opened.desk.getByRole('link', { name: 'New 0' }).waitFor();
  await pages.run('markSeen', 'CASE-0006', 0);
});

test('shift+u marks a case as new and z takes it back', async () => {
  await pages.run('markSeen', 'CASE-0006', 1);
  await open('#/all');
  await opened.page.keyboard.press('j');
  await opened.page.keyboard.press('Shift+U');
  await row('CASE-0006').getByRole('link', { name: 'New: Wet floor' }).waitFor();
  await untilSaved(pages, 'CASE-0006', { seen: 0 });
  await opened.page.keyboard.press('z');
  await row('CASE-0006').getByRole('link', { name: 'Wet floor', exact: true }).waitFor();
  await untilSaved(pages, 'CASE-0006', { seen: 1 });
  await pages.run('markSeen', 'CASE-0006', 0);
});

testLong('each status has a picture of its own before its word', async () => {
  await open('#/all');
  const pictures = await Promise.all(
    ['CASE-0001', 'CASE-0003', 'CASE-0002'].map((one) => row(one).locator('.status svg').innerHTML()),
  );
  expect(new Set(pictures).size).toBe(3);
  await eventually(async () =>
    expect(await row('CASE-0003').locator('.status svg').getAttribute('aria-hidden')).toBe('true'),
  );
});

test('a date is a weekday within a week, then a day, then one with its year', async () => {
  await open('#/all');
  const times = Object.fromEntries(
    await Promise.all(
      ['CASE-0006', 'CASE-0003', 'CASE-0004', 'CASE-0005'].map(async (one) => [
        one,
        await row(one).locator('time').innerText(),
      ]),
    ),
  );
  expect(times).toEqual({
    'CASE-0006': expect.stringMatching(/^\d\d:\d\d$/),
    'CASE-0003': expect.stringMatching(/^[A-Z][a-z]{2}$/),
    'CASE-0004': expect.stringMatching(/^\d+ [A-Z][a-z]{2,3}( \d\d)?$/),
    'CASE-0005': expect.stringMatching(/^\d+ [A-Z][a-z]{2,3} \d\d$/),
  });
});

testLong('a subject from right to left stands where the others begin', async () => {
  await open('#/all');
  const left = async (caseNumber: string) => (await row(caseNumber).locator('a bdi').boundingBox())?.x;
  await eventually(async () => expect(await left('CASE-0002')).toBe(await left('CASE-0003')));
});

testLong('the header and the rows share their columns', async () => {
  await open('#/all');
  const edges = (rows: string) =>
    opened.desk
      .locator(`${rows} > *`)
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().left));
  await eventually(async () => expect(await edges('thead tr')).toEqual(await edges('tbody tr:first-child')));
  await eventually(async () => expect((await row('CASE-0003').boundingBox())?.height).toBe(44));
});

test('a search shows where it hits, accents aside', async () => {
  await open('#/search?keyword=invoice');
  await row('CASE-0006').getByText('in 1 message').waitFor();
  await eventually(async () =>
    expect(await row('CASE-0003').locator('.hit').innerText()).toMatch(
      /^Notes: ….*whole invoice to be paid back\.$/,
    ),
  );
  await eventually(async () =>
    expect(await row('CASE-0003').locator('.hit mark').innerText()).toBe('invoice'),
  );
  await opened.go('#/search?keyword=facade+leaks');
  await opened.desk.locator('.found').getByText('1 case with “facade leaks”.').waitFor();
  await row('CASE-0006').getByText('in 1 message').waitFor();
});

test('a search keeps the tab, and offers what other tabs hide', async () => {
  opened = await pages.open('#/in-progress');
  await row('CASE-0003').waitFor();
  await opened.desk.getByRole('searchbox').fill('wet');
  await opened.desk.getByRole('searchbox').press('Enter');
  await opened.at('#/search?keyword=wet&status=In+Progress');
  await opened.desk.locator('.found').getByText('No cases with “wet”, status In Progress.').waitFor();
  await opened.desk.locator('.found').getByText('1 more in Open:').waitFor();
  await opened.desk.getByRole('link', { name: 'search all' }).click();
  await row('CASE-0006').waitFor();
  await opened.at('#/search?keyword=wet');
});

test('a list takes one call, and so does a search in a tab', async () => {
  await open('#/all');
  const { made, settled } = await watchCalls(opened.page);
  const searches = () => made.filter((name) => name === 'searchCases' || name === 'listCases').length;
  await opened.desk.getByRole('link', { name: /^In Progress/ }).click();
  await row('CASE-0003').waitFor();
  await settled();
  expect(searches()).toBe(1);
  await opened.go('#/search?keyword=lamp&status=In+Progress');
  await opened.desk.locator('.found').getByText('1 case').waitFor();
  await settled();
  expect(searches()).toBe(2);
});

describe('the list of the last visit', () => {
  test('is there before the script answers, says that it is not current, and is replaced', async () => {
    await open('#/all');
    await row('CASE-0006').waitFor();
    await opened.page.keyboard.press('j');
    await pages.run('updateCase', 'CASE-0003', { status: 'Closed' });
    const go = await hold(opened.page, 'searchCases');
    await opened.reload();
    await row('CASE-0003').getByText('In Progress').waitFor();
    await opened.desk.getByRole('status').getByText('From your last visit. Updating…').waitFor();
    const table = opened.desk.getByRole('table', { name: 'Cases' });
    await eventually(async () => expect(await table.getAttribute('aria-busy')).toBe('true'));
    go();
    await row('CASE-0003').getByText('Closed').waitFor();
    await eventually(async () => expect(await table.getAttribute('aria-busy')).toBe('false'));
    await opened.desk.getByText('From your last visit').waitFor({ state: 'hidden' });
    await pages.run('updateCase', 'CASE-0003', { status: 'In Progress' });
    await untilSaved(pages, 'CASE-0003', { status: 'In Progress' });
  });

  testLong('is done without where the browser keeps nothing for frames', async () => {
    const { page } = await pages.open('#/all').then((one) => {
      opened = one;
      return one;
    });
    await page.context().addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    });
    await opened.reload();
    await row('CASE-0006').waitFor();
    // The window is not used again.
    await page.context().close();
  });
});

describe('on a phone', () => {
  const phone = { viewport: { width: 390, height: 844 } };

  test('a row has two lines in 72 px, and its box can be touched', async () => {
    await open('#/all', phone);
    await eventually(async () => expect((await row('CASE-0003').boundingBox())?.height).toBe(72));
    const { width = 0, height = 0 } = (await row('CASE-0003').locator('label').boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    await row('CASE-0003').locator('label').click();
    const bar = opened.desk.getByRole('region', { name: 'Selected cases' });
    await bar.getByText('1 selected').waitFor();
    for (const button of await bar.getByRole('button').all())
      await eventually(async () => expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44));
    await eventually(async () => expect(await findWidth(opened.desk)).toEqual([]));
  });

  testLong('the tab that is open is in sight', async () => {
    await open('#/all', phone);
    const { x = 0, width = 0 } = (await opened.desk.locator('.tabs [aria-current]').boundingBox()) ?? {};
    expect(x).toBeGreaterThan(0);
    expect(x + width).toBeLessThan(390);
  });
});

testLong.each(['#/all', '#/search?keyword=lamp', '#/due'])(
  'at 400 percent %s needs no scrolling sideways',
  async (fragment) => {
    opened = await pages.open(fragment, { viewport: { width: 320, height: 256 } });
    await opened.desk.getByRole('link', { name: /^All/ }).waitFor();
    await eventually(async () => expect(await findWidth(opened.desk)).toEqual([]));
  },
);

testLong('with forced colors the current row, the selected ones and the tab have an edge', async () => {
  await open('#/all', { forcedColors: 'active' });
  await opened.page.keyboard.press('j');
  await opened.page.keyboard.press('x');
  const edge = (selector: string) =>
    opened.desk.locator(selector).evaluate((element) => {
      const { outlineStyle, borderInlineStartWidth } = getComputedStyle(element);
      return [outlineStyle, borderInlineStartWidth];
    });
  await eventually(async () => expect(await edge('.case.current')).toEqual(['solid', '4px']));
  await eventually(async () => expect((await edge('.tabs [aria-current]'))[0]).toBe('solid'));
  await eventually(async () => expect(await opened.violations()).toEqual([]));
});

testLong.each(LOOKS)('axe finds nothing in a list with all there is in it %s', async (_, options) => {
  await pages.run('updateCases', ['CASE-0004'], { due: '2020-01-01' });
  await open('#/all', options);
  await opened.page.keyboard.press('j');
  await opened.page.keyboard.press('x');
  await opened.desk.getByRole('region', { name: 'Selected cases' }).waitFor();
  await eventually(async () => expect(await opened.violations()).toEqual([]));
  await opened.page.keyboard.press('d');
  await opened.desk.getByRole('dialog', { name: 'Due date' }).waitFor();
  await eventually(async () => expect(await opened.violations()).toEqual([]));
});
