import { HttpError } from './http-error';
import { parseQuery } from './query';
import type { Request } from './request';

export type Event = Partial<GoogleAppsScript.Events.DoPost>;

/** What the query carries in place of a header; `access_token` is Google's own, and its to check. */
const STAND_INS: readonly [string, string, (value: string) => string][] = [
  ['token', 'authorization', (value) => `Bearer ${value}`],
  ['idempotency_key', 'idempotency-key', (value) => value],
  ['if_match', 'if-match', toTag],
];
const OF_THE_WAY = ['path', 'method', 'access_token', ...STAND_INS.map(([name]) => name)];

/** `GET <web app>?path=/v1/leads&token=...`; in a POST, `method` names another one. */
export function fromPlainCall(event: Event, sent: 'GET' | 'POST'): Request {
  const parameters = parseQuery(event.queryString ?? '');
  const headers = STAND_INS.flatMap(([name, header, toValue]) => {
    const value = parameters[name];
    return value === undefined ? [] : [[header, toValue(value)]];
  });
  const query = Object.entries(parameters).filter(([name]) => !OF_THE_WAY.includes(name));
  return {
    method: methodOf(parameters.method, sent),
    path: pathOf(parameters.path, event),
    query: Object.fromEntries(query),
    headers: Object.fromEntries(headers),
    body: event.postData?.contents ?? '',
    way: 'plain',
  };
}

/** Whether an event names a path; a POST that names none is an envelope. */
export function hasPath({ queryString, pathInfo }: Event): boolean {
  return Boolean(pathInfo) || /(^|&)path=/.test(queryString ?? '');
}

/** A link that somebody follows must not change anything. */
function methodOf(method: string | undefined, sent: 'GET' | 'POST'): string {
  const wanted = method?.toUpperCase() ?? sent;
  if (sent === 'POST' || wanted === 'GET') return wanted;
  throw new HttpError(400, 'invalid_query', `method=${wanted} must be sent with POST, not GET.`, {
    param: 'method',
  });
}

/** The platform gives a path after the address without its first slash. */
function pathOf(path: string | undefined, { pathInfo }: Event): string {
  return path ?? (pathInfo ? `/${pathInfo}` : '');
}

/** A version may stand without its quotes, which are a nuisance in an address. */
function toTag(value: string): string {
  return value === '*' || value.includes('"') ? value : `"${value}"`;
}
