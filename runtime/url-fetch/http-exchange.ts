import http from 'node:http';
import https from 'node:https';
import { gunzipSync, inflateSync } from 'node:zlib';
import type { FetchRequest, FetchResponse } from './calls';

/** developers.google.com/apps-script/guides/services/quotas */
export const LIMITS = { urlCharacters: 2_082, bytes: 50 * 1024 * 1024, headers: 100 };

const MAX_REDIRECTS = 20;
/** The message of the error after too long a response. */
export const TOO_LARGE = 'too large';
/** The message of the error after a timeout. */
export const TIMEOUT = 'timeout';

/** An HTTP request with its redirects; headers keep the server's casing, which Node's `fetch` would lose. */
export async function exchangeHttp(request: FetchRequest, redirects = 0): Promise<FetchResponse> {
  const response = await send(request);
  const location = response.location;
  if (!request.followRedirects || location === undefined || redirects >= MAX_REDIRECTS) return response;
  return exchangeHttp(redirected(request, response.status, location), redirects + 1);
}

type ServerResponse = FetchResponse & { location: string | undefined };

function send({ url, method, headers, body, ...options }: FetchRequest): Promise<ServerResponse> {
  const { request } = url.startsWith('https:') ? https : http;
  return new Promise((resolve, reject) => {
    const timeout = options.timeoutSeconds * 1000;
    const rejectUnauthorized = options.validateCertificates;
    const sent = request(
      url,
      { method: method.toUpperCase(), headers, timeout, rejectUnauthorized },
      (response) => {
        collect(url, response).then(resolve, reject);
      },
    );
    sent.on('error', reject);
    sent.on('timeout', () => sent.destroy(new Error(TIMEOUT)));
    sent.end(body === undefined ? undefined : Buffer.from(body, 'base64'));
  });
}

async function collect(url: string, response: http.IncomingMessage): Promise<ServerResponse> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LIMITS.bytes) throw new Error(TOO_LARGE);
    chunks.push(chunk);
  }
  const status = response.statusCode ?? 0;
  const isRedirect = status >= 300 && status < 400 && status !== 304;
  return {
    url,
    status,
    rawHeaders: response.rawHeaders,
    body: decompressed(Buffer.concat(chunks), response.headers['content-encoding']).toString('base64'),
    location: isRedirect ? response.headers.location : undefined,
  };
}

/** Decompresses a body. Servers may compress without being asked. */
function decompressed(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.length === 0) return bytes;
  if (encoding === 'gzip' || encoding === 'x-gzip') return gunzipSync(bytes);
  return encoding === 'deflate' ? inflateSync(bytes) : bytes;
}

/** All redirects but 307 and 308 are followed by a GET without the body. */
function redirected(request: FetchRequest, status: number, location: string): FetchRequest {
  const url = new URL(location, request.url).href;
  if (status === 307 || status === 308) return { ...request, url };
  const isContent = ([name]: [string, string]) => /^content-/i.test(name);
  const headers = Object.entries(request.headers).filter((header) => !isContent(header));
  return { ...request, url, method: 'get', body: undefined, headers: Object.fromEntries(headers) };
}
