import { caughtUp, divert, fail } from '../harness/calls';
import { rowsOf } from '../harness/case-mail';
import { type DeskPage, type Pages, startPages } from '../harness/desk-page';
import { spread, testLong } from '../harness/extent';
import { LOOKS } from '../harness/looks';
import { compose } from '../harness/mail';
import { type PageCalls, watchCalls } from '../harness/page-calls';
import { eventually } from '../harness/until';

const MIRA = 'mira.oduya@example.com';
const MINUTE = 60_000;

let pages: Pages;
let opened: DeskPage;
beforeAll(async () => {
  pages = await startPages();
});
afterAll(() => pages.close());
beforeEach(() => pages.run('markBellSeen', {}));

const bell = (name: string) => opened.desk.getByRole('button', { name, exact: true });
/** Stored, that is; the bell shows it before. */
const marked = () => opened.desk.getByRole('status').getByText('All notifications marked as seen').waitFor();
/** The title and the icon that the browser has for the page. */
const tab = () =>
  opened.desk.evaluate(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
    return [document.title, decodeURIComponent(icon?.href ?? '')];
  });
const panel = () => opened.desk.getByRole('dialog', { name: 'Notifications' });

describe('the bell', () => {
  afterEach(() => opened.close());

  test('counts new cases and messages and lists them, the newest first', async () => {
    await receive('Broken lamp');
    await receive('Re: Heating does not start', { inReplyTo: '<first@seed.example.com>' });
    opened = await pages.open('#/settings');
    await bell('2 new notifications').click();
    expect(await tab()).toEqual(['(2) Case desk', expect.stringMatching(/>2<\/text>/)]);
    await panel().getByRole('button', { name: 'Mark all as seen' }).waitFor();
    const items = await panel().getByRole('listitem').allTextContents();
    expect(items).toEqual([
      'New message · CASE-0001 · just nowHeating does not startMira Oduya',
      `New case · CASE-0002 · just nowBroken lamp${MIRA}`,
    ]);
  });

  test('is empty once all is marked as seen, also after a reload', async () => {
    await receive('Lost key');
    opened = await pages.open('#/settings');
    await bell('1 new notification').click();
    await panel().getByRole('button', { name: 'Mark all as seen' }).click();
    await panel().getByText('No new notifications.').waitFor();
    await bell('No new notifications').waitFor();
    expect(await tab()).toEqual(['Case desk', expect.not.stringContaining('<text')]);
    await marked();
    await opened.reload();
    await bell('No new notifications').waitFor();
  });

  test('says what is new about each case', async () => {
    const kinds = ['case', 'message', 'reopened', 'due'];
    const items = kinds.map((kind, at) => ({
      kind,
      caseNumber: `CASE-000${at + 1}`,
      from: MIRA,
      subject: 'Tap',
      date: '2020-02-03T12:00:00.000Z',
    }));
    opened = await pages.open('#/settings');
    await bell('No new notifications').waitFor();
    await divert(opened.page, 'getBell', (route) =>
      route.fulfill({
        json: { result: JSON.stringify({ count: 4, items, through: 4, messages: 4 }) },
      }),
    );
    await opened.page.clock.runFor(MINUTE);
    await bell('4 new notifications').click();
    await eventually(async () =>
      expect(await panel().getByRole('listitem').locator('small').allInnerTexts()).toEqual([
        'New case · CASE-0001 · 3 Feb 2020',
        'New message · CASE-0002 · 3 Feb 2020',
        'Reopened by a reply · CASE-0003 · 3 Feb 2020',
        'Due · CASE-0004 · 3 Feb 20',
      ]),
    );
  });

  testLong('is closed by its button, which the panel leaves visible', async () => {
    opened = await pages.open('#/settings', { viewport: { width: 360, height: 640 } });
    await bell('No new notifications').click();
    await panel().waitFor();
    const { y = 0, height = 0 } = (await bell('No new notifications').boundingBox()) ?? {};
    await eventually(async () => expect((await panel().boundingBox())?.y).toBeGreaterThanOrEqual(y + height));
    await bell('No new notifications').click();
    await panel().waitFor({ state: 'hidden' });
  });

  testLong('lists 20, and leads to the rest in New', async () => {
    for (let number = 1; number <= 22; number++)
      await pages.local.google.deliver(await compose({ from: MIRA, subject: `Parcel ${number}` }));
    await pages.run('checkMail');
    opened = await pages.open('#/settings');
    await bell('22 new notifications').click();
    await panel().getByRole('link', { name: '2 more' }).click();
    await opened.at('#/new');
    await panel().waitFor({ state: 'hidden' });
    await opened.desk.getByRole('link', { name: 'New 22' }).waitFor();
  });

  test('leads to a case, which marks nothing as seen', async () => {
    await receive('Cold room');
    opened = await pages.open('#/settings');
    await bell('1 new notification').click();
    await panel().getByRole('link', { name: 'Cold room' }).click();
    await panel().waitFor({ state: 'hidden' });
    await opened.page.waitForURL(/#\/case\/CASE-\d+$/);
    await opened.desk.locator('main:focus').waitFor();
    await bell('1 new notification').waitFor();
  });

  testLong('opens with g b, and Escape gives the focus back', async () => {
    opened = await pages.open('#/settings');
    await opened.desk.getByRole('button', { name: 'Keyboard shortcuts' }).focus();
    await opened.page.keyboard.press('g');
    await opened.page.keyboard.press('b');
    await panel().waitFor();
    await opened.page.keyboard.press('Escape');
    await panel().waitFor({ state: 'hidden' });
    await opened.desk
      .getByRole('button', { name: 'Keyboard shortcuts' })
      .and(opened.desk.locator(':focus'))
      .waitFor();
  });

  testLong('shows an error if marking fails, and tries again on request', async () => {
    await receive('Wet floor');
    opened = await pages.open('#/settings');
    const mend = await fail(opened.page, 'markBellSeen');
    await bell('1 new notification').click();
    await panel().getByRole('button', { name: 'Mark all as seen' }).click();
    await panel()
      .getByRole('alert')
      .getByText(/Notifications could not be marked as seen/)
      .waitFor();
    await mend();
    await panel().getByRole('button', { name: 'Try again' }).click();
    await bell('No new notifications').waitFor();
  });
});

describe('by itself', () => {
  const asked = () => calls.made.filter((name) => name === 'getBell').length;
  const pass = (ms: number) => opened.page.clock.runFor(ms);
  let calls: PageCalls;

  beforeEach(async () => {
    opened = await pages.open('#/settings');
    await bell('No new notifications').waitFor();
    await opened.desk.getByRole('button', { name: `Remove ${MIRA}` }).waitFor();
    calls = await watchCalls(opened.page);
  });
  afterEach(() => opened.close());

  test('asks every minute, and announces what is new', async () => {
    await receive('Torn curtain');
    await pass(MINUTE);
    await bell('1 new notification').waitFor();
    await pass(100);
    await opened.desk.getByRole('status').getByText('1 new notification', { exact: true }).waitFor();
    expect(asked()).toBe(1);
  });

  testLong('shows a new case in the list', async () => {
    await opened.go('#/open');
    await receive('Lost chair');
    await pass(MINUTE);
    await opened.desk.getByRole('link', { name: /Lost chair/ }).waitFor();
  });

  test('adds a new message to the conversation, beside a half-written note', async () => {
    await receive('Blind lamp', { messageId: '<lamp@customer.example>' });
    const { caseNumber } = rowsOf(pages, 'Cases').find(({ subject }) => subject === 'Blind lamp') ?? {};
    await opened.go(`#/case/${caseNumber}`);
    const notes = opened.desk.getByLabel('Notes', { exact: true });
    await notes.fill('half a ');
    const answer = { inReplyTo: '<lamp@customer.example>', text: 'Any news of it?' };
    await receive('Re: Blind lamp', answer);
    await pass(MINUTE);
    await opened.desk.locator('.text', { hasText: 'Any news of it?' }).waitFor();
    await eventually(async () => expect(await notes.inputValue()).toBe('half a '));
  });

  testLong('notifies the rest of the page only if something is new', async () => {
    await pass(MINUTE);
    await calls.settled();
    expect(calls.made).toEqual(['getBell']);
    await receive('Dark stairs');
    await pass(MINUTE);
    await bell('1 new notification').waitFor();
    await calls.settled();
    expect(calls.made).toContain('getSettings');
  });

  testLong('reads what is new below the error of marking, which stays until all is marked', async () => {
    await receive('Loose step');
    await pass(MINUTE);
    calls.fail('markBellSeen');
    await bell('1 new notification').click();
    await panel().getByRole('button', { name: 'Mark all as seen' }).click();
    const again = panel().getByRole('button', { name: 'Try again' });
    const button = await again.elementHandle();
    await receive('Cold hall');
    await pass(MINUTE);
    await bell('2 new notifications').waitFor();
    expect(await button?.evaluate(({ isConnected }) => isConnected)).toBe(true);
    calls.mend();
    await again.click();
    await marked();
    await again.waitFor({ state: 'detached' });
  });

  test('what came in meanwhile stays new when the rest is marked as seen', async () => {
    await receive('Old news');
    await pass(MINUTE);
    await bell('1 new notification').click();
    await receive('Newer news');
    await panel().getByRole('button', { name: 'Mark all as seen' }).click();
    await bell('No new notifications').waitFor();
    await marked();
    await pass(MINUTE);
    await bell('1 new notification').waitFor();
  });

  test('pauses while the page is hidden, and asks at once when it is visible again', async () => {
    await show('hidden');
    await pass(5 * MINUTE);
    await calls.settled();
    expect(asked()).toBe(0);
    await show('visible');
    await calls.settled();
    expect(asked()).toBe(1);
  });

  testLong('does not ask again if the page was hidden for a moment only', async () => {
    await show('hidden');
    await pass(MINUTE / 4);
    await show('visible');
    await calls.settled();
    expect(asked()).toBe(0);
    await pass(MINUTE);
    await calls.settled();
    expect(asked()).toBe(1);
  });

  testLong('makes one call at a time', async () => {
    calls.hold('getBell');
    await pass(MINUTE);
    await show('hidden');
    await pass(MINUTE / 2);
    await show('visible');
    await pass(MINUTE / 4);
    await caughtUp(opened.page);
    expect(asked()).toBe(1);
    expect(calls.atOnce.getBell).toBe(1);
    calls.mend();
  });

  test('asks less and less often while calls fail, shows an error, and recovers', async () => {
    calls.fail('getBell');
    await pass(MINUTE);
    await bell('Notifications').or(bell('No new notifications')).first().click();
    await panel()
      .getByText(/Notifications could not be loaded/)
      .waitFor();
    expect(asked()).toBe(1);
    await pass(MINUTE);
    await calls.settled();
    expect(asked()).toBe(1);
    await pass(MINUTE);
    await calls.settled();
    expect(asked()).toBe(2);
    await pass(3 * MINUTE);
    await calls.settled();
    expect(asked()).toBe(2);
    calls.mend();
    await panel().getByRole('button', { name: 'Try again' }).click();
    await panel().getByText('No new notifications.').waitFor();
    await pass(MINUTE);
    await calls.settled();
    expect(asked()).toBe(4);
  });

  const show = (state: 'hidden' | 'visible') =>
    opened.desk.locator('html').evaluate((_, value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
});

test.each(spread(LOOKS, 1))(
  'axe finds nothing in the open panel, and nothing is cut off, %s',
  async (name, options) => {
    await receive(`${'A subject that is longer than a line '.repeat(3)} ${name}`);
    const looked = await pages.open('#/open', options);
    await looked.desk.getByRole('button', { name: '1 new notification' }).click();
    await looked.desk.getByRole('button', { name: 'Mark all as seen' }).waitFor();
    await eventually(async () => expect(await looked.faults()).toEqual([]));
    await looked.close();
  },
);

async function receive(subject: string, more = {}): Promise<void> {
  await pages.local.google.deliver(await compose({ from: MIRA, subject, ...more }));
  await pages.run('checkMail');
}
