import type { Doubt } from '../../runtime/doubts';
import { openStore } from '../../runtime/store';
import { spread, testLong } from '../harness/extent';
import { healthTexts } from '../harness/health';
import { ANNA, compose } from '../harness/mail';
import { setProperty } from '../tracker/at-sheet';
import { Account, type Google } from './account';
import { describeAccounts } from './journeys';

const TOGETHER: Doubt[] = ['messages-in-japanese', 'several-accounts'];

describeAccounts([
  ...spread([{ doubts: [] }, { doubts: ['no-object-hasown' as const] }], 1),
  ...spread([{ doubts: TOGETHER }, { doubts: ['messages-reworded' as const] }], 1),
]);

test('with service-url-lies the first alert links to the page, and nothing to /dev', async () => {
  const account = await Account.open({ doubts: ['service-url-lies'] });
  const url = account.desk.local.urls.desk;
  await account.setUp();
  expect((await account.takeMail('Broken lamp')).alerts).toEqual([
    expect.stringContaining(`href="${url}?authuser=owner%40example.com#/case/CASE-0001"`),
  ]);
  await account.openPage();
  expect(await account.page('getSettings')).toMatchObject({ pageUrl: `${url}?authuser=owner%40example.com` });
  await account.choose('openPage');
  expect(account.desk.rows('Settings')).toContainEqual({ key: 'page', value: url });
  expect(JSON.stringify([account.desk.properties(), account.desk.sheets()])).not.toContain('/dev');
  await account.close();
});

testLong(
  'an address of a test deployment that an earlier release has stored is no address of the page',
  async () => {
    const account = await Account.open({ doubts: [] });
    await account.setUp();
    setProperty(account.desk, 'pageUrl', 'https://script.google.com/macros/s/head/dev');
    expect((await account.takeMail('Broken lamp')).alerts).toEqual([expect.not.stringContaining('/dev')]);
    await account.close();
  },
);

describe('where a web app gets no spreadsheet, and may open none', () => {
  const CURE =
    /Google does not give this script its spreadsheet here. Run "npm run deploy -- --wide-sheets (desk|api)"/;
  let account: Account;
  beforeAll(async () => {
    // Whatever Google says to that, in whatever language.
    account = await Account.open({
      doubts: ['no-active-spreadsheet', 'messages-reworded', 'messages-in-japanese'],
    });
    await account.setUp();
  });
  afterAll(() => account.close());

  test('every call of the API is answered 503 with the cure, health too', async () => {
    const broken = {
      status: 503,
      body: { error: { code: 'no_spreadsheet', message: expect.stringMatching(CURE) } },
    };
    expect(await account.call('GET', '/v1/health')).toMatchObject(broken);
    await account.logIn();
    expect(await account.call('GET', '/v1/leads')).toMatchObject(broken);
  });

  test('the page says it', async () => {
    expect(await account.page('listCases')).toMatchObject({ error: expect.stringMatching(CURE) });
    expect(await account.page('getSettings')).toMatchObject({ error: expect.stringMatching(CURE) });
  });

  test('the timer takes mail in all the same, and the errors stand in Health', async () => {
    account.desk.set('senders', ANNA);
    await account.later(6);
    await account.desk.deliver(await compose());
    await account.later(6);
    expect(account.desk.rows('Cases')).toMatchObject([{ caseNumber: 'CASE-0001' }]);
    await account.sheet.click('showHealth');
    expect(healthTexts(account.sheet.rowsOf('Health'))['Access to the sheet']).toContain(
      'The web app gets no spreadsheet. Run "npm run deploy -- --wide-sheets api"',
    );
  });
});

test('where a trigger gets no spreadsheet, mail waits and is taken in after a deployment with the wide scope', async () => {
  const GOOGLE: Google = { doubts: ['no-active-spreadsheet-in-triggers'] };
  const store = openStore(':memory:');
  const before = await Account.open(GOOGLE, store);
  await before.setUp();
  before.desk.set('senders', ANNA);
  await before.desk.deliver(await compose());
  for (let run = 0; run < 3; run++) await before.later(6);
  expect(before.desk.rows('Cases')).toEqual([]);
  expect(await before.page('getSettings')).toMatchObject({
    health: { problems: [expect.stringContaining('npm run deploy -- --wide-sheets desk')] },
  });
  await before.desk.local.close();

  const after = await Account.open({ ...GOOGLE, wideSheets: true }, store);
  await after.setUp();
  await after.later(6);
  expect(after.desk.rows('Cases')).toMatchObject([{ caseNumber: 'CASE-0001' }]);
  await after.close();
});

describe('text, whichever way it survives', () => {
  const TEXTS = spread(
    ["'quoted'", "''", '=1+1', '+1 555', '-3', '@home', '007', '1/2', 'TRUE', '\u2060joined', "it's"],
    6,
  );

  /** All of them as subjects, one case each. */
  async function store(account: Account, texts: readonly string[]): Promise<void> {
    for (const subject of texts) await account.desk.deliver(await compose({ subject, text: 'Hello' }));
    await account.later(6);
  }

  async function subjects(account: Account): Promise<string[]> {
    const { cases } = (await account.page('listCases')) as { cases: { subject: string }[] };
    return cases.map(({ subject }) => subject).sort();
  }

  test.each(
    spread<[string, Doubt[], Doubt[]]>(
      [
        [
          'a sheet that was written where apostrophes stay reads the same after they are found to vanish',
          ['apostrophe-stays'],
          [],
        ],
        [
          'a sheet that was written where apostrophes vanish reads the same after they are found to stay',
          [],
          ['apostrophe-stays'],
        ],
      ],
      1,
    ),
  )('%s', async (_, first, second) => {
    const kept = openStore(':memory:');
    const before = await Account.open({ doubts: first }, kept);
    await before.setUp();
    await before.page('saveSettings', { senders: [ANNA] });
    await before.later(6);
    await store(before, TEXTS);
    expect(await subjects(before)).toEqual([...TEXTS].sort());
    await before.desk.local.close();

    const after = await Account.open({ doubts: second }, kept);
    await after.setUp();
    await after.later(6);
    expect(await subjects(after)).toEqual([...TEXTS].sort());
    await store(after, ['=2+2']);
    expect(await subjects(after)).toEqual([...TEXTS, '=2+2'].sort());
    await after.close();
  });
});
