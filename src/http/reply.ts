import { matchesEtag, toEtag } from './etag';
import type { HttpError } from './http-error';
import { truncate, truncateMessage } from './parse';
import { type AnyRoute, type Request, Response } from './route';
import type { Reply } from './serve';

interface Page {
  page: number;
  total: number;
}

interface Exchange {
  route: AnyRoute;
  request: Request;
  /** As it was parsed. */
  query: unknown;
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** What a handler answered, as HTTP. A text with a content type of its own goes out as it is. */
export function toReply(handled: unknown, { route, request, query }: Exchange): Reply {
  const answer = handled instanceof Response ? handled : new Response(handled);
  const { value, status = route.status } = answer;
  const headers = { ...cachedBy(request), ...lowerCaseNames(answer.headers) };
  if (value === undefined) return { status: status ?? 204, headers, body: '' };
  const isText = typeof value === 'string' && 'content-type' in headers;
  const reply = {
    status: status ?? 200,
    headers: { ...(isText ? {} : JSON_TYPE), ...toLinks(value, request, query), ...headers },
    body: isText ? value : JSON.stringify(value),
  };
  return withEtag(reply, value, request);
}

/** The one shape of every error; a web app cannot set a status line, so it says its status itself. */
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
        message: truncateMessage(message),
        param: param === undefined ? undefined : truncate(param),
        retryAfter,
      },
    }),
  };
}

/** Of two spellings of a name the later one stands. */
export function lowerCaseNames(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function cachedBy({ method }: Request): Record<string, string> {
  return { 'cache-control': method === 'GET' ? 'private, no-cache' : 'no-store' };
}

/** RFC 9110, section 13: who has it already is told so. A tag of the route's own goes before any other. */
function withEtag(reply: Reply, value: unknown, { method, headers }: Request): Reply {
  const tag = reply.headers.etag ?? toEtag(value, method === 'GET' ? reply.body : undefined);
  const tagged = { ...reply.headers, ...(tag ? { etag: tag } : {}) };
  if (method === 'GET' && reply.status === 200 && tag && matchesEtag(tag, headers['if-none-match']))
    return { status: 304, headers: without(tagged, 'content-type'), body: '' };
  return { ...reply, headers: tagged };
}

function without(headers: Record<string, string>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([own]) => own !== name));
}

/** `Link` beside `page` and `total` (RFC 8288). The addresses are relative: nobody here knows the host. */
function toLinks(value: unknown, { path, query }: Request, parsed: unknown): Record<string, string> {
  const size = (parsed as { pageSize?: unknown } | undefined)?.pageSize;
  if (!isPage(value) || typeof size !== 'number') return {};
  const last = Math.max(1, Math.ceil(value.total / size));
  const { page } = value;
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

function isPage(value: unknown): value is Page {
  const { page, total } = (value ?? {}) as Partial<Page>;
  return typeof page === 'number' && typeof total === 'number';
}

function toQuery(query: Record<string, string>): string {
  const pairs = Object.entries(query).map((pair) => pair.map(encode).join('='));
  return pairs.join('&');
}

/** A half of a surrogate pair has no UTF-8. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}
