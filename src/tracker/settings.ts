import * as v from 'valibot';
import { commit } from '../tables/commit';
import { readValues, set } from '../tables/key-values';
import { UserError } from '../tables/user-error';
import { isAddress } from './address';
import { type Health, healthOf } from './health';
import { input } from './input';
import { readProgress } from './progress';
import { readSettings } from './read-settings';
import { SETTINGS } from './tables';

const notAnAddress = ({ input }: { input: unknown }) => `${quote(input)} is not a valid email address`;

const Address = v.pipe(v.string(notAnAddress), v.trim(), v.check(isAddress, notAnAddress), v.toLowerCase());

/** Interface section 4.1, saveSettings. A key that is left out stays as it is. */
const SettingsInput = input('saveSettings', {
  senders: v.optional(v.array(Address, 'senders must be a list of email addresses')),
  emailAlerts: v.optional(v.boolean('emailAlerts must be true or false')),
  alertEmail: v.optional(v.union([v.literal(''), Address], notAnAddress)),
});

export interface SettingsView {
  senders: string[];
  emailAlerts: boolean;
  alertEmail: string;
  /** ISO 8601 UTC; null before the first check. */
  lastCheckedAt: string | null;
  nextCaseNumber: number;
  health: Health;
}

export type Saved =
  | { ok: true; senders: string[]; emailAlerts: boolean; alertEmail: string }
  | { ok: false; error: string };

/** Applies at the next check. */
export function saveSettings(given: unknown): Saved {
  const parsed = v.safeParse(SettingsInput, given, { abortEarly: true });
  if (!parsed.success) return { ok: false, error: parsed.issues[0].message };
  try {
    return save(parsed.output);
  } catch (error) {
    if (error instanceof UserError) return { ok: false, error: error.message };
    throw error;
  }
}

/** Reads first: a tab that lacks a row is told of before anything is written. */
function save({ senders, ...others }: v.InferOutput<typeof SettingsInput>): Saved {
  const before = readValues(SETTINGS);
  const changes = defined({ ...others, senders: senders && [...new Set(senders)] });
  commit(set(SETTINGS, changes));
  const { senders: tracked, emailAlerts, alertEmail } = { ...before, ...changes };
  return { ok: true, senders: tracked, emailAlerts, alertEmail };
}

export function getSettings(): SettingsView {
  const { progress } = readProgress();
  const { senders, emailAlerts, alertEmail, nextCaseNumber, failed } = readSettings(progress, Date.now());
  return {
    senders,
    emailAlerts,
    alertEmail: alertEmail || (progress.address ?? ''),
    lastCheckedAt:
      progress.lastCheckedAt === undefined ? null : new Date(progress.lastCheckedAt).toISOString(),
    nextCaseNumber,
    health: healthOf(progress, failed),
  };
}

/** Whatever was sent, the answer stays readable. */
const LONGEST_QUOTE = 255;

function quote(value: unknown): string {
  const words = typeof value === 'string' ? `"${value}"` : JSON.stringify(value);
  return words.length > LONGEST_QUOTE ? `${words.slice(0, LONGEST_QUOTE)}…"` : words;
}

function defined<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}
