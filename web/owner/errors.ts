import { classifyMessage } from '../../src/platform/google-messages';
import { TEXTS } from './texts';

/** Why a call failed, as far as the page treats it differently. */
export type FailureKind = keyof typeof TEXTS.errors.failures;

/** What helps, where the owner has to do something elsewhere. */
export type Cure = 'sign in' | 'sheet' | 'reload';

interface CallErrorOptions {
  /** Google's words. */
  said?: string;
  /** Whether the call was to change something, which may have happened before it failed. */
  isWrite?: boolean;
}

/** A call that failed, in words for the owner. */
export class CallError extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, { said = '', isWrite = false }: CallErrorOptions = {}) {
    const hint = isWrite && UNCERTAIN.includes(kind) ? ` ${TEXTS.errors.mayHaveWorked}` : '';
    super(TEXTS.errors.failures[kind](said) + hint);
    this.kind = kind;
  }

  get cure(): Cure | undefined {
    return CURES[this.kind];
  }
}

/** Nobody knows what the script has done before. */
const UNCERTAIN: readonly FailureKind[] = ['connection', 'lost', 'server', 'timeout', 'too long'];

const CURES: Partial<Record<FailureKind, Cure>> = {
  'signed out': 'sign in',
  permission: 'sheet',
  undeployed: 'sheet',
  outdated: 'reload',
};

/** What Google says to a page in place of an answer, by its wording; the first that fits counts. */
const BY_MESSAGE: [RegExp, FailureKind][] = [
  [/running simultaneously|too many times per second|HTTP 429/i, 'busy'],
  // Also where the browser uses another account than that of the sheet.
  [/authorization is required|PERMISSION_DENIED|HTTP 40[13]/i, 'signed out'],
  [/HTTP 404/, 'undeployed'],
  [/script function not found/i, 'outdated'],
  [/maximum execution time/i, 'too long'],
  [/do not have permission/i, 'permission'],
  [/connection failure|NetworkError/i, 'connection'],
  [/server error occurred/i, 'server'],
];

/** An error that a failure handler of the page got. */
export function toCallError({ message: said }: Error, isWrite: boolean): CallError {
  const kind = BY_MESSAGE.find(([pattern]) => pattern.test(said))?.[1] ?? classifyMessage(said);
  return new CallError(kind, { said, isWrite });
}
