import { parseAccept } from 'hono/utils/accept';
import { type Reply, toResponse } from './envelope';
import { matchesEtag } from './etag';

/** A file that is the same for everyone and holds no data, as `tools/build.mjs` writes it into `.build/pages.json`. */
export interface StaticFile {
  /** Path as the router takes it: `/o/:id` is one file for every id. */
  path: string;
  /** The headers, among them its type, its ETag and its Content-Security-Policy. */
  headers: Readonly<Record<string, string>>;
  body: string;
  isBase64: boolean;
  /** The body in base64 by its content coding, the smallest first; empty for what is compressed by itself. */
  compressed: Readonly<Record<string, string>>;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** A response that is the same for everyone, in bytes that are made once: however many callers are sent it, it is in memory once. */
export interface Content {
  headers: Readonly<Record<string, string>>;
  plain: Bytes;
  /** The compressed bytes by content coding, the smallest first. */
  compressed: ReadonlyMap<string, Bytes>;
}

export function openFile({ headers, body, isBase64, compressed }: StaticFile): Content {
  const codings = Object.entries(compressed).map(([coding, text]) => [coding, fromBase64(text)] as const);
  return { headers, plain: isBase64 ? fromBase64(body) : encode(body), compressed: new Map(codings) };
}

/** @throws GatewayError 502 if a header is invalid */
export async function toContent(reply: Reply): Promise<Content> {
  const headers = Object.fromEntries(toResponse(reply).headers);
  const plain = encode(reply.body);
  const gzip = new Blob([plain]).stream().pipeThrough(new CompressionStream('gzip'));
  const compressed = new Map([['gzip', new Uint8Array(await new Response(gzip).arrayBuffer())]]);
  return { headers, plain, compressed };
}

export function serveContent({ headers, plain, compressed }: Content, request: Request): Response {
  const coding = chooseCoding([...compressed.keys()], request.headers.get('accept-encoding') ?? '');
  const { etag = '' } = headers;
  const sent = {
    ...headers,
    vary: 'accept-encoding',
    // A strong one would say that the bytes are the same.
    ...(coding && { 'content-encoding': coding, etag: `W/${etag}` }),
  };
  if (matchesEtag(etag, request.headers.get('if-none-match') ?? ''))
    return new Response(null, { status: 304, headers: sent });
  return new Response(compressed.get(coding ?? '') ?? plain, { headers: sent });
}

function chooseCoding(codings: readonly string[], accepted: string): string | undefined {
  const weights = new Map(parseAccept(accepted).map(({ type, q }) => [type.toLowerCase(), q]));
  return codings.find((coding) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0);
}

function encode(text: string): Bytes {
  return new TextEncoder().encode(text);
}

function fromBase64(body: string): Bytes {
  return Uint8Array.from(atob(body), (character) => character.charCodeAt(0));
}
