import { Agent, request } from 'node:http';

/** A request, to any of the hosts. */
export interface Call {
  method: string;
  path: string;
  body?: object | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
}

export interface Answer {
  /** 0 where the connection was refused or cut. */
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
}

/** Where requests go, each caller's with its own credential: a caller has 1,000 a minute. */
export interface Target {
  /** `http://127.0.0.1:8081`; the requests go to all of them in turn. */
  hosts: readonly string[];
  tokens: readonly string[];
}

/** What a load of requests has got. */
export interface Measured {
  perSecond: number;
  p50: number;
  p95: number;
  /** By status, those that are no success. */
  failures: Record<number, number>;
}

const agent = new Agent({ keepAlive: true, maxSockets: 512 });

const WARM_UP_MS = 3_000;

/** A number of callers, each of whom asks again as soon as they are answered: the highest rate there is. */
export async function saturate(
  target: Target,
  next: () => Call,
  { atOnce, seconds }: { atOnce: number; seconds: number },
): Promise<Measured> {
  const until = performance.now() + WARM_UP_MS + seconds * 1_000;
  const from = until - seconds * 1_000;
  const tally = newTally();
  const call = caller(target);
  const turns = Array.from({ length: atOnce }, async () => {
    while (performance.now() < until) {
      const startedAt = performance.now();
      const { status } = await call(next());
      const endedAt = performance.now();
      if (startedAt >= from && endedAt <= until) tally.add(status, endedAt - startedAt);
    }
  });
  await Promise.all(turns);
  return tally.measured(seconds);
}

/**
 * Requests at a steady rate, whether or not earlier ones are answered. Each counts from the moment at which it was due, so
 * that what waits behind a slow one is slow as well.
 */
export async function atRate(
  target: Target,
  next: () => Call,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Measured> {
  const tally = newTally();
  const call = caller(target);
  const pending: Promise<void>[] = [];
  const startedAt = performance.now();
  const count = Math.round(perSecond * (seconds + WARM_UP_MS / 1_000));
  for (let index = 0; index < count; index++) {
    const due = startedAt + (index * 1_000) / perSecond;
    const early = due - performance.now();
    if (early > 0.5) await new Promise((resolve) => setTimeout(resolve, early));
    const answered = call(next()).then(({ status }) => {
      if (due - startedAt >= WARM_UP_MS) tally.add(status, performance.now() - due);
    });
    pending.push(answered);
  }
  await Promise.all(pending);
  return tally.measured(seconds);
}

/** Sends to the hosts in turn, as the callers in turn. */
export function caller({ hosts, tokens }: Target): (call: Call) => Promise<Answer> {
  let turn = 0;
  return (call) => {
    const own = turn++;
    const host = hosts[own % hosts.length] ?? '';
    // Each host hears all callers.
    const token = tokens[Math.floor(own / hosts.length) % tokens.length] ?? '';
    return send(host, call, token);
  };
}

/** Resolves to an answer in any case: who loses the connection gets status 0. */
export function send(host: string, { method, path, body, headers }: Call, token?: string): Promise<Answer> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve) => {
    const fail = () => resolve({ status: 0, headers: {}, text: '' });
    const sent = request(
      `${host}${path}`,
      {
        agent,
        method,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(text === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
          ...headers,
        },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.once('error', fail);
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(parts).toString(),
          }),
        );
      },
    );
    sent.once('error', fail);
    sent.end(text);
  });
}

function newTally() {
  const waited: number[] = [];
  const failures: Record<number, number> = {};
  return {
    add(status: number, ms: number) {
      if (status >= 200 && status < 300) waited.push(ms);
      else failures[status] = (failures[status] ?? 0) + 1;
    },
    measured(seconds: number): Measured {
      waited.sort((one, other) => one - other);
      return {
        perSecond: waited.length / seconds,
        p50: percentile(waited, 0.5),
        p95: percentile(waited, 0.95),
        failures,
      };
    },
  };
}

/** Of numbers in ascending order. */
function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
}
