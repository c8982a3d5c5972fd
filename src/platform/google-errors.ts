import { classifyMessage, type GoogleErrorKind } from './google-messages';
import { errorMessage } from './platform';

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

export function classifyError(error: unknown): GoogleErrorKind {
  const { details } = (error ?? {}) as ServiceError;
  if (details?.code === 404) return 'not found';
  if (details?.code === 429) return 'rate limit';
  return BY_REASON[details?.errors?.[0]?.reason ?? ''] ?? classifyMessage(errorMessage(error));
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
