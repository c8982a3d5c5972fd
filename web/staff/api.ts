import { isServiceBusy } from './connection';
import { ApiError, fetchOnce, type Method, type Reply, type Request } from './fetch-once';
import { endSession, session, sessionRestored } from './session';

/** Order of requests: changes, then what somebody has asked for, then polls. */
const WRITE = 0;
const READ = 1;
const POLL = 2;

/** Undefined where nothing has changed since the answer that had this ETag. @throws ApiError or ConnectionError */
export function read<T>(
  path: string,
  { etag, isPoll = false }: { etag?: string | null | undefined; isPoll?: boolean } = {},
): Promise<Reply<T> | undefined> {
  const headers = etag ? { 'if-none-match': etag } : {};
  return inTurn(isPoll ? POLL : READ, () => ask<T>({ method: 'GET', path, headers }));
}

interface WriteOptions {
  ifMatch?: string | undefined;
  idempotencyKey?: string;
  /** Goes out beside what is under way, since the page may be closed now. */
  isUrgent?: boolean;
}

/** @throws ApiError or ConnectionError */
export async function write<T>(
  method: Exclude<Method, 'GET'>,
  path: string,
  body?: object,
  { ifMatch, idempotencyKey, isUrgent = false }: WriteOptions = {},
): Promise<Reply<T>> {
  const headers = {
    ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const request = { method, path, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const send = () => ask<T>(request);
  return (await (isUrgent ? send() : inTurn(WRITE, send))) as Reply<T>;
}

/** `/v1/leads/L-7`: an ID may have any characters. */
export function pathOf(...parts: string[]): string {
  return ['/v1', ...parts.map((part) => encodeURIComponent(part))].join('/');
}

interface Turn {
  priority: number;
  start(): void;
}

const waiting: Turn[] = [];
let isTaken = false;

/** Makes one request at a time: a screen holds at most one of the gateway's seats. */
async function inTurn<T>(priority: number, work: () => Promise<T>): Promise<T> {
  if (isTaken)
    await new Promise<void>((start) => {
      const behind = waiting.findIndex((turn) => turn.priority > priority);
      waiting.splice(behind < 0 ? waiting.length : behind, 0, { priority, start });
    });
  isTaken = true;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next.start();
    else isTaken = false;
  }
}

const MAX_REPETITIONS = 3;
/** Pause beyond which a Retry-After is shown as an error, not waited for. */
const MAX_PAUSE_S = 60;

/** Repeats a request after the pause that a busy service asks for, and once somebody has logged in again. */
async function ask<T>(request: Request): Promise<Reply<T> | undefined> {
  for (let repetitions = 0; ; repetitions++) {
    const token = session.get()?.token;
    try {
      return await fetchOnce<T>(request, token);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.isSessionEnded && token !== undefined) {
        endSession(token);
        await sessionRestored();
        continue;
      }
      const pause = [429, 503].includes(error.status) ? (error.retryAfter ?? 5) : Number.POSITIVE_INFINITY;
      if (repetitions >= MAX_REPETITIONS || pause > MAX_PAUSE_S) throw error;
      await pauseFor(pause);
    }
  }
}

/** The connection bar says that the service is busy. */
export async function pauseFor(seconds: number): Promise<void> {
  isServiceBusy.set(true);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  isServiceBusy.set(false);
}
