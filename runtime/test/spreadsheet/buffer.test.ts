import type { Fault } from '../../execution/faults';
import { extent } from '../harness/extent';
import { type Realm, startRealm } from '../harness/realm';

// Sources: platform facts 6.4 (consistency), 6.1 (errors come at the flush); developers.google.com
// /apps-script/reference/spreadsheet/spreadsheet-app#flush().
describe('The write buffer', () => {
  let realm: Realm;
  beforeEach(() => {
    realm = startRealm();
  });
  afterEach(() => realm.close());

  const readA1 = () => SpreadsheetApp.getActiveSheet().getRange('A1').getValue();
  const shown = () => realm.spreadsheets.grid('sheet-test')[0]?.cells ?? [];

  /** Writes A1, then keeps itself busy for a minute without touching the sheet. */
  const writeAndWait = (flush: boolean) => {
    SpreadsheetApp.getActiveSheet().getRange('A1').setValue('new');
    if (flush) SpreadsheetApp.flush();
    for (let i = 0; i < 100; i++) PropertiesService.getScriptProperties().getProperty('a');
  };

  test.each([
    [false, ''],
    [true, 'new'],
  ])('with flush %j another execution reads %j meanwhile', async (flush, expected) => {
    const writing = realm.run(writeAndWait, flush);
    const reading = realm.execute(readA1, [], { startsAt: realm.scheduler.now() + 2_500 } as object);
    expect((await reading).returned).toMatchObject({ json: JSON.stringify(expected) });
    await writing;
    expect(shown()).toEqual([['new']]);
  });

  test('what was written before an uncaught error stays', async () => {
    const failing = realm.run(() => {
      SpreadsheetApp.getActiveSheet().getRange('A1').setValue('kept');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(shown()).toEqual([['kept']]);
  });

  test('a read may repeat what was read before until the execution flushes', async () => {
    const reading = realm.run(() => {
      const cell = SpreadsheetApp.getActiveSheet().getRange('A1');
      const before = cell.getValue();
      for (let i = 0; i < 200; i++) PropertiesService.getScriptProperties().getProperty('a');
      const stale = cell.getValue();
      SpreadsheetApp.flush();
      return [before, stale, cell.getValue()];
    });
    const writing = realm.execute(writeAndWait, [true], {
      startsAt: realm.scheduler.now() + 2_000,
    } as object);
    expect(await reading).toEqual(['', '', 'new']);
    await writing;
  });

  const KILLS: [Fault['writes'], string[][]][] = [
    [undefined, []],
    ['lost', []],
    ['applied', [['1'], ['2'], ['3']]],
    [2, [['1'], ['2']]],
  ];
  test.each(KILLS)('a kill with unflushed writes %j leaves %j', async (writes, expected) => {
    const fault: Fault = { call: 5, kind: 'kill before', ...(writes !== undefined && { writes }) };
    const killed = await realm.execute(
      () => {
        const sheet = SpreadsheetApp.getActiveSheet();
        for (const row of [1, 2, 3, 4]) sheet.getRange(row, 1).setValue(row);
      },
      [],
      { fault },
    );
    expect(killed.status).toBe('killed');
    expect(shown()).toEqual(expected);
  });

  test('a kill may cut off a block of values between two rows, never within one', async () => {
    const block = () => {
      const values = [1, 2, 3].map((row) => [row, `row ${row}`]);
      SpreadsheetApp.getActiveSheet().getRange('A1:B3').setValues(values);
      SpreadsheetApp.flush();
    };
    const { calls } = await realm.execute(block);
    const call = calls.findIndex(({ method }) => method === 'spreadsheet.setValues') + 1;
    await realm.run(() => void SpreadsheetApp.getActiveSheet().clear());
    await realm.execute(block, [], { fault: { call, kind: 'kill after', writes: 2 } });
    expect(shown()).toEqual([
      ['1', 'row 1'],
      ['2', 'row 2'],
    ]);
  });

  test("an error of the implicit flush at the end is the execution's own", async () => {
    const failing = realm.run(() => {
      SpreadsheetApp.getActiveSheet().getRange('A1').setValue('x'.repeat(50_001));
      return 'done';
    });
    await expect(failing).rejects.toThrow('more than the maximum of 50000 characters');
  });

  // Platform facts 6.4: two concurrent appendRow without a lock lost rows; under a lock none were lost.
  test('parallel appendRow lose rows without a lock and none under one', async () => {
    const append = (locked: boolean) => {
      const sheet = SpreadsheetApp.getActiveSheet();
      const lock = LockService.getScriptLock();
      if (locked) lock.waitLock(20_000);
      sheet.appendRow(['x']);
      SpreadsheetApp.flush();
      if (locked) lock.releaseLock();
    };
    const count = extent({ usual: 4, long: 30 });
    const appendAtOnce = (locked: boolean) =>
      Promise.all(Array.from({ length: count }, () => realm.run(append, locked)));
    await appendAtOnce(false);
    const unlocked = shown().length;
    expect(unlocked).toBeLessThan(count);
    await appendAtOnce(true);
    expect(shown()).toHaveLength(unlocked + count);
  });
});
