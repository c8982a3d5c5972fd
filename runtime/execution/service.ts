import type { Costs } from './costs';
import type { Execution } from './execution';
import type { BufferedWrites } from './faults';

/** The main thread's side of a service: one handler a call, given the execution that asks. */
export type Handlers<C> = {
  [M in keyof C]: C[M] extends (...args: infer A) => infer R
    ? (execution: Execution, ...args: A) => R | Promise<R>
    : never;
};

export interface Service<C> {
  handlers: Handlers<C>;
  costs: Costs<C>;
  /** The execution ended by itself: what it left buffered takes effect. May throw, as an implicit flush does. */
  finish?(execution: Execution): void;
  /** The execution met with trouble: of what it left buffered only so much takes effect. */
  applyBuffered?(execution: Execution, survivors: BufferedWrites): void;
  /** The execution is gone, however it ended: what it held is freed. */
  release?(execution: Execution): void;
}

/** An error that the script sees, in the platform's form and wording. */
export class ServiceError extends Error {
  override name = 'Exception';
  details?: unknown;

  constructor(message: string, options: { name?: string; details?: unknown } = {}) {
    super(message);
    if (options.name) this.name = options.name;
    if (options.details !== undefined) this.details = options.details;
  }
}
