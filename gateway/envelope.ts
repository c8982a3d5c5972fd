import * as v from 'valibot';
import { callerGone, GatewayError } from './gateway-error';
import { readText } from './read-text';

/** A request as the script takes it. */
export interface Envelope {
  method: string;
  path: string;
  query: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** The longest body of a request. */
export const MAX_BYTES = 1_000_000;

/** The headers of a request that the script gets, beside those of signatures; it uses no others. */
export const FORWARDED = ['authorization', 'content-type', 'idempotency-key', 'if-match', 'if-none-match'];

/** Tells whether a provider signs with this header. */
export function isSignature(name: string): boolean {
  return name.endsWith('-signature');
}

/**
 * Query and body stay as they came; HEAD becomes GET, and Hono omits the body. `claim` is told how long the body is, as
 * far as that is known.
 *
 * @throws GatewayError 400, 413 or 415, and 499 where the caller leaves in the middle of the body
 */
export async function toEnvelope(
  request: Request,
  { maxBytes, claim }: { maxBytes: number; claim(bytes: number): void },
): Promise<Envelope> {
  const { pathname, search } = new URL(request.url);
  assertUnencoded(request);
  const tooLarge = () => new GatewayError('too_large', `The body must be at most ${maxBytes} bytes.`);
  const declared = Number(request.headers.get('content-length') ?? 0);
  if (declared > maxBytes) throw tooLarge();
  claim(declared);
  const headers = [...request.headers].filter(([name]) => FORWARDED.includes(name) || isSignature(name));
  return {
    method: request.method === 'HEAD' ? 'GET' : request.method,
    path: decodeUnreserved(pathname),
    query: search.slice(1),
    headers: Object.fromEntries(headers),
    body: await readText(chunksOf(request), {
      onBytes(bytes) {
        if (bytes > maxBytes) throw tooLarge();
        claim(bytes);
      },
      notText: () => new GatewayError('malformed_body', 'The body must be UTF-8.'),
      isMail: /^message\/rfc822\b/i.test(request.headers.get('content-type') ?? ''),
    }).catch((error) => {
      throw error instanceof GatewayError ? error : callerGone(error);
    }),
  };
}

/** A path is the same with a letter that is percent-encoded without need (RFC 3986, section 6.2.2.2): every rule about paths sees one form. */
export function decodeUnreserved(path: string): string {
  return path.replace(/%(?:2[de]|3\d|[46][1-9a-f]|[57][0-9a]|5f|7e)/gi, decodeURIComponent);
}

/** A body whose length is declared is read at once: on Node that takes a tenth of what a stream takes, which is made for any other. */
async function* chunksOf(request: Request): AsyncIterable<Uint8Array> {
  if (request.headers.has('content-length')) yield new Uint8Array(await request.arrayBuffer());
  else if (!['GET', 'HEAD'].includes(request.method)) yield* request.body ?? [];
}

/** Bytes that are compressed are no text, which is all that an envelope carries. */
function assertUnencoded(request: Request): void {
  const encoding = request.headers.get('content-encoding') ?? '';
  if (/^(identity)?$/i.test(encoding) || !request.body) return;
  const message = `Content-Encoding ${JSON.stringify(encoding)} is not supported. Send the body uncompressed.`;
  throw new GatewayError('unsupported_media_type', message, { param: 'content-encoding' });
}

/** The script's response. */
export type Reply = v.InferOutput<typeof Reply>;

const Reply = v.object({
  status: v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)),
  headers: v.record(v.string(), v.string()),
  body: v.string(),
});

/** @throws GatewayError 502 if the text is no reply */
export function parseReply(text: string): Reply {
  try {
    return v.parse(Reply, JSON.parse(text));
  } catch (cause) {
    throw invalidReply(cause);
  }
}

const WITHOUT_BODY = [204, 205, 304];

/** @throws GatewayError 502 if a header is invalid */
export function toResponse({ status, headers, body }: Reply): Response {
  const safe = { 'x-content-type-options': 'nosniff', ...headers };
  try {
    // Made here: the Response of @hono/node-server would look at them only later.
    const checked = new Headers(safe);
    return new Response(WITHOUT_BODY.includes(status) ? null : body, { status, headers: checked });
  } catch (cause) {
    throw invalidReply(cause);
  }
}

function invalidReply(cause: unknown): GatewayError {
  return new GatewayError('bad_gateway', 'The web app sent an invalid reply.', { cause });
}
