import * as v from 'valibot';
import { spreadsheetUrl } from '../../platform/spreadsheet';
import { LayoutError } from '../../platform/user-error';
import { readValues, writeAll, writeValues } from '../../tables/tables';
import { alertsWarning, findProblems } from '../health';
import { readProgress, readSettings } from '../intake/progress';
import { SETTINGS, withMigration } from '../tables';
import type { NotSetUp, Refused, Saved, SettingsView } from './answers';
import { answer, input, optional, parse, quote } from './input';
import { findPageUrl, findServedUrl } from './web-app';

/**
 * An address as mail really carries it: also without a dot in its domain, and beyond ASCII (RFC 6532). Whatever
 * could end an address in a search or a header is refused.
 */
const ADDRESS =
  /^[^\s@"(),:;<>[\]\\]+@[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)*$/u;

/** RFC 5321, 4.5.3.1.3, without the angle brackets. */
const MOST_CHARACTERS = 254;

const notAnAddress = ({ input }: { input: unknown }) => `${quote(input)} is not a valid email address`;

const Address = v.pipe(v.string(notAnAddress), v.trim(), v.check(isAddress, notAnAddress), v.toLowerCase());

/** Interface section 4.1, saveSettings. A key that is left out stays as it is. */
const SettingsInput = input('saveSettings', {
  senders: optional(v.array(Address, 'senders must be a list of email addresses')),
  emailAlerts: optional(v.boolean('emailAlerts must be true or false')),
  alertEmail: optional(v.union([v.literal(''), Address], notAnAddress)),
});

/** Applies at the next check. */
export function saveSettings(settings: unknown): Saved | Refused {
  return answer(() => save(parse(SettingsInput, settings)));
}

/** Reads first: a tab that lacks a row is told of before anything is written. */
function save({ senders, ...others }: v.InferOutput<typeof SettingsInput>): Saved {
  const before = readValues(SETTINGS);
  const changes = given({ ...others, senders: senders && [...new Set(senders)] });
  writeAll(writeValues(SETTINGS, changes));
  const { senders: tracked, emailAlerts, alertEmail } = { ...before, ...changes };
  const warning = emailAlerts ? alertsWarning() : undefined;
  return { ok: true, senders: tracked, emailAlerts, alertEmail, ...(warning ? { warning } : {}) };
}

/** Where Set up has something to do first, the answer tells where the sheet is. */
export function getSettings(): SettingsView | NotSetUp | Refused {
  return answer(() => {
    try {
      return withMigration(viewSettings);
    } catch (error) {
      if (!(error instanceof LayoutError)) throw error;
      return { ok: false, error: error.message, sheetUrl: spreadsheetUrl() };
    }
  });
}

function viewSettings(): SettingsView {
  const { progress } = readProgress();
  const settings = readSettings(progress, Date.now());
  const { senders, emailAlerts, alertEmail, nextCaseNumber } = settings;
  const { lastCheckedAt, address = '' } = progress;
  return {
    senders,
    emailAlerts,
    alertEmail: alertEmail || address,
    lastCheckedAt: lastCheckedAt === undefined ? null : new Date(lastCheckedAt).toISOString(),
    nextCaseNumber,
    health: findProblems(progress, settings),
    sheetUrl: spreadsheetUrl(),
    pageUrl: findPageUrl() ?? findServedUrl() ?? '',
  };
}

function given<T extends object>(values: T): { [K in keyof T]: NonNullable<T[K]> } {
  const entries = Object.entries(values).filter(([, value]) => value != null);
  return Object.fromEntries(entries) as { [K in keyof T]: NonNullable<T[K]> };
}

function isAddress(text: string): boolean {
  return text.length <= MOST_CHARACTERS && ADDRESS.test(text);
}
