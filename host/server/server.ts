import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Origin } from '../../gateway/admission';
import { decodeUnreserved, type Envelope, type Reply } from '../../gateway/envelope';
import { createFront } from '../../gateway/front';
import { limit, originOf, PATIENCE } from '../../gateway/node-server';
import { DOCUMENT_READS } from '../../gateway/recent-reads';
import type { StaticFile } from '../../gateway/static-file';

export interface ServerOptions {
  port: number;
  host: string;
  /** The number of requests worked on at once, besides a login. */
  workers: number;
  /** Has a worker answer. @throws GatewayError */
  ask(envelope: Envelope): Promise<Answered>;
  pages: readonly StaticFile[];
  /** Tells if the signature of a webhook is valid. */
  isSigned(webhook: Envelope): Promise<boolean>;
  /** Tells if requests can be answered now. */
  isReady(): Promise<boolean>;
  /** One line a request. */
  log(line: RequestLine): void;
  /** Sees every request before it is answered. */
  onRequest?: ((request: Request) => void) | undefined;
}

export interface Answered {
  reply: Reply;
  worker: number;
}

export interface HostServer {
  port: number;
  /** Takes no new connections and lets requests that are under way finish; those that have not by then are cut off. */
  close(graceMs: number): Promise<void>;
}

/** A request in the log: without its query and body, and without the ID of an order, which anyone who knows it may read. */
export interface RequestLine {
  time: string;
  method: string;
  path: string;
  status: number;
  ms: number;
  requestId: string | null;
  /** Absent where no worker was needed. */
  worker: number | undefined;
}

/** Requests take a few milliseconds, so this many are done within a second. */
const WAITING_PER_WORKER = 100;
const RETRY_AFTER_S = 2;

/** An ID of an order, wherever it stands in a path. */
const ORDER_ID = /O-\d[^/]*/gi;

/** Serves what the gateway serves, from the pool. */
export async function serveHost({
  ask,
  workers,
  pages,
  isSigned,
  isReady,
  log,
  onRequest,
  port,
  host,
}: ServerOptions): Promise<HostServer> {
  /** Workers by the IDs of requests whose responses are on their way to the log. */
  const workerOf = new Map<string, number>();
  const front = createFront({
    pages,
    seats: { total: workers, waitingPerSeat: WAITING_PER_WORKER },
    areLoginsApart: true,
    isSigned,
    // Other reads are quick here, and another host may have changed what they return.
    shared: DOCUMENT_READS,
    ask: async (envelope) => {
      const { reply, worker } = await ask(envelope);
      workerOf.set(reply.headers['x-request-id'] ?? '', worker);
      return reply;
    },
  });
  const answer = async (request: Request, origin: Origin): Promise<Response> => {
    const startedAt = performance.now();
    onRequest?.(request);
    const { pathname } = new URL(request.url);
    const response = await (pathname === '/readyz' ? toReadiness(isReady) : front(request, origin));
    const requestId = response.headers.get('x-request-id');
    log({
      time: new Date().toISOString(),
      method: request.method,
      path: decodeUnreserved(pathname).replace(ORDER_ID, '*'),
      status: response.status,
      ms: Math.round((performance.now() - startedAt) * 10) / 10,
      requestId,
      worker: workerOf.get(requestId ?? ''),
    });
    workerOf.delete(requestId ?? '');
    return response;
  };

  let isClosing = false;
  const underWay = new Set<ServerResponse>();
  const listener = getRequestListener((request, { incoming }) => answer(request, originOf(incoming)), {
    // Requests of HTTP/1.0 need not name one.
    hostname: 'localhost',
  });
  const server = createServer(PATIENCE, (request: IncomingMessage, response: ServerResponse) => {
    if (isClosing) response.shouldKeepAlive = false;
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
    return listener(request, response);
  });
  limit(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close(graceMs) {
      isClosing = true;
      // A connection that is kept alive would bring more requests, and nobody would end it.
      for (const response of underWay) response.shouldKeepAlive = false;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const cut = setTimeout(() => server.closeAllConnections(), graceMs);
      return closed.finally(() => clearTimeout(cut));
    },
  };
}

/** Answers a load balancer. */
async function toReadiness(isReady: () => Promise<boolean>): Promise<Response> {
  const headers = { 'cache-control': 'no-store' };
  if (await isReady()) return Response.json({ status: 'ok' }, { headers });
  return Response.json(
    { status: 'unavailable' },
    { status: 503, headers: { ...headers, 'retry-after': String(RETRY_AFTER_S) } },
  );
}
