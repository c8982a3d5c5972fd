/**
 * Google's wordings, for showing what an error means and what helps: nothing is decided by them, since Google writes in the
 * language of the account. The forms are those of developers.google.com/apps-script/guides/services/quotas and of what people have
 * published, which test/doubts/public-forms.test.ts lists with their sources.
 */
type Phrases<K extends string> = readonly (readonly [kind: K, phrases: readonly string[]])[];

/** Limits that the owner can do something about, or has to wait for. */
export type LimitKind = 'permission' | 'storage' | 'rate limit' | 'daily quota';

/**
 * Words that some of the forms have in common, in lower case; the first that fits counts. A scope and a reason are the same in
 * every language.
 */
const LIMITS: Phrases<LimitKind> = [
  [
    'permission',
    [
      'googleapis.com/auth/',
      'insufficientpermissions',
      'authentication scopes',
      'do not have permission',
      'permissions are not sufficient',
      'permiso para llamar',
      'permisos especificados',
      '権限がありません',
      '指定された権限では',
    ],
  ],
  ['storage', ['storage quota', 'storagequotaexceeded']],
  [
    'rate limit',
    ['ratelimitexceeded', 'short time', 'rate of data transfer', 'quota exceeded for quota metric'],
  ],
  [
    'daily quota',
    ['dailylimitexceeded', 'too many times', 'too much computer time', 'limit exceeded', '回数が多すぎます'],
  ],
];

type PageKind = 'busy' | 'signed out' | 'undeployed' | 'outdated' | 'too long' | 'connection' | 'server';

/** Errors that the owner's page gets in place of an answer. */
const OF_PAGE: Phrases<PageKind> = [
  ['busy', ['running simultaneously', 'too many times per second', 'http 429']],
  // Google answers so too where the browser uses another account than that of the sheet.
  ['signed out', ['authorization is required', 'permission_denied', 'http 401', 'http 403']],
  ['undeployed', ['http 404']],
  ['outdated', ['script function not found']],
  ['too long', ['maximum execution time', 'tiempo máximo de ejecución', '起動時間の最大値', '最大実行時間']],
  ['connection', ['http ', 'connection failure', 'networkerror']],
  [
    'server',
    [
      'server error',
      'timed out while accessing',
      'failed while accessing',
      'server not available',
      'internal error',
      'サーバー エラー',
    ],
  ],
];

/** Finds the limit that a message names; undefined where it names none, or in words that nobody has published. */
export function findLimit(message: string): LimitKind | undefined {
  return findKind(LIMITS, message);
}

/** Tells the page what a message says, as far as that is known. */
export function toShownKind(message: string): PageKind | LimitKind | 'refused' {
  return findKind(OF_PAGE, message) ?? findLimit(message) ?? 'refused';
}

function findKind<K extends string>(all: Phrases<K>, message: string): K | undefined {
  const said = message.toLowerCase();
  return all.find(([, phrases]) => phrases.some((phrase) => said.includes(phrase)))?.[0];
}
