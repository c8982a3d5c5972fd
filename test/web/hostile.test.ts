import type { Frame, Page } from 'playwright-core';
import { caseRow, deliverCase, MIRA, untilSaved } from '../harness/case-mail';
import { type DeskPage, type Pages, startPages } from '../harness/desk-page';
import { spread, testLong } from '../harness/extent';
import { painted } from '../harness/looks';
import { raw } from '../harness/mail';
import { eventually } from '../harness/until';
import { XSS } from '../harness/xss';

/** What no case has of its own. */
const FOREIGN = [
  ...['script', 'style', 'link', 'meta', 'base', 'iframe', 'object', 'embed', 'form', 'video', 'audio'],
  ...[
    'img',
    'svg:not(.case-bar svg, .edits .glyph)',
    'math',
    'marquee',
    'details:not(.message > *, .quoted, .earlier)',
    '[onerror]',
    '[onload]',
    '[onfocus]',
    '[style]',
  ],
].map((selector) => `.case-page ${selector}`);

let pages: Pages;
let shown: DeskPage;
let strangers: string[];
beforeAll(async () => {
  pages = await startPages();
});
afterAll(() => pages.close());
afterEach(() => shown.close());

async function show(caseNumber: string): Promise<DeskPage> {
  strangers = [];
  shown = await pages.open('#/settings');
  watch(shown.page);
  await shown.go(`#/case/${caseNumber}`);
  await shown.desk.getByRole('article').first().waitFor();
  return shown;
}

/** Dialogs, windows, and requests to anybody but the local server under its two names. */
function watch(page: Page): void {
  const { port } = new URL(pages.local.urls.home);
  const own = [`localhost:${port}`, `127.0.0.1:${port}`];
  page.context().on('request', (request) => {
    const { host, protocol } = new URL(request.url());
    if (!own.includes(host) || protocol !== 'http:') strangers.push(request.url());
  });
  page.on('popup', (popup) => strangers.push(`window ${popup.url()}`));
  page.on('dialog', (dialog) => {
    strangers.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
}

async function expectHarmless(): Promise<void> {
  await likeThem(shown.desk);
  await eventually(async () => expect(await shown.desk.locator(FOREIGN.join(', ')).count()).toBe(0));
  const protocols = await shown.desk
    .locator('.case-page a')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).protocol));
  expect([...new Set(protocols)].filter((one) => !/^(https?|mailto):$/.test(one))).toEqual([]);
  expect(strangers).toEqual([]);
}

/** An image and a frame of our own: what theirs would have done, had they come to life, is done before. */
async function likeThem(frame: Frame): Promise<void> {
  await painted(frame);
  await frame.evaluate(async () => {
    for (const [tag, source] of [
      ['img', 'data:image/png,x'],
      ['iframe', 'about:blank'],
    ] as const) {
      const element = document.createElement(tag);
      const ended = new Promise((resolve) => {
        element.onload = resolve;
        element.onerror = resolve;
      });
      document.body.append(element);
      element.src = source;
      await ended;
      element.remove();
    }
  });
}

test('script and markup in bodies stay text', async () => {
  const text = XSS.join('\n');
  const { caseNumber } = await deliverCase(pages, { subject: 'Bodies', text });
  const { desk } = await show(caseNumber);
  await eventually(async () =>
    expect((await desk.locator('.message .text').innerText()).split('\n')).toEqual(XSS),
  );
  await expectHarmless();
});

testLong('a mail of one long line of tabs is shown at once, and whole', async () => {
  const text = 'a\t'.repeat(99_999);
  const { caseNumber } = await deliverCase(pages, { subject: 'Tabs', text });
  const { desk } = await show(caseNumber);
  await desk.getByRole('button', { name: /^Show the rest/ }).click();
  await eventually(async () =>
    expect((await desk.locator('.message .text').textContent())?.trim().length).toBe(199_997),
  );
  await expectHarmless();
});

testLong('script and markup in subjects stay text', async () => {
  const { caseNumber, threadId } = await deliverCase(pages, { subject: XSS[0], text: 'Hello' });
  for (const subject of XSS.slice(1, 12)) await deliverCase(pages, { subject, text: subject }, { threadId });
  const { desk } = await show(caseNumber);
  await eventually(async () => expect(await desk.locator('main h2').innerText()).toBe(XSS[0]));
  await desk.getByRole('button', { name: 'Expand all' }).click();
  const articles = desk.getByRole('article');
  for (const [index, subject] of XSS.slice(1, 12).entries()) {
    const content = await articles
      .nth(index + 1)
      .locator('details > :not(summary)')
      .allInnerTexts();
    expect(content).toEqual([subject, subject]);
  }
  await expectHarmless();
});

