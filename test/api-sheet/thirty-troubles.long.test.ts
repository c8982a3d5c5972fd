/** Troubles of an owner, caused one by one: the light names each, and what it says to do makes it right again. */
import { toHealthRows } from '../harness/health';
import { type Desk, startTracking, TOKEN } from '../harness/local';
import { ANNA, compose } from '../harness/mail';
import { choose, setProperty, withhold } from '../tracker/at-sheet';
import { passHours } from '../tracker/pass-hours';
import { type ApiSheet, startSetUpSheet } from './api-sheet';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const MAX_CALLS = 40;

/** One trouble, the light that shows it, and what its sentence and its cure say. */
interface Trouble<D> {
  light: string;
  says: RegExp;
  cause(desk: D): unknown;
  cure(desk: D): unknown;
}

const MAIL = 'Mail comes in';
const ALERTS = 'Alerts go out';
const ROOM = 'Room is left';
const REST = 'Everything else';

const setUpDesk = (desk: Desk) => choose(desk, 'setUp');
const tickAll = (desk: Desk) => desk.local.services.grants.limit(desk.local.scripts.desk, undefined);
const bookOf = (desk: Desk) => desk.local.scripts.desk.spreadsheetId;
const removeTimers = ({ local }: { local: Desk['local'] }) => {
  for (const { id } of local.services.triggers.list()) local.services.triggers.remove(id);
};

async function trash(desk: Desk, trashed: boolean): Promise<void> {
  const file = desk.google.files().find(({ name }) => name.endsWith('a.txt'));
  const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
  const asked = { method: 'PATCH', headers, body: JSON.stringify({ trashed }) };
  const answer = await desk.google.app.fetch(
    new Request(`http://localhost/drive/v3/files/${file?.id}`, asked),
  );
  expect(answer.status).toBe(200);
}

const attachments = [{ filename: 'a.txt', content: 'text' }];

const withheld = (light: string, says: RegExp, permission: string): Trouble<Desk> => ({
  ...{ light, says, cure: tickAll },
  cause: (desk) => withhold(desk, permission),
});

