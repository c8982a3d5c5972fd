import { setLook } from '../harness/browser';
import { caughtUp, divert } from '../harness/calls';
import { type DeskPage, type Pages, startPages } from '../harness/desk-page';
import { testLong } from '../harness/extent';
import { LOOKS } from '../harness/looks';
import { type PageCalls, watchCalls } from '../harness/page-calls';
import { eventually } from '../harness/until';

const BUSY = 'There are too many scripts running simultaneously for this Google user account.';

let pages: Pages;
let opened: DeskPage;
let calls: PageCalls;
beforeAll(async () => {
  pages = await startPages();
  await pages.run('checkMail');
});
afterAll(() => pages.close());
beforeEach(async () => {
  opened = await pages.open('#/settings');
  calls = await watchCalls(opened.page);
  await chip().waitFor();
});
afterEach(() => opened.close());

const chip = () => opened.desk.getByRole('button', { name: 'Remove mira.oduya@example.com' });
const alert = () => opened.desk.getByRole('main').getByRole('alert');
const button = (name: string) => opened.desk.getByRole('button', { name });
const alertsSwitch = () => opened.desk.getByRole('checkbox', { name: 'Email me' });
const pass = (ms: number) => opened.page.clock.runFor(ms);

/** Google answers calls of this function with an error of its own; answers how often it was called, and an end of it. */
async function answerWith(name: string, message: string) {
  let count = 0;
  const mend = await divert(opened.page, name, (route) => {
    count += 1;
    return route.fulfill({ json: { error: { message } } });
  });
  return { mend, count: () => count };
}

/** The page has made all attempts that it makes by itself. */
async function givenUp(): Promise<void> {
  for (let attempts = 0; attempts < 5; attempts++) {
    await caughtUp(opened.page);
    await pass(25_000);
  }
}

const KNOWN: [string, RegExp, string | undefined][] = [
  ['Authorization is required to perform that action.', /You are signed out of Google/, 'Sign in again'],
  [
    "We're sorry, a server error occurred while reading from storage. Error code PERMISSION_DENIED.",
    /signed in with another account/,
    'Sign in again',
  ],
  ['NetworkError: Connection failure due to HTTP 401', /You are signed out of Google/, 'Sign in again'],
  [
    'Service invoked too many times for one day: properties.',
    /daily limit at Google is used up\. Google lifts it within 24 hours, by \w+day.* at the latest\./,
    undefined,
  ],
  ['Service using too much computer time for one day.', /daily limit at Google is used up/, undefined],
  [
    'You do not have permission to call SpreadsheetApp.getActiveSpreadsheet. Required permissions: x',
    /A permission is missing\. Choose Case desk > Set up in the sheet/,
    'Open the sheet',
  ],
  ['NetworkError: Connection failure due to HTTP 404', /no longer deployed/, 'Open the sheet'],
  ['Script function not found: saveSettings', /The desk has been updated/, 'Reopen the page'],
  [
    'Exceeded maximum execution time',
    /stopped the script because it ran too long.*may have worked/,
    undefined,
  ],
  ["We're sorry, a server error occurred. Please wait a bit and try again.", /may have worked/, undefined],
  ['起動時間の最大値を超えました', /stopped the script because it ran too long.*may have worked/, undefined],
  [
    '1 日にサービス premium urlfetch を実行した回数が多すぎます。',
    /daily limit at Google is used up/,
    undefined,
  ],
  ['NetworkError: Verbindungsfehler aufgrund von HTTP 404', /no longer deployed/, 'Open the sheet'],
  ['スクリプト関数が見つかりません: saveSettings', /The desk has been updated/, 'Reopen the page'],
  [
    'Bandwidth quota exceeded: https://api.test/. Try reducing the rate of data transfer.',
    /Google is limiting requests/,
    undefined,
  ],
  ['Server not available.', /Google had an internal error/, undefined],
  [
    'Für diese Aktion ist eine Autorisierung erforderlich.',
    /Google refused this\..*may have worked.*Google said: Für diese Aktion/,
    'Reopen the page',
  ],
  [
    'The execution was killed.',
    /Google refused this\..*Google said: The execution was killed\./,
    'Reopen the page',
  ],
];

test('what Google says is said in plain words, with what helps', async () => {
  for (const [said, words, cure] of KNOWN) {
    const google = await answerWith('saveSettings', said);
    await alertsSwitch().click();
    await givenUp();
    await alert().getByText(words).waitFor();
    if (cure) {
      const { scripts, urls } = pages.local;
      const href = await alert().getByRole('link', { name: cure }).getAttribute('href');
      expect(href).toContain(cure === 'Open the sheet' ? scripts.desk.spreadsheetId : urls.desk);
    }
    await google.mend();
    await alert().getByRole('button', { name: 'Try again' }).click();
    await alert().waitFor({ state: 'detached' });
    await calls.settled();
  }
});

testLong('an error at the first load has its cure, from the visit before', async () => {
  await answerWith('getSettings', 'Authorization is required to perform that action.');
  await opened.reload();
  const cure = alert().getByRole('link', { name: 'Sign in again' });
  expect(await cure.getAttribute('href')).toContain(pages.local.urls.desk);
});

