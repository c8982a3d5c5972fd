import { CAFE } from '../../../local/world/cafe';
import { type Listening, listen } from '../../../runtime/listen';
import { startStripe, type TestStripe } from '../../harness/stripe';
import { eventually, until } from '../../harness/until';
import { KEYS, TwilioServer } from '../../leads/twilio-server';
import { Receiver } from '../../pushes/push-receiver';
import { ownServer, type RunningHost } from '../harness';
import { type SqlDesk, startSqlDesk } from '../suites/desk';

export interface Asked {
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Told<B> {
  /** 0 where there was no answer. */
  status: number;
  headers: Headers;
  body: B;
}

/** Two hosts on one database, and all that they call. Hosts and database can be killed, and come back. */
export interface Pair {
  desk: SqlDesk;
  stripe: TestStripe;
  twilio: TwilioServer;
  pushes: Receiver;
  /** Asks one host or the other, by the key of an admin. */
  ask<B>(endpoint: string, asked?: Asked): Promise<Told<B>>;
  /** Asks again, with all that was asked, until there is an answer that says what has become of it. */
  insist<B>(endpoint: string, asked?: Asked): Promise<Told<B>>;
  /** Time goes by as soon as the database is there. */
  pass(ms: number): Promise<void>;
  /** Resolves when the host is back. */
  killHost(at: 0 | 1): Promise<void>;
  /** Resolves when the database is back. */
  killDatabase(): Promise<void>;
  close(): Promise<void>;
}

const WORKERS = 3;
/** Longer than a request with a key is waited for whose host has died. */
const RECLAIMED_MS = 31_000;
/** Nothing is known of the request, or it is known to have done nothing. */
const AGAIN = [0, 429, 502, 503, 504];

export async function startPair(name: string): Promise<Pair> {
  let server = await ownServer(name);
  const { port } = new URL(server.url);
  const desk = await startSqlDesk({ cafes: [CAFE], server: server.url });
  const addHost = () => desk.addHost({ workers: WORKERS });
  const hosts: RunningHost[] = await Promise.all([addHost(), addHost()]);
  let turn = 0;
  const send = (path: string, init: RequestInit) => fetch(`${hosts[turn++ % 2]?.url}${path}`, init);
  const balancer = await startBalancer(send);
  const stripe = await startStripe(`http://127.0.0.1:${balancer.port}/webhooks/payments`, {
    now: desk.clock.now,
    pausesMs: Array.from({ length: 100 }, () => 200),
  });
  const twilio = new TwilioServer(desk.clock.now);
  const pushes = new Receiver(desk.clock.now);
  desk.book.enter({
    ...stripe.properties,
    ...KEYS,
    publicAddress: 'https://desk.example',
    twilioAddress: await twilio.listen(),
    allowLocalPushes: 'yes',
  });
  const pass = (ms: number) =>
    until(() =>
      desk.clock.move(ms).then(
        () => true,
        () => false,
      ),
    );
  const ask: Pair['ask'] = async (endpoint, { body, headers } = {}) => {
    const [method = '', path = ''] = endpoint.split(' ');
    const init = {
      method,
      headers: {
        authorization: `Bearer ${desk.demo.apiKey}`,
        'content-type': 'application/json',
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    try {
      const answer = await send(path, init);
      return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) };
    } catch {
      return { status: 0, headers: new Headers(), body: undefined as never };
    }
  };
  const insist: Pair['insist'] = (endpoint, asked) =>
    eventually(async () => {
      const told = await ask<never>(endpoint, asked);
      if (JSON.stringify(told.body ?? '').includes('still in progress')) await pass(RECLAIMED_MS);
      expect(AGAIN).not.toContain(told.status);
      return told;
    });
  return {
    desk,
    stripe,
    twilio,
    pushes,
    ask,
    insist,
    pass,
    async killHost(at) {
      await hosts[at]?.kill();
      hosts[at] = await addHost();
    },
    async killDatabase() {
      process.kill(server.pid, 'SIGKILL');
      server = await ownServer(name, { port: Number(port) });
    },
    async close() {
      await balancer.close();
      await stripe.close();
      await desk.close();
      await Promise.all([twilio.close(), pushes.close(), server.stop()]);
    },
  };
}

/** What providers call: one host or the other. */
function startBalancer(send: (path: string, init: RequestInit) => Promise<Response>): Promise<Listening> {
  return listen(0, async (request) => {
    const { pathname } = new URL(request.url);
    const { method, headers } = request;
    const sent = Object.fromEntries(
      ['content-type', 'stripe-signature'].map((name) => [name, headers.get(name) ?? '']),
    );
    const answer = await send(pathname, { method, headers: sent, body: await request.text() }).catch(
      () => undefined,
    );
    return new Response(null, { status: answer?.status ?? 503 });
  });
}
