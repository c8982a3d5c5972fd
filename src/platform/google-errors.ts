import { errorMessage } from './platform';
import { PREFIX } from './scopes';

/**
 * Kinds of error that can be told apart in every language. Google words its messages in that of the account, and the English ones
 * in more ways than one, so no words decide here: google-messages.ts has some, for showing. `refused` is a refusal of Google's
 * for a reason that only its words say, `other` no error of Google's.
 */
export type GoogleErrorKind =
  | 'not found'
  | 'rate limit'
  | 'permission'
  | 'storage'
  | 'daily quota'
  | 'refused'
  | 'other';

/** The next call would fail the same way. */
export const NON_RETRYABLE: readonly GoogleErrorKind[] = ['storage', 'permission', 'daily quota'];

interface ServiceError {
  name?: string;
  /** Only errors of the advanced services carry this (platform facts 5.3). */
  details?: { code?: number; errors?: { reason?: string }[] };
}

/** developers.google.com/workspace/drive/api/guides/handle-errors, and the same of Gmail */
const BY_REASON: Record<string, GoogleErrorKind> = {
  rateLimitExceeded: 'rate limit',
  userRateLimitExceeded: 'rate limit',
  dailyLimitExceeded: 'daily quota',
  insufficientPermissions: 'permission',
  storageQuotaExceeded: 'storage',
};

/** Names of the errors that Google's services throw (platform facts 5.3 and 10). */
const NAMES = ['Exception', 'GoogleJsonResponseException'];

export function classifyError(error: unknown): GoogleErrorKind {
  const { name = '', details } = Object(error) as ServiceError;
  if (details?.code === 404) return 'not found';
  if (details?.code === 429) return 'rate limit';
  const kind = BY_REASON[reasonOf(error)];
  if (kind || !NAMES.includes(name)) return kind ?? 'other';
  return errorMessage(error).includes(PREFIX) ? 'permission' : 'refused';
}

/** Tells whether Google has refused something, so that neither the caller nor another server is to blame. */
export function isGoogleRefusal(error: unknown): boolean {
  return classifyError(error) !== 'other';
}

/**
 * Tells whether UrlFetchApp threw because of the server that was called: then the message ends with its address, or has it within
 * a sentence, in every language. Without an address it is a quota of Google's, and so is an address that a sentence of advice
 * follows, since the bandwidth is the account's: "Bandwidth quota exceeded: <address>. Try reducing the rate of data transfer."
 */
export function isServerFailure(error: unknown, url: string): boolean {
  if (!isGoogleRefusal(error)) return true;
  const message = errorMessage(error).toLowerCase();
  const [, host = url] = /^https?:\/\/([^/?#]+)/.exec(url.toLowerCase()) ?? [];
  const at = message.indexOf(host);
  return at >= 0 && !ADVICE.test(message.slice(at + host.length));
}

/** Matches, after the host, the rest of its address, the end of the sentence and another one. */
const ADVICE = /^[^\s\u3002]*(?:\.\s+|\u3002\s*)\S/;

/** A time of RFC 3339, as in "User-rate limit exceeded. Retry after 2026-11-27T10:15:00.000Z": the same in every language. */
const INSTANT = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})/i;

/** Epoch ms of the time after which Google wants to be asked again; undefined where it names none. */
export function namedInstant(error: unknown): number | undefined {
  const [instant] = INSTANT.exec(String(error)) ?? [];
  const at = instant === undefined ? Number.NaN : Date.parse(instant.toUpperCase());
  return Number.isNaN(at) ? undefined : at;
}

const MAX_CHARACTERS = 150;

/** Short enough for a list of many, with the reason that tells in every language. Never anything of a mail's content. */
export function describeError(error: unknown): string {
  const message = errorMessage(error);
  const short = message.length > MAX_CHARACTERS ? `${message.slice(0, MAX_CHARACTERS)}…` : message;
  const reason = reasonOf(error);
  return reason in BY_REASON ? `${short} (${reason})` : short;
}

function reasonOf(error: unknown): string {
  return (Object(error) as ServiceError).details?.errors?.[0]?.reason ?? '';
}
