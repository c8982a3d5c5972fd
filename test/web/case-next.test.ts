import { caughtUp } from '../harness/calls';
import { caseRow, deliverCase, untilSaved } from '../harness/case-mail';
import { type DeskPage, type Pages, startPages } from '../harness/desk-page';
import { testLong } from '../harness/extent';
import { eventually } from '../harness/until';

/** A case is seen after a second on the screen. */
const TOO_SOON_MS = 900;
const REST_MS = 150;
/** So long the page takes to paint and to see to what follows from it. */
const PAINT_MS = 50;
const MINUTE = 60_000;

let pages: Pages;
let shown: DeskPage;
/** Newest first. */
let numbers: string[];
let threadId: string;
beforeAll(async () => {
  pages = await startPages();
});
afterAll(() => pages.close());
beforeEach(async () => {
  numbers = [];
  for (const subject of ['Chair', 'Lamp', 'Desk & <b>shelf</b>']) {
    const added = await deliverCase(pages, { subject, text: `About: ${subject}` });
    numbers.unshift(added.caseNumber);
    threadId = added.threadId;
  }
});
afterEach(() => shown.close());

/** Opens the newest case from the list. */
async function openNewest(): Promise<void> {
  shown = await pages.open('#/all');
  await row().click();
  await article('shelf');
}

/** Opens it at a time that passes only by `pass`. */
async function glanceAtNewest(): Promise<void> {
  shown = await pages.open('#/all');
  await row().waitFor();
  // Until the case has been read ahead.
  await shown.page.clock.runFor(MINUTE / 2);
  await caughtUp(shown.page);
  const now = await shown.desk.evaluate(() => Date.now());
  await shown.page.clock.pauseAt(now + MINUTE);
  await row().click();
  await pass(PAINT_MS);
  await article('shelf');
}

/** The list begins with what another test's list had. */
const row = () => shown.desk.getByRole('row').filter({ hasText: newest() }).getByRole('link');
const pass = (ms: number) => shown.page.clock.runFor(ms);

const [newest, second] = [() => String(numbers[0]), () => String(numbers[1])];
const article = (text: string) => shown.desk.getByRole('article').filter({ hasText: text }).waitFor();
const button = (name: string) => shown.desk.getByRole('button', { name });
const seen = (caseNumber: string) => caseRow(pages, caseNumber)?.seen;

describe('what was seen', () => {
  test('a case is seen after a second on the screen, and not before', async () => {
    await glanceAtNewest();
    await pass(TOO_SOON_MS);
    await caughtUp(shown.page);
    expect(seen(newest())).toBe(0);
    await pass(REST_MS);
    await untilSaved(pages, newest(), { seen: 1 });
  });

  testLong('a case that was left sooner is new', async () => {
    await glanceAtNewest();
    await pass(TOO_SOON_MS);
    await shown.page.keyboard.press('Shift+J');
    await pass(PAINT_MS);
    await article('Lamp');
    await pass(TOO_SOON_MS);
    await caughtUp(shown.page);
    expect([seen(newest()), seen(second())]).toEqual([0, 0]);
  });

  testLong('shift+u takes it back, and Undo that', async () => {
    await openNewest();
    await untilSaved(pages, newest(), { seen: 1 });
    await shown.page.keyboard.press('Shift+U');
    await untilSaved(pages, newest(), { seen: 0 });
    await shown.desk.getByText(`${newest()} marked as new`).waitFor();
    await pass(TOO_SOON_MS + REST_MS);
    await caughtUp(shown.page);
    expect(seen(newest())).toBe(0);
    await button('Undo').click();
    await untilSaved(pages, newest(), { seen: 1 });
  });

  testLong('a seen case leaves the bell', async () => {
    await openNewest();
    await untilSaved(pages, newest(), { seen: 1 });
    await button('new notifications').click();
    const bell = shown.desk.getByRole('dialog', { name: 'Notifications' });
    await bell.getByText('Lamp').first().waitFor();
    await eventually(async () => expect(await bell.getByText(newest()).count()).toBe(0));
  });

  test('a reply is open and marked as new, and what was seen before is a line', async () => {
    await pages.run('markSeen', newest(), 1);
    for (const text of ['One answer', 'Another answer'])
      await deliverCase(pages, { subject: 'Re: Desk & <b>shelf</b>', text }, { threadId });
    shown = await pages.open(`#/case/${newest()}`);
    await article('Another answer');
    const opened = shown.desk.locator('.message > [open]');
    await eventually(async () =>
      expect(await opened.locator('.text').allInnerTexts()).toEqual(['One answer', 'Another answer']),
    );
    await eventually(async () => expect(await opened.getByText('New', { exact: true }).count()).toBe(2));
  });
});

