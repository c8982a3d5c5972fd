import { type Desk, type Step, startDesk, startTracking } from '../harness/local';
import { choose } from './at-sheet';
import { startWithCase } from './prepared-desk';

describe('what the page is told', () => {
  let desk: Desk;
  afterEach(() => desk.close());

  const rename = (name: string, to: string) =>
    desk.spreadsheets.renameSheet(desk.local.scripts.desk.spreadsheetId, name, to);
  const sheetUrl = () =>
    `https://docs.google.com/spreadsheets/d/${desk.local.scripts.desk.spreadsheetId}/edit`;

  test('before Set up: that the desk is new', async () => {
    desk = await startDesk();
    expect(await desk.run('getSettings')).toEqual({
      ok: false,
      error: 'The sheet has no tab "Settings". Run Set up from the menu.',
      sheetUrl: sheetUrl(),
      wasSetUp: false,
    });
  });

  test('where the tab Settings is gone: that it was there, and Set up makes it again', async () => {
    desk = await startTracking();
    rename('Settings', 'Old settings');
    const gone = { ok: false, error: expect.stringContaining('no tab "Settings"'), sheetUrl: sheetUrl() };
    const told = await desk.runAll(['getSettings'], ['saveSettings', { senders: [] }]);
    expect(told).toEqual([{ ...gone, wasSetUp: true }, gone]);
    await choose(desk, 'setUp');
    expect(await desk.run('getSettings')).toMatchObject({ senders: [] });
  });

  const CALLS: [string, string, unknown[]][] = [
    ['listCases', 'Cases', [{}]],
    ['searchCases', 'Cases', [{}]],
    ['searchCases', 'Messages', [{ keyword: 'lamp' }]],
    ['getCase', 'Cases', ['CASE-0001']],
    ['getCase', 'Messages', ['CASE-0001']],
    ['getCases', 'Messages', [['CASE-0001']]],
    ['updateCase', 'Cases', ['CASE-0001', { notes: 'x' }]],
    ['updateCases', 'Cases', [['CASE-0001'], { status: 'Open' }]],
    ['markSeen', 'Cases', ['CASE-0001', 1]],
    ['getBell', 'Cases', []],
    ['markBellSeen', 'Cases', []],
  ];

  test('where another tab is gone: its name, and the address of the sheet', async () => {
    desk = await startWithCase();
    for (const tab of ['Cases', 'Messages']) {
      rename(tab, 'Renamed');
      const error = `The sheet has no tab "${tab}". Run Set up from the menu.`;
      const refused = { ok: false, error, sheetUrl: sheetUrl() };
      const calls = CALLS.filter(([, missing]) => missing === tab);
      const told = await desk.runAll(...calls.map(([name, , args]): Step => [name, ...args]));
      expect(told.map((one, at) => [calls[at]?.[0], one])).toEqual(calls.map(([name]) => [name, refused]));
      rename('Renamed', tab);
    }
  });
});
