import { type Realm, type Step, startRealm } from './harness/realm';

type Info = GoogleAppsScript.Script.AuthorizationInfo & { getAuthorizedScopes(): string[] };

// Sources: platform facts 4.2; developers.google.com/apps-script/reference/script/script-app
describe('ScriptApp', () => {
  let realm: Realm;
  beforeEach(() => {
    realm = startRealm({ scopes: ['script.send_mail', 'script.scriptapp'] });
  });
  afterEach(() => realm.close());

  const SEND = 'https://www.googleapis.com/auth/script.send_mail';
  const TRIGGERS = 'https://www.googleapis.com/auth/script.scriptapp';
  const authorization = (scopes?: string[]) => {
    const info = (
      scopes
        ? (
            ScriptApp as unknown as { getAuthorizationInfo(mode: unknown, scopes: string[]): unknown }
          ).getAuthorizationInfo(ScriptApp.AuthMode.FULL, scopes)
        : ScriptApp.getAuthorizationInfo(ScriptApp.AuthMode.FULL)
    ) as Info;
    return [info.getAuthorizationStatus(), info.getAuthorizationUrl(), info.getAuthorizedScopes()];
  };

  test('with everything granted no authorization is required', async () => {
    expect(await realm.run(authorization)).toEqual(['NOT_REQUIRED', null, [SEND, TRIGGERS]]);
  });

  test('a scope that is not granted is required, and may be asked about alone', async () => {
    realm.services.grants.limit({ id: 'script-test' }, [TRIGGERS]);
    expect(await realm.runAll([authorization], [authorization, [TRIGGERS]])).toEqual([
      ['REQUIRED', expect.any(String), [TRIGGERS]],
      ['NOT_REQUIRED', null, [TRIGGERS]],
    ]);
  });

  test('requireScopes and requireAllScopes end where consent is missing', async () => {
    const requireAll = () => ScriptApp.requireAllScopes(ScriptApp.AuthMode.FULL);
    await realm.run(requireAll);
    realm.services.grants.limit({ id: 'script-test' }, [TRIGGERS]);
    const { error } = await realm.execute(
      (scope: string) => {
        ScriptApp.requireScopes(ScriptApp.AuthMode.FULL, [scope]);
        PropertiesService.getScriptProperties().setProperty('required', scope);
        ScriptApp.requireAllScopes(ScriptApp.AuthMode.FULL);
      },
      [TRIGGERS],
    );
    expect(error?.message).toBe('Authorization is required to perform that action.');
    expect(realm.services.store.prepare('select value from properties').all()).toEqual([{ value: TRIGGERS }]);
  });

  // Source: developers.google.com/apps-script/guides/services/authorization
  test.each([
    ['menu', [{ kind: 'consent', title: 'Authorization required', scopes: [SEND] }]],
    ['trigger', []],
    ['web app', []],
  ] as const)('where consent is missing, whoever is at a %s is asked for it', async (kind, shown) => {
    realm.services.grants.limit({ id: 'script-test' }, [TRIGGERS]);
    const snippet = () => ScriptApp.requireAllScopes(ScriptApp.AuthMode.FULL);
    const { error, dialogs } = await realm.execute(snippet, [], { kind });
    expect(error?.message).toBe('Authorization is required to perform that action.');
    expect(dialogs.shown).toMatchObject(shown);
  });

  test('a scope that is granted is not asked for', async () => {
    realm.services.grants.limit({ id: 'script-test' }, [TRIGGERS]);
    const snippet = (scope: string) => ScriptApp.requireScopes(ScriptApp.AuthMode.FULL, [scope]);
    const { error, dialogs } = await realm.execute(snippet, [TRIGGERS], { kind: 'menu' });
    expect([error, dialogs.shown]).toEqual([undefined, []]);
  });

  const FACTS: [fact: string, snippet: () => unknown, answer: unknown][] = [
    [
      'the service has the web app’s address',
      () => {
        const app = ScriptApp.getService();
        return [app.isEnabled(), app.getUrl(), ScriptApp.getScriptId()];
      },
      [true, 'http://127.0.0.1/macros/s/local-test/exec', 'script-test'],
    ],
    [
      'a user’s triggers are those of the given document',
      () => {
        const book = SpreadsheetApp.getActiveSpreadsheet();
        ScriptApp.newTrigger('a').forSpreadsheet(book).onEdit().create();
        ScriptApp.newTrigger('b').timeBased().everyHours(1).create();
        return ScriptApp.getUserTriggers(book).map((trigger) => trigger.getHandlerFunction());
      },
      ['a'],
    ],
  ];

  test('tells the address of the web app, and the triggers of a document', async () => {
    const told = await realm.runAll(...FACTS.map(([, snippet]): Step => [snippet]));
    expect(told.map((answer, at) => [FACTS[at]?.[0], answer])).toEqual(
      FACTS.map(([fact, , answer]) => [fact, answer]),
    );
  });

  // developers.google.com/apps-script/reference/script/installation-source
  test('a script that does not run as an add-on has no installation source', async () => {
    const source = () => [
      String(ScriptApp.getInstallationSource()),
      ScriptApp.getInstallationSource() === ScriptApp.InstallationSource.NONE,
    ];
    expect(await realm.run(source)).toEqual(['NONE', true]);
    const { error } = await realm.execute(source, [], { kind: 'menu', addOn: 'enabled' });
    expect(error?.message).toContain('ScriptApp.getInstallationSource of an add-on is not emulated');
  });

  test('the token is the one that Google takes', async () => {
    const token = await realm.run(() => ScriptApp.getOAuthToken());
    const url = `${await realm.services.google.url}/gmail/v1/users/me/profile`;
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(200);
  });

  type Clock = GoogleAppsScript.Script.ClockTriggerBuilder;
  /** What each builds of a trigger by the clock. */
  const buildEach = (builds: readonly ((clock: Clock) => unknown)[]) =>
    realm.runEach(
      (code: string) => void new Function(code)(),
      builds.map((build): [string] => [`return (${build})(ScriptApp.newTrigger('main').timeBased())`]),
    );

  const NOWHERE: [string, () => unknown][] = [
    ['for a form', () => ScriptApp.newTrigger('a').forForm('id')],
    ['for a calendar', () => ScriptApp.newTrigger('a').forUserCalendar('a@example.com')],
    ['for a document', () => ScriptApp.newTrigger('a').forDocument('id')],
  ];

  test('a trigger that cannot fire here throws by name', async () => {
    const told = await realm.runAll(...NOWHERE.map(([, snippet]): Step => [snippet]));
    const refused = /TriggerBuilder\.for\w+ exists on Google, and is not emulated here/;
    expect(told).toEqual(NOWHERE.map(() => expect.stringMatching(refused)));
  });

  const CLOCKS: [string, (builder: Clock) => unknown, string][] = [
    [
      'two intervals',
      (one) => one.everyMinutes(5).everyHours(1).create(),
      'minutes and hours is not emulated',
    ],
    [
      'an interval with a minute',
      (one) => one.everyHours(1).nearMinute(5).create(),
      'hours and minute is not',
    ],
    [
      'a day of the month and a weekday',
      (one) => one.onMonthDay(1).onWeekDay(ScriptApp.WeekDay.MONDAY).create(),
      'monthDay and weekDay is not',
    ],
    ['no time', (one) => one.at(new Date(Number.NaN)), 'Invalid argument: date'],
    ['negative time', (one) => one.after(-5), 'after -5 ms is not emulated here'],
  ];

  test('a clock trigger of what does not go together is refused', async () => {
    const told = await buildEach(CLOCKS.map(([, build]) => build));
    expect(told.map((error, at) => [CLOCKS[at]?.[0], error])).toEqual(
      CLOCKS.map(([what, , message]) => [what, expect.stringContaining(message)]),
    );
  });

  // Source: developers.google.com/apps-script/concepts/scopes: "automatically detects what scopes are needed"
  test('a manifest without a list of scopes gives the code what it needs, and no list', async () => {
    const plain = startRealm({ scopes: null });
    const use = () => [
      DriveApp.getRootFolder().getName(),
      GmailApp.getInboxUnreadCount(),
      SpreadsheetApp.create('a').getName(),
    ];
    expect(await plain.runAll([use], [authorization])).toEqual([
      ['My Drive', 0, 'a'],
      expect.stringContaining('without oauthScopes is not emulated here.'),
    ]);
    plain.services.grants.limit({ id: 'script-test' }, [TRIGGERS]);
    await expect(plain.run(use)).rejects.toThrow('Authorization is required to perform that action.');
    await plain.close();
  });
});
