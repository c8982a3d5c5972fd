import { type Desk, OWNER, startPreparedDesk, track } from '../harness/local';
import { ANNA, compose } from '../harness/mail';

const MINUTE = 60_000;

interface Report {
  answer: string;
  totals: Record<string, number | null>;
  data: ({ label: string } & Record<string, number | string | null>)[];
}

describe('getReport', () => {
  let desk: Desk;
  beforeEach(async () => {
    // Four cases at 20-minute intervals, of which two are answered and one is closed.
    desk = await startPreparedDesk('four cases, some answered', async (original) => {
      await track(original);
      original.stopTimers();
      for (const subject of ['Lamp', 'Chair', 'Table', 'Shelf']) {
        await original.deliver(await compose({ subject }));
        await original.advance(20 * MINUTE);
      }
      await original.run('checkMail');
      const threads = new Map(
        original.rows('Cases').map(({ subject, threadId }) => [String(subject), String(threadId)]),
      );
      for (const [subject, text] of [
        ['Lamp', 'First'],
        ['Chair', 'Only'],
        ['Lamp', 'Second'],
      ] as const) {
        const letter = await compose({ from: OWNER, to: ANNA, subject: `Re: ${subject}`, text });
        await original.deliver(letter, { threadId: threads.get(subject) ?? '', labelIds: ['SENT'] });
        await original.advance(10 * MINUTE);
      }
      await original.run('checkMail');
      await original.run('updateCase', 'CASE-0001', { status: 'Closed' });
    });
  });
  afterEach(() => desk.close());

  const read = async (id: string, asked: object = {}) => (await desk.run('getReport', id, asked)) as Report;
  const times = (column: string) =>
    desk.rows('Cases').flatMap((row) => (row[column] === '' ? [] : [Date.parse(String(row[column]))]));

  test('keeps the first answer beside the last, and says how long people waited', async () => {
    const [received = [], first = [], last = []] = ['received', 'firstReplyAt', 'repliedAt'].map(times);
    expect([first.length, (last[0] ?? 0) - (first[0] ?? 0)]).toEqual([2, 20 * MINUTE]);
    const waited = first.map((at, index) => (at - (received[index] ?? 0)) / MINUTE);
    const { totals, answer } = await read('first-answer');
    expect(totals.median).toBeCloseTo(((waited[0] ?? 0) + (waited[1] ?? 0)) / 2, 3);
    expect(answer).toBe('Half waited at most 75 minutes, nine in ten at most 79 minutes.');
  });

  test('counts cases and messages as the tabs have them', async () => {
    const cases = await read('cases', { by: 'sender' });
    expect([cases.totals, cases.answer]).toEqual([
      { received: 4, closed: 1 },
      '4 cases came in, 4 more than in the 28 days before; 1 closed.',
    ]);
    expect(cases.data).toEqual([{ label: ANNA, received: 4, closed: 1 }]);
    expect((await read('open-cases')).answer).toBe('3 cases are not closed.');
    expect((await read('senders')).data).toEqual([{ label: ANNA, messages: desk.rows('Messages').length }]);
    const hours = new Map<string, number>();
    for (const { date } of desk.rows('Messages')) {
      const hour = String(date).slice(11, 13);
      hours.set(hour, (hours.get(hour) ?? 0) + 1);
    }
    const told = (await read('busy-hours')).data.filter(({ messages }) => messages);
    // The sentence answers the question, whatever the figures are grouped by.
    const bySender = await read('busy-hours', { by: 'sender' });
    expect(bySender.answer).toBe((await read('busy-hours')).answer);
    expect((await read('senders', { by: 'hour' })).answer).toBe((await read('senders')).answer);
    expect(told.map(({ label, messages }) => [label, messages])).toEqual([...hours].sort());
  });

  test('refuses a report, days and groups that there are not', async () => {
    const told = await desk.runAll(
      ['getReport', 'costs', {}],
      ['getReport', 'cases', { from: '2026-02-30' }],
      ['getReport', 'cases', { from: '2026-11-22', to: '2026-11-21' }],
      ['getReport', 'senders', { by: 'subject' }],
      ['getReport', 'busy-hours', { days: 3 }],
    );
    expect(told).toMatchObject(told.map(() => ({ ok: false })));
    expect(told.map((one) => (one as { field?: string }).field)).toEqual([
      undefined,
      'from',
      'to',
      'by',
      'days',
    ]);
  });

  test('reads one column of each, whatever is asked', async () => {
    const ended = await desk.execute('getReport', ['cases', {}]);
    expect(ended.count('spreadsheet.getValues')).toBeLessThanOrEqual(3);
  });
});
