import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Origin } from './admission';
import { toCaller } from './caller';
import { MAX_BYTES } from './envelope';

/** Times that a server of Node waits for its callers. A request that is not there by then is answered 408. */
export const PATIENCE: ServerOptions = {
  // Longer than load balancers keep theirs, so that none sends a request on a connection that is being closed.
  keepAliveTimeout: 65_000,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
};

/** Longer than the API takes to answer. A connection that neither sends nor takes anything for so long is closed. */
const MAX_SILENCE_MS = 90_000;

/** Each takes some 20 kB. */
const MAX_CONNECTIONS = 2_000;
const PER_ADDRESS = 256;
/** Number of requests that one connection may have sent without taking the answers. */
const MAX_UNANSWERED = 32;

/** Takes no more connections than it can bear, of one caller no more than its share, and asks for no body that is too large. */
export function limit(server: Server): void {
  server.maxConnections = MAX_CONNECTIONS;
  server.setTimeout(MAX_SILENCE_MS);
  shareConnections(server);
  server.on('checkContinue', (request, response) => {
    if (!(Number(request.headers['content-length']) > MAX_BYTES)) response.writeContinue();
    server.emit('request', request, response);
  });
}

/** Closes one too many. A connection of a proxy counts for the caller of its request, before the first and between two for nobody. */
function shareConnections(server: Server): void {
  const held = new Map<string, number>();
  const holders = new WeakMap<Socket, string>();
  const release = (socket: Socket) => {
    const holder = holders.get(socket);
    if (holder === undefined) return;
    holders.delete(socket);
    const left = (held.get(holder) ?? 0) - 1;
    if (left > 0) held.set(holder, left);
    else held.delete(holder);
  };
  const hold = (socket: Socket, holder = '') => {
    const count = (held.get(holder) ?? 0) + 1;
    if (count > PER_ADDRESS) return socket.destroy();
    held.set(holder, count);
    holders.set(socket, holder);
    return socket;
  };
  server.on('connection', (socket: Socket) => {
    const peer = socket.remoteAddress ?? '';
    if (!isPrivate(peer)) hold(socket, toCaller(peer));
    socket.once('close', () => release(socket));
  });
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  const begin = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const { address } = originOf(request);
    if (address !== holders.get(socket)) {
      release(socket);
      hold(socket, address);
      // The address gives its share back before the next request of the connection begins.
      response.prependOnceListener('close', () => release(socket));
    }
    // A request on one too many is not carried out.
    if (!socket.destroyed) for (const listener of listeners) listener(request, response);
  };
  server.on('request', takeInTurn(begin));
}

/** Begins the requests of a connection one after the other: each once the answer to the last one has been taken. */
function takeInTurn(begin: RequestListener): RequestListener {
  const queues = new WeakMap<Socket, (() => void)[]>();
  return (request, response) => {
    const { socket } = request;
    const queue = queues.get(socket) ?? [];
    queues.set(socket, queue);
    const start = () => begin(request, response);
    queue.push(start);
    if (queue.length > MAX_UNANSWERED) socket.destroy();
    response.once('close', () => {
      queue.shift();
      queue[0]?.();
    });
    if (queue.length === 1) start();
  };
}

/** Finds whom a request comes from. A proxy in front, which has a private address, names its caller last. */
export function originOf({
  socket,
  headers,
  url,
}: Pick<IncomingMessage, 'socket' | 'headers' | 'url'>): Origin {
  const peer = socket.remoteAddress ?? '';
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  const isProxied = forwarded && ipaddr.isValid(forwarded) && isPrivate(peer);
  return { address: toCaller(isProxied ? forwarded : peer), target: url };
}

function isPrivate(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() !== 'unicast';
}
