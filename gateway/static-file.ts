import { matchesEtag } from './etag';

/** A file that is the same for everyone and holds no data, as `tools/build.mjs` writes it into `.build/pages.json`. */
export interface StaticFile {
  /** As the router takes it: `/o/:id` is one file for every id. */
  path: string;
  /** The headers of its own, among them its type, its ETag and its Content-Security-Policy. */
  headers: Readonly<Record<string, string>>;
  body: string;
  isBase64: boolean;
}

/** A browser asks each time whether its copy is still the current one. */
const SAFE = {
  'cache-control': 'no-cache',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

export function serveStaticFile({ headers, body, isBase64 }: StaticFile, request: Request): Response {
  const sent = { ...SAFE, ...headers };
  const { etag = '' } = headers;
  if (matchesEtag(etag, request.headers.get('if-none-match') ?? ''))
    return new Response(null, { status: 304, headers: sent });
  return new Response(isBase64 ? fromBase64(body) : body, { headers: sent });
}

function fromBase64(body: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(body), (character) => character.charCodeAt(0));
}
