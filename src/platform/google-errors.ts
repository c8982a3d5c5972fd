import { errorMessage } from './platform';

/** What is behind an error of Gmail, Drive, Sheets or another service of Google, as far as anybody treats it differently. */
export type GoogleErrorKind = 'not found' | 'rate limit' | 'permission' | 'storage' | 'daily quota' | 'other';

/** The next call would fail the same way. */
export const NON_RETRYABLE: readonly GoogleErrorKind[] = ['storage', 'permission', 'daily quota'];

/** Only errors of the advanced services carry this (platform facts 5.3). */
interface ServiceError {
  details?: { code?: number; errors?: { reason?: string }[] };
}

const BY_REASON: Record<string, GoogleErrorKind> = {
  rateLimitExceeded: 'rate limit',
  userRateLimitExceeded: 'rate limit',
  insufficientPermissions: 'permission',
  storageQuotaExceeded: 'storage',
};

/** Everything else is known by Google's wording alone (platform facts 4.2 and 7), which no other module reads. */
const BY_MESSAGE: [RegExp, GoogleErrorKind][] = [
  [/quota exceeded for quota metric|in a short time/i, 'rate limit'],
  [
    /authentication scopes|authorization is required|permissions? (is|are) not sufficient|required permissions/i,
    'permission',
  ],
  [/storage quota|storageQuotaExceeded/i, 'storage'],
  [/too many times for one day|too much computer time/i, 'daily quota'],
];

export function classifyError(error: unknown): GoogleErrorKind {
  const { details } = (error ?? {}) as ServiceError;
  if (details?.code === 404) return 'not found';
  if (details?.code === 429) return 'rate limit';
  return BY_REASON[details?.errors?.[0]?.reason ?? ''] ?? classifyMessage(errorMessage(error));
}

/** For an error of which only the message was stored. */
export function classifyMessage(message: string): GoogleErrorKind {
  return BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1] ?? 'other';
}

/** Whether Google refuses a timer because the script runs as an add-on, whose timers fire once an hour at most. */
export function isAddOnLimit(message: string): boolean {
  return /add-?on/i.test(message);
}

const MAX_CHARACTERS = 150;

/** Short enough for a list of many. Never anything of a mail's content. */
export function describeError(error: unknown): string {
  const message = errorMessage(error);
  return message.length > MAX_CHARACTERS ? `${message.slice(0, MAX_CHARACTERS)}…` : message;
}