testLong('script and markup in file names stay text', async () => {
  const attachments = XSS.map((filename) => ({ filename, content: 'x' }));
  const { caseNumber } = await deliverCase(pages, { subject: 'Files', text: 'Hello', attachments });
  const { desk } = await show(caseNumber);
  const names = await desk.getByRole('listitem').locator('bdi').allInnerTexts();
  expect(names).toHaveLength(XSS.length);
  expect(names).toContain(XSS[0]);
  await expectHarmless();
});

testLong('marks that turn a file name around are shown as what they are', async () => {
  const attachments = [{ filename: 'invoice-\u202efdp.exe', content: 'x' }];
  const { caseNumber } = await deliverCase(pages, {
    subject: 'Turned \u2066file',
    text: 'Hello',
    attachments,
  });
  const { desk } = await show(caseNumber);
  await desk.getByRole('listitem').getByText('invoice-[U+202E]fdp.exe').waitFor();
  await desk.getByRole('heading', { name: 'Turned [U+2066]file' }).waitFor();
});

test('script and markup in a sender’s name and address stay text', async () => {
  const letter = `From: "<script>alert(1)</script>" <${MIRA}>\nSubject: Names\n\nHello\n`;
  await pages.local.google.deliver(raw(letter));
  await pages.run('checkMail');
  const { cases, messages } = rowsNamed('Names');
  // The sheet is the owner's: anything may stand in it.
  put('Cases', `D${cases + 2}`, '<img src=x onerror=alert(1)>');
  put('Messages', `C${messages + 2}`, '<svg onload=alert(1)>');
  put('Messages', `H${messages + 2}`, '<script>alert(1)</script>');
  const { desk } = await show(`CASE-${String(cases + 1).padStart(4, '0')}`);
  await desk.getByText('<img src=x onerror=alert(1)>').waitFor();
  await desk.locator('.message').getByText('<svg onload=alert(1)>').waitFor();
  await desk.locator('.message').getByText('<script>alert(1)</script>').waitFor();
  await expectHarmless();
});

testLong('script and markup in issue and notes stay text, also in a conflict', async () => {
  const { caseNumber } = await deliverCase(pages, { subject: 'Notes', text: 'Hello' });
  const { desk } = await show(caseNumber);
  const notes = XSS.join('\n');
  await desk.getByLabel('Issue', { exact: true }).fill(XSS.join(' '));
  await desk.getByLabel('Notes').fill(notes);
  await untilSaved(pages, caseNumber, { notes, issue: XSS.join(' ') });
  await expectHarmless();
  await pages.run('updateCase', caseNumber, { notes: `${notes}\ntheirs` });
  await desk.getByLabel('Notes').fill(`${notes}\nmine`);
  await desk.getByRole('region', { name: 'Also edited in the sheet' }).waitFor();
  await expectHarmless();
  expect(caseRow(pages, caseNumber)).toMatchObject({ notes: `${notes}\ntheirs` });
});

test.each(
  spread(
    XSS.filter((_, index) => index % 8 === 0),
    2,
  ),
)('an address with %s leads nowhere', async (vector) => {
  strangers = [];
  shown = await pages.open(`#/case/${encodeURIComponent(vector)}`);
  watch(shown.page);
  await shown.desk.getByRole('alert').getByText('is not a case number').waitFor();
  await eventually(async () => expect(await shown.desk.locator('main h2').innerText()).toBe(vector));
  await expectHarmless();
});

function rowsNamed(subject: string) {
  const { spreadsheets } = pages.local.services;
  const at = (tab: string) =>
    spreadsheets
      .rows(pages.local.scripts.desk.spreadsheetId, tab)
      .findIndex((row) => row.subject === subject);
  return { cases: at('Cases'), messages: at('Messages') };
}

function put(tab: string, a1: string, text: string): void {
  pages.local.services.spreadsheets.editAs(pages.local.scripts.desk.spreadsheetId, tab, { a1, text });
}