const AT_THE_DESK: Record<string, Trouble<Desk>> = {
  'the timer is gone': {
    light: MAIL,
    says: /^The timer is not running, so mail is not checked\. Choose Case desk > Set up/,
    cause: removeTimers,
    cure: setUpDesk,
  },
  'mail may not be read': withheld(
    MAIL,
    /^The permission "Read your mail" is missing, .* tick every box/,
    'gmail.readonly',
  ),
  'files may not be stored': withheld(
    MAIL,
    /^The permission "Store files in your Drive" is missing, .* tick every box/,
    'drive.file',
  ),
  'timers may not be made': withheld(MAIL, /^The permission "Run by itself" is missing/, 'script.scriptapp'),
  'alerts may not be sent': withheld(
    ALERTS,
    /^The permission "Send mail as you" is missing, so alerts are not sent/,
    'script.send_mail',
  ),
  'the mail of the day is used up': {
    light: ALERTS,
    says: /^No more alerts can be sent today: .* They resume automatically within a day/,
    cause: (desk) => desk.local.services.quotas.use('mailRecipients', 100),
    cure: (desk) => desk.advance(25 * HOUR),
  },
  "Gmail's calls of the day are used up": {
    light: MAIL,
    says: /daily limit at Google is used up\. Checks resume automatically within a day/,
    async cause(desk) {
      const { plan, quotas } = desk.local.services;
      plan.countsGmailOperations = true;
      await desk.deliver(await compose());
      quotas.use('gmailOperations', quotas.left('gmailOperations'));
      await desk.advance(20 * MINUTE);
    },
    async cure(desk) {
      desk.local.services.plan.countsGmailOperations = false;
      await desk.advance(26 * HOUR);
    },
  },
  'the storage is full': {
    light: MAIL,
    says: /could not be stored, .* Your Google storage is full\. Free some space/,
    async cause(desk) {
      await desk.deliver(await compose({ attachments }));
      const full = { status: 403, reason: 'storageQuotaExceeded', message: 'storage quota exceeded' };
      desk.google.fail({ method: 'POST', path: '/upload/drive', ...full, times: 3 });
      await passHours(desk, 1);
    },
    cure: (desk) => passHours(desk, 3),
  },
  'a tab is renamed': {
    light: MAIL,
    says: /^The sheet has no tab "Messages"\. Run Set up from the menu/,
    cause: (desk) => desk.spreadsheets.renameSheet(bookOf(desk), 'Messages', 'Mine'),
    cure: setUpDesk,
  },
  'a column is deleted': {
    light: MAIL,
    says: /^The Cases tab has no column headed "subject"\. .*run Set up from the menu/,
    cause: (desk) => desk.deleteColumn('Cases', 5),
    cure: setUpDesk,
  },
  'a header is renamed': {
    light: MAIL,
    says: /^The Cases tab has no column headed "sender"\. Rename its header back to "sender"/,
    cause: (desk) => desk.edit('Cases', 'D1', 'customer'),
    cure: (desk) => desk.edit('Cases', 'D1', 'sender'),
  },
  'a setting is deleted': {
    light: MAIL,
    says: /^The Settings tab has no row "senders"\. Run Set up from the menu/,
    cause: (desk) => desk.edit('Settings', 'A2', 'absender'),
    async cure(desk) {
      await setUpDesk(desk);
      desk.set('senders', ANNA);
    },
  },
  'the sheet is of another release': {
    light: MAIL,
    says: /^The columns of the sheet are out of date\. Choose Set up/,
    cause: (desk) => setProperty(desk, 'layout', '0ddba115'),
    cure: setUpDesk,
  },
  'nobody is tracked': {
    light: MAIL,
    says: /^No sender is tracked, so no mail comes in\. Add senders on the page/,
    cause: (desk) => desk.run('saveSettings', { senders: [] }),
    cure: (desk) => desk.run('saveSettings', { senders: [ANNA] }),
  },
  'a sender is mistyped': {
    light: MAIL,
    says: /^"anna@" in the row senders of the Settings tab is not a valid email address.*Correct or remove it/,
    cause: (desk) => desk.set('senders', 'anna@'),
    cure: (desk) => desk.set('senders', ANNA),
  },
  'the rules cannot be read': {
    light: REST,
    says: /^The rules in the Settings tab could not be read, so none applies\. Correct them/,
    cause: (desk) => desk.set('rules', '{'),
    cure: (desk) => desk.set('rules', ''),
  },
  'a message cannot be read': {
    light: MAIL,
    says: /^Message .* could not be read, 3 times .* Retried every hour/,
    async cause(desk) {
      const { id } = await desk.deliver(await compose());
      desk.google.fail({ path: new RegExp(`messages/${id}\\?`), status: 500, times: 6 });
      await desk.advance(40 * MINUTE);
    },
    cure: (desk) => passHours(desk, 3),
  },
  'attachments are in the trash': {
    light: REST,
    says: /^1 attachment is in the trash of Google Drive.* restore them/,
    async cause(desk) {
      await desk.deliver(await compose({ attachments }));
      await desk.run('checkMail');
      await trash(desk, true);
    },
    cure: (desk) => trash(desk, false),
  },
  'the sheet is nearly full': {
    light: ROOM,
    says: /^The sheet is 7\d % full\..* delete blank rows and tabs of your own/,
    cause: (desk) =>
      desk.ownerRuns(() => {
        SpreadsheetApp.getActive().insertSheet('Mine').insertRowsAfter(1, 280_000);
      }),
    cure: (desk) =>
      desk.ownerRuns(() => {
        const book = SpreadsheetApp.getActive();
        const own = book.getSheetByName('Mine');
        if (own) book.deleteSheet(own);
      }),
  },
  'something failed unexpectedly': {
    light: REST,
    says: /^1 error came in the last 24 hours\. An error that came once needs nothing/,
    async cause(desk) {
      const fault = { call: 1, kind: 'throw before', message: 'Service error.' } as const;
      await desk.execute('getBell', [], { fault });
    },
    cure: (desk) => desk.advance(25 * HOUR),
  },
};

describe('at the case desk', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startTracking({ senders: [ANNA], emailAlerts: true });
  });
  afterEach(() => desk.close());

  async function lightOf(name: string) {
    await choose(desk, 'showHealth');
    return toHealthRows(desk.grid('Health')).find(({ label }) => label === name);
  }

  test.each(Object.entries(AT_THE_DESK))('%s', async (_, { light, says, cause, cure }) => {
    expect(await lightOf(light)).toMatchObject({ state: 'OK' });
    await cause(desk);
    const shown = await lightOf(light);
    expect(shown?.text).toMatch(says);
    expect(shown?.state).not.toBe('OK');
    await cure(desk);
    expect(await lightOf(light)).toMatchObject({ state: 'OK' });
  });

  test(`Health takes at most ${MAX_CALLS} calls of the sheet`, async () => {
    const { calls } = await choose(desk, 'showHealth');
    expect(calls.filter((method) => method.startsWith('spreadsheet.')).length).toBeLessThanOrEqual(MAX_CALLS);
  });
});

const IN = 'Requests come in';
const OUT = 'Messages and payments go out';

const SCOPES = [
  'spreadsheets.currentonly',
  'script.external_request',
  'script.scriptapp',
  'script.container.ui',
];
const setUpSheet = (sheet: ApiSheet) => sheet.click('setUp');
const notGranted = (light: string, says: RegExp, scope: string): Trouble<ApiSheet> => ({
  ...{ light, says },
  cause: (sheet) => sheet.grant(SCOPES.filter((one) => one !== scope)),
  cure: (sheet) => sheet.grant(SCOPES),
});
const USER = ['newUser', { text: 'ana@example.com' }] as const;

