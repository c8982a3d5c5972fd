import { type DeskPage, type Pages, startPages } from '../harness/desk-page';
import { testLong } from '../harness/extent';
import { compose } from '../harness/mail';
import { eventually } from '../harness/until';

const MIRA = 'mira.oduya@example.com';
const LAMP = { from: MIRA, subject: 'Lamp', messageId: '<lamp@customer.example>' };
const ANSWER = { inReplyTo: LAMP.messageId, references: LAMP.messageId };

let pages: Pages;
let opened: DeskPage;
beforeAll(async () => {
  pages = await startPages();
  await arrive(LAMP);
});
afterAll(() => pages.close());
afterEach(() => opened.close());

async function arrive(mail: Parameters<typeof compose>[0]): Promise<void> {
  await pages.local.google.deliver(await compose(mail));
  await pages.run('checkMail');
}

async function openWithClock(fragment: string): Promise<void> {
  opened = await pages.open(fragment, { hasClock: true });
  await opened.desk.getByRole('button', { name: /^\d+ new notifications?$/ }).waitFor();
}

testLong('a new case is listed by itself within a minute', async () => {
  await openWithClock('#/');
  await opened.desk.getByRole('link', { name: /Lamp/ }).waitFor();
  await arrive({ from: MIRA, subject: 'Chair' });
  await opened.page.clock.runFor(61_000);
  await opened.desk.getByRole('link', { name: /Chair/ }).waitFor();
});

test('a new message joins the conversation by itself, and a half-written note stays', async () => {
  const [row] = pages.local.services.spreadsheets
    .rows(pages.local.scripts.desk.spreadsheetId, 'Cases')
    .filter(({ subject }) => subject === 'Lamp');
  await openWithClock(`#/case/${row?.caseNumber}`);
  await opened.desk.getByLabel('Notes', { exact: true }).fill('half a ');
  await arrive({ ...ANSWER, from: MIRA, subject: 'Re: Lamp', text: 'Any news of it?' });
  await opened.page.clock.runFor(61_000);
  await opened.desk.locator('.text', { hasText: 'Any news of it?' }).waitFor();
  await eventually(async () =>
    expect(await opened.desk.getByLabel('Notes', { exact: true }).inputValue()).toBe('half a '),
  );
});
