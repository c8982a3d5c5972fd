import type { JsonSchema } from '@valibot/to-json-schema';
import { contentOf, json, refTo, toSchema } from './openapi-content';
import { REASONS } from './openapi-parts';
import type { AnyRoute } from './route';

/** What a route may answer: nothing that cannot happen, and all that can. */
export function toResponses(route: AnyRoute, { method, path }: { method: string; path: string }): object {
  const { status = 200, answer, answerType = 'application/json' } = route;
  const schema = toSchema(answer);
  const sent = headers(headersOf(route, method, schema));
  const content = status === 204 ? {} : { content: contentOf(answerType, schema) };
  const errors = errorsOf(route, { method, path });
  return {
    [status]: { description: 'Success.', headers: sent, ...content },
    ...(method === 'GET' ? { 304: { description: 'Not modified.', headers: sent } } : {}),
    ...Object.fromEntries(errors.map((one) => [one, toError(one, route)])),
  };
}

function headersOf({ access, status }: AnyRoute, method: string, { properties = {} }: JsonSchema): string[] {
  const hasTag = method === 'GET' || 'version' in properties;
  return [
    'X-Request-Id',
    ...limited(access),
    ...(hasTag ? ['ETag'] : []),
    ...('page' in properties ? ['Link'] : []),
    ...(status === 201 ? ['Location'] : []),
  ];
}

/** Who needs no credential is counted all the same by the one that he carries. */
function limited(access: AnyRoute['access']): string[] {
  return access === 'signed' ? [] : ['RateLimit', 'RateLimit-Policy'];
}

function errorsOf(
  { access, body, raw, refusals = [] }: AnyRoute,
  { method, path }: { method: string; path: string },
): number[] {
  return [
    ...[400, 500, 503],
    ...(access === 'public' ? [] : [401]),
    ...(typeof access === 'string' ? [] : [403]),
    ...(access === 'signed' ? [] : [429]),
    ...(path.includes('{') ? [404] : []),
    ...(method === 'PATCH' || method === 'DELETE' ? [412] : []),
    ...(method === 'GET' ? [] : [413]),
    ...(body ? [415] : []),
    // Where no parameter is known, every one is refused; only providers may add their own.
    ...(access !== 'signed' || raw ? [422] : []),
    ...refusals,
  ];
}

/** A request is counted once it is known whose it is. */
function toError(status: number, { access }: AnyRoute): object {
  const own: Record<number, string[]> = {
    401: ['WWW-Authenticate'],
    429: ['Retry-After'],
    503: ['Retry-After'],
  };
  return {
    description: REASONS[status] ?? 'Error.',
    headers: headers(['X-Request-Id', ...limited(access), ...(own[status] ?? [])]),
    content: json(refTo('schemas', 'Error')),
  };
}

function headers(names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, refTo('headers', name)]));
}
