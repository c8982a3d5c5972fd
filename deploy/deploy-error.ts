/** What keeps a deployment from going on. */
export type Cause =
  /** Nobody is logged in, or not with every right. */
  | 'login'
  /** The Apps Script API is off. */
  | 'apiOff'
  | 'network'
  /** A script is not there, or not theirs. */
  | 'gone'
  /** The sheet is there, and Google makes no script in it. */
  | 'unbound'
  /** Google takes no more versions. */
  | 'full'
  /** Google asks for a pause. */
  | 'limited'
  /** Google has failed by itself. */
  | 'server'
  /** A file of the ids says what cannot be. */
  | 'file'
  /** Somebody else deploys from the same folder. */
  | 'busy'
  /** The ids are missing, and this computer has deployed before. */
  | 'known'
  /** It was deployed, and its address answers what it should not. */
  | 'wrong'
  /** What only clasp can name. */
  | 'other';

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

export function causeOf(printed: string): Cause {
  return SIGNS.find(([, sign]) => sign.test(printed))?.[0] ?? 'other';
}
