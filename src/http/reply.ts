import type { HttpError } from './http-error';
import { toLinks } from './links';
import { shorten, shortenMessage } from './parse';
import type { Request } from './request';
import { Answer, type AnyRoute } from './route';
import type { Reply } from './serve';
import { isKnown, tagOf } from './tag';

interface Answered {
  route: AnyRoute;
  request: Request;
  /** As it was parsed. */
  query: unknown;
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** What a handler answered, as HTTP. A text with a content type of its own goes out as it is. */
export function toReply(handled: unknown, { route, request, query }: Answered): Reply {
  const answer = handled instanceof Answer ? handled : new Answer(handled);
  const { value, status = route.status } = answer;
  const headers = { ...cachedBy(request), ...inLowerCase(answer.headers) };
  if (value === undefined) return { status: status ?? 204, headers, body: '' };
  const isText = typeof value === 'string' && 'content-type' in headers;
  const reply = {
    status: status ?? 200,
    headers: { ...(isText ? {} : JSON_TYPE), ...toLinks(value, request, query), ...headers },
    body: isText ? value : JSON.stringify(value),
  };
  return withTag(reply, value, request);
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
        message: shortenMessage(message),
        param: param === undefined ? undefined : shorten(param),
        retryAfter,
      },
    }),
  };
}

/** Of two spellings of a name the later one stands. */
export function inLowerCase(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function cachedBy({ method }: Request): Record<string, string> {
  return { 'cache-control': method === 'GET' ? 'private, no-cache' : 'no-store' };
}

/** RFC 9110, section 13: who has it already is told so. A tag of the route's own goes before any other. */
function withTag(reply: Reply, value: unknown, { method, headers }: Request): Reply {
  const tag = reply.headers.etag ?? tagOf(value, method === 'GET' ? reply.body : undefined);
  const tagged = { ...reply.headers, ...(tag ? { etag: tag } : {}) };
  if (method === 'GET' && reply.status === 200 && tag && isKnown(tag, headers['if-none-match']))
    return { status: 304, headers: without(tagged, 'content-type'), body: '' };
  return { ...reply, headers: tagged };
}

function without(headers: Record<string, string>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([own]) => own !== name));
}
