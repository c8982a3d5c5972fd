import type { Fault } from '../../execution/faults';
import { type Realm, startRealm } from '../harness/realm';

describe('A fault at a service call', () => {
  let realm: Realm;
  beforeEach(() => {
    realm = startRealm();
  });
  afterEach(() => realm.close());

  /** Sets a property; what it caught. */
  const setProperty = () => {
    try {
      PropertiesService.getScriptProperties().setProperty('a', 'set');
      return '';
    } catch (error) {
      return String(error);
    }
  };
  /** As it is stored. */
  const property = () => {
    const stored = realm.services.store.prepare("select value from properties where key = 'a'").get();
    return (stored as { value: string } | undefined)?.value ?? null;
  };

  test.each<[Fault['kind'], string | null]>([
    ['throw before', null],
    ['throw after', 'set'],
  ])('%s: the script catches the error, and the property is %p', async (kind, value) => {
    const fault = { call: 1, kind, message: 'Server error.' };
    const execution = await realm.execute(setProperty, [], { fault });
    expect(execution.returned).toMatchObject({ json: '"Exception: Server error."' });
    expect(execution.count('properties.set')).toBe(1);
    expect(property()).toBe(value);
  });

  test.each<[Fault['kind'], string | null]>([
    ['kill before', null],
    ['kill after', 'set'],
  ])('%s: the script catches nothing, and the property is %p', async (kind, value) => {
    const execution = await realm.execute(setProperty, [], { fault: { call: 1, kind } });
    expect(execution).toMatchObject({ status: 'killed', returned: undefined });
    expect(property()).toBe(value);
  });

  test('slow: the call takes longer, and the script continues', async () => {
    const fault = { call: 1, kind: 'slow', ms: 60_000 } as const;
    const execution = await realm.execute(setProperty, [], { fault });
    expect(execution).toMatchObject({ status: 'completed', elapsed: 450 + 60 + 60_000 });
    expect(property()).toBe('set');
  });

  test('slow: a call that is not done by the sixth minute takes effect, and the script does not hear of it', async () => {
    const fault = { call: 1, kind: 'slow', ms: 6 * 60_000 } as const;
    const execution = await realm.execute(setProperty, [], { fault });
    expect(execution).toMatchObject({ status: 'timed out', elapsed: 6 * 60_000 });
    expect(property()).toBe('set');
  });

  /** The number of the call, after that for the sheet and those of three rows. */
  const FLUSH = 5;

  /** Buffers three writes; the flush fails, and the script goes on to its end. */
  const writeAndFlush = () => {
    const sheet = SpreadsheetApp.getActiveSheet();
    for (const row of [1, 2, 3]) sheet.getRange(row, 1).setValue(row);
    try {
      SpreadsheetApp.flush();
    } catch {}
  };
  test.each<[Fault['kind'], Fault['writes'], string[][]]>([
    ['throw before', undefined, [['1'], ['2'], ['3']]],
    ['throw before', 'lost', []],
    ['throw before', 1, [['1']]],
    ['throw after', 'lost', [['1'], ['2'], ['3']]],
  ])('%s at a flush with unflushed writes %j leaves %j', async (kind, writes, expected) => {
    const fault: Fault = { call: FLUSH, kind, ...(writes !== undefined && { writes }) };
    const ended = await realm.execute(writeAndFlush, [], { fault });
    expect([ended.status, ended.calls[FLUSH - 1]?.method]).toEqual(['completed', 'spreadsheet.flush']);
    expect(realm.spreadsheets.grid('sheet-test')[0]?.cells ?? []).toEqual(expected);
  });
});
