import { spread } from '../harness/extent';
import { healthTexts } from '../harness/health';
import { type Desk, startDesk, startTracking } from '../harness/local';
import { ANNA, compose } from '../harness/mail';
import { type AtSheet, choose } from './at-sheet';

const ADD_ON: AtSheet = { addOn: 'enabled' };
const ELSEWHERE: AtSheet = { script: { spreadsheetId: 'sheet-other' } };
const HOME = 'https://docs.google.com/spreadsheets/d/sheet-desk/edit';

describe('a desk that runs as an add-on', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startDesk();
  });
  afterEach(() => desk.close());

  test('is set up without a timer, says where that belongs, and takes in mail on "Check mail now"', async () => {
    const { shown } = await choose(desk, 'setUp', ADD_ON);
    expect(desk.sheets().map(({ name }) => name)).toEqual(['Cases', 'Messages', 'Settings', 'Overview']);
    expect(desk.local.services.triggers.list()).toEqual([]);
    expect(shown).toMatchObject([
      {
        kind: 'alert',
        title: 'No timer',
        text: expect.stringMatching(/bound to the desk's own sheet.*\n\n.*"Check mail now"/),
      },
      {
        kind: 'toast',
        text: expect.stringMatching(/^Mail is checked when you choose "Check mail now"\. Next: /),
      },
    ]);
    desk.set('senders', ANNA);
    await desk.deliver(await compose());
    expect((await choose(desk, 'checkNow', ADD_ON)).error).toBeUndefined();
    expect(desk.rows('Cases')).toHaveLength(1);
    await choose(desk, 'showHealth', ADD_ON);
    expect(healthTexts(desk.grid('Health'))).toMatchObject({
      Health: expect.stringMatching(/^Nothing needs you/),
      Timer: 'An add-on has no timer. Mail is checked when you choose "Check mail now".',
    });
  });
});

describe('one script keeps one desk', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startTracking();
  });
  afterAll(() => desk.close());

  const otherTabs = () => desk.spreadsheets.grid('sheet-other').map(({ name }) => name);

  test.each(spread(['setUp', 'checkNow', 'openPage', 'showHealth'], 2))(
    '%s in another spreadsheet says where the desk is',
    async (name) => {
      const before = desk.properties();
      const { shown } = await choose(desk, name, ELSEWHERE);
      expect(shown).toMatchObject([{ kind: 'alert', text: expect.stringContaining(HOME) }]);
      expect([otherTabs(), desk.properties()]).toEqual([['Sheet1'], before]);
    },
  );

  test('in its own spreadsheet all goes on', async () => {
    expect((await choose(desk, 'setUp')).kinds).toEqual(['toast']);
    expect((await choose(desk, 'checkNow')).error).toBeUndefined();
  });

  test('the timer asks for no spreadsheet as long as nothing is new', async () => {
    await desk.advance(11 * 60_000);
    const check = desk.local.executions.at(-1);
    expect(check).toMatchObject({ kind: 'trigger', status: 'completed' });
    expect(check?.calls.map(({ method }) => method)).toEqual([
      'lock.try',
      'properties.getAll',
      'gmail.history.list',
      'properties.set',
    ]);
  });

  test('a copy has a script of its own, and becomes a desk of its own', async () => {
    const copy = { script: { id: 'script-copy', spreadsheetId: 'sheet-copy' } };
    expect((await choose(desk, 'setUp', copy)).kinds).toEqual(['toast']);
    expect(desk.spreadsheets.grid('sheet-copy').map(({ name }) => name)).toEqual([
      'Cases',
      'Messages',
      'Settings',
      'Overview',
    ]);
  });
});