describe('the next case', () => {
  test('the keys and buttons go through the list, to its ends', async () => {
    await openNewest();
    const total = Number(/of (\d+)/.exec(await shown.desk.locator('.place').innerText())?.[1]);
    await shown.desk.getByText(`1 of ${total}`).waitFor();
    await eventually(async () => expect(await button('Previous case').isDisabled()).toBe(true));
    await shown.page.keyboard.press('Shift+J');
    await shown.desk.getByText(`2 of ${total}`).waitFor();
    await article('Lamp');
    await button('Next case').click();
    await article('Chair');
    await shown.page.keyboard.press('Shift+K');
    await article('Lamp');
    await shown.page.keyboard.press('u');
    await shown.at('#/all');
  });

  testLong('a case that was opened by its link has a way back, and no place', async () => {
    shown = await pages.open(`#/case/${newest()}`);
    await article('shelf');
    await eventually(async () => expect(await button('Next case').count()).toBe(0));
    await eventually(async () =>
      expect(await shown.desk.getByRole('link', { name: 'Back to the list' }).count()).toBe(1),
    );
  });

  test('c closes the case and shows the next one; Undo opens it again', async () => {
    await openNewest();
    await shown.page.keyboard.press('c');
    await article('Lamp');
    await untilSaved(pages, newest(), { status: 'Closed' });
    await button('Undo').click();
    await untilSaved(pages, newest(), { status: 'Open' });
    expect(caseRow(pages, second())).toMatchObject({ status: 'Open' });
  });

  testLong('after the last case of the list comes the list', async () => {
    shown = await pages.open('#/search?keyword=shelf');
    const links = shown.desk.getByRole('link', { name: /shelf/ });
    await links.last().click();
    await article('shelf');
    await button('Close and next').click();
    await shown.at('#/search?keyword=shelf');
  });
});

describe('replying', () => {
  test('the link opens the thread in Gmail, in the account that the mail came to', async () => {
    await openNewest();
    const link = shown.desk.getByRole('link', { name: 'Reply in Gmail' });
    const [account = '', thread] = ((await link.getAttribute('href')) ?? '').split('#all/');
    expect(new URL(account).origin + new URL(account).pathname).toBe('https://mail.google.com/mail/u/');
    expect(new URL(account).searchParams.get('authuser')).toMatch(/@/);
    expect(thread).toBe(caseRow(pages, newest())?.threadId);
    await eventually(async () =>
      expect([await link.getAttribute('target'), await link.getAttribute('rel')]).toEqual([
        '_blank',
        'noopener noreferrer',
      ]),
    );
  });

  testLong('r replies, and then the case is offered to be in progress', async () => {
    await openNewest();
    const opened = shown.page.waitForEvent('popup');
    await shown.page.context().route('https://mail.google.com/**', (route) => route.abort());
    await shown.page.keyboard.press('r');
    await (await opened).close();
    await shown.desk.getByRole('status').getByText('Have you replied?').waitFor();
    await eventually(async () => expect(await shown.violations()).toEqual([]));
    await button('Set to In Progress').click();
    await untilSaved(pages, newest(), { status: 'In Progress' });
    await button('Undo').click();
    await untilSaved(pages, newest(), { status: 'Open' });
  });
});
