import type { BrowserContextOptions } from 'playwright-core';
import { deliverCase, MIRA } from '../harness/case-mail';
import { type DeskPage, type Pages, startPages } from '../harness/desk-page';
import { testLong } from '../harness/extent';
import { findWidth } from '../harness/looks';
import { eventually } from '../harness/until';

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
/** A window of 1280 by 1024 pixels at 400 %. */
const ZOOMED = { viewport: { width: 320, height: 256 } };
const MIN_TARGET = 44;
const MESSAGES = 7;
const SUBJECT = 'Heating: the third visit and it is still cold';
const ISSUE = 'Boiler E4';

let pages: Pages;
let shown: DeskPage;
let caseNumber: string;
beforeAll(async () => {
  pages = await startPages();
  const first = await deliverCase(pages, { subject: SUBJECT, text: 'Number 1\n\n-- \nMira' });
  caseNumber = first.caseNumber;
  for (let at = 2; at <= MESSAGES; at++) {
    const text = `Number ${at} ${'of a long story '.repeat(30)}\n\n> quoted\n> quoted\n> quoted\n> of ${at}`;
    await deliverCase(pages, { subject: `Re: ${SUBJECT}`, text }, first);
  }
  await pages.run('updateCase', caseNumber, { issue: ISSUE, notes: 'Spare part ordered' });
});
afterAll(() => pages.close());
afterEach(() => shown.close());

async function show(options: BrowserContextOptions = {}): Promise<void> {
  shown = await pages.open('#/all', options);
  await shown.desk.getByRole('link', { name: new RegExp(SUBJECT) }).click();
  await shown.desk.getByRole('article').last().waitFor();
}

const button = (name: string) => shown.desk.getByRole('button', { name });

testLong(
  'the newest message is open, two are a line each, and the rest is one row that unfolds',
  async () => {
    await show();
    const articles = shown.desk.getByRole('article');
    await eventually(async () => expect(await articles.count()).toBe(3));
    await eventually(async () => expect(await shown.desk.locator('.message > [open]').count()).toBe(1));
    await shown.desk.getByText(`${MESSAGES - 3} earlier`).click();
    await eventually(async () => expect(await articles.count()).toBe(MESSAGES));
    const [width = 0, ruler = 0] = await articles
      .last()
      .locator('.text')
      .first()
      .evaluate((text) => {
        const ruler = document.createElement('span');
        ruler.textContent = '0'.repeat(68);
        text.append(ruler);
        const widths = [text.getBoundingClientRect().width, ruler.getBoundingClientRect().width];
        ruler.remove();
        return widths;
      });
    expect(width).toBeLessThan(ruler + 2);
  },
);

test('of what a search has found the words are marked, and the messages with them are open', async () => {
  shown = await pages.open('#/search?keyword=%22number+2%22+h%C3%A9ating');
  await shown.desk.getByRole('link', { name: new RegExp(SUBJECT) }).click();
  await shown.desk.getByRole('article').last().waitFor();
  const opened = await shown.desk.locator('.message > [open]').allInnerTexts();
  expect(opened).toEqual([expect.stringContaining('Number 2'), expect.stringContaining('Number 7')]);
  const marks = shown.desk.locator('.case-page mark');
  await eventually(async () => expect(await marks.allInnerTexts()).toEqual(['Heating', 'Number 2']));
});

