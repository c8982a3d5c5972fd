import type { Downward, Upward } from './messages';

export type Settle = { resolve(result: string): void; reject(message: string): void };

/** A connection to the outer page: each request is answered once. */
export interface Connection {
  send(message: Upward): void;
  ask(
    message: { type: 'call'; function: string; args: unknown[] } | { type: 'locate' },
    settle: Settle,
  ): void;
  onChange(listener: (change: Extract<Downward, { type: 'change' }>) => void): void;
}
