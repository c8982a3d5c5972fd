import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A request to another company's server, on its way from a worker to the main thread. */
export interface OutgoingRequest {
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** The time until the whole response must be here. */
  timeoutMs: number;
  /** True if the server may be in this network, or on this machine. */
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
  return Promise.all(
    requests.map((request) =>
      send(request).catch(({ code, message }) => ({ error: REASONS[code ?? ''] ?? message })),
    ),
  );
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

/** Public by its form, and yet the host's own: the agent of Azure's machines. */
const OWN = ['168.63.129.16'];

/** Ranges in which a network translates between IPv6 and IPv4: the IPv4 address is in the last four bytes. */
const TRANSLATED = ['rfc6052', 'ipv4Mapped'];

/** Tells if an address is for everybody, and not of this machine, its network, its cloud, or nobody (RFC 6890). */
function isPublic(address: string): boolean {
  const parsed = ipaddr.parse(address);
  if (parsed.kind() === 'ipv4') return parsed.range() === 'unicast' && !OWN.includes(parsed.toString());
  const bytes = parsed.toByteArray();
  const range = parsed.range();
  if (TRANSLATED.includes(range)) return isPublic(bytes.slice(-4).join('.'));
  // Nothing outside of 2000::/3 is given to anybody yet (RFC 4291, section 2.4).
  const [first = 0] = bytes;
  return range === 'unicast' && first >> 5 === 0b001;
}

/** Looks up the address of the connection about to be made, so that what a name resolves to cannot change in between. */
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
  if (isIP(host) !== 0 && !isPublic(host))
    throw new Error('The address is in a private network, which the host does not call.');
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host name does not exist.',
  EAI_AGAIN: 'The host name could not be looked up.',
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before a response came.',
};
