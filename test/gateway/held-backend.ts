import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Origin } from '../../gateway/admission';
import { until } from '../harness/until';
import { startBackend } from './backend';
import { openGateway } from './edge';

export interface Call {
  headers: Record<string, string>;
  response: ServerResponse;
}

interface State {
  seats: { total: number; inUse: number; waiting: number };
  lastSuccess: string | null;
  lastFailure: { at: string; code: string } | null;
}

/** A gateway in front of a web app that answers a call when it is told to. */
export interface Held {
  ask(path: string, init?: RequestInit & Origin): Promise<Response>;
  /** Asks, and comes back once the request waits for a seat. */
  queue(path: string, init?: RequestInit & Origin): Promise<{ asked: Promise<Response> }>;
  /** The calls that have come through, in order: `GET /v1/leads`. */
  arrived: string[];
  /** The oldest call that has no answer, once there is one. */
  next(): Promise<Call>;
  /** Answers the oldest call, and comes back once who waited next has come through. */
  answer(reply?: object): Promise<void>;
  state(): Promise<State>;
  stop(): void;
  close(): Promise<void>;
}

export async function startHeld(seats = 25): Promise<Held> {
  const arrived: string[] = [];
  const calls: Call[] = [];
  const asked: Promise<Response>[] = [];
  const backend = await startBackend(async (request, response) => {
    const { method, path, headers } = JSON.parse(await text(request));
    arrived.push(`${method} ${path}`);
    calls.push({ headers, response });
  });
  const stop = new AbortController();
  const gateway = openGateway({ webApp: backend.url, seats, stop: stop.signal });

  const send = (path: string, { address, target, ...init }: RequestInit & Origin = {}) =>
    gateway(new Request(`http://gateway.example${path}`, init), { ...(address && { address }), target });
  const ask = (path: string, init?: RequestInit & Origin) => {
    const answer = send(path, init);
    asked.push(answer);
    return answer;
  };
  const state = async () => (await send('/healthz')).json() as Promise<State>;
  const waiting = async () => (await state()).seats.waiting;
  const next = async () => {
    await until(() => calls.length > 0);
    return calls.shift() as Call;
  };
  return {
    ask,
    arrived,
    next,
    state,
    async queue(path, init) {
      const before = await waiting();
      const own = ask(path, init);
      await until(async () => (await waiting()) > before);
      return { asked: own };
    },
    async answer(reply = {}) {
      const call = await next();
      const count = arrived.length + Math.min(1, await waiting());
      answerWith(call, reply);
      await until(() => arrived.length >= count);
    },
    stop: () => stop.abort(),
    async close() {
      stop.abort();
      backend.close();
      await Promise.all(asked);
    },
  };
}

export function answerWith({ response }: Call, reply: object): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ status: 200, headers: {}, body: '{}', ...reply }));
}

/** The clock of the gateway stands still until it is moved; sockets go on. */
export function stopClock(): void {
  jest.useFakeTimers({
    doNotFake: ['nextTick', 'setImmediate', 'clearImmediate', 'queueMicrotask', 'performance', 'hrtime'],
  });
}
