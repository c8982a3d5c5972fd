import { type Desk, OWNER, type Step, startPreparedDesk, track } from '../harness/local';
import { ANNA, compose } from '../harness/mail';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const AWAY = { headers: { 'Auto-Submitted': 'auto-replied' } };

describe('who waits', () => {
  let desk: Desk;
  let threads: Record<string, string>;
  beforeEach(async () => {
    threads = {};
    // Lamp came first, Chair a minute later, each from Anna; the check has found both.
    desk = await startPreparedDesk('two cases that wait', async (original) => {
      await track(original);
      original.stopTimers();
      for (const subject of ['Lamp', 'Chair']) {
        await original.deliver(await compose({ subject }));
        await original.advance(MINUTE);
      }
      await original.run('checkMail');
    });
    for (const { subject, threadId } of desk.rows('Cases')) threads[String(subject)] = String(threadId);
  });
  afterEach(() => desk.close());

  /** The owner answers in Gmail. */
  const answer = async (subject: string, mail = {}) => {
    const letter = await compose({ from: OWNER, to: ANNA, subject: `Re: ${subject}`, ...mail });
    await desk.deliver(letter, { threadId: threads[subject] ?? '', labelIds: ['SENT'] });
  };
  const write = async (subject: string, mail = {}) =>
    desk.deliver(await compose({ subject: `Re: ${subject}`, ...mail }), { threadId: threads[subject] ?? '' });
  const date = (ms: number) => new Date(ms).toISOString();
  const list: Step = ['searchCases', { order: 'waiting' }];
  /** Of each case who is waited for, and since when; oldest first. */
  const waiting = (told: unknown) =>
    (told as { cases: { subject: string; waitingFor: string; waitingSince: string }[] }).cases.map(
      ({ subject, waitingFor, waitingSince }) => [subject, waitingFor, waitingSince],
    );

  test('their message waits for you, the oldest first; an answer makes it wait for them, their next for you', async () => {
    const [lamp, chair] = desk.rows('Cases').map(({ received }) => String(received));
    const answered = desk.now();
    await answer('Lamp');
    await desk.advance(MINUTE);
    await write('Chair', { text: 'Any news?' });
    const [before, , after, view] = await desk.runAll(list, ['checkMail'], list, ['getCase', 'CASE-0001']);
    expect(waiting(before)).toEqual([
      ['Lamp', 'you', lamp],
      ['Chair', 'you', chair],
    ]);
    expect(waiting(after)).toEqual([
      ['Lamp', 'them', date(answered)],
      ['Chair', 'you', date(answered + MINUTE)],
    ]);
    expect(after).toMatchObject({ counts: { waiting: 1 } });
    expect(view).toMatchObject({
      waitingFor: 'them',
      waitingSince: date(answered),
      repliedAt: date(answered),
    });
    // An answer that went out before their message, though it is found with it.
    await answer('Lamp', { text: 'Once more' });
    await desk.advance(MINUTE);
    await write('Lamp');
    await write('Chair', AWAY);
    const [, yours, search] = await desk.runAll(['checkMail'], list, ['searchCases', { waitingFor: 'them' }]);
    expect([waiting(yours).map(([subject, who]) => [subject, who]), search]).toMatchObject([
      [
        ['Chair', 'you'],
        ['Lamp', 'you'],
      ],
      { count: 0, others: { Open: 2 } },
    ]);
    expect(JSON.stringify(desk.sheets())).not.toContain('Once more');
    const replies = await desk.runAll(['getReplies', 'CASE-0001'], ['getReplies', 'CASE-0009']);
    expect(replies).toMatchObject([
      {
        caseNumber: 'CASE-0001',
        replies: [
          { from: OWNER, to: ANNA, date: date(answered), subject: 'Re: Lamp', attachments: [] },
          { body: expect.stringContaining('Once more') },
        ],
      },
      { ok: false, error: 'There is no case CASE-0009' },
    ]);
  });

  test('one idle check in six looks for answers, and reads the sheet only where one is new', async () => {
    await desk.ownerRuns(deleteOverview);
    await answer('Lamp');
    const checks = [];
    // Half an hour after the one that found the mail, and half an hour after that.
    for (const minutes of [26, 5, 5, 25]) {
      await desk.advance(minutes * MINUTE);
      const check = await desk.checkByTimer();
      checks.push([minutes, check.count('gmail.'), check.count('spreadsheet.') > 0]);
    }
    expect(checks).toEqual([
      [26, 1, false],
      [5, 3, true],
      [5, 1, false],
      [25, 2, false],
    ]);
    expect(waiting(await desk.run(...list)).map(([, who]) => who)).toEqual(['you', 'them']);
  });

  test('a closed case waits once they write again, until that is seen', async () => {
    const close: Step = ['updateCases', ['CASE-0001', 'CASE-0002'], { status: 'Closed' }];
    const [, , closed] = await desk.runAll(['markBellSeen'], close, list);
    expect(closed).toMatchObject({ counts: { waiting: 0 }, cases: [{ waitingFor: null }, {}] });
    await desk.advance(HOUR);
    await write('Lamp');
    await write('Chair', AWAY);
    const [, written, , again, , open] = await desk.runAll(
      ['checkMail'],
      list,
      ['markSeen', 'CASE-0001', 2],
      list,
      ['updateCase', 'CASE-0001', { status: 'Open' }],
      list,
    );
    expect(
      [written, again, open].map((told) => waiting(told).map(([subject, who]) => [subject, who])),
    ).toEqual([
      [
        ['Lamp', 'you'],
        ['Chair', null],
      ],
      [
        ['Lamp', null],
        ['Chair', null],
      ],
      [
        ['Lamp', 'you'],
        ['Chair', null],
      ],
    ]);
  });

  test('what programs answer for the owner is no answer, and a search that fails is made again', async () => {
    await answer('Lamp', AWAY);
    await answer('Chair');
    await desk.advance(30 * MINUTE);
    desk.google.fail({ path: /messages\?.*in(%3A|:)sent/, status: 500, message: 'Backend Error' });
    const failed = await desk.checkByTimer();
    expect([failed.error, waiting(await desk.run(...list)).map(([, who]) => who)]).toEqual([
      undefined,
      ['you', 'you'],
    ]);
    await desk.advance(5 * MINUTE);
    await desk.checkByTimer();
    expect(waiting(await desk.run(...list)).map(([subject, who]) => [subject, who])).toEqual([
      ['Lamp', 'you'],
      ['Chair', 'them'],
    ]);
  });
});

/** A check that brings the overview up to date reads the sheet too. */
function deleteOverview(): void {
  const book = SpreadsheetApp.getActive();
  const sheet = book.getSheetByName('Overview');
  if (sheet) book.deleteSheet(sheet);
  PropertiesService.getScriptProperties().deleteProperty('overview.tab');
}
