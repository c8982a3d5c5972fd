import { readFileSync } from 'node:fs';
import { caughtUp, hold, lose } from '../harness/calls';
import { untilSaved } from '../harness/case-mail';
import { type DeskPage, type Pages, startPages } from '../harness/desk-page';
import { spread } from '../harness/extent';
import { LOOKS } from '../harness/looks';
import { compose } from '../harness/mail';
import { addCases } from '../harness/many-cases';

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
      { day: -2, subject: 'Chair', sender: 'anna@customer.example', status: 'Closed' },
    ]);
    addCases(
      pages.local,
      HOSTILE.map((text) => ({ day: -3, subject: text, sender: text, issue: text, status: 'Closed' })),
    );
  });
  afterAll(() => pages.close());
  beforeEach(async () => {
    opened = await pages.open('#/');
    await opened.desk.locator('main').getByText('CASE-0001').waitFor();
  });
  afterEach(() => opened.close());

  const rows = () => opened.desk.getByRole('list', { name: 'Cases' }).getByRole('listitem');
  const row = (caseNumber: string) => rows().filter({ hasText: caseNumber });
  const filter = (name: RegExp) =>
    opened.desk.getByRole('navigation', { name: 'Status' }).getByRole('link', { name });

  test('a row tells number, sender, subject, issue, status, messages and time, and is a link to the case', async () => {
    const lamp = row('CASE-0002');
    expect((await lamp.innerText()).split('\n')).toEqual([
      'CASE-0002',
      MIRA,
      'Broken lamp',
      'Bulb',
      'In Progress',
      '0 messages',
      expect.stringMatching(/yesterday|day ago/),
    ]);
    expect(await row('CASE-0001').getByText('2 messages').count()).toBe(1);
    expect(await lamp.locator('time').getAttribute('title')).toMatch(/\d+:\d\d/);
    expect(await lamp.getByRole('link').getAttribute('href')).toMatch(/#\/case\/CASE-0002$/);
    expect([await lamp.getAttribute('aria-posinset'), await lamp.getAttribute('aria-setsize')]).toEqual([
      '2',
      '9',
    ]);
  });

  test('the newest case comes first', async () => {
    expect(await rows().first().innerText()).toContain('CASE-0001');
  });

  test('one call brings the first content', async () => {
    expect(await calls('listCases', () => pages.open('#/'))).toBe(1);
    expect(await calls('searchCases', () => pages.open('#/search?keyword=lamp'))).toBe(1);
  });

  /** How many calls of a function there are until a case is shown. */
  async function calls(name: string, open: () => Promise<DeskPage>): Promise<number> {
    const before = pages.local.executions.length;
    const other = await open();
    await other.desk.locator('main').getByText('CASE-0002').waitFor();
    await other.close();
    return pages.local.executions.slice(before).filter((one) => one.function === name).length;
  }

  test('a placeholder is shown until the first cases are loaded, also on a retry', async () => {
    const { page, desk, close } = await pages.open('#/settings');
    const find = await lose(page, 'listCases');
    await desk.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Cases' }).click();
    await desk.getByRole('alert').waitFor();
    await find();
    const go = await hold(page, 'listCases');
    await desk.getByRole('button', { name: 'Try again' }).click();
    await desk.getByRole('status').getByText('Loading the cases…').waitFor();
    await desk.getByRole('alert').waitFor({ state: 'hidden' });
    go();
    await desk.getByRole('listitem').first().waitFor();
    await desk.getByText('Loading the cases…').waitFor({ state: 'hidden' });
    await close();
  });

  test('the statuses show their counts and filter the list', async () => {
    expect(await filter(/All/).innerText()).toBe('All 9');
    await filter(/In Progress 1/).click();
    await row('CASE-0001').waitFor({ state: 'hidden' });
    expect(await rows().count()).toBe(1);
    await opened.at('#/search?status=In+Progress');
    expect(await filter(/In Progress/).getAttribute('aria-current')).toBe('page');
    await filter(/Closed 7/).click();
    await row('CASE-0003').waitFor();
    await opened.at('#/search?status=Closed');
    await opened.page.goBack();
    await row('CASE-0002').waitFor();
    await row('CASE-0003').waitFor({ state: 'hidden' });
    await opened.page.goBack();
    await row('CASE-0001').waitFor();
    await opened.at('#/');
  });

  test('a URL with a status shows its cases and the counts', async () => {
    const other = await pages.open('#/search?status=Open');
    await other.desk.locator('main').getByText('CASE-0001').waitFor();
    await other.desk.getByRole('link', { name: 'Closed 7' }).waitFor();
    await other.close();
  });

  test('markup, script and formulas stay text', async () => {
    const { page, desk } = opened;
    const said: string[] = [];
    page.on('dialog', (dialog) => {
      said.push(dialog.message());
      void dialog.dismiss();
    });
    await page.keyboard.press('r');
    for (const text of HOSTILE) expect(await rows().getByText(text.trim(), { exact: true }).count()).toBe(3);
    expect(await desk.locator('main :is(img, svg, script, iframe)').count()).toBe(0);
    expect(said).toEqual([]);
  });

  describe('keys', () => {
    const focused = () => opened.desk.locator('li:has(a:focus)');

    test('j and k select rows and give them the focus; o and Enter open', async () => {
      const { page, desk } = opened;
      await page.keyboard.press('j');
      await focused().getByText('CASE-0001').waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await focused().getByText('CASE-0003').waitFor();
      await page.keyboard.press('k');
      await desk.locator('.selected').getByText('CASE-0002').waitFor();
      await page.keyboard.press('o');
      await page.waitForURL('**#/case/CASE-0002');
      await page.goBack();
      await focused().getByText('CASE-0002').waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL('**#/case/CASE-0002');
    });

    test('1 to 3 set the status of the selected case, seen at once and counted', async () => {
      const { page } = opened;
      const go = await hold(page, 'updateCase');
      await page.keyboard.press('j');
      await page.keyboard.press('3');
      await row('CASE-0001').getByText('Closed').waitFor();
      await filter(/Closed 8/).waitFor();
      await filter(/Open 0/).waitFor();
      // What is read meanwhile does not know of it.
      const read = page.waitForResponse(
        (response) => response.request().postData()?.includes('listCases') === true,
      );
      await page.keyboard.press('r');
      await (await read).finished();
      await caughtUp(page);
      expect(await row('CASE-0001').getByText('Closed').count()).toBe(1);
      go();
      await untilSaved(pages, 'CASE-0001', { status: 'Closed' });
      await page.keyboard.press('1');
      await filter(/Open 1/).waitFor();
      await untilSaved(pages, 'CASE-0001', { status: 'Open' });
      await caughtUp(page);
      await page.keyboard.press('r');
      await row('CASE-0001').getByText('Open').waitFor();
    });

    test('j selects the case in place of one that has left the list', async () => {
      const other = await pages.open('#/search?status=Closed');
      await other.desk.locator('main').getByText('CASE-0003').waitFor();
      await other.page.keyboard.press('j');
      await other.page.keyboard.press('j');
      await other.page.keyboard.press('1');
      const second = other.desk.getByRole('listitem').nth(1);
      const gone = await second.locator('.number').innerText();
      await second.getByText('Open').waitFor();
      await other.desk.getByRole('link', { name: 'Open 2' }).waitFor();
      await untilSaved(pages, gone, { status: 'Open' });
      await caughtUp(other.page);
      await other.page.keyboard.press('r');
      await other.desk.getByRole('listitem').getByText(gone).waitFor({ state: 'hidden' });
      await other.page.keyboard.press('j');
      await second.and(other.desk.locator('.selected')).waitFor();
      await other.close();
      await pages.run('updateCase', gone, { status: 'Closed' });
    });

    test('a status that cannot be saved is reverted, and can be tried again', async () => {
      const { page, desk } = opened;
      const find = await lose(page, 'updateCase');
      await page.keyboard.press('j');
      await page.keyboard.press('2');
      await desk.getByRole('alert').getByText('CASE-0001 could not be set to In Progress').waitFor();
      await row('CASE-0001').getByText('Open').waitFor();
      await filter(/Open 1/).waitFor();
      await find();
      await desk.getByRole('button', { name: 'Try again' }).click();
      await row('CASE-0001').getByText('In Progress').waitFor();
      await desk.getByRole('alert').waitFor({ state: 'hidden' });
      await pages.run('updateCase', 'CASE-0001', { status: 'Open' });
    });

    test('? lists them', async () => {
      await opened.page.keyboard.press('?');
      const help = opened.desk.getByRole('dialog');
      for (const does of ['Select the next case', 'Set the selected case to Closed', 'Search cases'])
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

  test('rows stay when a reload fails, and being offline is said', async () => {
    const { page, desk } = opened;
    await page.context().setOffline(true);
    await page.keyboard.press('r');
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
    expect(text.startsWith('\ufeffcaseNumber,received,sender,subject,issue,status,emailCount\r\n')).toBe(
      true,
    );
    const lines = text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(10);
    const lamp = new RegExp(`^"CASE-0002","20[^"]*Z","${MIRA}","Broken lamp","Bulb","In Progress",0$`);
    expect(lines[2]).toMatch(lamp);
    expect(text).toContain(`"'=HYPERLINK(""https://example.com"";""open"")"`);
    expect(text).toContain(`"' +1+1"`);
    expect(text).not.toMatch(/"\s*[=+@-]/);
  });

  test('an export that fails shows an error and can be tried again', async () => {
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
    const looked = await pages.open('#/', options);
    await looked.desk.locator('main').getByText('CASE-0001').waitFor();
    await looked.page.keyboard.press('j');
    expect(await looked.faults()).toEqual([]);
    await looked.close();
  });

  test('a new case comes on top by itself', async () => {
    await pages.local.google.deliver(await compose({ from: MIRA, subject: 'Fresh lamp' }));
    await pages.run('checkMail');
    await opened.page.keyboard.press('r');
    await rows().first().getByText('Fresh lamp').waitFor();
    await filter(/All 10/).waitFor();
  });
});
