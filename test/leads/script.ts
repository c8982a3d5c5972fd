/** What the script of these tests can be asked to do; it is built from the lead desk itself. */
import * as v from 'valibot';
import { HttpError } from '../../src/http/http-error';
import { type AnyRoute, type Endpoint, type Request, Response } from '../../src/http/route';
import { MESSAGE_HANDLER } from '../../src/leads/message-jobs';
import { LEAD_ROUTES } from '../../src/leads/routes';
import { fillLeadTabs, LEAD_TABS } from '../../src/leads/set-up';
import { LEADS, VEHICLES } from '../../src/leads/tables';
import { isSignedByTwilio, type Signed } from '../../src/leads/twilio-signature';
import { runWorker } from '../../src/outbox/worker';
import { writeSettings } from '../../src/platform/settings';
import { createTabs } from '../../src/tables/sheet';
import { VersionConflict } from '../../src/tables/tables';

/** A request as a test writes it; `body` as text goes out as it is. */
export interface Asked {
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: object | string;
  way?: Request['transport'];
  user?: string;
}

export interface Told {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

export function setUp(): void {
  createTabs(LEAD_TABS);
  fillLeadTabs();
}

/** What the timer calls every minute. */
export function deliver(): void {
  runWorker({ handlers: [MESSAGE_HANDLER], maintenance: [], compact: [LEADS, VEHICLES] });
}

/** The owner enters the keys of a provider. */
export function enterKeys(keys: Record<string, string>): void {
  writeSettings(keys);
}

/** The cache has forgotten that something was asked for. */
export function forgetSignals(): void {
  CacheService.getScriptCache().remove('outbox.asked');
}

/** As in a sheet that another script has filled. */
export function forgetCounters(): void {
  PropertiesService.getScriptProperties().deleteProperty('counter Leads');
}

export function isSigned(signed: Signed): boolean {
  return isSignedByTwilio(signed);
}

/** Routes a request as the api's own router does, as far as these tests can tell. */
export function call(endpoint: string, asked: Asked = {}): Told {
  try {
    return answer(endpoint, asked);
  } catch (error) {
    const { status, code, message, details } = toHttpError(error);
    return { status, headers: {}, body: { error: { code, message, param: details.param } } };
  }
}

function answer(
  endpoint: string,
  { query = {}, headers = {}, body, way = 'envelope', user = 'U-1' }: Asked,
): Told {
  const [method = '', path = ''] = endpoint.split(' ');
  const [key, params] = findRoute(method, path);
  const route = LEAD_ROUTES[key] as AnyRoute;
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? {});
  const handled = route.handle({
    params,
    query: route.query && parse(route.query, query),
    body: route.body && parse(route.body, JSON.parse(text)),
    caller:
      route.access === 'signed'
        ? undefined
        : { id: user, role: 'agent', countedBy: user, credential: '', isApiKey: true },
    request: { method, path, query, headers, body: text, transport: way },
  });
  const told = handled instanceof Response ? handled : new Response(handled);
  if (typeof told.value !== 'string') v.parse(route.response, told.value);
  return { status: told.status ?? route.status ?? 200, headers: told.headers, body: told.value };
}

function findRoute(method: string, path: string): [Endpoint, Record<string, string>] {
  for (const key of Object.keys(LEAD_ROUTES) as Endpoint[]) {
    const names = [...key.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    const found = new RegExp(`^${key.replace(/:\w+/g, '([^/]+)')}$`).exec(`${method} ${path}`);
    if (found) return [key, Object.fromEntries(names.map((name, at) => [name, found[at + 1] ?? '']))];
  }
  throw new HttpError(404, 'not_found', `There is nothing at ${path}.`);
}

function parse(schema: v.GenericSchema, given: unknown): unknown {
  const parsed = v.safeParse(schema, given, { abortEarly: true, abortPipeEarly: true });
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const param = v.getDotPath(issue);
  throw new HttpError(422, 'invalid_request', issue.message, param ? { param } : {});
}

function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof VersionConflict) return new HttpError(412, 'precondition_failed', error.message);
  throw error;
}
