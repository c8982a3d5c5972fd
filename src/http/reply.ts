import { digest } from '../platform/platform';
import { HttpError, truncate } from './http-error';
import { type AnyRoute, type Request, Response } from './route';

/** What goes back over HTTP. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

interface Exchange {
  route: AnyRoute;
  request: Request;
  /** As it was parsed. */
  query: unknown;
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const MAX_MESSAGE_CHARACTERS = 500;

/** The value that a handler returned, as HTTP. A text with a content type of its own goes out as it is. */
export function toReply(handled: unknown, { route, request, query }: Exchange): Reply {
  const response = handled instanceof Response ? handled : new Response(handled);
  const { value, status = route.status } = response;
  const cacheControl = request.method === 'GET' ? 'private, no-cache' : 'no-store';
  const headers = { 'cache-control': cacheControl, ...lowerCaseNames(response.headers) };
  if (value === undefined) return { status: status ?? 204, headers, body: '' };
  const isText = typeof value === 'string' && 'content-type' in headers;
  const reply = {
    status: status ?? 200,
    headers: { ...(isText ? {} : JSON_TYPE), ...toLinks(value, request, query), ...headers },
    body: isText ? value : JSON.stringify(value),
  };
  return withEtag(reply, value, request);
}

/** The one shape of every error. A web app cannot set a status line, so the body has the status too. */
export function toErrorReply({ status, code, message, details }: HttpError): Reply {
  const { param, retryAfter, headers = {} } = details;
  return {
    status,
    headers: {
      ...JSON_TYPE,
      'cache-control': 'no-store',
      ...(status === 401 ? { 'www-authenticate': 'Bearer realm="Sheetdesk"' } : {}),
      ...(retryAfter === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfter)) }),
      ...headers,
    },
    body: JSON.stringify({
      error: {
        status,
        code,
        message: truncate(message, MAX_MESSAGE_CHARACTERS),
        param: param === undefined ? undefined : truncate(param),
        retryAfter,
      },
    }),
  };
}

/** Of two spellings of a name the later one wins. */
export function lowerCaseNames(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** 304 for a client that has it already (RFC 9110, section 13). An ETag that the handler set goes before any other. */
function withEtag(reply: Reply, value: unknown, { method, headers: sent }: Request): Reply {
  const etag = reply.headers.etag ?? toEtag(value, method === 'GET' ? reply.body : undefined);
  if (!etag) return reply;
  const headers = { ...reply.headers, etag };
  if (method !== 'GET' || reply.status !== 200 || !matchesEtag(etag, sent['if-none-match']))
    return { ...reply, headers };
  const { 'content-type': _, ...others } = headers as Record<string, string>;
  return { status: 304, headers: others, body: '' };
}

/** `Link` of a page of a list (RFC 8288). The URLs are relative, since the script does not know the host. */
function toLinks(value: unknown, { path, query }: Request, parsed: unknown): Record<string, string> {
  const { page, total } = (value ?? {}) as Record<string, unknown>;
  const { pageSize } = (parsed ?? {}) as Record<string, unknown>;
  if (typeof page !== 'number' || typeof total !== 'number' || typeof pageSize !== 'number') return {};
  const last = Math.max(1, Math.ceil(total / pageSize));
  const pages: [string, number][] = [
    ['first', 1],
    ['prev', Math.min(page - 1, last)],
    ['next', page + 1],
    ['last', last],
  ];
  const links = pages
    .filter(([, number]) => number >= 1 && number <= last)
    .map(([name, number]) => `<${path}?${toQuery({ ...query, page: String(number) })}>; rel="${name}"`);
  return { link: links.join(', ') };
}

function toQuery(query: Record<string, string>): string {
  return Object.entries(query)
    .map((pair) => pair.map(encode).join('='))
    .join('&');
}

/** Half of a surrogate pair has no UTF-8. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}

/** `"v7"` for a resource with a version; for anything else a digest of the body, if there is one. */
function toEtag(value: unknown, body: string | undefined): string | undefined {
  const version = (value as { version?: unknown } | null)?.version;
  if (typeof version === 'number' && Number.isInteger(version)) return `"v${version}"`;
  return body === undefined ? undefined : `"${digest(body, 22)}"`;
}

/** Whether `If-None-Match` names the ETag: `*`, or a list, in which weak ones count too. */
export function matchesEtag(etag: string, ifNoneMatch: string | undefined): boolean {
  const named = (ifNoneMatch ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return named.includes('*') || named.includes(etag);
}

/** The version that `If-Match: "v7"` asks for; any version without the header, or with `*`. */
export function ifMatch({ headers }: Request): { ifVersion?: number } {
  const etag = headers['if-match']?.trim();
  if (etag === undefined || etag === '*') return {};
  const [, digits] = /^"?v?(\d{1,15})"?$/.exec(etag) ?? [];
  if (digits) return { ifVersion: Number(digits) };
  const message = `If-Match must be an ETag such as "v7" (got ${etag.slice(0, 80)}).`;
  throw new HttpError(412, 'precondition_failed', message, { param: 'if-match' });
}