describe('on a phone', () => {
  testLong('the newest message is in sight, and what one does with it is below', async () => {
    await show(PHONE);
    const newest = shown.desk.getByRole('article').last().locator('.text').first();
    const top = (await newest.boundingBox())?.y ?? Number.POSITIVE_INFINITY;
    const actions = shown.desk.locator('.actions');
    const bar = await actions.boundingBox();
    expect(top).toBeLessThan((bar?.y ?? 0) - 100);
    expect(Math.round((bar?.y ?? 0) + (bar?.height ?? 0))).toBe(PHONE.viewport.height);
    await actions.getByLabel('Status').selectOption('In Progress');
    await shown.desk.getByText(`${caseNumber} set to In Progress`).waitFor();
    await button('Undo').click();
  });

  testLong('all targets of the case are at least 44 pixels high', async () => {
    await show(PHONE);
    await button('Details').click();
    const targets = shown.desk.locator(
      '.case-page :is(button, select, summary, .button, .back, input:not([type=radio]), textarea, label:has([type=radio]))',
    );
    const small = await targets.evaluateAll(
      (all, least) =>
        all
          .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < least)
          .map((one) => `${one.className} ${one.textContent}`),
      MIN_TARGET,
    );
    expect(small).toEqual([]);
  });

  test('a message of a form shows the customer, to whom a reply is a mail', async () => {
    const other = await deliverCase(pages, {
      from: `Shop form <${MIRA}>`,
      replyTo: '"Ito, Ben" <ben@two.example>',
      subject: 'Desk & <b>shelf</b>',
      text: 'Hello',
    });
    shown = await pages.open(`#/case/${other.caseNumber}`, PHONE);
    const article = shown.desk.getByRole('article', { name: 'Message from Ito, Ben' });
    await article.getByText('via Shop form · Reply to "Ito, Ben" <ben@two.example>').waitFor();
    await shown.desk.getByText(`Ito, Ben (${MIRA})`).waitFor();
    const mail = new URL((await shown.desk.getByRole('link', { name: 'Reply' }).getAttribute('href')) ?? '');
    expect(decodeURIComponent(mail.pathname)).toBe('ben@two.example');
    expect([...mail.searchParams]).toEqual([['subject', 'Re: Desk & <b>shelf</b>']]);
  });

  testLong('after a program’s answer a reply goes to the last person', async () => {
    const first = await deliverCase(pages, { replyTo: 'ann@home.example', subject: 'Away', text: 'Hello' });
    const headers = { 'Auto-Submitted': 'auto-replied' };
    await deliverCase(pages, { subject: 'Re: Away', text: 'Out of office', headers }, first);
    shown = await pages.open(`#/case/${first.caseNumber}`, PHONE);
    await shown.desk.getByText('Automatic').waitFor();
    const mail = new URL((await shown.desk.getByRole('link', { name: 'Reply' }).getAttribute('href')) ?? '');
    expect(decodeURIComponent(mail.pathname)).toBe('ann@home.example');
  });

  testLong('issue and notes are in a sheet from below, which gives the focus back', async () => {
    await show(PHONE);
    await eventually(async () =>
      expect(await shown.desk.getByLabel('Issue', { exact: true }).isVisible()).toBe(false),
    );
    await button('Details').click();
    const sheet = shown.desk.getByRole('dialog', { name: 'Edit the case' });
    await eventually(async () =>
      expect(await sheet.getByLabel('Issue', { exact: true }).inputValue()).toBe(ISSUE),
    );
    await eventually(async () => expect(await shown.violations()).toEqual([]));
    await shown.page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
    await eventually(async () =>
      expect(await button('Details').evaluate((one) => one === document.activeElement)).toBe(true),
    );
    await shown.page.keyboard.press('n');
    await sheet.waitFor();
    const notes = sheet.getByLabel('Notes', { exact: true });
    await eventually(async () =>
      expect(await notes.evaluate((one) => one === document.activeElement)).toBe(true),
    );
    await button('Done').click();
    await sheet.waitFor({ state: 'hidden' });
    await eventually(async () => expect(await shown.violations()).toEqual([]));
  });
});

testLong('at 400 % nothing has to be scrolled sideways, and nothing stays in the way', async () => {
  await show(ZOOMED);
  await eventually(async () => expect(await findWidth(shown.desk)).toEqual([]));
  await eventually(async () => expect(await shown.violations()).toEqual([]));
  const positions = await shown.desk
    .locator('.case-bar, .actions, .bar')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).position));
  expect(new Set(positions)).toEqual(new Set(['static']));
  // The header is one line, and the first words of the newest mail are on the first screen.
  const box = async (selector: string) => shown.desk.locator(selector).last().boundingBox();
  expect((await box('.bar'))?.height).toBeLessThan(48);
  expect((await box('[open] > .text'))?.y).toBeLessThan(ZOOMED.viewport.height - 20);
  // Nothing is missing: when the case came in stands below the mail.
  const facts = shown.desk.locator('.case-page > p', { hasText: /\d messages?$/ });
  expect(await facts.innerText()).toMatch(/\d\d:\d\d · \d+ messages?$/);
  await shown.desk.getByRole('button', { name: 'Filters' }).waitFor();
});

testLong('in high contrast the chosen status looks different from the others', async () => {
  await show({ forcedColors: 'active' });
  const [chosen, other] = await shown.desk
    .locator('.status > label')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
  expect(chosen).not.toBe(other);
  await eventually(async () => expect(await shown.violations()).toEqual([]));
});

testLong('print has all messages, quotes, status, issue and notes, and no buttons', async () => {
  await show();
  await shown.desk.locator('main:focus').waitFor();
  await shown.page.keyboard.press('Shift+U');
  await button('Undo').waitFor();
  await shown.page.emulateMedia({ media: 'print' });
  const print = shown.desk.locator('.case-page');
  for (let at = 1; at <= MESSAGES; at++)
    await eventually(async () =>
      expect(await print.locator('.text').getByText(`Number ${at}`).isVisible()).toBe(true),
    );
  await eventually(async () => expect(await print.getByText(`> of ${MESSAGES}`).isVisible()).toBe(true));
  await eventually(async () =>
    expect(await shown.desk.getByLabel('Issue', { exact: true }).isVisible()).toBe(true),
  );
  await eventually(async () => expect(await shown.desk.getByRole('button').count()).toBe(0));
  await shown.page.emulateMedia({ media: 'screen' });
});
