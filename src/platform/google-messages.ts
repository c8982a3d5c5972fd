/** What is behind an error of Gmail, Drive, Sheets or another service of Google, as far as anybody treats it differently. */
export type GoogleErrorKind = 'not found' | 'rate limit' | 'permission' | 'storage' | 'daily quota' | 'other';

/** Known by Google's wording alone (platform facts 4.2 and 7). What else Google says to a page, its `errors.ts` knows. */
const BY_MESSAGE: [RegExp, GoogleErrorKind][] = [
  [/quota exceeded for quota metric|in a short time/i, 'rate limit'],
  [
    /authentication scopes|authorization is required|permissions? (is|are) not sufficient|required permissions/i,
    'permission',
  ],
  [/storage quota|storageQuotaExceeded/i, 'storage'],
  [/too many times for one day|too much computer time/i, 'daily quota'],
];

/** For an error of which only the message was stored. */
export function classifyMessage(message: string): GoogleErrorKind {
  return BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1] ?? 'other';
}
