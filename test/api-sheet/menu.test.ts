import { type Answers, type ApiSheet, startApiSheet } from './api-sheet';

const ITEMS = [
  ['Set up', 'setUp'],
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
    sheet = await startApiSheet();
    await sheet.execute('onOpen', { kind: 'simple trigger' });
  });
  afterEach(() => sheet.close());

  test('has an item for all that its owner does there', () => {
    const [menu, ...others] = sheet.menus();
    const items = menu?.items.flatMap((one) => ('function' in one ? [[one.caption, one.function]] : []));
    expect([menu?.caption, items, others]).toEqual(['API', ITEMS, []]);
  });

  test('has a function behind each item', async () => {
    for (const [, name = ''] of ITEMS) await sheet.click(name, CANCEL);
  });

  test('stores the keys of Twilio, and shows them nowhere', async () => {
    await sheet.run('setUp');
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
    await sheet.run('setUp');
    const before = sheet.sheets();
    const shown = await sheet.click('setPublicAddress', { text: ' https://api.example.com/desk/ ' });
    const webhook = 'https://api.example.com/desk/v1/messaging/webhook';
    expect(shown.at(-1)?.split('\n')).toEqual([
      `Twilio's webhook is ${webhook}`,
      `Stripe's webhook is https://api.example.com/desk/webhooks/payments`,
    ]);
    expect((await sheet.click('connectTwilio', ...TWILIO)).at(-1)).toContain(webhook);
    expect(sheet.sheets()).toEqual(before);
  });

  test('refuses what is no public address, and keeps the one before', async () => {
    await sheet.click('setPublicAddress', { text: 'https://api.example.com' });
    const before = sheet.properties();
    for (const text of [
      'http://api.example.com',
      'api.example.com',
      'https://',
      'https:///desk',
      'https://a b',
    ]) {
      const shown = await sheet.click('setPublicAddress', { text });
      expect(shown.at(-1)).toBe(`The address must start with https:// (got "${text}").`);
    }
    expect(sheet.properties()).toEqual(before);
  });

  test.each<[string, Answers]>([
    ['connectTwilio', [CANCEL]],
    ['connectTwilio', [{ text: 'AC1' }, CANCEL]],
    ['connectTwilio', [{ text: 'AC1' }, { text: 'secret-token' }, CANCEL]],
    ['connectTwilio', [{ text: 'AC1' }, { text: '' }]],
    ['setPublicAddress', [CANCEL]],
    ['setPublicAddress', [{ text: '  ' }]],
  ])('stores nothing of %s after the answers %j', async (name, answers) => {
    const before = [sheet.properties(), sheet.sheets()];
    const shown = await sheet.click(name, ...answers);
    expect(shown).toHaveLength(answers.length);
    expect([sheet.properties(), sheet.sheets()]).toEqual(before);
  });
});
