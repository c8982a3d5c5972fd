/**
 * What keeps a deployment from going on: nobody is logged in, or not with every right, the Apps Script API is off, Google cannot be reached, a
 * script is not there or not theirs, Google takes no more versions, or what only clasp can name.
 */
export type Cause = 'login' | 'apiOff' | 'network' | 'gone' | 'full' | 'other';

/** Something that the person who deploys can put right: said in plain words, without a stack. */
export class DeployError extends Error {
  override name = 'DeployError';
  readonly why: Cause;

  constructor(why: Cause, message: string) {
    super(message);
    this.why = why;
  }
}

/** What clasp 3.4 and Google's libraries below it print. */
const SIGNS: [Cause, RegExp][] = [
  ['login', /No credentials found|invalid_grant|invalid_rapt|(invalid|insufficient) authentication/i],
  ['apiOff', /not enabled the Apps Script API/i],
  [
    'network',
    /ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|EPIPE|socket hang up|disconnected/i,
  ],
  ['gone', /Requested entity was not found|does not have permission/i],
];

export function causeOf(printed: string): Cause {
  return SIGNS.find(([, sign]) => sign.test(printed))?.[0] ?? 'other';
}
