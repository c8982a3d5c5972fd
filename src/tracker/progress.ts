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
  /** How many checks have stored mail so far. */
  checks?: number | undefined;
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
}

/** What a run is about to do, written before it does it: a run that follows a dead one does the same. */
export interface Journal {
  /** Marks the files that the run stores. */
  run: string;
  /** The counter values given to new threads. */
  threads: Record<string, number>;
  /** Its number among the checks that store mail. */
  check: number;
}

const PROGRESS = 'progress';
const JOURNAL = 'journal';
/** A property holds 9 kB; the journal of a thousand threads needs 25. */
const CHUNK = 8_000;

export function readProgress(): { progress: Progress; journal: Journal | undefined } {
  const properties = PropertiesService.getScriptProperties().getProperties();
  const progress = JSON.parse(properties[PROGRESS] ?? '{}') as Progress;
  const journal = readJournal(properties);
  return { progress, journal: journal?.run === progress.finishedRun ? undefined : journal };
}

export function saveProgress(progress: Progress): void {
  PropertiesService.getScriptProperties().setProperty(PROGRESS, JSON.stringify(progress));
}

export function saveJournal(journal: Journal): void {
  const text = JSON.stringify(journal);
  const chunks: Record<string, string> = { [JOURNAL]: String(text.length) };
  for (let start = 0; start < text.length; start += CHUNK) {
    chunks[`${JOURNAL}.${start / CHUNK}`] = text.slice(start, start + CHUNK);
  }
  PropertiesService.getScriptProperties().setProperties(chunks);
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
