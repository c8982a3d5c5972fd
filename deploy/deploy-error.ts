import { adviceFor, type ErrorContext, type ErrorKind } from './advice';

/** An error that the person who deploys can fix. It is printed as a sentence, without a stack. */
export class DeployError extends Error {
  override name = 'DeployError';
  readonly kind: ErrorKind;

  constructor(kind: ErrorKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Describes what went wrong and what to do about it, one line each. */
export function describeError({ kind, message }: DeployError, context: ErrorContext): string {
  return [message, ...adviceFor(kind, context)].join('\n');
}
