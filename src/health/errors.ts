import * as cache from '../platform/cache';
import { digest, properties } from '../platform/platform';

/** What went wrong, once however often it did. */
export interface LoggedError {
  words: string;
  /** ISO 8601 UTC, of the first and of the last time. */
  first: string;
  last: string;
  /** How often it was noted, which is once a minute at most. */
  times: number;
  /** Of the request that it was noted for last, where there was one: the caller was told it too. */
  requestId: string;
}

const PREFIX = 'error.';
const MAX_ERRORS = 50;
const MAX_CHARACTERS = 700;
/** The same error is noted once a minute at most, however many requests run into it. */
const QUIET_S = 60;

/**
 * Into the log, and into the list that Health shows: nobody sees the log of an execution that an anonymous caller has
 * begun. Script properties keep the list, a property an error, as a sheet may be what has failed. Never throws.
 */
export function logError(words: string, requestId = ''): void {
  console.error(requestId === '' ? words : `${requestId} ${words}`);
  try {
    storeError(words.slice(0, MAX_CHARACTERS), requestId);
  } catch (error) {
    console.error(`The list of errors: ${String(error)}`);
  }
}

/** The newest first. */
export function listErrors(): LoggedError[] {
  return Object.values(readAll()).sort((a, b) => (a.last < b.last ? 1 : -1));
}

/** Two at once write the same property, so that neither makes a second one. */
function storeError(words: string, requestId: string): void {
  const name = PREFIX + digest(words, 8);
  if (cache.getText(name) !== undefined) return;
  cache.setText(name, 'noted', QUIET_S);
  const all = readAll();
  const last = new Date().toISOString();
  const { first, times } = all[name] ?? { first: last, times: 0 };
  const error: LoggedError = { words, first, last, times: times + 1, requestId };
  properties().setProperty(name, JSON.stringify(error));
  if (times === 0) forgetOldest(all);
}

/** Room for the one that has been added. */
function forgetOldest(all: Readonly<Record<string, LoggedError>>): void {
  const newest = Object.entries(all).sort(([, a], [, b]) => (a.last < b.last ? 1 : -1));
  for (const [name] of newest.slice(MAX_ERRORS - 1)) properties().deleteProperty(name);
}

function readAll(): Record<string, LoggedError> {
  const stored = Object.entries(properties().getProperties()).filter(([name]) => name.startsWith(PREFIX));
  return Object.fromEntries(stored.map(([name, text]) => [name, parse(text)]));
}

/** What somebody has spoilt in the script's settings is the first to be forgotten. */
function parse(text: string): LoggedError {
  const unknown: LoggedError = { words: text, first: '', last: '', times: 1, requestId: '' };
  try {
    return { ...unknown, ...(JSON.parse(text) as LoggedError) };
  } catch {
    return unknown;
  }
}
