import * as cache from '../platform/cache';
import { logged } from '../platform/logged';
import { DAY_MS, digest, properties } from '../platform/platform';
import { type HealthCheck, toOk, toWarning } from './checks';
import type { Finding } from './report';

/** An error, stored once however often it comes. */
interface LoggedError {
  /** The message. */
  words: string;
  /** ISO 8601 UTC, of the first and of the last time. */
  first: string;
  last: string;
  /** Number of times that it was stored. */
  times: number;
  /** Request ID that the caller was given last; empty outside of requests. */
  requestId: string;
}

const PREFIX = 'error.';
const MAX_ERRORS = 50;
const MAX_CHARACTERS = 700;
/** However many requests fail by it, an error is stored once a minute. */
const QUIET_S = 60;

/**
 * Writes an error into the log, and into the list that Health shows: nobody sees the log of an anonymous caller's
 * execution. The list is kept in script properties, since the sheet may be what failed. Never throws.
 */
export function logError(message: string, requestId = ''): void {
  console.error(logged(requestId === '' ? message : `${requestId} ${message}`));
  try {
    storeError(message.slice(0, MAX_CHARACTERS), requestId);
  } catch (error) {
    console.error(logged(`The error could not be stored: ${String(error)}`));
  }
}

export const ERRORS_CHECK: HealthCheck = {
  light: 'rest',
  label: 'Last errors',
  find({ now }) {
    const errors = newestFirst(readAll()).map(([, error]) => error);
    if (errors.length === 0) return toOk('No error is recorded.');
    const recent = errors.filter(({ last }) => now - Date.parse(last) < DAY_MS).length;
    const lines = errors.map(toLine);
    if (recent === 0) return [toOk('No error came in the last 24 hours.'), ...lines];
    const sentence = `${recent} ${recent === 1 ? 'error' : 'errors'} came in the last 24 hours.`;
    const cure = 'An error that came once needs nothing. Report one that keeps coming.';
    return [toWarning(sentence, cure), ...lines];
  },
};

/** Named by a digest of the message, so that two executions at once write the same property. */
function storeError(words: string, requestId: string): void {
  const name = PREFIX + digest(words, 8);
  if (cache.getText(name) !== undefined) return;
  cache.setText(name, 'noted', QUIET_S);
  const all = readAll();
  const last = new Date().toISOString();
  const { first, times } = all[name] ?? { first: last, times: 0 };
  const error: LoggedError = { words, first, last, times: times + 1, requestId };
  properties().setProperty(name, JSON.stringify(error));
  if (times > 0) return;
  for (const [oldest] of newestFirst(all).slice(MAX_ERRORS - 1)) properties().deleteProperty(oldest);
}

/** The stack, which follows the first line, is for whoever helps. */
function toLine({ words, first, last, times, requestId }: LoggedError): Finding {
  const [sentence = '', ...stack] = words.split('\n');
  const often = times > 1 ? ` Recorded ${times} times since ${first}, at most once a minute.` : '';
  const request = requestId === '' ? '' : ` Request ${requestId}.`;
  return {
    state: 'ok',
    sentence,
    reachedAt: Date.parse(last) || undefined,
    detail: [`${last}.${often}${request}`, ...stack].join('\n'),
  };
}

function newestFirst(errors: Readonly<Record<string, LoggedError>>): [string, LoggedError][] {
  return Object.entries(errors).sort(([, a], [, b]) => (a.last < b.last ? 1 : -1));
}

function readAll(): Record<string, LoggedError> {
  const stored = Object.entries(properties().getProperties()).filter(([name]) => name.startsWith(PREFIX));
  return Object.fromEntries(stored.map(([name, text]) => [name, parse(text)]));
}

/** An invalid one counts as the oldest, and goes first. */
function parse(text: string): LoggedError {
  const unknown: LoggedError = { words: text, first: '', last: '', times: 1, requestId: '' };
  try {
    return { ...unknown, ...(JSON.parse(text) as LoggedError) };
  } catch {
    return unknown;
  }
}
