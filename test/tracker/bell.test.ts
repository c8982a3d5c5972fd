import type { Bell } from '../../src/tracker/case/answers';
import { testLong } from '../harness/extent';
import { type Desk, type Step, startPreparedDesk, startTracking, track } from '../harness/local';
import { ANNA, compose } from '../harness/mail';

const HOUR_MS = 3_600_000;

describe('the bell', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startPreparedDesk('a lamp in the bell', async (original) => {
      await track(original);
      await original.deliver(await compose({ subject: 'Lamp', messageId: '<Lamp@customer.example>' }));
      await original.run('checkMail');
    });
  });
  afterEach(() => desk.close());

  const bell = async () => (await desk.run('getBell')) as Bell;
  const itemsIn = (told: unknown) =>
    (told as Bell).items.map(({ kind, caseNumber }) => `${kind} ${caseNumber}`);
  const items = async () => itemsIn(await bell());
  const seen = () => desk.run('markBellSeen', { through: desk.rows('Messages').length });
  /** What the functions answer, of bells what they show. */
  const runAll = async (...steps: readonly Step[]) =>
    (await desk.runAll(...steps)).map((told, at) => (steps[at]?.[0] === 'getBell' ? itemsIn(told) : told));
  const deliver = async (subject: string, to?: string) => {
    const replies = to
      ? { inReplyTo: `<${to}@customer.example>`, references: `<${to}@customer.example>` }
      : {};
    await desk.deliver(
      await compose({ subject, messageId: `<${subject.replace(': ', '-')}@customer.example>`, ...replies }),
    );
  };
  const arrive = async (...mail: Parameters<typeof deliver>) => {
    await deliver(...mail);
    await desk.run('checkMail');
  };

  /** As a check writes them. */
  const setProgress = (changes: object) => {
    const progress = { ...JSON.parse(desk.properties().progress ?? ''), ...changes };
    desk.store
      .prepare("update properties set value = ? where key = 'progress'")
      .run(JSON.stringify(progress));
  };

  test('is silent before the first mail', async () => {
    const fresh = await startTracking();
    expect(await fresh.run('getBell')).toEqual({ count: 0, items: [], through: 0, messages: 0 });
    await fresh.close();
  });

  test('is stored in script properties under the names that deployed desks have', async () => {
    await seen();
    const { progress = '', bellSeen } = desk.properties();
    expect(JSON.parse(progress)).toMatchObject({
      told: { messages: 1, cases: [1] },
      toldOf: { run: expect.any(String), messages: 1 },
    });
    expect(bellSeen).toBe('{"day":"2026-11-21"}');
  });

  test('shows new cases, the newest first, with sender, subject and date', async () => {
    await deliver('Chair');
    const [, told] = await desk.runAll(['checkMail'], ['getBell']);
    const [lamp, chair] = desk.rows('Messages');
    const who = { from: ANNA, senderName: 'Anna Berg' };
    expect(told).toEqual({
      count: 2,
      items: [
        { kind: 'case', caseNumber: 'CASE-0002', ...who, subject: 'Chair', date: chair?.date },
        { kind: 'case', caseNumber: 'CASE-0001', ...who, subject: 'Lamp', date: lamp?.date },
      ],
      through: 2,
      messages: 2,
    });
  });

  test('shows a new case once, whatever the number of its mails', async () => {
    await deliver('Re: Lamp', 'Lamp');
    const [, told] = await desk.runAll(['checkMail'], ['getBell']);
    expect(told).toMatchObject({ count: 1, items: [{ kind: 'case', caseNumber: 'CASE-0001' }], messages: 2 });
  });

  test('is empty once it is marked as seen, and shows what comes after', async () => {
    expect(await desk.runAll(['markBellSeen', { through: 1 }], ['getBell'])).toMatchObject([
      { ok: true, through: 1 },
      { count: 0, items: [] },
    ]);
    await deliver('Re: Lamp', 'Lamp');
    await deliver('Chair');
    const [, shown] = await runAll(['checkMail'], ['getBell']);
    expect(shown).toEqual(['case CASE-0002', 'message CASE-0001']);
  });

  testLong('an old mail that arrives late is shown too', async () => {
    await seen();
    await desk.deliver(await compose({ subject: 'Late' }), { internalDate: desk.now() - 40 * 86_400_000 });
    await desk.run('checkMail');
    expect(await items()).toEqual(['case CASE-0002']);
  });

  test('what came between looking and marking is not taken for seen', async () => {
    const { through } = await bell();
    await deliver('Chair');
    const [, , shown] = await runAll(['checkMail'], ['markBellSeen', { through }], ['getBell']);
    expect(shown).toEqual(['case CASE-0002']);
  });

  testLong(
    'marked without a number, everything is seen; marked again with less, nothing comes back',
    async () => {
      await arrive('Chair');
      expect(await desk.run('markBellSeen')).toEqual({ ok: true, through: 2 });
      expect(await desk.run('markBellSeen', { through: 1 })).toEqual({ ok: true, through: 1 });
      expect(await items()).toEqual([]);
    },
  );

  test('shows the newest 20 and counts all', async () => {
    for (let index = 1; index < 25; index++) await desk.deliver(await compose({ subject: `Mail ${index}` }));
    const [, told] = await desk.runAll(['checkMail'], ['getBell']);
    const { count, items } = told as Bell;
    expect([count, items.length, items[0]?.caseNumber]).toEqual([25, 20, 'CASE-0025']);
  });

  testLong('is right after the owner has sorted the tab', async () => {
    await seen();
    await arrive('Chair');
    await arrive('Re: Lamp', 'Lamp');
    desk.sort('Messages', 'subject');
    desk.sort('Cases', 'subject');
    expect(new Set(await items())).toEqual(new Set(['message CASE-0001', 'case CASE-0002']));
  });

  testLong('shows what comes after where the script’s properties are lost', async () => {
    await arrive('Chair');
    await seen();
    desk.clearProperties();
    await arrive('Table');
    expect(await items()).toEqual(['case CASE-0003']);
  });

  testLong('is not marked where more has come in since than is known', async () => {
    setProgress({ told: { messages: 300, cases: Array(200).fill(1) } });
    const before = desk.sheets();
    const error = 'Too much mail has arrived since. Reload the notifications';
    expect(await desk.run('markBellSeen', { through: 99 })).toEqual({ ok: false, error });
    expect(desk.sheets()).toEqual(before);
    expect(await desk.run('markBellSeen', { through: 300 })).toEqual({ ok: true, through: 300 });
  });

  testLong('shows a case that is opened again by a reply as such', async () => {
    await seen();
    await arrive('Re: Lamp', 'Lamp');
    setProgress({ reopened: { 'CASE-0001': 1 } });
    expect(await items()).toEqual(['reopened CASE-0001']);
    await seen();
    await arrive('Re: Re: Lamp', 'Lamp');
    setProgress({ reopened: { 'CASE-0001': 1 } });
    expect(await items()).toEqual(['message CASE-0001']);
  });

  test('shows a case on the day on which it is due, until that is marked as seen', async () => {
    await deliver('Chair');
    const told = await desk.runAll(
      ['checkMail'],
      ['markSeen', 'CASE-0001', 1],
      ['markSeen', 'CASE-0002', 1],
      ['updateCases', ['CASE-0001'], { due: '2026-11-21' }],
      ['updateCases', ['CASE-0002'], { due: '2026-11-22' }],
      ['getBell'],
      ['markBellSeen', { through: 2 }],
      ['getBell'],
    );
    const date = '2026-11-21T00:00:00.000Z';
    const who = { from: ANNA, senderName: 'Anna Berg' };
    const lamp = { kind: 'due', caseNumber: 'CASE-0001', ...who, subject: 'Lamp', date };
    expect([told[5], told[7]]).toMatchObject([
      { count: 1, items: [lamp] },
      { count: 0, items: [] },
    ]);
    desk.stopTimers();
    await desk.advance(15 * HOUR_MS);
    expect(await items()).toEqual(['due CASE-0002']);
  });

  test('shows what was due earlier as long as nobody has looked, but not where the case is closed', async () => {
    const [, , due, , closed, , open] = await runAll(
      ['markSeen', 'CASE-0001', 1],
      ['updateCases', ['CASE-0001'], { due: '2026-10-01' }],
      ['getBell'],
      ['updateCase', 'CASE-0001', { status: 'Closed' }],
      ['getBell'],
      ['updateCases', ['CASE-0001'], { status: 'Open' }],
      ['getBell'],
    );
    expect([due, closed, open]).toEqual([['due CASE-0001'], [], ['due CASE-0001']]);
  });

  test('takes the day from the spreadsheet’s time zone, as the counts of the list do', async () => {
    desk.spreadsheets.settings(desk.local.scripts.desk.spreadsheetId, { timeZone: 'Pacific/Auckland' });
    // It is 21 November, 9:00 in UTC, and 22:00 in Auckland.
    const [, , before, listed] = await runAll(
      ['markBellSeen', { through: 1 }],
      ['updateCases', ['CASE-0001'], { due: '2026-11-22' }],
      ['getBell'],
      ['listCases', {}],
    );
    expect([before, listed]).toMatchObject([[], { counts: { dueNow: 0 } }]);
    desk.stopTimers();
    await desk.advance(2.5 * HOUR_MS);
    const [after, listedNow, , marked] = await runAll(
      ['getBell'],
      ['listCases', {}],
      ['markBellSeen', { through: 1 }],
      ['getBell'],
    );
    expect([after, listedNow, marked]).toMatchObject([['due CASE-0001'], { counts: { dueNow: 1 } }, []]);
  });

  testLong('shows new mail of a case that is due as mail', async () => {
    await desk.run('updateCases', ['CASE-0001'], { due: '2026-11-21' });
    expect(await items()).toEqual(['case CASE-0001']);
    await desk.run('markSeen', 'CASE-0001', 1);
    expect(await items()).toEqual(['due CASE-0001']);
  });

  testLong('counts all mail that came before the columns as seen', async () => {
    desk.edit('Cases', 'J2', '');
    desk.edit('Cases', 'L2', 'next week');
    expect(await items()).toEqual([]);
  });

  test('refuses to be marked with what is no number', async () => {
    const refused: [unknown, string][] = [
      [{ through: -1 }, 'through must be a whole number of at least 0 (got -1)'],
      [{ until: 1 }, 'markBellSeen takes an object with through. Unknown field: "until"'],
      [[], 'markBellSeen takes an object with through'],
    ];
    expect(await desk.runAll(...refused.map(([input]): Step => ['markBellSeen', input]))).toMatchObject(
      refused.map(([, error]) => ({ ok: false, error })),
    );
  });
});
