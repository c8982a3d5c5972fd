import {
  AUTHORIZATION,
  type Claim,
  listClaims,
  MAIL_SPIKES,
  PUBLIC_SCRIPTS,
  REFERENCE,
  refusal,
  TRIGGERS_GUIDE,
} from './case';

/** The script may have an empty function of this name: triggers that call it are deleted at once. */
const HANDLER = 'doNothing';

type Trigger = GoogleAppsScript.Script.Trigger;

export const SCRIPT_APP: Claim[] = listClaims(`${REFERENCE}/script/script-app`, [
  {
    id: 'script-app.authorization.tells-what-is-granted',
    expected: ['NOT_REQUIRED', true],
    run: () => {
      const info = authorization();
      return [String(info.getAuthorizationStatus()), Array.isArray(info.getAuthorizedScopes())];
    },
  },
  {
    id: 'script-app.authorization.unneeded-scope-is-refused',
    source: AUTHORIZATION,
    expected: true,
    run: () => refusal(() => authorization(['https://mail.google.com/'])) !== 'not refused',
  },
  {
    id: 'script-app.authorization.what-is-granted-is-not-asked-for',
    source: AUTHORIZATION,
    expected: 'not refused',
    run: () =>
      refusal(() =>
        ScriptApp.requireScopes(ScriptApp.AuthMode.FULL, [
          'https://www.googleapis.com/auth/spreadsheets.currentonly',
        ]),
      ),
  },
  {
    id: 'script-app.triggers.tell-what-they-are',
    expected: [
      [HANDLER, 'ON_EDIT', true, true, true],
      [HANDLER, 'CLOCK', false, false, true],
    ],
    run: () =>
      withTriggers(
        () => {
          ScriptApp.newTrigger(HANDLER)
            .forSpreadsheet(SpreadsheetApp.getActiveSpreadsheet())
            .onEdit()
            .create();
          ScriptApp.newTrigger(HANDLER).timeBased().everyHours(2).create();
        },
        (made) => byType(made).map(factsOf),
      ),
  },
  {
    id: 'script-app.triggers.fresh-one-cannot-be-deleted',
    source: MAIL_SPIKES,
    expected: "Exception: We're sorry, a server error occurred. Please wait a bit and try again.",
    run: () =>
      withTriggers(
        () => {},
        () => refusal(deleteFresh),
      ),
  },
  {
    id: 'script-app.triggers.minutes-are-few',
    source: TRIGGERS_GUIDE,
    expected: true,
    run: () => /1, 5, 10, 15 or 30/.test(refused((clock) => clock.everyMinutes(7))),
  },
  {
    id: 'script-app.triggers.no-hours-are-refused',
    source: PUBLIC_SCRIPTS,
    isInferred: true,
    expected: 'Exception: Invalid argument: 0',
    run: () => refused((clock) => clock.everyHours(0)),
  },
  {
    id: 'script-app.triggers.unknown-zone-is-refused',
    source: PUBLIC_SCRIPTS,
    isInferred: true,
    expected: 'Exception: Invalid argument: timezone',
    run: () => refused((clock) => clock.everyDays(1).inTimezone('Nowhere')),
  },
  {
    id: 'script-app.triggers.need-a-time',
    source: PUBLIC_SCRIPTS,
    isInferred: true,
    expected: 'Exception: A clock trigger needs to be told when it fires.',
    run: () => refused((clock) => clock.atHour(9)),
  },
  {
    id: 'script-app.triggers.twenty-are-the-most',
    source: 'https://developers.google.com/apps-script/guides/services/quotas',
    expected:
      'Exception: This script has too many triggers. Triggers must be deleted from the script before more can be added.',
    run: () =>
      withTriggers(
        () => {},
        () =>
          refusal(() => {
            for (let count = 0; count <= 20; count++)
              ScriptApp.newTrigger(HANDLER).timeBased().everyHours(1).create();
          }),
      ),
  },
]);

/** The published types lack the form that asks for single scopes. */
interface Authorizer {
  getAuthorizationInfo(
    mode: unknown,
    scopes?: string[],
  ): { getAuthorizationStatus(): unknown; getAuthorizedScopes(): string[] | null };
}

function authorization(scopes?: string[]): ReturnType<Authorizer['getAuthorizationInfo']> {
  const { FULL } = ScriptApp.AuthMode;
  const script = ScriptApp as unknown as Authorizer;
  return scopes ? script.getAuthorizationInfo(FULL, scopes) : script.getAuthorizationInfo(FULL);
}

/** Deletes the triggers that were made, and no other. */
function withTriggers<R>(make: () => void, look: (made: Trigger[]) => R): R {
  const before = ScriptApp.getProjectTriggers().map((trigger) => trigger.getUniqueId());
  const made = () =>
    ScriptApp.getProjectTriggers().filter((trigger) => !before.includes(trigger.getUniqueId()));
  try {
    make();
    return look(made());
  } finally {
    for (const trigger of made()) ScriptApp.deleteTrigger(trigger);
  }
}

function refused(
  choose: (clock: GoogleAppsScript.Script.ClockTriggerBuilder) => GoogleAppsScript.Script.ClockTriggerBuilder,
): string {
  return withTriggers(
    () => {},
    () => refusal(() => choose(ScriptApp.newTrigger(HANDLER).timeBased()).create()),
  );
}

function deleteFresh(): void {
  ScriptApp.deleteTrigger(ScriptApp.newTrigger(HANDLER).timeBased().everyHours(1).create());
}

function byType(triggers: Trigger[]): Trigger[] {
  return triggers.sort((a, b) => (String(a.getEventType()) < String(b.getEventType()) ? 1 : -1));
}

function factsOf(trigger: Trigger): unknown[] {
  return [
    trigger.getHandlerFunction(),
    String(trigger.getEventType()),
    trigger.getTriggerSource() === ScriptApp.TriggerSource.SPREADSHEETS,
    trigger.getTriggerSourceId() === SpreadsheetApp.getActiveSpreadsheet().getId(),
    /^-?\d+$/.test(trigger.getUniqueId()),
  ];
}
