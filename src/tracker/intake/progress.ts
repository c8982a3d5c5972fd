import { addUsage, runTime, type Usage } from '../../health/usage';
import { isWithin, MAX_PROPERTY_BYTES } from '../../platform/bytes';
import { readLongProperty, toLongProperty } from '../../platform/long-property';
import { properties } from '../../platform/platform';
import { readValues } from '../../tables/sheet';
import type { Failure } from '../case/failures';
import { SETTINGS, type Settings } from '../case/tables';
import { countGmailCalls, hasHitRateLimit } from '../mail/gmail';
import type { Backlog } from './backlog';
import type { Notifications } from './notifications';
import type { Pause } from './pause';
import type { Proof, Settled, WantedProof } from './proof';
import type { ReopenedCases } from './refresh';
import type { Replies } from './replies';

/** One check of the mailbox, and what it starts from. */
export interface Run {
  /** Epoch ms of its start. */
  now: number;
  /** True if the timer started it: the minutes of a day's triggers are limited. */
  isTimed: boolean;
  /** Epoch ms after which it reads no more mail. */
  readUntil: number;
  settings: Settings;
  progress: Progress;
  settled: Settled;
  /** Journal of an earlier run that did not reach its end. */
  journal: Journal | undefined;
  /** Changes with the senders that the page has saved. */
  settingsMark: string | undefined;
}

/**
 * Progress of the tracker, in script properties: one read at the start of a run, one write at its end. A property is written
 * at once and a sheet is not, so this never mentions rows that have not been flushed.
 */
export interface Progress {
  /** The historyId up to which everything has been taken in. The tab Settings shows a copy of it. */
  checkpoint?: string | undefined;
  /** The mailbox's own address, from the profile. */
  address?: string | undefined;
  /** The last run had to stop early, so some of what follows the checkpoint may be stored already. */
  isBehind?: boolean | undefined;
  /** Progress of the checks since they were last through. */
  backlog?: Backlog | undefined;
  /** Epoch ms of the last check that succeeded. */
  lastCheckedAt?: number | undefined;
  /** A copy of the counter in the tab Settings: whatever is typed there, a number is never used again. */
  nextCaseNumber?: number | undefined;
  notifications?: Notifications | undefined;
  reopened?: ReopenedCases | undefined;
  /** Run whose messages are counted, and how many of its journal. */
  notifiedThrough?: { run: string; messages: number } | undefined;
  /** The mark of the settings that the last check has read. */
  settingsMark?: string | undefined;
  /** Ids of messages that could not be read, as many as fit. The tab Settings has the whole list. */
  waiting?: string[] | undefined;
  /** Epoch ms at which the next retry of something that failed is due. */
  retryAt?: number | undefined;
  /** The run whose journal is closed. */
  finishedRun?: string | undefined;
  /** The attachments folder. */
  folderId?: string | undefined;
  /** A copy of the setting, for checks that read no sheet. */
  timerMinutes?: number | undefined;
  /** The runs that failed as a whole since the last one that succeeded. */
  lastFailure?: { times: number; since: string; error: string } | undefined;
  replies?: Replies | undefined;
  /** Addresses of groups that say they pass on mail of tracked senders. */
  groups?: string[] | undefined;
  proof?: Proof | undefined;
  proofWanted?: WantedProof | undefined;
  /** The state after this run of what is settled, where it has changed. It is stored in a property of its own. */
  settled?: Settled | undefined;
  /** While Google refuses everything. */
  pause?: Pause | undefined;
  /** Epoch ms of the last check that waited in vain while Gmail limited the rate. */
  limitedAt?: number | undefined;
  /** Usage without the current run, which is added when it is saved. */
  usage?: DeskUsage | undefined;
}

/** Usage by checks: ms of the timer's runs, and calls of Gmail. */
export type DeskUsage = Usage<'ms' | 'calls'>;

/** Plan of a run, written before it does anything: a run that follows a dead one does the same. */
export interface Journal {
  /** Tags the files that the run stores. */
  run: string;
  /** The case numbers given to new threads, by threadId. */
  threads: Record<string, number>;
  /** Ids of the messages that are stored, in order. Repeated where a run that died may not have reached them. */
  messages: string[];
  /** Times at which messages whose date nothing says were first read, by id: their date, also where they are read again. */
  undated?: Record<string, number>;
  reopened?: ReopenedCases;
  /** Threads whose new case is not to be alerted, by a rule. */
  quiet?: string[] | undefined;
}

