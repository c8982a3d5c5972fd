import {
  type Authorizer,
  casesOf,
  errorOf,
  MAIL_SPIKES,
  PUBLIC_SCRIPTS,
  QUOTAS,
  REFERENCE,
  tableOf,
} from './case';

/** The script has an empty function of this name: triggers that call it are deleted at once. */
const HANDLER = 'doNothing';

const SCOPE = 'https://www.googleapis.com/auth/';

type Trigger = GoogleAppsScript.Script.Trigger;
type Clock = GoogleAppsScript.Script.ClockTriggerBuilder;

/** Builders of triggers that are refused, with what stands in the message. */
const CLOCKS: [name: string, choose: (clock: Clock) => Clock, mark: string][] = [
  ['seven-minutes', (clock) => clock.everyMinutes(7), '30'],
  ['no-hours', (clock) => clock.everyHours(0), '0'],
  ['unknown-zone', (clock) => clock.everyDays(1).inTimezone('Nowhere'), 'timezone'],
  ['no-day', (clock) => clock.atHour(9), ''],
  ['hour-24', (clock) => clock.atHour(24), '24'],
  ['minute-60', (clock) => clock.nearMinute(60), '60'],
  ['day-32', (clock) => clock.onMonthDay(32), '32'],
  ['month-13', (clock) => clock.atDate(2027, 13, 1), '13'],
];

const documented = casesOf('script-app', `${REFERENCE}/script/script-app`);
const authorized = casesOf(
  'script-app',
  'https://developers.google.com/apps-script/guides/services/authorization',
);
const ofTriggers = (source: string) => casesOf('script-app', source, 'script.scriptapp');

export const SCRIPT_APP = [
  documented('authorization.tells-what-is-granted', [true, true], () => {
    const info = (ScriptApp as unknown as Authorizer).getAuthorizationInfo(ScriptApp.AuthMode.FULL);
    const isStatus = /^(NOT_)?REQUIRED$/.test(String(info.getAuthorizationStatus()));
    return [isStatus, Array.isArray(info.getAuthorizedScopes())];
  }),
  authorized('authorization.unneeded-scope-is-refused', false, () => {
    const script = ScriptApp as unknown as Authorizer;
    const ask = () => script.getAuthorizationInfo(ScriptApp.AuthMode.FULL, ['https://mail.google.com/']);
    return errorOf(ask) === 'no error';
  }),
  authorized('authorization.what-is-granted-is-not-asked-for', 'no error', () =>
    errorOf(() => ScriptApp.requireScopes(ScriptApp.AuthMode.FULL, [`${SCOPE}spreadsheets.currentonly`])),
  ),
  ofTriggers(`${REFERENCE}/script/trigger`)(
    'triggers.tell-what-they-are',
    [
      [HANDLER, 'CLOCK', false, false, true],
      [HANDLER, 'ON_EDIT', true, true, true],
    ],
    () =>
      withTriggers((made) => {
        const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
        ScriptApp.newTrigger(HANDLER).forSpreadsheet(spreadsheet).onEdit().create();
        ScriptApp.newTrigger(HANDLER).timeBased().everyHours(2).create();
        return made()
          .map(factsOf)
          .sort(([, a], [, b]) => (String(a) < String(b) ? -1 : 1));
      }),
  ),
  ofTriggers(MAIL_SPIKES)('triggers.fresh-one-cannot-be-deleted', 'Exception', () =>
    withTriggers(() =>
      errorOf(() =>
        ScriptApp.deleteTrigger(ScriptApp.newTrigger(HANDLER).timeBased().everyHours(1).create()),
      ),
    ),
  ),
  ofTriggers(PUBLIC_SCRIPTS)(
    'triggers.times-that-are-none',
    tableOf(CLOCKS, () => 'Exception'),
    () =>
      withTriggers(() =>
        tableOf(CLOCKS, ([, choose, mark]) =>
          errorOf(() => choose(ScriptApp.newTrigger(HANDLER).timeBased()).create(), mark),
        ),
      ),
  ),
  ofTriggers(QUOTAS)('triggers.twenty-are-the-most', 'Exception', () =>
    withTriggers(() =>
      errorOf(() => {
        for (let count = 0; count <= 20; count++)
          ScriptApp.newTrigger(HANDLER).timeBased().everyHours(1).create();
      }),
    ),
  ),
];

/** Deletes the triggers that were made, and no other. */
function withTriggers<R>(work: (made: () => Trigger[]) => R): R {
  const before = ScriptApp.getProjectTriggers().map((trigger) => trigger.getUniqueId());
  const made = () =>
    ScriptApp.getProjectTriggers().filter((trigger) => !before.includes(trigger.getUniqueId()));
  try {
    return work(made);
  } finally {
    for (const trigger of made()) ScriptApp.deleteTrigger(trigger);
  }
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
