import { type ApiSheet, startApiSheet } from './api-sheet';

const MINUTE = 60_000;

describe('a sheet that an older release has set up', () => {
  let sheet: ApiSheet;
  let wanted: string;
  /** A column that this release has added, and the tab of its own. */
  beforeEach(async () => {
    sheet = await startApiSheet();
    await sheet.click('setUp');
    wanted = sheet.properties().layout ?? '';
    sheet.deleteColumn('Leads', headers('Leads').indexOf('version') + 1);
    sheet.deleteTab('Deliveries');
    sheet.edit('Scoring', 'D2', '35');
    sheet.setProperty('layout', '00000000');
  });
  afterEach(() => sheet.close());

  const headers = (tab: string) => sheet.rowsOf(tab)[0] ?? [];

  test('has what is new within a minute, and keeps what is there', async () => {
    await sheet.timersWithin(MINUTE);
    expect(headers('Leads')).toContain('version');
    expect(headers('Deliveries')).toContain('eventId');
    expect(sheet.rowsOf('Scoring')[1]?.[3]).toBe('35');
    expect(sheet.properties().layout).toBe(wanted);
  });

  test('is brought up to date once', async () => {
    await sheet.timersWithin(MINUTE);
    sheet.deleteTab('Deliveries');
    await sheet.timersWithin(10 * MINUTE);
    expect(headers('Deliveries')).toEqual([]);
  });

  test('is told of by Health until then', async () => {
    await sheet.click('showHealth');
    expect(sheet.rowsOf('Health')).toContainEqual([
      'Layout of the sheet',
      `It is 00000000, and this version wants ${wanted}: choose Set up in the menu.`,
    ]);
  });

  test('is up to date after Set up too', async () => {
    await sheet.click('setUp');
    expect(headers('Leads')).toContain('version');
    expect(sheet.properties().layout).toBe(wanted);
  });
});

test('a sheet that nobody has set up is left as it is', async () => {
  const sheet = await startApiSheet();
  const before = sheet.sheets();
  await sheet.execute('deliverOutbox', { kind: 'trigger' });
  expect(sheet.sheets()).toEqual(before);
  await sheet.close();
});
