import { type DeskPage, type Pages, startPages } from '../harness/desk-page';
import { testLong } from '../harness/extent';
import { LOOKS } from '../harness/looks';
import { compose } from '../harness/mail';
import { watchCalls } from '../harness/page-calls';
import { eventually } from '../harness/until';

const MIRA = 'mira.oduya@example.com';

let pages: Pages;
let opened: DeskPage;
beforeEach(async () => {
  pages = await startPages({ isUntouched: true });
});
afterEach(async () => {
  await opened.close();
  await pages.close();
});

const welcome = () => opened.desk.getByRole('heading', { name: 'Welcome to your case desk' });
const step = (name: string) => opened.desk.getByRole('heading', { name });
const button = (name: string) => opened.desk.getByRole('button', { name });
const track = async (address: string) => {
  const field = opened.desk.getByRole('textbox', { name: 'Tracked senders' });
  await field.fill(address);
  await field.press('Enter');
};

test('three steps lead from an untouched sheet to the first case', async () => {
  await pages.local.google.deliver(await compose({ from: MIRA, subject: 'Broken lamp' }));
  opened = await pages.open('#/open');
  await welcome().waitFor();
  const link = opened.desk.getByRole('link', { name: 'Open the sheet' });
  await eventually(async () =>
    expect(await link.getAttribute('href')).toContain(pages.local.scripts.desk.spreadsheetId),
  );
  await button('Check again').click();
  await opened.desk.getByText(/Not set up yet: The sheet has no tab "Settings"/).waitFor();
  await pages.run('setUp');
  await button('Check again').click();
  await step('Set up the sheet (done)').waitFor();
  await eventually(async () => expect(await button('Check now').count()).toBe(0));
  await track(MIRA);
  await step('Add the senders to track (done)').waitFor();
  await button('Check now').click();
  await welcome().waitFor({ state: 'detached' });
  await opened.desk.getByRole('status').getByText('1 new case').first().waitFor();
});

test('replies that open closed cases are offered ticked, and stored with the first sender', async () => {
  const setting = (key: string) =>
    pages.local.services.spreadsheets
      .rows(pages.local.scripts.desk.spreadsheetId, 'Settings')
      .find((row) => row.key === key)?.value;
  const offer = () => opened.desk.getByRole('checkbox', { name: 'Reopen a closed case' });
  await pages.run('setUp');
  await pages.run('saveSettings', { lookBackDays: 12 });
  opened = await pages.open('#/open');
  await eventually(async () => expect(await offer().isChecked()).toBe(true));
  expect(setting('reopenOnReply')).toBe('');
  await track('@example.com');
  await step('Add the senders to track (done)').waitFor();
  await opened.desk.getByText('Mail from the last 12 days becomes cases.').waitFor();
  expect(setting('reopenOnReply')).toBe(true);
  const calls = await watchCalls(opened.page);
  await offer().click();
  await calls.settled();
  expect(setting('reopenOnReply')).toBe(false);
  expect(setting('domains')).toBe('example.com');
});

testLong('an offer that the owner declines is stored as declined', async () => {
  await pages.run('setUp');
  opened = await pages.open('#/open');
  await opened.desk.getByRole('checkbox', { name: 'Reopen a closed case' }).click();
  await track(MIRA);
  await step('Add the senders to track (done)').waitFor();
  const rows = pages.local.services.spreadsheets.rows(pages.local.scripts.desk.spreadsheetId, 'Settings');
  expect(rows.find(({ key }) => key === 'reopenOnReply')?.value).toBe(false);
});

testLong('the page checks the setup when the owner comes back from the sheet', async () => {
  opened = await pages.open('#/open');
  await welcome().waitFor();
  await pages.run('setUp');
  await opened.desk.locator('html').evaluate(() => window.dispatchEvent(new Event('focus')));
  await step('Set up the sheet (done)').waitFor();
});

test('a first check that finds nothing leads to the empty list, for good', async () => {
  await pages.run('setUp');
  opened = await pages.open('#/open');
  await track(MIRA);
  await button('Check now').click();
  await welcome().waitFor({ state: 'detached' });
  await opened.reload();
  await button('No new notifications').waitFor();
  await opened.desk.getByText('Opening…').waitFor({ state: 'detached' });
  await eventually(async () => expect(await welcome().count()).toBe(0));
});

testLong('a desk with cases shows the list, even without senders', async () => {
  await pages.run('setUp');
  await pages.run('saveSettings', { senders: [MIRA] });
  await pages.local.google.deliver(await compose({ from: MIRA }));
  await pages.run('checkMail');
  await pages.run('saveSettings', { senders: [] });
  opened = await pages.open('#/open');
  await button('1 new notification').waitFor();
  await eventually(async () => expect(await welcome().count()).toBe(0));
});

testLong('the settings of an untouched sheet lead through the same steps', async () => {
  opened = await pages.open('#/settings');
  await welcome().waitFor();
});

testLong.each(LOOKS)('axe finds nothing, and nothing is cut off, %s', async (_, options) => {
  opened = await pages.open('#/open', options);
  await welcome().waitFor();
  await eventually(async () => expect(await opened.faults()).toEqual([]));
  await pages.run('setUp');
  await button('Check again').click();
  await track(MIRA);
  await button('Check now').waitFor();
  await eventually(async () => expect(await opened.faults()).toEqual([]));
});