const PROGRESS = 'progress';
const JOURNAL = 'journal';
const SETTLED = 'settled';
const SETTINGS_MARK = 'settingsMark';

const NOTHING_SETTLED = '{"stored":[],"skipped":[],"others":[]}';

/** The fields' names in the properties, which deployed scripts have written. */
type StoredProgress = Omit<Progress, 'settled' | 'notifications' | 'notifiedThrough' | 'lastFailure'> & {
  told?: { messages: number; cases?: number[] } | undefined;
  toldOf?: Progress['notifiedThrough'];
  trouble?: Progress['lastFailure'];
};

/** Reads what earlier runs have left, along with all the properties as they are stored. */
export function readProgress() {
  const stored: Readonly<Record<string, string>> = properties().getProperties();
  const whole = stored[PROGRESS]?.startsWith('{') ? stored[PROGRESS] : readLongProperty(stored, PROGRESS);
  const { told, toldOf, trouble, ...rest } = JSON.parse(whole ?? '{}') as StoredProgress;
  const progress: Progress = {
    ...rest,
    notifications: told && { messages: told.messages, newest: told.cases ?? [] },
    notifiedThrough: toldOf,
    lastFailure: trouble,
  };
  const journal = readJournal(stored);
  const isFinished = journal?.run === progress.finishedRun;
  const settingsMark = stored[SETTINGS_MARK];
  const settled: Settled = JSON.parse(readLongProperty(stored, SETTLED) ?? NOTHING_SETTLED);
  return { stored, progress, settled, journal: isFinished ? undefined : journal, settingsMark };
}

/** Saves the progress. A journal, which stays open, takes effect together with it. */
export function saveProgress(
  { usage = [], settled, notifications, notifiedThrough: toldOf, lastFailure: trouble, ...rest }: Progress,
  { now, isTimed }: Pick<Run, 'now' | 'isTimed'>,
  journal?: Journal,
): void {
  const used = { ms: isTimed ? runTime(now) : 0, calls: countGmailCalls() };
  const told = notifications && { messages: notifications.messages, cases: notifications.newest };
  const limitedAt = hasHitRateLimit() ? now : rest.limitedAt;
  const kept = { ...rest, limitedAt, told, toldOf, trouble };
  const stored: StoredProgress = { ...kept, usage: addUsage(usage, now, used) };
  properties().setProperties({
    ...(journal ? toLongProperty(JOURNAL, JSON.stringify(journal)) : {}),
    ...(settled ? toLongProperty(SETTLED, JSON.stringify(settled)) : {}),
    ...toProperties(JSON.stringify(stored)),
  });
}

/** One property is written as a whole. Only what does not fit into it is split. */
function toProperties(progress: string): Record<string, string> {
  return isWithin(progress, MAX_PROPERTY_BYTES)
    ? { [PROGRESS]: progress }
    : toLongProperty(PROGRESS, progress);
}

/** Marks a change of the senders; to call after it: the next check reads the settings, even if no mail has arrived. */
export function markSettings(): void {
  properties().setProperty(SETTINGS_MARK, Utilities.getUuid());
}

export function saveSettled(settled: Settled): void {
  properties().setProperties(toLongProperty(SETTLED, JSON.stringify(settled)));
}

export function saveJournal(journal: Journal): void {
  properties().setProperties(toLongProperty(JOURNAL, JSON.stringify(journal)));
}

/** The tab Settings, corrected by what the properties know where a person has overwritten a cell. */
export function readSettings({ nextCaseNumber = 1, waiting = [] }: Progress, now: number): Settings {
  const values = readValues(SETTINGS);
  const at = new Date(now).toISOString();
  const unread: Failure = { kind: 'message', id: '', tries: 0, since: at, last: at, error: '' };
  return {
    ...values,
    lookBackDays: values.lookBackDays || SETTINGS.entries.lookBackDays.initial,
    timerMinutes: values.timerMinutes || SETTINGS.entries.timerMinutes.initial,
    nextCaseNumber: Math.max(values.nextCaseNumber, nextCaseNumber),
    failed: values.failed ?? waiting.map((id) => ({ ...unread, id })),
  };
}

/** Undefined where not all of it was written: its run had not done anything yet. */
function readJournal(stored: Readonly<Record<string, string>>): Journal | undefined {
  const text = readLongProperty(stored, JOURNAL);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
