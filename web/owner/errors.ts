import { toShownKind } from '../../src/platform/google-messages';
import { TEXTS } from './texts';

/** The reason why a call failed, as far as the page treats it differently. */
export type FailureKind = keyof typeof TEXTS.errors.failures;

/** The remedy, if the owner has to do something elsewhere. */
export type Cure = 'sign in' | 'sheet' | 'reload';

interface CallErrorOptions {
  /** Google's words. */
  said?: string;
  /** True if the call was to change something, which may have happened before it failed. */
  isWrite?: boolean;
}

/** A call that failed, in words for the owner. */
export class CallError extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, { said = '', isWrite = false }: CallErrorOptions = {}) {
    const hint = isWrite && UNCERTAIN.includes(kind) ? ` ${TEXTS.errors.mayHaveWorked}` : '';
    const own = kind === 'refused' ? ` ${TEXTS.errors.said(said)}` : '';
    super(TEXTS.errors.failures[kind]() + hint + own);
    this.kind = kind;
  }

  get cure(): Cure | undefined {
    return CURES[this.kind];
  }
}

/** Nobody knows what the script has done before. */
const UNCERTAIN: readonly FailureKind[] = ['connection', 'lost', 'refused', 'server', 'timeout', 'too long'];

const CURES: Partial<Record<FailureKind, Cure>> = {
  'signed out': 'sign in',
  permission: 'sheet',
  undeployed: 'sheet',
  outdated: 'reload',
  refused: 'reload',
};

/**
 * An error that a failure handler of the page got. In every language a message that ends with the name of the called function
 * says that the script has no such function.
 */
export function toCallError({ message: said }: Error, { name, isWrite }: Called): CallError {
  const kind = said.endsWith(name) ? 'outdated' : toShownKind(said);
  return new CallError(kind, { said, isWrite });
}

interface Called {
  /** The name of the function. */
  name: string;
  isWrite: boolean;
}
