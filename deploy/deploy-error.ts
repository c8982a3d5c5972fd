import type { Ids } from './project';

export type ErrorKind = keyof typeof ADVICE;

/** An error that the person who deploys can fix. It is printed as a sentence, without a stack. */
export class DeployError extends Error {
  override name = 'DeployError';
  readonly kind: ErrorKind;

  constructor(kind: ErrorKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** What clasp 3.4 and Google's libraries below it print. */
const PATTERNS: [ErrorKind, RegExp][] = [
  [
    'login',
    /No credentials found|invalid_grant|invalid_rapt|(invalid|insufficient) authentication|Login Required/i,
  ],
  ['apiOff', /not enabled the Apps Script API/i],
  [
    'network',
    /ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|EPIPE|socket hang up|disconnected/i,
  ],
  ['limited', /quota exceeded|rate ?limit|too many requests|resource.{0,5}exhausted|status code 429/i],
  ['gone', /Requested entity was not found|does not have permission/i],
  ['server', /internal error|backend error|unavailable|server error|bad gateway|status code 5\d\d/i],
];

export function classifyError(printed: string): ErrorKind {
  return PATTERNS.find(([, pattern]) => pattern.test(printed))?.[0] ?? 'other';
}

export interface ErrorContext {
  /** As in `clasp --user <name>`; undefined for clasp's default account. */
  user: string | undefined;
  /** The account's address, if Google tells it. */
  email: string | undefined;
  /** The project file with the ids. */
  file: string;
  /** The sheet's name. */
  title: string;
  /** As far as the file can be read. */
  ids: Ids;
}

const RESUME = 'Then run the same command again. It continues where it stopped.';

/** What to do about each kind of error. */
const ADVICE = {
  /** Nobody is logged in, or the login lacks a permission. */
  login: ({ user }: ErrorContext) => [
    'You are not logged in to Google, the login has expired, or it lacks a permission.',
    `Run: npm run login${user === undefined ? '' : ` -- --user ${user}`}`,
    'A browser opens. Choose the account that is to own the sheets, tick every box, choose Continue.',
    RESUME,
  ],
  /** The Apps Script API is off. */
  apiOff: ({ email }: ErrorContext) => [
    `The Apps Script API is off for ${email ?? 'your account'}.`,
    'Open https://script.google.com/home/usersettings as that account, choose "Google Apps Script API", switch it on.',
    'Google needs up to a few minutes to apply it.',
    RESUME,
  ],
  network: ({ title, ids }: ErrorContext) => [
    'Google could not be reached. Check your network; behind a proxy, set HTTPS_PROXY.',
    ...(ids.parentId === undefined && ids.scriptId === undefined
      ? [`If your Drive has an empty sheet "${title}" now, delete it.`]
      : []),
    RESUME,
  ],
  /** The script was deleted, or belongs to another account. */
  gone: ({ title, file, email }: ErrorContext) => [
    `The script of "${title}" no longer exists, or ${email ?? 'your account'} may not change it.`,
    'If the sheet is in the trash of Drive, restore it. If another account made it, log in with that account.',
    RESUME,
    `If it is gone for good, delete ${file} and run the same command with --new. That makes a new sheet.`,
  ],
  /** The sheet exists, but Google does not make a script in it. */
  unbound: ({ ids }: ErrorContext) => [
    'Google has made the sheet but refuses to add a script to it yet.',
    `Open https://docs.google.com/spreadsheets/d/${ids.parentId}/edit and type something into A1.`,
    'If it does not open, restore it from the trash of Drive first.',
    'Then run the same command again. It uses this sheet and makes no other.',
  ],
  /** Google refuses more requests for a while. */
  limited: () => ['Google is limiting requests. Wait a minute, or an hour after many runs.', RESUME],
  /** Google itself has failed. */
  server: () => ['Google has an outage. Wait a few minutes.', RESUME],
  /** A file in the state folder is invalid. */
  file: () => ['Correct or restore that file. Then run the same command again.'],
  /** The script has as many versions as Google keeps. */
  full: () => [RESUME],
  /** It is deployed, but its URL answers something else than it should. */
  wrong: () => ['Everything is deployed. Run the same command again to repeat the check.'],
  /** Another process deploys from the same folder. */
  busy: () => [],
  /** The ids are missing, but this computer has deployed before. */
  known: () => [],
  other: () => [RESUME],
};

/** What went wrong and what to do about it, one line each. */
export function describeError(error: DeployError, context: ErrorContext): string {
  return [error.message, ...ADVICE[error.kind](context)].join('\n');
}
