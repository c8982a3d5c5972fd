import { type Desk, type Step, startTracking } from '../harness/local';
import { ANNA, compose } from '../harness/mail';
import { saying } from '../harness/words';

describe('getCase', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startTracking();
    const attachments = [{ filename: 'bill.pdf', content: 'four' }];
    await desk.deliver(await compose({ subject: 'Lamp', messageId: '<1@customer.example>', attachments }));
    await desk.deliver(await compose({ subject: 'Other' }));
    await desk.advance(60_000);
    const reply = { inReplyTo: '<1@customer.example>', references: '<1@customer.example>' };
    await desk.deliver(await compose({ subject: 'Re: Lamp', text: 'Any news?', ...reply }));
    await desk.run('checkMail');
  });
  afterAll(() => desk.close());

  test('answers the case and its messages, the oldest first', async () => {
    const [row] = desk.rows('Cases');
    const [first, , second] = desk.rows('Messages');
    const [file] = desk.google.files().filter(({ name }) => name.startsWith('CASE'));
    expect(await desk.run('getCase', 'CASE-0001')).toEqual({
      caseNumber: 'CASE-0001',
      threadId: row?.threadId,
      sender: ANNA,
      senderName: 'Anna Berg',
      subject: 'Lamp',
      received: row?.received,
      updatedAt: row?.updatedAt,
      issue: '',
      status: 'Open',
      notes: '',
      seen: 0,
      lastMailAt: row?.lastMailAt,
      repliedAt: null,
      closedAt: null,
      waitingFor: 'you',
      waitingSince: row?.lastMailAt,
      due: '',
      version: expect.stringMatching(/^[\w-]{16}$/),
      messages: [
        {
          messageId: first?.messageId,
          from: ANNA,
          fromName: 'Anna Berg',
          writer: 'Anna Berg',
          replyTo: '',
          originalFrom: '',
          to: 'owner@example.com',
          cc: '',
          isAutomatic: false,
          date: first?.date,
          subject: 'Lamp',
          body: expect.stringMatching(/^It does not light/),
          attachments: [
            { name: 'bill.pdf', size: 4, driveUrl: `https://drive.google.com/file/d/${file?.id}/view` },
          ],
        },
        expect.objectContaining({ messageId: second?.messageId, subject: 'Re: Lamp', attachments: [] }),
      ],
    });
  });

  test('an attachment that is not stored yet has no link, but its reason', async () => {
    desk.google.fail({
      path: /\/upload\/drive/,
      status: 403,
      reason: 'storageQuotaExceeded',
      message: "The user's Drive storage quota has been exceeded.",
    });
    const attachments = [{ filename: 'late.txt', content: 'x' }];
    await desk.deliver(await compose({ subject: 'Full', attachments }));
    const [, told] = await desk.runAll(['checkMail'], ['getCase', 'CASE-0003']);
    const missing = { name: 'late.txt', size: 1, driveUrl: null, error: saying('quota') };
    expect(told).toMatchObject({ messages: [{ attachments: [missing] }] });
  });

  test('refuses what is no case number, or that of no case', async () => {
    const refused: [unknown, string][] = [
      ['CASE-0099', 'There is no case CASE-0099'],
      ['CASE-1', 'There is no case CASE-1'],
      ['0001', '"0001" is not a case number such as CASE-0001'],
      ['', '"" is not a case number such as CASE-0001'],
      [1, '1 is not a case number such as CASE-0001'],
      [null, 'null is not a case number such as CASE-0001'],
      [{ caseNumber: 'CASE-0001' }, '{"caseNumber":"CASE-0001"} is not a case number such as CASE-0001'],
    ];
    expect(await desk.runAll(...refused.map(([number]): Step => ['getCase', number]))).toEqual(
      refused.map(([, error]) => ({ ok: false, error })),
    );
  });

  test('finds the case after the owner has sorted both tabs and inserted columns', async () => {
    const before = await desk.run('getCase', 'CASE-0001');
    desk.sort('Cases', 'subject');
    desk.sort('Messages', 'body');
    desk.insertColumn('Cases', 1);
    desk.insertColumn('Messages', 2);
    expect(await desk.run('getCase', 'CASE-0001')).toEqual(before);
  });
});