test('a change that Google refuses is sent again by itself in every language, and the page says so', async () => {
  const refusals = [BUSY, 'Es werden zu viele Skripts gleichzeitig ausgeführt.'];
  for (const [at, said] of refusals.entries()) {
    const google = await answerWith('saveSettings', said);
    await alertsSwitch().click();
    const status = opened.desk.getByRole('status').getByText('Google is busy. Trying again…');
    await status.waitFor();
    await google.mend();
    await pass(20_000);
    await eventually(async () =>
      expect(calls.made.filter((name) => name === 'saveSettings')).toHaveLength(at + 1),
    );
    await opened.desk.getByText('Saved', { exact: true }).waitFor();
    await eventually(async () => expect([await alert().count(), await status.count()]).toEqual([0, 0]));
  }
});

test('after five attempts the owner decides', async () => {
  const google = await answerWith('saveSettings', BUSY);
  await alertsSwitch().click();
  for (let attempts = 1; attempts < 5; attempts++) {
    await caughtUp(opened.page);
    expect(google.count()).toBe(attempts);
    await pass(25_000);
  }
  await alert()
    .getByText(/Too many scripts are running in your Google account/)
    .waitFor();
  expect(google.count()).toBe(5);
});

test('a change whose answer is lost is made once more, and then the owner decides', async () => {
  let count = 0;
  const mend = await divert(opened.page, 'saveSettings', (route) => {
    count += 1;
    return route.fulfill({ json: { result: 'null' } });
  });
  await alertsSwitch().click();
  await givenUp();
  await alert().getByText('The response from Google was lost. It may have worked anyway').waitFor();
  expect(count).toBe(2);
  await mend();
});

test('what only reads is read again after a failure on the way, and nobody notices', async () => {
  let failures = 1;
  await divert(opened.page, 'getSettings', (route) => (failures-- > 0 ? route.abort() : route.continue()));
  await opened.reload();
  await pass(5_000);
  await chip().waitFor();
  await eventually(async () => expect(await alert().count()).toBe(0));
});

testLong('what failed because the browser was offline is tried again once it is not', async () => {
  await opened.page.context().setOffline(true);
  await alertsSwitch().click();
  await opened.desk.getByText('Not saved yet').waitFor();
  await opened.page.context().setOffline(false);
  await opened.desk.getByText('Saved', { exact: true }).waitFor();
  expect(calls.made.filter((name) => name === 'saveSettings')).toHaveLength(1);
});

testLong('a refusal because the sheet is busy can be tried again', async () => {
  calls.refuse('saveSettings', 'The sheet is busy. Try again in a minute.');
  await alertsSwitch().click();
  await alert()
    .getByText(/The sheet is busy/)
    .waitFor();
  calls.mend();
  await button('Try again').click();
  await opened.desk.getByText('Saved', { exact: true }).waitFor();
});

testLong.each(LOOKS)('axe finds nothing in an error with a link, %s', async (_, options) => {
  await setLook(opened.page, options);
  await answerWith('saveSettings', 'Authorization is required to perform that action.');
  await alertsSwitch().click();
  await opened.desk.getByRole('link', { name: 'Sign in again' }).waitFor();
  await eventually(async () => expect(await opened.faults()).toEqual([]));
});

const rename = (from: string, to: string) => {
  const { services, scripts } = pages.local;
  const { sheets } = services.spreadsheets.books.get(scripts.desk.spreadsheetId);
  const [tab] = sheets.filter(({ record }) => record.name === from);
  if (tab) tab.record.name = to;
};

testLong.each(['#/', '#/settings', '#/case/CASE-0001'])(
  'a desk whose tab Settings is gone is not greeted as new at %s',
  async (place) => {
    rename('Settings', 'Settings (old)');
    await opened.reload(place);
    const said = opened.desk.locator('.banner');
    await said.getByText('The sheet has no tab "Settings". Run Set up from the menu.').waitFor();
    const href = await said.getByRole('link', { name: 'Open the sheet' }).getAttribute('href');
    expect(href).toContain(pages.local.scripts.desk.spreadsheetId);
    const welcome = opened.desk.getByRole('heading', { name: 'Welcome to your case desk' });
    await eventually(async () => expect(await welcome.count()).toBe(0));
    await eventually(async () => expect(await opened.faults()).toEqual([]));
    rename('Settings (old)', 'Settings');
    await opened.desk.locator('html').evaluate(() => window.dispatchEvent(new Event('focus')));
    await said.getByRole('link').waitFor({ state: 'detached' });
  },
);

test('a list without its tab says which one is missing, and where the sheet is', async () => {
  rename('Cases', 'My cases');
  await opened.reload('#/');
  await alert()
    .getByText(/The sheet has no tab "Cases"/)
    .waitFor();
  const href = await alert().getByRole('link', { name: 'Open the sheet' }).getAttribute('href');
  expect(href).toContain(pages.local.scripts.desk.spreadsheetId);
  rename('My cases', 'Cases');
  await alert().getByRole('button', { name: 'Try again' }).click();
  await alert().waitFor({ state: 'detached' });
});
