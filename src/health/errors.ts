/** What went wrong, once however often it did. */
export interface LoggedError {
  words: string;
  /** ISO 8601 UTC, of the first and of the last time. */
  first: string;
  last: string;
  times: number;
  /** Of the last request that met it, where there was one: the caller was told it too. */
  requestId: string;
}

const PREFIX = 'error.';
const MOST_ERRORS = 50;
const LONGEST = 700;
/** The same error costs a write a minute at most, however many requests run into it. */
const QUIET_MS = 60_000;

/**
 * Into the log, and into the list that Health shows: nobody sees the log of an execution that an anonymous caller has
 * begun. Script properties keep the list, a property an error, as a sheet may be what has failed. Never throws.
 */
export function logError(words: string, requestId = ''): void {
  console.error(requestId === '' ? words : `${requestId} ${words}`);
  try {
    keep(words.slice(0, LONGEST), requestId);
  } catch (error) {
    console.error(`The list of errors: ${String(error)}`);
  }
}

/** The newest first. */
export function listErrors(): LoggedError[] {
  return Object.values(readAll()).sort((a, b) => (a.last < b.last ? 1 : -1));
}

function keep(words: string, requestId: string): void {
  const all = readAll();
  const [name, known] = Object.entries(all).find(([, one]) => one.words === words) ?? [];
  const last = new Date().toISOString();
  if (known && Date.parse(known.last) + QUIET_MS > Date.parse(last)) return;
  const { first = last, times = 0 } = known ?? {};
  const error: LoggedError = { words, first, last, times: times + 1, requestId };
  properties().setProperty(name ?? PREFIX + Utilities.getUuid(), JSON.stringify(error));
  if (!known) forgetOldest(all);
}

/** Room for the one that has been added. */
function forgetOldest(all: Readonly<Record<string, LoggedError>>): void {
  const newest = Object.entries(all).sort(([, a], [, b]) => (a.last < b.last ? 1 : -1));
  for (const [name] of newest.slice(MOST_ERRORS - 1)) properties().deleteProperty(name);
}

function readAll(): Record<string, LoggedError> {
  const stored = Object.entries(properties().getProperties()).filter(([name]) => name.startsWith(PREFIX));
  return Object.fromEntries(stored.map(([name, text]) => [name, parse(text)]));
}

/** What somebody has spoilt in the script's settings is the first to be forgotten. */
function parse(text: string): LoggedError {
  try {
    return JSON.parse(text) as LoggedError;
  } catch {
    return { words: text, first: '', last: '', times: 1, requestId: '' };
  }
}

function properties(): GoogleAppsScript.Properties.Properties {
  return PropertiesService.getScriptProperties();
}
