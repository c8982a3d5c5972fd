import { letter } from '../../src/tables/schema/header';
import { testLong } from '../harness/extent';
import { type Desk, startTracking } from '../harness/local';
import { ANNA, compose } from '../harness/mail';
import { FIRST, startWithCase } from './prepared-desk';

const HOUR = 3_600_000;

describe('threads and cases', () => {
  const SENDERS = { senders: [ANNA, 'bob@customer.example'] };
  let desk: Desk;
  beforeEach(async () => {
    desk = await startTracking(SENDERS);
  });
  afterEach(() => desk.close());

  /** The first mail has come in by then. */
  const withFirst = async () => {
    await desk.close();
    desk = await startWithCase(SENDERS);
  };
  const first = () => compose({ messageId: FIRST, subject: 'Broken lamp' });
  const reply = (mail = {}) =>
    compose({ inReplyTo: FIRST, references: FIRST, subject: 'Re: Broken lamp', ...mail });
  const numbers = async () => (await desk.rows('Cases')).map(({ caseNumber }) => caseNumber);

  test('a reply joins the case of its thread', async () => {
    await withFirst();
    await desk.deliver(await reply({ text: 'Still dark.' }));
    await desk.run('checkMail');
    expect(await numbers()).toEqual(['CASE-0001']);
    expect((await desk.rows('Messages')).map(({ caseNumber }) => caseNumber)).toEqual([
      'CASE-0001',
      'CASE-0001',
    ]);
  });

  test('a reply joins the upper one of two rows with its thread', async () => {
    await desk.deliver(await first());
    await desk.deliver(await compose({ subject: 'Another' }));
    await desk.run('checkMail');
    const { threadId, caseNumber } = desk.rows('Cases')[0] ?? {};
    const at = desk.grid('Cases')[0]?.indexOf('threadId') ?? -1;
    desk.edit('Cases', `${letter(at)}3`, String(threadId));
    await desk.deliver(await reply({ text: 'Still dark.' }), { threadId: String(threadId) });
    await desk.run('checkMail');
    expect(desk.rows('Messages').at(-1)).toMatchObject({ caseNumber });
  });

  test('first mail and reply in one check make one case, of the first; a reply of a sender who is not tracked is skipped', async () => {
    await desk.deliver(await first());
    await desk.deliver(await reply({ from: 'bob@customer.example' }));
    await desk.deliver(await reply({ from: 'carl@else.example' }));
    await desk.run('checkMail');
    expect(await desk.rows('Cases')).toMatchObject([
      { caseNumber: 'CASE-0001', sender: ANNA, subject: 'Broken lamp' },
    ]);
    expect(await desk.rows('Messages')).toHaveLength(2);
  });

  test('a reply refreshes updatedAt and lastMailAt, and nothing else of the case', async () => {
    await withFirst();
    desk.edit('Cases', 'H2', 'called her');
    desk.edit('Cases', 'G2', 'Closed');
    const [before] = await desk.rows('Cases');
    desk.stopTimers();
    await desk.advance(HOUR);
    await desk.deliver(await reply());
    await desk.run('checkMail');
    const [after] = await desk.rows('Cases');
    const date = desk.rows('Messages')[1]?.date;
    expect(after).toEqual({ ...before, updatedAt: date, lastMailAt: date });
    expect(after?.updatedAt).not.toBe(before?.updatedAt);
  });

  test('an older message that comes in later moves sender, subject and date back, and no other time', async () => {
    await desk.deliver(await reply({ messageId: '<2@customer.example>', subject: 'Broken lamp' }));
    await desk.runAll(
      ['checkMail'],
      ['updateCase', 'CASE-0001', { status: 'In Progress', notes: 'called her' }],
    );
    const [before] = desk.rows('Cases');
    const [second] = desk.google.messages();
    await desk.deliver(await compose({ from: 'Bob <bob@customer.example>', subject: 'A lamp' }), {
      threadId: String(second?.threadId),
      internalDate: desk.now() - HOUR,
    });
    await desk.run('checkMail');
    const date = desk.rows('Messages')[1]?.date;
    expect(desk.rows('Cases')).toEqual([
      {
        ...before,
        received: date,
        sender: 'bob@customer.example',
        senderName: 'Bob, Anna Berg',
        subject: 'A lamp',
      },
    ]);
    expect(Date.parse(String(date))).toBeLessThan(Date.parse(String(before?.received)));
  });

  test('a reply is not taken for the first message after the sheet has moved to another time zone', async () => {
    await withFirst();
    const { threadId } = desk.rows('Cases')[0] ?? {};
    desk.spreadsheets.settings(desk.local.scripts.desk.spreadsheetId, { timeZone: 'Pacific/Honolulu' });
    desk.stopTimers();
    await desk.advance(HOUR);
    await desk.deliver(await compose({ from: 'bob@customer.example', subject: 'Re: Broken lamp' }), {
      threadId: String(threadId),
    });
    await desk.run('checkMail');
    expect(desk.rows('Messages')).toHaveLength(2);
    expect(desk.rows('Cases')).toMatchObject([{ sender: ANNA, subject: 'Broken lamp' }]);
  });

  test('replies of one check refresh each case to its own time, and none backwards', async () => {
    const subjects = Array.from({ length: 12 }, (_, index) => `Case ${index}`);
    const replyTo = (subject: string) => {
      const id = `<${subject.replace(' ', '')}@customer.example>`;
      return compose({ subject: `Re: ${subject}`, inReplyTo: id, references: id });
    };
    for (const subject of subjects)
      await desk.deliver(
        await compose({ subject, messageId: `<${subject.replace(' ', '')}@customer.example>` }),
      );
    await desk.run('checkMail');
    desk.stopTimers();
    await desk.advance(2 * HOUR);
    await desk.run('updateCase', 'CASE-0001', { notes: 'called her' });
    const before = new Map(desk.rows('Cases').map(({ subject, updatedAt }) => [subject, String(updatedAt)]));
    const times = new Map<string, string>();
    const answered = subjects.filter((_, index) => index % 2 === 0);
    for (const [index, subject] of answered.entries()) {
      const at = desk.now() + (index === 0 ? -HOUR : index * HOUR);
      times.set(subject, new Date(Math.floor(at / 1_000) * 1_000).toISOString());
      await desk.deliver(await replyTo(subject), { internalDate: Math.floor(at / 1_000) * 1_000 });
    }
    const check = await desk.execute('checkMail');
    expect(check.count('spreadsheet.') - check.count('spreadsheet.flush')).toBeLessThanOrEqual(14);
    for (const { subject, updatedAt, lastMailAt } of desk.rows('Cases')) {
      const own = times.get(String(subject)) ?? '';
      const earlier = before.get(String(subject)) ?? '';
      expect([subject, updatedAt]).toEqual([subject, own > earlier ? own : earlier]);
      expect([subject, lastMailAt]).toEqual([subject, own || earlier]);
    }
  });

  test('a reply finds its case after the owner has sorted the tab and inserted a column', async () => {
    for (const subject of ['C', 'A', 'B'])
      await desk.deliver(await compose({ subject, messageId: `<${subject}@customer.example>` }));
    await desk.run('checkMail');
    desk.sort('Cases', 'subject');
    desk.insertColumn('Cases', 1);
    desk.stopTimers();
    await desk.advance(HOUR);
    await desk.deliver(
      await compose({
        subject: 'Re: A',
        inReplyTo: '<A@customer.example>',
        references: '<A@customer.example>',
      }),
    );
    await desk.run('checkMail');
    const cases = await desk.rows('Cases');
    expect(cases.map(({ subject, caseNumber }) => [subject, caseNumber])).toEqual([
      ['A', 'CASE-0002'],
      ['B', 'CASE-0003'],
      ['C', 'CASE-0001'],
    ]);
    const touched = cases.filter(({ received, updatedAt }) => received !== updatedAt);
    expect(touched.map(({ subject }) => subject)).toEqual(['A']);
  });

  test('a number is not used again after its case was deleted, even where properties and counter are lost too', async () => {
    await withFirst();
    desk.deleteRow('Cases', 2);
    await desk.deliver(await compose({ subject: 'Another' }));
    await desk.run('checkMail');
    expect(await numbers()).toEqual(['CASE-0002']);
    desk.deleteRow('Cases', 2);
    desk.clearProperties();
    desk.set('nextCaseNumber', '1');
    await desk.deliver(await compose({ subject: 'Third' }));
    await desk.run('checkMail');
    expect(await numbers()).toEqual(['CASE-0003']);
  });

  test('a number is not used again after the counter was set back or overwritten by hand', async () => {
    await withFirst();
    await desk.set('nextCaseNumber', 'oops');
    await desk.deliver(await compose({ subject: 'Another' }));
    await desk.run('checkMail');
    expect(await numbers()).toEqual(['CASE-0001', 'CASE-0002']);
    expect(await desk.setting('nextCaseNumber')).toBe(3);
  });

  test('two threads with the same subject are two cases, and the digits of their numbers grow past four', async () => {
    await desk.set('nextCaseNumber', '9999');
    await desk.deliver(await compose({ subject: 'Hello' }));
    await desk.deliver(await compose({ subject: 'Hello' }));
    await desk.run('checkMail');
    expect(await numbers()).toEqual(['CASE-9999', 'CASE-10000']);
  });

  test('a renamed header stops the check with its name, and nothing is written', async () => {
    desk.edit('Cases', 'B1', 'conversation');
    await desk.deliver(await first());
    const before = await desk.sheets();
    const check = await desk.execute('checkMail');
    expect(check.status).toBe('failed');
    expect(check.error?.message).toMatch(/Cases tab has no column headed "threadId"/);
    expect(await desk.sheets()).toEqual(before);
  });

  testLong('a number is not used again after its case was deleted and the counter overwritten', async () => {
    await desk.deliver(await compose({ subject: 'A' }));
    await desk.deliver(await compose({ subject: 'B' }));
    await desk.run('checkMail');
    desk.set('nextCaseNumber', 'many');
    desk.deleteRow('Cases', 3);
    await desk.deliver(await compose({ subject: 'C' }));
    await desk.run('checkMail');
    expect(await numbers()).toEqual(['CASE-0001', 'CASE-0003']);
  });
});
