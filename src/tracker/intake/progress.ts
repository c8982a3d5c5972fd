import { addUsage, runTime, type Usage } from '../../health/usage';
import { readValues } from '../../tables/tables';
import { gmailUsed } from '../mail/gmail';
import { SETTINGS, type Settings } from '../tables';
import { waitingMessage } from './failures';
import type { Told } from './notifications';

/** What checks have used: ms of the timer's runs, calls of Gmail and their units (interface section 8). */
export type DeskUsage = Usage<'ms' | 'calls' | 'units'>;

/** When a check began, and whether the timer had begun it. */
export interface Run {
  /** Epoch ms of the run's start. */
  now: number;
  isTimed: boolean;
}

/**
 * How far the tracker has come, in script properties: one read at the start of a run, one write at its end.
 * What is written here takes effect at once, so it never speaks of sheet writes that have not been flushed.
 */
export interface Progress {
  /** The historyId up to which everything has been taken in; Settings shows a copy of it. */
  checkpoint?: string | undefined;
  /** The mailbox's own address, from the profile. */
  address?: string | undefined;
  /** The last run had to stop early, so what follows the checkpoint may be stored already, in part. */
  isBehind?: boolean | undefined;
  /** Epoch ms of the last check that succeeded. */
  lastCheckedAt?: number | undefined;
  /** A copy of the counter in the tab Settings: a number is never used again, whatever is typed there. */
  nextCaseNumber?: number | undefined;
  /** What the bell has to tell. */
  told?: Told | undefined;
  /** How much of a journal's list of messages that includes. */
  toldOf?: { run: string; messages: number } | undefined;
  /** Ids of messages that could not be read, as far as they fit here; the tab Settings has the whole list. */
  waiting?: string[] | undefined;
  /** Epoch ms at which something that failed is due again. */
  retryAt?: number | undefined;
  /** The journal of this run needs no second look. */
  finishedRun?: string | undefined;
  /** The attachments folder. */
  folderId?: string | undefined;
  /** Runs that failed as a whole since the last one that did not. */
  trouble?: { times: number; since: string; error: string } | undefined;
  /** Before this run; what it uses itself is added when it is saved. */
  usage?: DeskUsage | undefined;
}

/** What a run is about to do, written before it does it: a run that follows a dead one does the same. */
export interface Journal {
  /** Marks the files that the run stores. */
  run: string;
  /** The counter values given to new threads. */
  threads: Record<string, number>;
  /** Ids of the messages that are stored, in their order; again where a run that died may not have come to them. */
  messages: string[];
  /** Numbers of cases that stand without a message so far: they are new to the bell once it comes. */
  untold: number[];
}

const PROGRESS = 'progress';
const JOURNAL = 'journal';
const SEEN = 'bellSeen';
/** A property holds 9 kB; the journal of a thousand threads needs 25. */
const CHUNK = 8_000;

/** What the owner has seen of what the bell told; only the page writes it. */
export interface Seen {
  /** The count of what was told by then. */
  through: number;
  /** The number of the next new case by then. */
  newFrom: number;
}

export interface State {
  /** All of them, as they were read. */
  properties: Readonly<Record<string, string>>;
  progress: Progress;
  journal: Journal | undefined;
  seen: Seen;
}

export function readProgress(): State {
  const properties = PropertiesService.getScriptProperties().getProperties();
  const progress = JSON.parse(properties[PROGRESS] ?? '{}') as Progress;
  const journal = readJournal(properties);
  const seen = JSON.parse(properties[SEEN] ?? '{"through":0,"newFrom":1}') as Seen;
  return {
    properties,
    progress,
    journal: journal?.run === progress.finishedRun ? undefined : journal,
    seen,
  };
}

export function saveSeen(seen: Seen): void {
  PropertiesService.getScriptProperties().setProperty(SEEN, JSON.stringify(seen));
}

/** With a journal that stays open, both take effect together. */
export function saveProgress({ usage = [], ...progress }: Progress, run: Run, journal?: Journal): void {
  const properties = PropertiesService.getScriptProperties();
  const text = JSON.stringify({ ...progress, usage: usageAfter(usage, run) });
  if (journal) properties.setProperties({ ...toChunks(journal), [PROGRESS]: text });
  else properties.setProperty(PROGRESS, text);
}

export function saveJournal(journal: Journal): void {
  PropertiesService.getScriptProperties().setProperties(toChunks(journal));
}

function toChunks(journal: Journal): Record<string, string> {
  const text = JSON.stringify(journal);
  const chunks: Record<string, string> = { [JOURNAL]: String(text.length) };
  for (let start = 0; start < text.length; start += CHUNK) {
    chunks[`${JOURNAL}.${start / CHUNK}`] = text.slice(start, start + CHUNK);
  }
  return chunks;
}

/** A journal that was not written whole is none: nothing was done by it. */
function readJournal(properties: Record<string, string>): Journal | undefined {
  const length = Number(properties[JOURNAL] ?? 0);
  const count = Math.ceil(length / CHUNK);
  const text = Array.from({ length: count }, (_, index) => properties[`${JOURNAL}.${index}`] ?? '').join('');
  if (length === 0 || text.length !== length) return undefined;
  try {
    return JSON.parse(text) as Journal;
  } catch {
    return undefined;
  }
}

/** With all that this run has used so far. */
function usageAfter(usage: DeskUsage, { now, isTimed }: Run): DeskUsage {
  return addUsage(usage, now, { ms: isTimed ? runTime(now) : 0, ...gmailUsed() });
}

/** The tab Settings, with what the script's own properties know better where a person has spoilt a cell. */
export function readSettings({ nextCaseNumber = 1, waiting = [] }: Progress, now: number): Settings {
  const values = readValues(SETTINGS);
  return {
    ...values,
    nextCaseNumber: Math.max(values.nextCaseNumber, nextCaseNumber),
    failed: values.failed ?? waiting.map((id) => waitingMessage(id, now)),
  };
}