/** Types into the second row of a tab, under this header. */
function type(sheet: ApiSheet, tab: string, cells: Readonly<Record<string, string>>): void {
  const header = sheet.rowsOf(tab)[0] ?? [];
  for (const [name, text] of Object.entries(cells)) {
    const at = header.indexOf(name);
    const letters = at < 26 ? String.fromCharCode(65 + at) : `A${String.fromCharCode(65 + at - 26)}`;
    sheet.edit(tab, `${letters}2`, text);
  }
}

const CAFE = { id: 'C-1', name: 'Station', currency: 'EUR', timeZone: 'Europe/Berlin' };

const AT_THE_API: Record<string, Trouble<ApiSheet>> = {
  'the timer is gone': {
    light: OUT,
    says: /^The timer is not running: messages, refunds and pushes wait\..* Choose API > Set up/,
    async cause(sheet) {
      removeTimers(sheet);
      await sheet.timersWithin(30 * MINUTE);
    },
    async cure(sheet) {
      await setUpSheet(sheet);
      await sheet.timersWithin(11 * MINUTE);
    },
  },
  'nothing may leave the script': notGranted(
    OUT,
    /^The permission "Call other servers" is missing/,
    'script.external_request',
  ),
  'timers may not be made': notGranted(OUT, /^The permission "Run by itself" is missing/, 'script.scriptapp'),
  'a tab is deleted': {
    light: IN,
    says: /^The sheet has no tab "Archive"\. Run Set up from the menu/,
    cause: (sheet) => sheet.deleteTab('Archive'),
    cure: setUpSheet,
  },
  'a column is deleted': {
    light: IN,
    says: /^The Leads tab has no column headed "[a-zA-Z]+"\. .*run Set up from the menu/,
    cause: (sheet) => sheet.deleteColumn('Leads', 6),
    cure: setUpSheet,
  },
  'a cafe has no currency': {
    light: IN,
    says: /^Cafes!C2: currency must be three letters such as EUR.* Correct the cell/,
    cause: (sheet) => type(sheet, 'Cafes', { ...CAFE, currency: '' }),
    cure: (sheet) => type(sheet, 'Cafes', { currency: 'EUR' }),
  },
  'the price of an item is no price': {
    light: IN,
    says: /^Menu!.*priceAmount .* Correct the cell/,
    cause(sheet) {
      type(sheet, 'Cafes', CAFE);
      type(sheet, 'Menu', {
        id: 'I-1',
        cafeId: 'C-1',
        name: 'Latte',
        priceAmount: '-4',
        availability: 'available',
      });
    },
    cure: (sheet) => type(sheet, 'Menu', { priceAmount: '400' }),
  },
  'the price of a vehicle is negative': {
    light: IN,
    says: /^Vehicles!.*price must be at least 0.* Correct the cell/,
    cause: (sheet) => type(sheet, 'Vehicles', { id: 'V-1', price: '-1' }),
    cure: (sheet) => type(sheet, 'Vehicles', { price: '1' }),
  },
  'a person of a cafe has none': {
    light: IN,
    says: /^ana@example\.com sees no orders: Users!.* must be the id of a cafe/,
    async cause(sheet) {
      type(sheet, 'Cafes', CAFE);
      await sheet.click(...USER, { text: '4' }, { text: 'station' }, {});
      type(sheet, 'Users', { cafeId: 'C-9' });
    },
    cure: (sheet) => type(sheet, 'Users', { cafeId: 'C-1' }),
  },
  'the phone of a person is none': {
    light: OUT,
    says: /^Users!.* is not an international number .* Write it like/,
    async cause(sheet) {
      await sheet.click(...USER, { text: '2' }, { text: '+15551234567' }, {});
      type(sheet, 'Users', { phone: '555-1234' });
    },
    cure: (sheet) => type(sheet, 'Users', { phone: '+15551234567' }),
  },
  'a push endpoint is disabled': {
    light: OUT,
    says: /^The push endpoint P-1 .* is disabled: .* Enable or delete it/,
    cause: (sheet) =>
      type(sheet, 'Push endpoints', { id: 'P-1', url: 'https://b.example/', state: 'disabled' }),
    cure: (sheet) => type(sheet, 'Push endpoints', { state: 'enabled' }),
  },
  'a push endpoint fails': {
    light: OUT,
    says: /^The push endpoint P-1 .* has been failing for 24 hours/,
    cause: (sheet) =>
      type(sheet, 'Push endpoints', {
        id: 'P-1',
        url: 'https://b.example/',
        state: 'enabled',
        failingSince: '2026-11-20 09:00',
      }),
    cure: (sheet) => type(sheet, 'Push endpoints', { failingSince: '' }),
  },
  'a push endpoint wants an event that is none': {
    light: OUT,
    says: /^The push endpoint P-1 .* has the unknown event "lead\.creatd"\. Known events: /,
    cause: (sheet) =>
      type(sheet, 'Push endpoints', {
        id: 'P-1',
        url: 'https://b.example/',
        state: 'enabled',
        events: 'lead.creatd',
      }),
    cure: (sheet) => type(sheet, 'Push endpoints', { events: 'lead.created' }),
  },
  'test mode is on': {
    light: OUT,
    says: /^Test mode is on: texts are not sent, and orders count as paid without money\. Turn it off/,
    cause: (sheet) => sheet.click('switchTestMode', { button: 'YES' }, {}),
    cure: (sheet) => sheet.click('switchTestMode', { button: 'YES' }, {}),
  },
  'texts wait for a provider': {
    light: OUT,
    says: /^Twilio is not connected: text messages wait\. Choose API > Connect Twilio/,
    cause: (sheet) => type(sheet, 'Leads', { id: 'L-1', name: 'Ann' }),
    async cure(sheet) {
      const answers = ['AC1', 'secret', '+15550001111'].map((text) => ({ text }));
      await sheet.click('connectTwilio', ...answers, {}, {});
      await sheet.click('setPublicAddress', { text: 'https://desk.example' }, {});
    },
  },
  'orders wait for a provider': {
    light: OUT,
    says: /^Stripe is not connected: orders are refused\. Choose API > Connect Stripe/,
    cause: (sheet) => type(sheet, 'Cafes', CAFE),
    cure: (sheet) => sheet.click('connectStripe', { text: 'sk_test_abc' }, { text: 'whsec_first' }, {}),
  },
  'a move to a database is under way': {
    light: IN,
    says: /^The API is moving to https:\/\/api\.example\.com, .* choose API > Stop the move/,
    cause: (sheet) =>
      sheet.click('moveToDatabase', { text: 'https://api.example.com' }, { button: 'YES' }, {}),
    cure: (sheet) => sheet.click('stopMoving', { button: 'YES' }, {}),
  },
  'an order is not refunded': {
    light: OUT,
    says: /^O-1 was not refunded: Card expired\. Refund it in Stripe .* clear its cell refundError/,
    cause: (sheet) => type(sheet, 'Orders', { id: 'O-1', status: 'completed', refundError: 'Card expired.' }),
    cure: (sheet) => type(sheet, 'Orders', { refundError: '' }),
  },
  'a dispute is lost': {
    light: OUT,
    says: /^The dispute about O-1 was lost, and the money is gone\. Clear its cell dispute/,
    cause: (sheet) => type(sheet, 'Orders', { id: 'O-1', status: 'completed', dispute: 'lost' }),
    cure: (sheet) => type(sheet, 'Orders', { dispute: '' }),
  },
  'the limits of a day are near': {
    light: ROOM,
    says: /^Operations on properties: 80 % of the limit\..* At today's pace it will be reached .* at \d\d:\d\d\. Move to a database/,
    cause(sheet) {
      const times = Array.from(
        { length: 20_000 },
        (_, at) => new Date(Date.parse('2026-11-21T08:59:59Z') - at * 3_000),
      );
      sheet.fillTimes('Leads', 'createdAt', times);
    },
    cure: (sheet) => {
      sheet.stopTimers();
      return sheet.timersWithin(25 * HOUR);
    },
  },
};

