import { spread, testLong } from '../harness/extent';
import { type Desk, startPreparedDesk, track } from '../harness/local';
import { ANNA, compose } from '../harness/mail';
import { choose } from './at-sheet';
import { checkUntilIdle } from './end-state';

const LINE = 'A line of a log that somebody has pasted into a mail.\n';
/** Longer than ten cells, and begun and ended by words of their own. */
const LONG = `first ${LINE.repeat(26_000)}last`;

/** A message that does not fit into ten columns, and an answer to it in its case. */
async function prepare(desk: Desk, text: string): Promise<void> {
  await track(desk);
  await desk.deliver(await compose({ subject: 'Log', messageId: '<1@customer.example>', text }));
  const thread = { inReplyTo: '<1@customer.example>', references: '<1@customer.example>' };
  await desk.deliver(await compose({ subject: 'Re: Log', ...thread }));
}

describe('a mail that is too long for ten columns', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startPreparedDesk('a long mail', async (original) => {
      await prepare(original, LONG);
      await original.run('checkMail');
    });
  });
  afterEach(() => desk.close());

  const bodyOf = (answer: unknown) => Object(answer).messages[0].body as string;

  test('goes on in further rows, which nothing counts; the case and a search have it whole', async () => {
    const [header = []] = desk.grid('Messages');
    expect(header.filter((text) => /^body\b/.test(text)).length).toBeLessThanOrEqual(10);
    expect(desk.rows('Messages').length).toBeGreaterThan(4);
    const [one, others, list, found, bell] = await desk.runAll(
      ['getCase', 'CASE-0001'],
      ['getCases', ['CASE-0001']],
      ['listCases', {}],
      ['searchCases', { keyword: 'log last' }],
      ['getBell'],
    );
    expect(Object(one).messages).toHaveLength(2);
    expect(bodyOf(one).trim()).toBe(LONG);
    expect(bodyOf(Object(others)[0])).toBe(bodyOf(one));
    expect(list).toMatchObject({ counts: { total: 1, unseen: 1 }, cases: [{ emailCount: 2, seen: 0 }] });
    const hits = [{ field: 'subject' }, { field: 'body', messages: 1 }];
    expect(found).toMatchObject({ count: 1, cases: [{ hits }] });
    expect(bell).toMatchObject({ count: 1, messages: 2 });
  });

  const ITEMS: [title: string, item: string, text: string][] = [
    ['Forget a person', 'forgetPerson', ANNA],
    ['Forget a person', 'forgetPerson', 'CASE-0001'],
    ['Remove old data', 'removeOldData', '1'],
  ];
  test.each(spread(ITEMS, 1))('%s exports and removes all of its rows', async (_, item, text) => {
    await desk.run('updateCase', 'CASE-0001', { status: 'Closed' });
    desk.edit('Cases', 'K2', '2026-10-02 09:00');
    const { length } = desk.rows('Messages');
    await choose(desk, item, { answers: [{ text }, { button: 'YES' }, { button: 'NO' }] });
    expect(desk.grid('Export').filter(([title]) => title === 'Messages')).toHaveLength(length + 1);
    await choose(desk, item, { answers: [{ button: 'YES' }, {}] });
    expect([desk.rows('Cases'), desk.rows('Messages')]).toEqual([[], []]);
  });

  testLong('is read whole from a sheet with more columns for it', async () => {
    await desk.ownerRuns(() => {
      const sheet = SpreadsheetApp.getActive().getSheetByName('Messages');
      if (!sheet) return;
      const width = sheet.getLastColumn();
      const [present = []] = sheet.getRange(1, 1, 1, width).getValues();
      const parts = present.filter((title) => /^body/.test(title)).length;
      const added = Array.from({ length: 12 - parts }, (_, index) => `body (${parts + index + 1})`);
      sheet.insertColumnsAfter(width, added.length);
      sheet.getRange(1, width + 1, 1, added.length).setValues([added]);
      const own: Record<string, string> = { messageId: 'wide', caseNumber: 'CASE-0001' };
      const cells = [...present, ...added].map((title) =>
        /^body/.test(title) ? 'x'.repeat(49_000) : (own[title] ?? ''),
      );
      const row = sheet.getLastRow() + 1;
      sheet.getRange(row, 1, 1, cells.length).setNumberFormat('@').setValues([cells]);
    });
    const { messages } = Object(await desk.run('getCase', 'CASE-0001'));
    expect(messages).toHaveLength(3);
    const lengths = messages.map(({ body }: { body: string }) => body.trim().length);
    expect(lengths.sort()).toContain(12 * 49_000);
    expect(lengths).toContain(LONG.length);
  });
});

/** All that is stored of the mail. A run that dies may leave a column without a name. */
function contentOf(desk: Desk): unknown {
  const rows = desk.rows('Messages').map(({ '': _, ...row }) => row);
  return { rows, cases: desk.rows('Cases') };
}

testLong(
  'a check that dies while it writes a mail of several parts leaves none out, and none twice',
  async () => {
    const start = () =>
      startPreparedDesk('a very long mail', (original) => prepare(original, LONG.repeat(2)));
    const whole = await start();
    const { calls } = await whole.execute('checkMail');
    await checkUntilIdle(whole);
    const undisturbed = contentOf(whole);
    await whole.close();
    for (const [index, { method }] of calls.entries()) {
      if (method !== 'spreadsheet.setValues') continue;
      for (const writes of ['applied', 'lost'] as const) {
        const copy = await start();
        const fault = { call: index + 1, kind: 'kill after', writes } as const;
        await copy.execute('checkMail', [], { fault });
        await checkUntilIdle(copy);
        expect({ index, writes, content: contentOf(copy) }).toEqual({ index, writes, content: undisturbed });
        await copy.close();
      }
    }
  },
);

testLong.each(['2', '1'])(
  'a mail whose end was stored for another number is whole under its own, where the counter is %s',
  async (counter) => {
    const desk = await startPreparedDesk('a long mail to be cut', async (original) => {
      await prepare(original, LONG);
      await original.run('checkMail');
    });
    const isMore = ({ caseNumber }: Record<string, unknown>) => String(caseNumber).endsWith('+');
    for (const [index, row] of [...desk.rows('Messages').entries()].reverse())
      if (!isMore(row)) desk.deleteRow('Messages', index + 2);
    desk.deleteRow('Cases', 2);
    desk.clearProperties();
    desk.set('lastHistoryId', '');
    desk.set('nextCaseNumber', counter);
    await checkUntilIdle(desk);
    const { messages } = Object(await desk.run('getCase', 'CASE-0002'));
    expect(messages.map(({ body }: { body: string }) => body.trim() === LONG)).toContain(true);
    await desk.close();
  },
);
