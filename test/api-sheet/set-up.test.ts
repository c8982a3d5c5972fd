import { PERMISSION_NAMES } from '../harness/permission-names';
import { type ApiSheet, startApiSheet } from './api-sheet';

const TABS = [
  ...['Users', 'Keys', 'Sessions', 'Devices', 'Leads', 'Vehicles', 'Scoring', 'Lists', 'Outbox', 'Archive'],
  ...['Deleted leads', 'Cafes', 'Menu', 'Orders', 'Push endpoints', 'Deliveries'],
];
const NEEDED = ['spreadsheets.currentonly', 'script.external_request', 'script.scriptapp'];
const SCOPES = [...NEEDED, 'script.container.ui'];
const MINUTE = 60_000;

describe('API > Set up', () => {
  let sheet: ApiSheet;
  beforeEach(async () => {
    sheet = await startApiSheet();
  });
  afterEach(() => sheet.close());

  test('makes all the tabs, with what is in them, in seventeen seconds, and nothing more the second time', async () => {
    expect((await sheet.execute('setUp')).elapsed).toBeLessThanOrEqual(17_000);
    expect(sheet.sheets().map(({ name }) => name)).toEqual([...TABS, 'Overview']);
    for (const tab of TABS) expect(sheet.rowsOf(tab)[0]?.[0]).toMatch(/^(id|rule|leadStatus)$/);
    expect(sheet.rowsOf('Scoring')[1]).toEqual(['Credit 740 or more', 'creditScore', '740', '40']);
    expect(
      sheet
        .rowsOf('Lists')
        .slice(1)
        .map((row) => row.slice(0, 2)),
    ).toEqual(['new', 'contacted', 'appointment', 'sold', 'lost'].map((one) => [one, '']));
    const rules = sheet.colours('Orders');
    expect(rules).toHaveLength(8);
    expect(rules).toContain('=$B2="placed"');
    sheet.edit('Scoring', 'D2', '35');
    sheet.edit('Lists', 'A7', 'waiting');
    const state = () => [sheet.sheets(), sheet.timers(), sheet.properties(), sheet.colours('Orders')];
    const before = state();
    await sheet.click('setUp');
    expect(state()).toEqual(before);
    expect(sheet.timers().map(({ handler }) => handler)).toEqual(['deliverOutbox']);
    expect(await sheet.timersWithin(2 * MINUTE)).toEqual(Array(2).fill('deliverOutbox'));
  });

  test('makes one timer where it is chosen twice at once', async () => {
    const done = await Promise.all([sheet.execute('setUp'), sheet.execute('setUp')]);
    expect(done.map(({ status }) => status)).toEqual(['completed', 'completed']);
    expect(sheet.timers()).toHaveLength(1);
  });

  test("adds no timer beside another user's, which Google does not list", async () => {
    await sheet.click('setUp');
    await sheet.timersWithin(MINUTE);
    sheet.stopTimers();
    expect((await sheet.click('setUp')).at(-1)).toMatch(/^Another user's timer is running/);
    expect(sheet.timers()).toEqual([]);
    await sheet.timersWithin(20 * MINUTE);
    await sheet.click('setUp');
    expect(sheet.timers()).toHaveLength(1);
  });

  test('without a permission says what does not work, has Google ask again and makes nothing', async () => {
    for (const scope of NEEDED) {
      sheet.grant(SCOPES.filter((one) => one !== scope));
      const { error, dialogs } = await sheet.execute('setUp', { kind: 'menu' });
      expect([scope, error?.message]).toEqual([scope, 'Authorization is required to perform that action.']);
      expect([scope, dialogs.shown[0]]).toMatchObject([scope, { title: 'Permissions are missing' }]);
      expect(dialogs.shown[0]?.text).toMatch(
        new RegExp(`\n- ${PERMISSION_NAMES[scope]}: without it .*\\.\n`),
      );
      expect([scope, sheet.sheets().length, sheet.timers()]).toEqual([scope, 1, []]);
    }
    sheet.grant(SCOPES);
    await sheet.click('setUp');
    expect(sheet.timers()).toHaveLength(1);
  });
});