describe('at the sheet of the API', () => {
  let sheet: ApiSheet;
  beforeEach(async () => {
    sheet = await startSetUpSheet();
  });
  afterEach(() => sheet.close());

  async function lightOf(name: string) {
    await sheet.click('showHealth');
    return toHealthRows(sheet.rowsOf('Health')).find(({ label }) => label === name);
  }

  test.each(Object.entries(AT_THE_API))('%s', async (_, { light, says, cause, cure }) => {
    await sheet.timersWithin(MINUTE);
    expect(await lightOf(light)).toMatchObject({ state: 'OK' });
    await cause(sheet);
    const shown = await lightOf(light);
    expect(shown?.text).toMatch(says);
    expect(shown?.state).not.toBe('OK');
    await cure(sheet);
    expect(await lightOf(light)).toMatchObject({ state: 'OK' });
  });

  test(`Health takes at most ${MAX_CALLS} calls of the sheet`, async () => {
    type(sheet, 'Cafes', CAFE);
    type(sheet, 'Leads', { id: 'L-1', name: 'Ann' });
    for (let visit = 0; visit < 2; visit++)
      expect((await sheet.execute('showHealth', { kind: 'menu' })).count('spreadsheet.')).toBeLessThanOrEqual(
        MAX_CALLS,
      );
  });
});
