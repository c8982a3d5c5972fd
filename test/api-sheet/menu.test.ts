import { listFunctions } from '../../runtime/execution/script';
import { type Answers, type ApiSheet, type Chosen, startSetUpSheet } from './api-sheet';

const ITEMS = [
  ['Set up', 'setUp'],
  ['First steps', 'firstSteps'],
  ['Overview', 'showOverview'],
  ['New user', 'newUser'],
  ['New password', 'newPassword'],
  ['Disable a user', 'disableUser'],
  ['Log out everywhere', 'logOutEverywhere'],
  ['New API key', 'newKey'],
  ['Revoke an API key', 'revokeKey'],
  ['New device', 'newDevice'],
  ['Revoke a device', 'revokeDevice'],
  ['Connect Twilio', 'connectTwilio'],
  ['Connect Stripe', 'connectStripe'],
  ['New Stripe webhook secret', 'renewStripeSecret'],
  ['Public address', 'setPublicAddress'],
  ['Test mode', 'switchTestMode'],
  ['New push endpoint', 'newPushEndpoint'],
  ['New push secret', 'renewPushSecret'],
  ['Forget a person', 'forgetPerson'],
  ['Remove old data', 'removeOldData'],
  ['Move to a database', 'moveToDatabase'],
  ['Stop the move', 'stopMoving'],
  ['Window', 'setWindow'],
  ['Check this account', 'checkAccount'],
  ['Health', 'showHealth'],
];
const TWILIO: Answers = [{ text: ' AC1 ' }, { text: 'secret-token' }, { text: '+15551234567' }];
const CANCEL = { text: 'typed before', button: 'CANCEL' };

describe('the menu API', () => {
  let sheet: ApiSheet;
  beforeEach(async () => {
    sheet = await startSetUpSheet();
  });
  afterEach(() => sheet.close());

  test('has an item for all that its owner does there, with a function behind each', async () => {
    await sheet.execute('onOpen', { kind: 'simple trigger' });
    const [menu, ...others] = sheet.menus();
    const items = menu?.items.flatMap((one) => ('function' in one ? [[one.caption, one.function]] : []));
    expect([menu?.caption, items, others]).toEqual(['API', ITEMS, []]);
    const functions = ITEMS.map(([, name = '']) => name);
    expect(listFunctions(sheet.local.scripts.api)).toEqual(expect.arrayContaining(functions));
    // Whoever is asked nothing leaves the answer to the next.
    await sheet.clickAll(...functions.map((name): Chosen => [name, CANCEL]));
  });

  test('stores the keys of Twilio, and shows them nowhere', async () => {
    const before = sheet.sheets();
    const shown = await sheet.click('connectTwilio', ...TWILIO);
    expect(sheet.properties()).toMatchObject({
      twilioAccountSid: 'AC1',
      twilioAuthToken: 'secret-token',
      twilioNumber: '+15551234567',
    });
    expect(shown.at(-1)).toContain('https://<public address>/v1/messaging/webhook');
    expect(shown.join()).not.toContain('secret-token');
    expect(sheet.sheets()).toEqual(before);
  });

  test("stores the public address, and shows each provider's webhook", async () => {
    const before = sheet.sheets();
    sheet.setProperty('twilioAddress', 'http://127.0.0.1:1');
    const shown = await sheet.clickAll(
      ['setPublicAddress', { text: ' https://api.example.com/desk/ ' }, {}],
      ['connectTwilio', ...TWILIO, {}],
    );
    const webhook = 'https://api.example.com/desk/v1/messaging/webhook';
    expect(shown.map((words) => words.split('\n'))).toContainEqual([
      `Twilio's webhook is ${webhook}`,
      `Stripe's webhook is https://api.example.com/desk/webhooks/payments`,
    ]);
    expect(shown.at(-1)).toContain(webhook);
    expect(sheet.sheets()).toEqual(before);
  });

  test('refuses what is no public address, and keeps the one before', async () => {
    await sheet.click('setPublicAddress', { text: 'https://api.example.com' });
    const before = sheet.properties();
    const texts = ['http://api.example.com', 'api.example.com', 'https://', 'https:///desk', 'https://a b'];
    const shown = await sheet.clickAll(...texts.map((text): Chosen => ['setPublicAddress', { text }, {}]));
    expect(shown.filter((words) => words.includes('must start with'))).toEqual(
      texts.map((text) => `The address must start with https:// (got "${text}").`),
    );
    expect(sheet.properties()).toEqual(before);
  });

  const CANCELLED: readonly Chosen[] = [
    ['connectTwilio', { text: 'AC1' }, CANCEL],
    ['connectTwilio', { text: 'AC1' }, { text: 'secret-token' }, CANCEL],
    ['connectTwilio', { text: 'AC1' }, { text: '' }],
    ['setPublicAddress', CANCEL],
    ['setPublicAddress', { text: '  ' }],
  ];

  test('stores nothing where somebody gives up, or answers nothing', async () => {
    const before = [sheet.properties(), sheet.sheets()];
    const shown = await sheet.clickAll(...CANCELLED);
    expect(shown).toHaveLength(CANCELLED.flatMap(([, ...answers]) => answers).length);
    expect([sheet.properties(), sheet.sheets()]).toEqual(before);
  });
});
