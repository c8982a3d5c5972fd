import { extent, spread, testLong } from '../harness/extent';
import { type Desk, startPreparedDesk, startTracking, track } from '../harness/local';
import { compose } from '../harness/mail';
import { choose, setProperty } from './at-sheet';

const TIMER = 6 * 60_000;

describe('a desk of an older release', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startPreparedDesk('a lamp', async (original) => {
      await track(original);
      await original.deliver(await compose({ subject: 'Lamp' }));
      await original.run('checkMail');
    });
    age();
  });
  afterEach(() => desk.close());

  /** Its tabs had one column, and one setting, less. */
  function age(): void {
    desk.deleteColumn('Messages', 7);
    desk.deleteRow('Settings', 9);
    const { Messages, Settings, ...others } = JSON.parse(desk.properties().layout ?? '');
    const { subject: _, ...columns } = Messages;
    const { page: __, ...keys } = Settings;
    setProperty(desk, 'layout', JSON.stringify({ ...others, Messages: columns, Settings: keys }));
  }
  const header = () => desk.grid('Messages')[0];
  const keys = () => desk.rows('Settings').map(({ key }) => key);

  test('gets what it lacks when the timer fires, and takes in mail', async () => {
    await desk.deliver(await compose({ subject: 'Chair' }));
    await desk.advance(TIMER);
    expect(header()?.[6]).toBe('subject');
    expect(keys()).toContain('page');
    expect(desk.rows('Messages').map(({ subject }) => subject)).toEqual(['', 'Chair']);
  });

  testLong('is looked over once: the next timer calls what it always calls', async () => {
    await desk.advance(TIMER);
    await desk.advance(TIMER);
    const check = desk.local.executions.at(-1);
    expect(check?.kind).toBe('trigger');
    expect(check?.count('spreadsheet.')).toBe(0);
  });

  test.each(spread([16, 4, 8, 32], 1))(
    'gets it by the next timer where a check dies over it, at call %d',
    async (call) => {
      const died = await desk.execute('checkMail', [], {
        fault: { call, kind: 'kill after', writes: 'applied' },
      });
      expect(died.status).toBe('killed');
      await desk.advance(TIMER);
      expect(header()?.[6]).toBe('subject');
      expect(keys()).toContain('page');
    },
  );

  test('answers the page before any check has come by', async () => {
    expect(await desk.run('getCase', 'CASE-0001')).toMatchObject({
      caseNumber: 'CASE-0001',
      messages: [{ subject: '' }],
    });
    expect(header()?.[6]).toBe('subject');
  });

  test('opens its page from the menu', async () => {
    expect((await choose(desk, 'openPage')).kinds).toEqual(['toast']);
  });

  testLong('keeps what is in it', async () => {
    desk.edit('Cases', 'H2', 'my note');
    const before = desk.grid('Cases');
    await desk.advance(TIMER);
    expect(desk.grid('Cases')).toEqual(before);
  });
});

