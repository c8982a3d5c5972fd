/** What is behind an error of Gmail, Drive or another service, as far as the tracker treats it differently. */
export type Fault = 'gone' | 'rate limit' | 'permission' | 'storage' | 'allowance' | 'other';

/** Whatever is tried next would meet the same. */
export const FUTILE: readonly Fault[] = ['storage', 'permission', 'allowance'];

interface ServiceError {
  message?: string;
  /** Only errors of the advanced services carry this (facts 5.3). */
  details?: { code?: number; errors?: { reason?: string }[] };
}

const BY_REASON: Record<string, Fault> = {
  rateLimitExceeded: 'rate limit',
  userRateLimitExceeded: 'rate limit',
  insufficientPermissions: 'permission',
  storageQuotaExceeded: 'storage',
};

const BY_WORDS: [RegExp, Fault][] = [
  [/quota exceeded for quota metric|in a short time/i, 'rate limit'],
  [
    /authentication scopes|authorization is required|permissions? (is|are) not sufficient|required permissions/i,
    'permission',
  ],
  [/storage quota|storageQuotaExceeded/i, 'storage'],
  [/too many times for one day|too much computer time/i, 'allowance'],
];

export function faultOf(error: unknown): Fault {
  const { message = '', details } = (error ?? {}) as ServiceError;
  if (details?.code === 404) return 'gone';
  if (details?.code === 429) return 'rate limit';
  return BY_REASON[details?.errors?.[0]?.reason ?? ''] ?? faultInWords(message);
}

/** The same from an error's words alone, as lists of failures keep them. */
export function faultInWords(words: string): Fault {
  return BY_WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? 'other';
}

/** An error's own words, short enough for a list of many. Never anything of a message's content. */
export function wordsOf(error: unknown): string {
  const words = String((error as Error | null)?.message ?? error);
  return words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words;
}

const LONGEST = 150;
