import { readFileSync } from 'node:fs';
import { setLook } from '../harness/browser';
import { caughtUp, fail, hold, lose } from '../harness/calls';
import { untilSaved } from '../harness/case-mail';
import { type DeskPage, type Pages, startPages } from '../harness/desk-page';
import { spread, testLong } from '../harness/extent';
import { LOOKS } from '../harness/looks';
import { compose } from '../harness/mail';
import { addCases } from '../harness/many-cases';
import { watchCalls } from '../harness/page-calls';
import { eventually } from '../harness/until';

const MIRA = 'mira.oduya@example.com';

/** Script, markup and what spreadsheets take for formulas. */
const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  '<svg/onload=alert(1)>',
  "javascript:alert('1')",
  '=HYPERLINK("https://example.com";"open")',
  ' +1+1',
];

describe('a few cases', () => {
  let pages: Pages;
  let opened: DeskPage;
  beforeAll(async () => {
    pages = await startPages();
    addCases(pages.local, [
      { day: -1, subject: 'Broken lamp', status: 'In Progress', issue: 'Bulb' },
      {
        day: -2,
        subject: 'Chair',
        sender: 'anna@customer.example',
        senderName: 'Anna Berg',
        status: 'Closed',
      },
    ]);
    addCases(
      pages.local,
      HOSTILE.map((text) => ({ day: -3, subject: text, sender: text, issue: text, status: 'Closed' })),
    );
  });
  afterAll(() => pages.close());
  beforeEach(async () => {
    opened = await pages.open('#/all');
    await opened.desk.locator('main').getByText('CASE-0001').waitFor();
  });
  afterEach(() => opened.close());

  const rows = () => opened.desk.getByRole('table', { name: 'Cases' }).locator('tbody').getByRole('row');
  const row = (caseNumber: string) => rows().filter({ hasText: caseNumber });
  const filter = (name: RegExp) =>
    opened.desk.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name });

  test('a row tells sender, subject, issue, status, number and time, and its link opens the case', async () => {
    const lamp = row('CASE-0002');
    await eventually(async () => expect(await lamp.getByRole('rowheader').innerText()).toBe(MIRA));
    const named = row('CASE-0003').getByRole('rowheader');
    expect([await named.innerText(), await named.locator('bdi').getAttribute('title')]).toEqual([
      'Anna Berg',
      'Anna Berg (anna@customer.example)',
    ]);
    const texts = await lamp.getByRole('cell').allInnerTexts();
    expect(texts.map((text) => text.replace(/\s+/g, ' ').trim())).toEqual([
      '',
      'Broken lamp Bulb',
      'In Progress',
      'CASE-0002',
      expect.stringMatching(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)$/),
    ]);
    await eventually(async () =>
      expect(await row('CASE-0001').locator('.count').textContent()).toBe('2 messages'),
    );
    const cut = await lamp.locator('.number').evaluate((cell) => cell.scrollWidth - cell.clientWidth);
    expect(cut).toBe(0);
    await eventually(async () =>
      expect(await lamp.locator('time').getAttribute('title')).toMatch(/\d{4}.*\d+:\d\d/),
    );
    await eventually(async () =>
      expect(await lamp.getByRole('link').getAttribute('href')).toMatch(/#\/case\/CASE-0002$/),
    );
  });

  test('the table says how many rows it has, and which one each is', async () => {
    const table = opened.desk.getByRole('table', { name: 'Cases' });
    await eventually(async () => expect(await table.getAttribute('aria-rowcount')).toBe('10'));
    await eventually(async () => expect(await rows().nth(1).getAttribute('aria-rowindex')).toBe('3'));
    await eventually(async () =>
      expect(await table.getByRole('columnheader').allTextContents()).toEqual([
        'Selected',
        'Sender',
        'Subject',
        'Status',
        'Number',
        'Last mail',
      ]),
    );
  });

  testLong('the newest case comes first', async () => {
    await eventually(async () => expect(await rows().first().innerText()).toContain('CASE-0001'));
  });

  test('one call brings the first content', async () => {
    expect(await calls('#/in-progress')).toEqual(['searchCases']);
    expect(await calls('#/search?keyword=lamp')).toEqual(['searchCases']);
  });

  /** The calls that list cases until one is shown at this URL. */
  async function calls(fragment: string): Promise<string[]> {
    const { made } = await watchCalls(opened.page);
    await opened.reload(fragment);
    await opened.desk.locator('main').getByText('CASE-0002').waitFor();
    return made.filter((name) => name === 'searchCases' || name === 'listCases');
  }

  testLong('a placeholder is shown until the first cases are loaded, also on a retry', async () => {
    await opened.reload('#/settings');
    const { page, desk } = opened;
    const find = await lose(page, 'searchCases');
    await desk.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Cases' }).click();
    await desk.getByRole('alert').waitFor();
    await find();
    const go = await hold(page, 'searchCases');
    await desk.getByRole('button', { name: 'Try again' }).click();
    await desk.getByRole('status').getByText('Loading the cases…').waitFor({ state: 'attached' });
    await desk.getByRole('alert').waitFor({ state: 'hidden' });
    go();
    await desk.locator('tbody').getByRole('row').first().waitFor();
    await desk.getByText('Loading the cases…').waitFor({ state: 'detached' });
  });

  test('the tabs show their counts, and each is a list with a URL', async () => {
    await eventually(async () => expect(await filter(/All/).innerText()).toBe('All 9'));
    await filter(/In Progress 1/).click();
    await row('CASE-0001').waitFor({ state: 'hidden' });
    await eventually(async () => expect(await rows().count()).toBe(1));
    await opened.at('#/in-progress');
    await eventually(async () =>
      expect(await filter(/In Progress/).getAttribute('aria-current')).toBe('page'),
    );
    await filter(/Closed 7/).click();
    await row('CASE-0003').waitFor();
    await opened.at('#/closed');
    await filter(/Open 1/).click();
    await row('CASE-0001').waitFor();
    await opened.at('#/open');
    await opened.page.goBack();
    await row('CASE-0003').waitFor();
    await opened.page.goBack();
    await row('CASE-0002').waitFor();
    await row('CASE-0003').waitFor({ state: 'hidden' });
  });

  testLong.each([
    ['#/open', ['CASE-0001']],
    ['#/search?status=Open', ['CASE-0001']],
    ['#/in-progress', ['CASE-0002']],
  ])('the URL %s shows its cases and all counts', async (fragment, expected) => {
    await opened.reload(fragment);
    await opened.desk.locator('.number', { hasText: expected[0] as string }).waitFor();
    await eventually(async () =>
      expect(await opened.desk.locator('tbody .number').allInnerTexts()).toEqual(expected),
    );
    await opened.desk.getByRole('link', { name: 'Closed 7' }).waitFor();
  });

  test('the keys g and a letter open the lists', async () => {
    for (const [key, fragment] of [
      ['n', '#/new'],
      ['p', '#/in-progress'],
      ['c', '#/closed'],
      ['d', '#/due'],
      ['o', '#/open'],
      ['w', '#/'],
    ] as const) {
      await opened.page.keyboard.press('g');
      await opened.page.keyboard.press(key);
      await opened.at(fragment);
    }
  });

  test('markup, script and formulas stay text', async () => {
    const { page, desk } = opened;
    const said: string[] = [];
    page.on('dialog', (dialog) => {
      said.push(dialog.message());
      void dialog.dismiss();
    });
    await page.keyboard.press('Shift+R');
    for (const text of HOSTILE)
      await eventually(async () =>
        expect(await rows().getByText(text.trim(), { exact: true }).count()).toBe(3),
      );
    await eventually(async () =>
      expect(await desk.locator('main :is(img, svg:not(.glyph), script, iframe)').count()).toBe(0),
    );
    expect(said).toEqual([]);
  });

  describe('keys', () => {
    const focused = () => opened.desk.locator('tr:has(a:focus)');

    test('j and k go from row to row and give them the focus; o and Enter open', async () => {
      const { page, desk } = opened;
      await page.keyboard.press('j');
      await focused().getByText('CASE-0001').waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await focused().getByText('CASE-0003').waitFor();
      await page.keyboard.press('k');
      await desk.locator('.current').getByText('CASE-0002').waitFor();
      await page.keyboard.press('o');
      await page.waitForURL('**#/case/CASE-0002');
      await page.goBack();
      await focused().getByText('CASE-0002').waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL('**#/case/CASE-0002');
    });

    test('1 to 3 set the status of the current case, seen at once and counted', async () => {
      const { page } = opened;
      const go = await hold(page, 'updateCases');
      await page.keyboard.press('j');
      await page.keyboard.press('3');
      await row('CASE-0001').getByText('Closed').waitFor();
      await filter(/Closed 8/).waitFor();
      await filter(/Open 0/).waitFor();
      // What is read meanwhile does not know of it.
      const read = page.waitForResponse(
        (response) => response.request().postData()?.includes('searchCases') === true,
      );
      await page.keyboard.press('Shift+R');
      await (await read).finished();
      await caughtUp(page);
      await eventually(async () => expect(await row('CASE-0001').getByText('Closed').count()).toBe(1));
      go();
      await untilSaved(pages, 'CASE-0001', { status: 'Closed' });
      await page.keyboard.press('1');
      await filter(/Open 1/).waitFor();
      await untilSaved(pages, 'CASE-0001', { status: 'Open' });
      await caughtUp(page);
      await page.keyboard.press('Shift+R');
      await row('CASE-0001').getByText('Open').waitFor();
    });

    test('the focus goes to the case in place of one that has left the list, and back to it by z', async () => {
      await opened.reload('#/closed');
      const { page, desk } = opened;
      const numberOf = (place: number) => desk.locator('tbody .number').nth(place).innerText();
      await row('CASE-0003').waitFor();
      const [gone, next] = [await numberOf(1), await numberOf(2)];
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await page.keyboard.press('1');
      await row(gone).waitFor({ state: 'hidden' });
      await filter(/Open 2/).waitFor();
      await untilSaved(pages, gone, { status: 'Open' });
      const focused = (number: string) =>
        eventually(async () =>
          expect(await desk.locator('.case:has(a:focus) .number').allInnerTexts()).toEqual([number]),
        );
      await focused(next);
      await page.keyboard.press('z');
      await focused(gone);
      await untilSaved(pages, gone, { status: 'Closed' });
      await page.keyboard.press('Enter');
      await opened.at(`#/case/${gone}`);
    });

    test('a status that cannot be saved is reverted, and can be tried again', async () => {
      const { page, desk } = opened;
      const mend = await fail(page, 'updateCases');
      await page.keyboard.press('j');
      await page.keyboard.press('2');
      await desk.getByRole('alert').getByText('CASE-0001 could not be changed').waitFor();
      await row('CASE-0001').getByText('Open').waitFor();
      await filter(/Open 1/).waitFor();
      await mend();
      await desk.getByRole('button', { name: 'Try again' }).click();
      await row('CASE-0001').getByText('In Progress').waitFor();
      await desk.getByRole('alert').waitFor({ state: 'hidden' });
      await pages.run('updateCase', 'CASE-0001', { status: 'Open' });
    });

    testLong('? lists them', async () => {
      await opened.page.keyboard.press('?');
      const help = opened.desk.getByRole('dialog');
      for (const does of [
        'Go to the next case',
        'Set the case or the selected ones to Closed',
        'Search cases',
      ])
        await help.getByText(does, { exact: true }).waitFor();
    });
  });

  test('a list that cannot be loaded shows an error and can be tried again', async () => {
    const { page, desk } = opened;
    const find = await lose(page, 'searchCases');
    await filter(/In Progress/).click();
    await desk.getByRole('alert').getByText('The cases could not be loaded').waitFor();
    await find();
    await desk.getByRole('button', { name: 'Try again' }).click();
    await row('CASE-0002').waitFor();
    await desk.getByRole('alert').waitFor({ state: 'hidden' });
  });

  testLong('rows stay when a reload fails, and being offline is said', async () => {
    const { page, desk } = opened;
    await page.context().setOffline(true);
    await page.keyboard.press('Shift+R');
    await desk.getByRole('alert').getByText('You are offline').waitFor();
    await row('CASE-0001').waitFor();
    await page.context().setOffline(false);
    await desk.getByRole('alert').waitFor({ state: 'hidden' });
  });

  test('the export has every case, and no formula', async () => {
    const { page, desk } = opened;
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      desk.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^cases-\d{4}-\d\d-\d\d\.csv$/);
    const text = readFileSync(await download.path(), 'utf8');
    expect(
      text.startsWith('\ufeffcaseNumber,received,sender,senderName,subject,issue,status,emailCount\r\n'),
    ).toBe(true);
    const lines = text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(10);
    const lamp = new RegExp(`^"CASE-0002","20[^"]*Z","${MIRA}","","Broken lamp","Bulb","In Progress",0$`);
    expect(lines[2]).toMatch(lamp);
    expect(text).toContain(`"'=HYPERLINK(""https://example.com"";""open"")"`);
    expect(text).toContain(`"' +1+1"`);
    expect(text).not.toMatch(/"\s*[=+@-]/);
  });

  testLong('an export that fails shows an error and can be tried again', async () => {
    const { page, desk } = opened;
    const find = await lose(page, 'searchCases');
    await desk.getByRole('button', { name: 'Export CSV' }).click();
    await desk.getByRole('alert').getByText('could not be exported').waitFor();
    await find();
    await Promise.all([
      page.waitForEvent('download'),
      desk.getByRole('button', { name: 'Try again' }).click(),
    ]);
  });

  test.each(spread(LOOKS, 1))('axe finds nothing in the list %s', async (_, options) => {
    await setLook(opened.page, options);
    await opened.page.keyboard.press('j');
    await eventually(async () => expect(await opened.faults()).toEqual([]));
  });

  testLong('a new case comes on top by itself', async () => {
    await pages.local.google.deliver(await compose({ from: MIRA, subject: 'Fresh lamp' }));
    await pages.run('checkMail');
    await opened.page.keyboard.press('Shift+R');
    await rows().first().getByText('Fresh lamp').waitFor();
    await filter(/All 10/).waitFor();
  });
});
