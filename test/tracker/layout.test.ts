import { spread, testLong } from '../harness/extent';
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
    expect(header()?.at(-1)).toBe('subject');
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
      expect(header()?.at(-1)).toBe('subject');
      expect(keys()).toContain('page');
    },
  );

  test('answers the page before any check has come by', async () => {
    expect(await desk.run('getCase', 'CASE-0001')).toMatchObject({
      caseNumber: 'CASE-0001',
      messages: [{ subject: '' }],
    });
    expect(header()?.at(-1)).toBe('subject');
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
