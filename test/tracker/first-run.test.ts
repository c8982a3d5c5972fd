import { extent } from '../harness/extent';
import { type Desk, startPreparedDesk } from '../harness/local';
import { ANNA, compose } from '../harness/mail';

const DAY = 24 * 3_600_000;

describe('the first check', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startPreparedDesk('a desk that was set up', (original) => original.setUp());
  });
  afterEach(() => desk.close());

  /** The senders are entered, and a check comes by. */
  const trackAndCheck = async (...senders: string[]) =>
    (await desk.runAll(['saveSettings', { senders }], ['checkMail']))[1];

  test('reads nothing as long as no sender is tracked', async () => {
    await desk.deliver(await compose());
    const check = await desk.execute('checkMail');
    expect(check.status).toBe('completed');
    expect(check.count('gmail.')).toBe(0);
    expect(await desk.rows('Messages')).toEqual([]);
  });

  test('makes a case of tracked mail that came before', async () => {
    await desk.deliver(await compose({ subject: 'Broken lamp', text: 'It does not light.' }));
    expect(await trackAndCheck(ANNA)).toEqual({ ok: true, newCases: ['CASE-0001'], newMessages: 1 });
    const [message] = await desk.rows('Messages');
    expect(await desk.rows('Cases')).toEqual([
      {
        caseNumber: 'CASE-0001',
        threadId: expect.any(String),
        received: message?.date,
        sender: ANNA,
        senderName: 'Anna Berg',
        subject: 'Broken lamp',
        issue: '',
        status: 'Open',
        notes: '',
        updatedAt: message?.date,
        seen: 0,
        repliedAt: '',
        closedAt: '',
        firstReplyAt: '',
        lastMailAt: message?.date,
        due: '',
      },
    ]);
    expect(message).toEqual({
      messageId: expect.any(String),
      caseNumber: 'CASE-0001',
      from: ANNA,
      fromName: 'Anna Berg',
      replyTo: '',
      originalFrom: '',
      to: 'owner@example.com',
      cc: '',
      isAutomatic: false,
      date: expect.stringMatching(/^2026-11-21T09:\d\d/),
      body: expect.stringMatching(/^It does not light\.\s*$/),
      attachments: '[]',
      subject: 'Broken lamp',
    });
  });

  test('looks back 30 days and not further, and numbers the oldest mail first', async () => {
    await desk.deliver(await compose({ subject: 'second' }), { internalDate: desk.now() - DAY });
    await desk.deliver(await compose({ subject: 'a month ago' }), { internalDate: desk.now() - 29 * DAY });
    await desk.deliver(await compose({ subject: 'long ago' }), { internalDate: desk.now() - 31 * DAY });
    await trackAndCheck(ANNA);
    expect(desk.rows('Cases').map(({ caseNumber, subject }) => [caseNumber, subject])).toEqual([
      ['CASE-0001', 'a month ago'],
      ['CASE-0002', 'second'],
    ]);
  });

  test('looks back as many days as the setting says', async () => {
    await desk.deliver(await compose({ subject: 'long ago' }), { internalDate: desk.now() - 31 * DAY });
    await desk.set('lookBackDays', '40');
    await trackAndCheck(ANNA);
    expect(await desk.rows('Cases')).toHaveLength(1);
  });

  test('keeps the historyId of the profile as checkpoint', async () => {
    await desk.deliver(await compose());
    await trackAndCheck(ANNA);
    expect(await desk.setting('lastHistoryId')).toMatch(/^\d+$/);
    const second = await desk.execute('checkMail');
    expect(second.calls.map(({ method }) => method).filter((method) => method.startsWith('gmail.'))).toEqual([
      'gmail.history.list',
    ]);
  });

  test('follows the pages of the search to the end', async () => {
    const count = extent({ usual: 110, long: 230 });
    await desk.google.deliverAll(Array<Buffer>(count).fill(await compose()));
    expect(await trackAndCheck(ANNA)).toMatchObject({ ok: true, newMessages: count });
    expect(await desk.rows('Messages')).toHaveLength(count);
  });

  test('asks for many senders in several searches', async () => {
    const senders = Array.from({ length: 60 }, (_, index) => `sender${index}@customer.example`);
    await desk.deliver(await compose({ from: 'sender0@customer.example' }));
    await desk.deliver(await compose({ from: 'sender59@customer.example' }));
    await trackAndCheck(...senders);
    expect(await desk.rows('Cases')).toHaveLength(2);
  });
});
