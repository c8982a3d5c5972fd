import type { Costs } from './costs';
import type { Execution } from './execution';
import type { BufferedWrites } from './faults';

/** The main thread's side of a service: a handler for each call, given the execution that calls. */
export type Handlers<C> = {
  [M in keyof C]: C[M] extends (...args: infer A) => infer R
    ? (execution: Execution, ...args: A) => R | Promise<R>
    : never;
};

export interface Service<C> {
  handlers: Handlers<C>;
  costs: Costs<C>;
  /** After an execution that ended by itself: applies its buffered writes. May throw, as an implicit flush does. */
  finish?(execution: Execution): void;
  /** After a kill or an error: applies only some of its buffered writes. */
  applyBuffered?(execution: Execution, writes: BufferedWrites): void;
  /** After every execution: frees what it held. */
  release?(execution: Execution): void;
}

/** An error that the script sees, in Google's form and wording. */
export class ServiceError extends Error {
  override name = 'Exception';
  details?: unknown;

  constructor(message: string, options: { name?: string; details?: unknown } = {}) {
    super(message);
    if (options.name) this.name = options.name;
    if (options.details !== undefined) this.details = options.details;
  }
}
