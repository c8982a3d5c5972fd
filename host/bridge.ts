import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';

/** A request of a worker to the main thread; the worker waits for the answer. */
interface Call {
  number: number;
  name: string;
  argument: unknown;
}

type Answer = { number: number; value: unknown } | { number: number; failure: Failure };

/** An error on its way to a worker: threads hand over plain values only. */
export interface Failure {
  message: string;
  /** The code that callers tell errors apart by: a SQLSTATE, or a word of the service. */
  code?: string | undefined;
  /** The constraint that a statement violates. */
  constraint?: string | undefined;
}

/** Functions that the main thread runs for its workers, by name. An error thrown in one reaches the caller as its `Failure`. */
export type Services = Readonly<Record<string, (argument: never) => unknown>>;

/** A worker's end of the bridge, as it is handed to the thread. */
export interface BridgeEnd {
  port: MessagePort;
  /** Holds the number of the last call that was answered. */
  answered: Int32Array;
}

/** The exit code of a worker that got the answer to another call: nothing that it does from there on can be trusted. */
const LOST_STEP = 70;

/** The main thread's end: answers the calls of one worker, one after the other. */
export function serveBridge({ port, answered }: BridgeEnd, services: Services): void {
  port.on('message', async (call: Call) => {
    port.postMessage(await answerCall(call, services));
    Atomics.store(answered, 0, call.number);
    Atomics.notify(answered, 0);
  });
}

async function answerCall({ number, name, argument }: Call, services: Services): Promise<Answer> {
  try {
    const service = services[name];
    if (!service) throw new Error(`The main thread has no service "${name}".`);
    return { number, value: await service(argument as never) };
  } catch (error) {
    return { number, failure: toFailure(error) };
  }
}

function toFailure(error: unknown): Failure {
  const { message = String(error), code, constraint } = Object(error) as Partial<Failure>;
  return { message, code, constraint };
}

/** An error thrown by a service of the main thread. */
export class BridgeError extends Error {
  override name = 'BridgeError';
  readonly code: string | undefined;
  readonly constraint: string | undefined;

  constructor({ message, code, constraint }: Failure) {
    super(message);
    this.code = code;
    this.constraint = constraint;
  }
}

let end: BridgeEnd | undefined;
let last = 0;

/** Before a worker's first call. */
export function openBridge(opened: BridgeEnd): void {
  end = opened;
}

/**
 * Has a service of the main thread do something, and waits for it.
 *
 * @throws BridgeError with what the service threw
 */
export function callMain<T>(name: string, argument: unknown): T {
  if (!end) throw new Error('The bridge to the main thread is not open.');
  const { port, answered } = end;
  const before = last;
  // Wraps around after 2^32 calls, as the number in the shared memory does.
  last = (last + 1) | 0;
  port.postMessage({ number: last, name, argument } satisfies Call);
  while (Atomics.load(answered, 0) === before) Atomics.wait(answered, 0, before);
  const answer = receiveMessageOnPort(port)?.message as Answer | undefined;
  // Not an error, which something up the stack could catch and go on.
  if (answer?.number !== last) process.exit(LOST_STEP);
  if ('failure' in answer) throw new BridgeError(answer.failure);
  return answer.value as T;
}
