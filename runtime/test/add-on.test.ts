import type { RunOptions } from '../execution/executor';
import { openSheet } from '../server/owner';
import { type Realm, type Step, startRealm } from './harness/realm';
import { serveScripts } from './harness/serve';

// Sources: developers.google.com/workspace/add-ons/concepts/editor-auth-lifecycle, .../menus and .../editor-triggers
describe('An editor add-on', () => {
  let realm: Realm;
  beforeEach(() => {
    realm = startRealm();
  });
  afterEach(() => realm.close());

  const IN_USE: RunOptions = { kind: 'menu', addOn: 'enabled' };
  const OPENED: RunOptions = { kind: 'simple trigger', addOn: 'enabled' };
  const INSTALLED: RunOptions = { kind: 'simple trigger', addOn: 'installed' };
  const messageOf = async (snippet: () => unknown, options: RunOptions) =>
    (await realm.execute(snippet, [], options)).error?.message;

  test('that has never been used in the spreadsheet builds its menu below Extensions', async () => {
    const open = () => {
      Utilities.formatDate(new Date(), Session.getScriptTimeZone(), 'HH:mm');
      console.log(Session.getActiveUserLocale());
      SpreadsheetApp.getUi().createAddonMenu().addItem('Set up', 'setUp').addToUi();
    };
    expect(await messageOf(open, INSTALLED)).toBeUndefined();
    expect(realm.spreadsheets.menus('test')).toEqual([
      { caption: 'Extensions > test', items: [{ caption: 'Set up', function: 'setUp' }] },
    ]);
  });

  const DENIED: [string, () => unknown][] = [
    ['properties', () => PropertiesService.getScriptProperties().getProperty('x')],
    ['the spreadsheet', () => SpreadsheetApp.getActive().getName()],
    ['cells', () => SpreadsheetApp.getActiveSheet().getRange('A1').getValue()],
    ['a cache', () => CacheService.getScriptCache()?.get('x')],
    ['triggers', () => ScriptApp.getProjectTriggers()],
    ['its user', () => Session.getActiveUser().getEmail()],
    ['dialogs', () => SpreadsheetApp.getUi().alert('x')],
    ['mail', () => MailApp.getRemainingDailyQuota()],
    ['other servers', () => UrlFetchApp.fetch('https://example.com')],
  ];
  test('that has never been used in the spreadsheet has none of these', async () => {
    const told = await realm.runAllAs(INSTALLED, ...DENIED.map(([, snippet]): Step => [snippet]));
    expect(told.map((error, at) => [DENIED[at]?.[0], error])).toEqual(
      DENIED.map(([what]) => [what, 'Exception: You do not have permission to perform that action.']),
    );
  });

  test('that was used in the spreadsheet reads it and its properties when it is opened', async () => {
    const read = () => [
      PropertiesService.getDocumentProperties()?.getProperty('x'),
      SpreadsheetApp.getActive().getName(),
    ];
    expect(await realm.runAllAs(OPENED, [read], [() => ScriptApp.getProjectTriggers()])).toEqual([
      [null, 'Untitled spreadsheet'],
      expect.stringContaining('You do not have permission'),
    ]);
  });

  test('may do everything once a person uses it', async () => {
    const told = await realm.runAllAs(IN_USE, ...DENIED.slice(0, 8).map(([, snippet]): Step => [snippet]));
    expect(told.filter((answer) => /^\w*(Error|Exception)\b/.test(String(answer)))).toEqual([]);
  });

  test('has no timer of every few minutes', async () => {
    const every = (n: number) => void ScriptApp.newTrigger('main').timeBased().everyMinutes(n).create();
    const told = await realm.runAllAs(IN_USE, [every, 1], [every, 5], [every, 30]);
    expect(told).toEqual(Array(3).fill('Exception: An add-on may run by a timer once an hour at most.'));
    expect(realm.services.triggers.list()).toEqual([]);
  });

  const hourly = (event?: object) => {
    if (!event) ScriptApp.newTrigger('main').timeBased().everyHours(1).create();
  };

  test('has one timer, of every hour or more, whose runs are its own', async () => {
    expect(await messageOf(hourly, IN_USE)).toBeUndefined();
    expect(await messageOf(hourly, IN_USE)).toBe(
      'This add-on has created too many time-based triggers in this document for this Google user account.',
    );
    await realm.scheduler.advance(3_700_000);
    const run = realm.runtime.executions.at(-1);
    expect([run?.kind, run?.addOn, run?.status]).toEqual(['trigger', 'enabled', 'completed']);
  });

  test('may have a trigger of each other type beside its timer', async () => {
    const onEdit = () => void ScriptApp.newTrigger('edited').forSpreadsheet('sheet-test').onEdit().create();
    expect(await realm.runAllAs(IN_USE, [hourly], [onEdit], [onEdit])).toEqual([
      null,
      null,
      expect.stringContaining('too many'),
    ]);
  });
});

test.each([
  ['installed', 'NONE'],
  ['enabled', 'LIMITED'],
  [undefined, 'LIMITED'],
] as const)('onOpen of an add-on that is %s gets AuthMode.%s', async (addOn, mode) => {
  const onOpen = ({ authMode }: { authMode: unknown }) => {
    const { NONE, LIMITED } = ScriptApp.AuthMode;
    const names = [authMode === NONE && 'NONE', authMode === LIMITED && 'LIMITED'];
    SpreadsheetApp.getUi()
      .createAddonMenu()
      .addItem(String(names.find(Boolean)), 'main')
      .addToUi();
  };
  const runtime = await serveScripts({ mine: { onOpen } });
  const [menu] = await openSheet(runtime, runtime.scripts.mine, addOn);
  expect(menu).toEqual({ caption: 'Extensions > mine', items: [{ caption: mode, function: 'main' }] });
  await runtime.close();
});
