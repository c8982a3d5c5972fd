import * as v from 'valibot';
import { toText } from '../../health/checks';
import type { HealthReport } from '../../health/report';
import { withAccount } from '../../platform/account-url';
import { quote } from '../../platform/quote';
import { spreadsheetUrl } from '../../platform/spreadsheet';
import { LayoutError } from '../../platform/user-error';
import { readSchema, readValues, type Values, writeValues } from '../../tables/sheet';
import { writeAll } from '../../tables/tables';
import type { EditedSettings, NotSetUp, Refused, Saved, SettingsView } from '../case/answers';
import { findPageUrl, findServedUrl } from '../case/page-url';
import { ArrivalRules } from '../case/rules';
import { SETTINGS, withMigration } from '../case/tables';
import { findProblems, findUnsent, readHealth } from '../health/health';
import { markSettings, readProgress, readSettings } from '../intake/progress';
import { isAddress, isDomain, searchedFor, toDomain } from '../mail/senders';
import { answer, input, optional, parse, trueOrFalse, wholeNumber, withoutBlanks } from './input';

const notAnAddress = ({ input }: { input: unknown }) => `${quote(input)} is not a valid email address`;

const Address = v.pipe(v.string(notAnAddress), v.trim(), v.check(isAddress, notAnAddress), v.toLowerCase());

const notADomain = ({ input }: { input: unknown }) => `${quote(input)} is not a valid domain`;

const Domain = v.pipe(v.string(notADomain), v.transform(toDomain), v.check(isDomain, notADomain));

const once = v.transform((list: string[]) => [...new Set(list)]);

/** Interface section 4.1, saveSettings: what the page may send of each setting that the owner edits. */
const INPUTS = {
  senders: optional(v.pipe(v.array(Address, 'senders must be a list of email addresses'), once)),
  emailAlerts: optional(v.boolean('emailAlerts must be true or false')),
  alertEmail: optional(v.union([v.literal(''), Address], notAnAddress)),
  domains: optional(v.pipe(v.array(Domain, 'domains must be a list of domains'), once)),
  reopenOnReply: optional(trueOrFalse('reopenOnReply')),
  lookBackDays: optional(wholeNumber('lookBackDays', 1, 365)),
  rules: optional(ArrivalRules),
  groups: optional(v.pipe(v.array(Address, 'groups must be a list of email addresses'), once)),
  timerMinutes: optional(wholeNumber('timerMinutes', 15, 360)),
} satisfies Record<keyof EditedSettings, v.GenericSchema>;

/** The settings that a check without news would not read. */
const READ_AT_ONCE = ['senders', 'domains', 'groups', 'timerMinutes'] as const;

const SettingsInput = input('saveSettings', INPUTS);

/** Changes the given settings; the others stay as they are. Applies at the next check. */
export function saveSettings(given: unknown): Saved | Refused {
  return answer(() => {
    const wanted = withoutBlanks(parse(SettingsInput, given));
    // Reads first: where the tab lacks a row, nothing is written.
    const before = readValues(SETTINGS);
    const changes = { ...lookedBackBefore(before), ...wanted };
    const hasNews = READ_AT_ONCE.some((name) => changes[name] !== undefined);
    // The next check reads the tab, also where this execution ends before the second mark or a check came in between.
    if (hasNews) markSettings();
    writeAll(writeValues(SETTINGS, changes));
    if (hasNews) markSettings();
    const after = { ...before, ...changes };
    const warning = after.emailAlerts ? findUnsent() : undefined;
    return { ok: true, ...editedOf(after), ...(warning ? { warning: toText(warning) } : {}) };
  });
}

/** Answers the settings, or where the tab is missing, whether the desk was ever set up. */
export function getSettings(): SettingsView | NotSetUp | Refused {
  return answer(() => {
    try {
      return withMigration(viewSettings);
    } catch (error) {
      if (!(error instanceof LayoutError)) throw error;
      const wasSetUp = readSchema() !== '';
      return { ok: false, error: error.message, sheetUrl: spreadsheetUrl(), wasSetUp };
    }
  });
}

/** The state of the desk, for those who look at it: it takes longer than the settings. */
export function getHealth(): HealthReport | Refused {
  return answer(() => readHealth(Date.now()));
}

/** Refills a cell that the owner has emptied: the senders before this change are not those who are added. */
function lookedBackBefore(before: Values<typeof SETTINGS>): { lookedBack?: string[] } {
  const isEmpty = before.lookedBack === null && readProgress().progress.checkpoint !== undefined;
  return isEmpty ? { lookedBack: searchedFor(before) } : {};
}

function editedOf(settings: EditedSettings): EditedSettings {
  const names = Object.keys(INPUTS) as (keyof EditedSettings)[];
  return Object.fromEntries(names.map((name) => [name, settings[name]])) as unknown as EditedSettings;
}

function viewSettings(): SettingsView {
  const { progress } = readProgress();
  const settings = readSettings(progress, Date.now());
  const { lastCheckedAt, address = '' } = progress;
  return {
    ...editedOf(settings),
    address,
    alertEmail: settings.alertEmail || address,
    lastCheckedAt: lastCheckedAt === undefined ? null : new Date(lastCheckedAt).toISOString(),
    nextCaseNumber: settings.nextCaseNumber,
    groupsFound: (progress.groups ?? []).filter((group) => !settings.groups.includes(group)),
    health: findProblems(progress, settings),
    sheetUrl: withAccount(spreadsheetUrl(), address),
    pageUrl: withAccount(findPageUrl() ?? findServedUrl() ?? '', address),
  };
}
