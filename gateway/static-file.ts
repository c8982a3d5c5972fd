import { parseAccept } from 'hono/utils/accept';
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

export function serveStaticFile(file: StaticFile, request: Request): Response {
  const { headers, body, isBase64, compressed } = file;
  const coding = chooseCoding(Object.keys(compressed), request.headers.get('accept-encoding') ?? '');
  const { etag = '' } = headers;
  const sent = {
    ...headers,
    vary: 'accept-encoding',
    // A strong one would say that the bytes are the same.
    ...(coding && { 'content-encoding': coding, etag: `W/${etag}` }),
  };
  if (matchesEtag(etag, request.headers.get('if-none-match') ?? ''))
    return new Response(null, { status: 304, headers: sent });
  const bytes = coding ? compressed[coding] : isBase64 ? body : undefined;
  return new Response(bytes === undefined ? body : fromBase64(bytes), { headers: sent });
}

function chooseCoding(codings: readonly string[], accepted: string): string | undefined {
  const weights = new Map(parseAccept(accepted).map(({ type, q }) => [type.toLowerCase(), q]));
  return codings.find((coding) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0);
}

function fromBase64(body: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(body), (character) => character.charCodeAt(0));
}
