import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** A request to another company's server, on its way from a worker to the main thread. */
export interface OutgoingRequest {
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Until the whole response must be here. */
  timeoutMs: number;
  /** Whether the server may be in this network, or on this machine. */
  allowsPrivate: boolean;
}

export interface OutgoingResponse {
  status: number;
  /** A repeated header once, with its last value. */
  headers: Record<string, string>;
  body: string;
}

/** One that failed has a message for people, without the address: that may hold secrets. */
export type OutgoingResult = OutgoingResponse | { error: string };

/** A list of a thousand messages at Twilio has a tenth of it. */
const MAX_BYTES = 10 * 1024 * 1024;

/**
 * Sends requests at the same time, and returns what came of each. Redirects are not followed: the APIs that are called have
 * none, and an endpoint of pushes could send the host anywhere.
 */
export function sendAll(requests: readonly OutgoingRequest[]): Promise<OutgoingResult[]> {
  return Promise.all(requests.map((request) => send(request).catch(toResult)));
}

async function send(request: OutgoingRequest): Promise<OutgoingResponse> {
  const url = new URL(request.url);
  if (!request.allowsPrivate) assertPublic(url.hostname.replace(/^\[|\]$/g, ''));
  const deadline = AbortSignal.timeout(request.timeoutMs);
  try {
    return await read(await exchange(url, request, deadline));
  } catch (error) {
    throw deadline.aborted ? new Error('Timeout: the response took too long.') : error;
  }
}

async function read(response: http.IncomingMessage): Promise<OutgoingResponse> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error(`The response is larger than ${MAX_BYTES / 1024 / 1024} MB.`);
    chunks.push(chunk);
  }
  const headers = Object.entries(response.headers).map(([name, value]) => [
    name,
    String([value].flat().at(-1)),
  ]);
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks).toString('utf8'),
  };
}

/** A connection of its own for each, since the other end may just be closing an idle one. */
function exchange(
  url: URL,
  { method, headers, body, allowsPrivate }: OutgoingRequest,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const options = {
      method,
      headers: { 'User-Agent': 'Sheetdesk', 'Accept-Encoding': 'identity', ...headers },
      agent: false,
      signal,
      ...(allowsPrivate ? {} : { lookup: lookupPublic }),
    };
    const sent = request(url, options, resolve);
    sent.on('error', reject);
    sent.end(body);
  });
}

/**
 * Networks of the host's own: this machine, private and link-local addresses (where clouds serve credentials), and those
 * that belong to nobody (RFC 6890, RFC 6598).
 */
const PRIVATE_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
const PRIVATE_IPV6: readonly (readonly [string, number])[] = [
  ['::', 127],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

/** IPv4 also as IPv6 writes it: behind ::ffff: by the list itself, behind 64:ff9b:: where a network translates. */
const PRIVATE = new BlockList();
for (const [network, prefix] of PRIVATE_IPV4) {
  PRIVATE.addSubnet(network, prefix, 'ipv4');
  PRIVATE.addSubnet(`64:ff9b::${network}`, 96 + prefix, 'ipv6');
}
for (const [network, prefix] of PRIVATE_IPV6) PRIVATE.addSubnet(network, prefix, 'ipv6');

/** Of the connection that is about to be made, so that what a name resolves to cannot change in between. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '');
    try {
      for (const { address } of addresses) assertPublic(address);
    } catch (refusal) {
      return callback(refusal as Error, '');
    }
    if (options.all) return callback(null, addresses);
    const [first] = addresses;
    return callback(null, first?.address ?? '', first?.family);
  });
};

/** Nothing is looked up for a host that is an address already. */
function assertPublic(host: string): void {
  const version = isIP(host);
  if (version !== 0 && PRIVATE.check(host, version === 4 ? 'ipv4' : 'ipv6'))
    throw new Error('The address is in a private network, which the host does not call.');
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host name does not exist.',
  EAI_AGAIN: 'The host name could not be looked up.',
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before a response came.',
};

function toResult(error: Error & { code?: string }): OutgoingResult {
  return { error: REASONS[error.code ?? ''] ?? error.message };
}