describe('a desk whose cases do not know yet what was seen', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startPreparedDesk('two cases that were seen', async (original) => {
      await track(original);
      await deliver('Lamp', undefined, original);
      await deliver('Re: Lamp', 'Lamp', original);
      await deliver('Chair', undefined, original);
      await original.run('checkMail');
      await original.run('markBellSeen');
    });
    age();
  });
  afterEach(() => desk.close());

  async function deliver(subject: string, to?: string, where = desk): Promise<void> {
    const messageId = `<${subject.replace(': ', '-')}@customer.example>`;
    const thread = to && { inReplyTo: `<${to}@customer.example>`, references: `<${to}@customer.example>` };
    await where.deliver(await compose({ subject, messageId, ...(thread || {}) }));
  }

  /** Without the columns and settings of this release, and what its checks remember of them. */
  function age(): void {
    for (const at of [12, 11, 10]) desk.deleteColumn('Cases', at);
    for (const at of [12, 11, 10]) desk.deleteRow('Settings', at);
    const { Cases, Settings, ...others } = JSON.parse(desk.properties().layout ?? '');
    const { seen: _, lastMailAt: __, due: ___, ...columns } = Cases;
    const { domains, reopenOnReply, lookedBack, ...keys } = Settings;
    setProperty(desk, 'layout', JSON.stringify({ ...others, Cases: columns, Settings: keys }));
    const { isFilled, told, ...progress } = JSON.parse(desk.properties().progress ?? '');
    const newest = [{ kind: 'case', messageId: desk.rows('Messages')[0]?.messageId }];
    const toldBefore = { count: 1, messages: told.messages, newest };
    setProperty(desk, 'progress', JSON.stringify({ ...progress, told: toldBefore }));
  }

  const columns = () => desk.rows('Cases').map(({ subject, seen, due }) => ({ subject, seen, due }));
  const times = () => desk.rows('Cases').map(({ lastMailAt }) => lastMailAt);
  const dates = () => desk.rows('Messages').map(({ date }) => date);
  const SEEN = [
    { subject: 'Lamp', seen: 2, due: '' },
    { subject: 'Chair', seen: 1, due: '' },
  ];

  test('fills them by the next check, though nothing is new: all that has come is seen', async () => {
    await desk.advance(TIMER);
    expect(columns()).toEqual(SEEN);
    expect(times()).toEqual([dates()[1], dates()[2]]);
    expect(desk.rows('Settings').map(({ key }) => key)).toContain('reopenOnReply');
    expect(await desk.run('getBell')).toMatchObject({ count: 0, messages: 3 });
  });

  test('is filled once: the next timer calls what it always calls, and a cell that is emptied stays so', async () => {
    await desk.advance(TIMER);
    desk.edit('Cases', 'J2', '');
    await desk.advance(TIMER);
    expect(desk.local.executions.at(-1)?.count('spreadsheet.')).toBe(0);
    expect(columns()[0]?.seen).toBe('');
  });

  test('does not count as seen what comes after the update, even where the page has added the columns', async () => {
    expect(await desk.run('listCases', { order: 'lastMail' })).toMatchObject({ counts: { unseen: 0 } });
    expect(desk.grid('Cases')[0]).toContain('seen');
    await deliver('Re: Lamp', 'Lamp');
    await deliver('Table');
    const [, listed] = await desk.runAll(['checkMail'], ['listCases', {}]);
    expect(columns()).toEqual([...SEEN, { subject: 'Table', seen: 0, due: '' }]);
    expect(listed).toMatchObject({
      counts: { unseen: 2 },
      cases: [{ caseNumber: 'CASE-0003' }, { emailCount: 1 }, { emailCount: 3, seen: 2 }],
    });
  });

  test('keeps what the page has marked before the check', async () => {
    await desk.run('markSeen', 'CASE-0001', 1);
    await desk.advance(TIMER);
    expect(columns().map(({ seen }) => seen)).toEqual([1, 1]);
  });

  test('is filled in the end, wherever checks die over it', async () => {
    await deliver('Re: Lamp', 'Lamp');
    for (let call = 2; ; call += extent({ usual: 30, long: 3 })) {
      const dead = await desk.execute('checkMail', [], {
        fault: { call, kind: 'kill after', writes: call % 2 ? 'lost' : 'applied' },
      });
      if (!dead.hasFaultFired) break;
      expect(dead.status).toBe('killed');
    }
    expect(columns()).toEqual(SEEN);
    expect(times()).toEqual([dates()[3], dates()[2]]);
    expect(await desk.run('getBell')).toMatchObject({ count: 1 });
  });
});

describe('a desk of this release', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startTracking();
  });
  afterEach(() => desk.close());

  test('leaves a column that the owner has deleted to Set up, and says so', async () => {
    desk.deleteColumn('Messages', 2);
    const error = expect.stringContaining('or run Set up from the menu.');
    const refused = { ok: false, error, sheetUrl: expect.stringMatching(/^https:/) };
    await desk.advance(TIMER);
    expect(await desk.run('searchCases', { keyword: 'lamp' })).toEqual(refused);
    await choose(desk, 'setUp');
    expect(await desk.run('searchCases', { keyword: 'lamp' })).toMatchObject({ count: 0 });
  });

  test('asks for nothing more to refuse what is no case number', async () => {
    const { calls } = await desk.execute('getCase', ['x']);
    expect(calls).toEqual([]);
  });
});
