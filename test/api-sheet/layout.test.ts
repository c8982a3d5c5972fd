import { testLong } from '../harness/extent';
import { healthTexts } from '../harness/health';
import { type ApiSheet, startApiSheet, startSetUpSheet } from './api-sheet';

type Layout = Record<string, Record<string, string>>;

const MINUTE = 60_000;

describe('a sheet that an older release set up', () => {
  let sheet: ApiSheet;
  let wanted: string;
  /** A column that this release has added, and the tab of its own. */
  beforeEach(async () => {
    sheet = await startSetUpSheet();
    wanted = sheet.properties().layout ?? '';
    sheet.deleteColumn('Leads', headers('Leads').indexOf('version') + 1);
    sheet.deleteTab('Deliveries');
    sheet.setProperty('layout', JSON.stringify(older(JSON.parse(wanted))));
  });

  function older({ Deliveries: _, Leads, ...others }: Layout): Layout {
    const { version: __, ...columns } = Leads ?? {};
    return { ...others, Leads: columns };
  }
  afterEach(() => sheet.close());

  const headers = (tab: string) => sheet.rowsOf(tab)[0] ?? [];

  describe('where a request comes before the timer', () => {
    beforeEach(() => {
      sheet.fill('Cafes', 2, ['C-1', 'Corner', 'EUR', 'Europe/Berlin']);
      sheet.deleteColumn('Cafes', headers('Cafes').indexOf('lateMinutes') + 1);
      const { Cafes, ...others } = older(JSON.parse(wanted));
      const { lateMinutes: _, ...columns } = Cafes ?? {};
      sheet.setProperty('layout', JSON.stringify({ ...others, Cafes: columns }));
    });

    test('a read brings the sheet up to date and is answered', async () => {
      expect(await sheet.call('GET', '/v1/cafes/C-1/menu')).toMatchObject({ status: 200 });
      expect(headers('Cafes')).toContain('lateMinutes');
      expect(headers('Leads')).toContain('version');
      expect(sheet.properties().layout).toBe(wanted);
    });

    test('a write brings it up to date, and may be tried again a second later', async () => {
      const order = JSON.stringify({ cafeId: 'C-1', items: [{ menuItemId: 'I-1' }] });
      const refused = await sheet.call('POST', '/v1/orders', order);
      expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
      expect(JSON.parse(refused.body).error).toMatchObject({
        code: 'unavailable',
        message: 'The sheet has just been migrated to a new version. Try again.',
      });
      expect(await sheet.call('POST', '/v1/orders', order)).toMatchObject({ status: 422 });
    });

    test('a column that its owner has renamed stays a reason to refuse', async () => {
      sheet.setProperty('layout', wanted);
      const refused = await sheet.call('GET', '/v1/cafes/C-1/menu');
      expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '30' } });
      expect(refused.body).toContain('The Cafes tab has no column headed \\"lateMinutes\\".');
      expect(headers('Cafes')).not.toContain('lateMinutes');
    });
  });

  test('gets new columns within a minute, and keeps its content', async () => {
    await sheet.timersWithin(MINUTE);
    expect(headers('Leads')).toContain('version');
    expect(headers('Deliveries')).toContain('eventId');
    expect(sheet.properties().layout).toBe(wanted);
  });

  testLong('gets the words by which leads are looked for', async () => {
    sheet.fill('Leads', 2, ['L-1', 'José Núñez']);
    sheet.deleteColumn('Leads', headers('Leads').indexOf('searchable') + 1);
    const { searchable: _, ...columns } = older(JSON.parse(wanted)).Leads ?? {};
    sheet.setProperty('layout', JSON.stringify({ ...older(JSON.parse(wanted)), Leads: columns }));
    await sheet.timersWithin(MINUTE);
    const at = headers('Leads').indexOf('searchable');
    expect(sheet.rowsOf('Leads')[1]?.[at]).toBe('jose nunez');
  });

  test("keeps the owner's rows, names and formats", async () => {
    sheet.rename('Vehicles', 'Cars');
    sheet.edit('Leads', 'C1', 'Our name for it');
    for (const at of sheet.rowsOf('Scoring').keys()) if (at > 0) sheet.edit('Scoring', `A${at + 1}`, '');
    const before = ['Cars', 'Scoring', 'Lists'].map((tab) => sheet.rowsOf(tab));
    const names = headers('Leads');
    await sheet.timersWithin(MINUTE);
    expect(['Cars', 'Scoring', 'Lists'].map((tab) => sheet.rowsOf(tab))).toEqual(before);
    expect(headers('Leads')).toEqual([...names, 'version']);
    expect(sheet.sheets().map(({ name }) => name)).not.toContain('Vehicles');
  });

  test('is tried again within ten minutes where it fails', async () => {
    const fault = { call: 12, kind: 'throw before', message: 'Service timed out.' } as const;
    const { hasFaultFired } = await sheet.execute('deliverOutbox', { kind: 'trigger', fault });
    expect(hasFaultFired).toBe(true);
    expect(headers('Leads')).not.toContain('version');
    sheet.stopTimers();
    await sheet.timersWithin(11 * MINUTE);
    await sheet.execute('deliverOutbox', { kind: 'trigger' });
    expect(headers('Leads')).toContain('version');
  });

  testLong('is brought up to date once', async () => {
    await sheet.timersWithin(MINUTE);
    sheet.deleteTab('Deliveries');
    await sheet.timersWithin(30 * MINUTE);
    expect(headers('Deliveries')).toEqual([]);
  });

  test('is reported by Health until then', async () => {
    await sheet.click('showHealth');
    expect(healthTexts(sheet.rowsOf('Health'))['Columns of the sheet']).toBe(
      'The columns of the sheet are out of date. Choose Set up.',
    );
  });

  test('is up to date after Set up too', async () => {
    await sheet.click('setUp');
    expect(headers('Leads')).toContain('version');
    expect(sheet.properties().layout).toBe(wanted);
  });
});

test('a sheet that was never set up is left as it is', async () => {
  const sheet = await startApiSheet();
  const before = sheet.sheets();
  await sheet.execute('deliverOutbox', { kind: 'trigger' });
  expect(sheet.sheets()).toEqual(before);
  await sheet.close();
});
