import { digest } from '../platform/platform';
import { truncate } from '../platform/quote';
import { toCsv } from './csv';
import { HttpError } from './http-error';
import { type Parameters, toQuery } from './query';
import { type AnyRoute, type Request, Response } from './route';

/** A response over HTTP. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

interface Exchange {
  route: AnyRoute;
  request: Request;
  /** The parameters of the query as they came. */
  parameters: Parameters;
  /** Query as the route's schema parsed it. */
  query: unknown;
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const CSV_TYPE = { 'content-type': 'text/csv; charset=utf-8' };
const MAX_MESSAGE_CHARACTERS = 500;

/** The value that a handler returned, as HTTP. A text with a content type of its own goes out as it is. */
export function toReply(handled: unknown, exchange: Exchange): Reply {
  const { route, request } = exchange;
  const response = handled instanceof Response ? handled : new Response(handled);
  const { value, status = route.status } = response;
  const cacheControl = request.method === 'GET' ? 'private, no-cache' : 'no-store';
  const headers = { 'cache-control': cacheControl, ...lowerCaseNames(response.headers) };
  if (value === undefined) return { status: status ?? 204, headers, body: '' };
  const { type, body } = toContent(value, exchange, headers);
  const reply = {
    status: status ?? 200,
    headers: { ...type, ...toLinks(value, exchange), ...headers },
    body,
  };
  return withEtag(reply, value, request);
}

interface Content {
  /** The headers that say what it is. */
  type: Record<string, string>;
  body: string;
}

function toContent(value: unknown, { route, query }: Exchange, headers: Record<string, string>): Content {
  if (typeof value === 'string' && 'content-type' in headers) return { type: {}, body: value };
  const { format } = (query ?? {}) as { format?: unknown };
  if (!route.csvColumns || format !== 'csv')
    return { type: JSON_TYPE, body: JSON.stringify(withoutCursor(value)) };
  const { data, total } = value as { data: object[]; total: number };
  return { type: { ...CSV_TYPE, 'x-total-count': String(total) }, body: toCsv(route.csvColumns, data) };
}

/** The one shape of every error. A web app cannot set a status line, so the body has the status too. */
export function toErrorReply({ status, code, message, details }: HttpError): Reply {
  const { param, errors, retryAfter, headers = {}, facts } = details;
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
        errors,
        retryAfter,
        ...facts,
      },
    }),
  };
}

/** The later one of two spellings of a name wins. */
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
function toLinks(value: unknown, { request: { path }, parameters }: Exchange): Record<string, string> {
  const { page, pageSize, total, totalIsAtLeast, nextCursor } = (value ?? {}) as Record<string, unknown>;
  if (typeof page !== 'number' || typeof total !== 'number' || typeof pageSize !== 'number') return {};
  const last = Math.max(1, Math.ceil(total / pageSize));
  const { cursor, ...others } = parameters;
  const toLink = (name: string, number: number, at: Parameters = {}) =>
    `<${path}?${toQuery({ ...others, page: String(number), ...at })}>; rel="${name}"`;
  // Behind a cursor numbers do not count: rows that have come meanwhile are on earlier pages.
  const hasNext = nextCursor !== undefined || (cursor === undefined && page < last);
  const links = [
    toLink('first', 1),
    ...(page > 1 ? [toLink('prev', Math.min(page - 1, last))] : []),
    ...(hasNext
      ? [toLink('next', page + 1, nextCursor === undefined ? {} : { cursor: String(nextCursor) })]
      : []),
    ...(totalIsAtLeast ? [] : [toLink('last', last)]),
  ];
  return { link: links.join(', ') };
}

/** The cursor of the next page is in its link alone. */
function withoutCursor(value: unknown): unknown {
  const { nextCursor, ...others } = (value ?? {}) as Record<string, unknown>;
  return nextCursor === undefined ? value : others;
}

/** `"v7"` for a resource with a version; for anything else a digest of the body, if there is one. */
function toEtag(value: unknown, body: string | undefined): string | undefined {
  const version = (value as { version?: unknown } | null)?.version;
  if (typeof version === 'number' && Number.isInteger(version)) return `"v${version}"`;
  return body === undefined ? undefined : `"${digest(body, 22)}"`;
}

/** Tells whether `If-None-Match` names the ETag: `*`, or a list, in which weak ones count too. */
export function matchesEtag(etag: string, ifNoneMatch: string | undefined): boolean {
  const named = listEtags(ifNoneMatch);
  return named.includes('*') || named.includes(etag);
}

/** The ETags that a header names, weak ones as strong. */
export function listEtags(header = ''): string[] {
  return header.split(',').map((one) => one.trim().replace(/^W\//, ''));
}

/**
 * The versions that `If-Match: "v7", "v8"` asks for; any version without the header, or with `*`. A weak ETag matches
 * none (RFC 9110, section 13). What follows a point in an ETag is for If-None-Match alone.
 */
export function ifMatch({ headers }: Request): { ifVersion?: readonly number[] } {
  const header = headers['if-match']?.trim();
  if (header === undefined || header === '*') return {};
  const ifVersion = header.split(',').flatMap((etag) => {
    const [, digits] = /^"?v?(\d{1,15})(?:\.[\w-]+)?"?$/.exec(etag.trim()) ?? [];
    return digits ? [Number(digits)] : [];
  });
  if (ifVersion.length > 0) return { ifVersion };
  const message = `If-Match must be an ETag such as "v7" (got ${header.slice(0, 80)}).`;
  throw new HttpError(412, 'precondition_failed', message, { param: 'if-match' });
}
