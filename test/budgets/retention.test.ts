import type { Execution } from '../../runtime/execution/execution';
import { extent, testLong } from '../harness/extent';
import { longestHold } from '../harness/holds';
import type { Desk } from '../harness/local';
import { compose } from '../harness/mail';
import { startFullDesk } from './full-desk';

const CASES = extent({ usual: 3_000, long: 8_000 });
const MESSAGES = 5 * CASES;
const BEN = 'ben@other.example';
const MAIL = extent({ usual: 30, long: 100 });
/** Google ends an execution after six minutes. */
const MAX_MS = 60_000;
const MAX_HOLD_MS = 2_000;

describe(`beside ${MESSAGES} messages of ${CASES} cases`, () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startFullDesk({ cases: CASES, messages: MESSAGES });
  });
  afterEach(() => desk.close());

  async function choose(name: string, ...answers: { text?: string; button?: string }[]): Promise<Execution> {
    const ended = await desk.execute(name, [], { kind: 'menu', answers });
    expect(ended.error).toBeUndefined();
    return ended;
  }

  function expectShort(...ended: Execution[]): void {
    expect(longestHold(...ended)).toBeLessThanOrEqual(MAX_HOLD_MS);
    for (const { elapsed } of ended) expect(elapsed).toBeLessThanOrEqual(MAX_MS);
  }

  test(`a sender of ${MAIL} messages is forgotten, two seconds at a time`, async () => {
    await desk.run('saveSettings', { senders: [BEN] });
    const long = await compose({ from: BEN, subject: 'Long', text: 'x'.repeat(20_000) });
    await desk.google.deliverAll(Array<Buffer>(MAIL).fill(long));
    await desk.run('checkMail');
    expect(desk.rows('Messages')).toHaveLength(MESSAGES + MAIL);
    const exported = await choose('forgetPerson', { text: BEN }, { button: 'YES' }, { button: 'NO' });
    const forgotten = await choose('forgetPerson', { button: 'YES' }, {});
    expect(desk.rows('Messages')).toHaveLength(MESSAGES);
    expectShort(exported, forgotten);
  });

  testLong('closed cases that lie all over the tab are removed, two seconds at a time', async () => {
    await desk.ownerRuns(() => {
      const tab = SpreadsheetApp.getActive().getSheetByName('Cases');
      for (let row = 2; row < 4_000; row += 25) {
        tab?.getRange(row, 7).setValue('Closed');
        tab?.getRange(row, 11).setValue(new Date('2026-01-05T10:00:00Z'));
      }
    });
    await choose('removeOldData', { text: '3' }, { button: 'YES' }, { button: 'NO' });
    const removed = await choose('removeOldData', { button: 'YES' }, {});
    expect(desk.rows('Cases').filter(({ status }) => status === 'Closed')).toEqual([]);
    expectShort(removed);
  });

  testLong('an export that was cut off is begun anew, not deleted', async () => {
    await desk.ownerRuns(() => {
      const tab = SpreadsheetApp.getActive().getSheetByName('Cases');
      tab?.getRange(2, 7, 2_000, 1).setValue('Closed');
      tab?.getRange(2, 11, 2_000, 1).setValue(new Date('2026-01-05T10:00:00Z'));
    });
    const answers = [{ text: '3' }, { button: 'YES' }, { button: 'NO' }];
    const whole = await choose('removeOldData', ...answers);
    const writes = whole.calls.flatMap((call, index) =>
      JSON.stringify(call).includes('setValues') ? [index + 1] : [],
    );
    expect(writes.length).toBeGreaterThan(2);
    await desk.ownerRuns(() => {
      const book = SpreadsheetApp.getActive();
      const tab = book.getSheetByName('Export');
      if (tab) book.deleteSheet(tab);
    });
    const fault = { call: writes[1] ?? 0, kind: 'kill after' } as const;
    const cut = await desk.execute('removeOldData', [], { kind: 'menu', answers, fault });
    expect(cut.hasFaultFired).toBe(true);
    const { shown } = (await choose('removeOldData', {})).dialogs;
    expect(shown[0]?.text).toContain('Number of months');
  });

  test('a thousand closed cases with their messages are removed, two seconds at a time', async () => {
    await desk.ownerRuns(() => {
      const tab = SpreadsheetApp.getActive().getSheetByName('Cases');
      tab?.getRange(2, 7, 2_000, 1).setValue('Closed');
      tab?.getRange(2, 11, 2_000, 1).setValue(new Date('2026-01-05T10:00:00Z'));
    });
    const exported = await choose('removeOldData', { text: '3' }, { button: 'YES' }, { button: 'NO' });
    const removed = await choose('removeOldData', { button: 'YES' }, {});
    expect(desk.rows('Cases').length).toBeLessThan(CASES);
    expectShort(exported, removed);
  });
});
