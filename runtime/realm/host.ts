import type { CallError, CallReply } from '../execution/calls';
import { toJapanese } from '../execution/rewording';
import type { RunRequest } from '../execution/run';

/** The one thing a realm gets from outside: a blocking exchange of JSON texts with the main thread. */
export type Exchange = (request: string) => string;

let exchange: Exchange = () => {
  throw new Error('The realm is not connected.');
};
let clock = 0;
let isJapanese = false;

export function connect(host: Exchange, run: Pick<RunRequest, 'clock' | 'isJapanese'>): void {
  exchange = host;
  clock = run.clock;
  isJapanese = run.isJapanese;
}

/** Epoch ms of this execution: its start and the modelled time of its service calls so far. */
export function now(): number {
  return clock;
}

/** A function that calls one service on the main thread, and blocks until the answer is here, as on Google. */
export function caller<C>() {
  return <M extends keyof C & string>(method: M, ...args: ArgumentsOf<C[M]>): ResultOf<C[M]> => {
    const reply = JSON.parse(exchange(JSON.stringify({ method, args }))) as CallReply;
    clock = reply.clock;
    if ('error' in reply) throw toException(reply.error);
    return reply.result as ResultOf<C[M]>;
  };
}

type ArgumentsOf<F> = F extends (...args: infer A) => unknown ? A : never;
type ResultOf<F> = F extends (...args: never) => infer R ? R : never;

/** Errors of services are plain Errors with another name (facts 5.3, 10) and `details` as own property. */
function toException(error: CallError): Error {
  const exception = withoutOwnFrames(new Error(error.message));
  exception.name = error.name;
  return error.details === undefined ? exception : Object.assign(exception, { details: error.details });
}

/** An error whose stack begins in the script: how a service is emulated is none of its business. */
function withoutOwnFrames(error: Error): Error {
  const stack = error.stack?.replace(/\n +at [^\n]*\brealm:\d+:\d+\)?/g, '');
  return Object.defineProperty(error, 'stack', { value: stack, configurable: true, writable: true });
}

/** An error of a service that needs no round trip, such as a wrong argument. */
export function exception(message: string): Error {
  return toException({ name: 'Exception', message: isJapanese ? toJapanese(message) : message });
}

/** The error of what Google has and the runtime lacks. */
export function notEmulated(what: string): Error {
  return exception(`${what} exists on Google, and is not emulated here.`);
}
