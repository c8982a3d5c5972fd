/** What the script of these tests can be asked to do; it is built from the lead desk itself. */
import * as v from 'valibot';
import { USERS } from '../../src/accounts/tables';
import { createUser, DEMO_COST, type NewUser } from '../../src/accounts/users';
import { HttpError } from '../../src/http/http-error';
import { toQuery } from '../../src/http/query';
import { findRoute, type Request, Response } from '../../src/http/route';
import { ESCALATION_HANDLER } from '../../src/leads/escalation';
import { OLD_DELETIONS } from '../../src/leads/lead/deleted-leads';
import { MERGE_HANDLER } from '../../src/leads/lead/merge';
import { LEAD_ROUTES } from '../../src/leads/routes';
import { ALERT_HANDLER } from '../../src/leads/scoring/hot-lead';
import { fillLeadTabs, LEAD_TABS } from '../../src/leads/set-up';
import { LEADS, VEHICLES } from '../../src/leads/tables';
import { MESSAGE_HANDLER } from '../../src/leads/thread/message-jobs';
import { runWorker, wakeWorker } from '../../src/outbox/worker';
import { writeSettings } from '../../src/platform/settings';
import { setTestMode } from '../../src/platform/test-mode';
import { createTabs } from '../../src/tables/sheet';
import { VersionConflict } from '../../src/tables/tables';
import { isSignedByTwilio, type Signed } from '../../src/texts/twilio-signature';
import { runnerOf, type StepOf } from '../harness/steps';

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
  createTabs([...LEAD_TABS, USERS]);
  fillLeadTabs();
  setTestMode(true);
}

/** From the menu. */
export function addUser(user: NewUser): string {
  return createUser(user, DEMO_COST).id;
}

/** What the timer calls every minute. */
export function deliver(): void {
  runWorker({
    handlers: [MERGE_HANDLER, MESSAGE_HANDLER, ESCALATION_HANDLER, ALERT_HANDLER],
    maintenance: [OLD_DELETIONS],
    compact: [LEADS, VEHICLES],
  });
}

/** From the menu, once the owner has said yes. */
export function switchTestModeOn(): void {
  setTestMode(true);
  wakeWorker();
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

/** What can be done in a row. */
const STEPS = {
  addUser,
  call,
  deliver,
  enterKeys,
  forgetCounters,
  forgetSignals,
  isSigned,
  switchTestModeOn,
};
export type Step = StepOf<typeof STEPS>;
export const runAll = runnerOf(STEPS);

function answer(
  endpoint: string,
  { query = {}, headers = {}, body, way = 'envelope', user = 'U-1' }: Asked,
): Told {
  const [method = '', path = ''] = endpoint.split(' ');
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? {});
  const request = { method, path, query: toQuery(query), headers, body: text, transport: way };
  const { route, params } = findRoute([LEAD_ROUTES], request);
  const handled = route.handle({
    params,
    query: route.query && parse(route.query, query),
    body: route.body && parse(route.body, JSON.parse(text)),
    caller:
      route.access === 'signed' ? undefined : { id: user, role: 'agent', countedBy: user, credential: '' },
    request,
  });
  const told = handled instanceof Response ? handled : new Response(withoutCursor(handled));
  const { response, otherResponses = {} } = route;
  const schema = otherResponses[told.status ?? 0] ?? response;
  if (typeof told.value !== 'string' && query.format !== 'csv') v.parse(schema, told.value);
  return { status: told.status ?? route.status ?? 200, headers: told.headers, body: told.value };
}

/** It goes into the headers. */
function withoutCursor(value: unknown): unknown {
  const { nextCursor, ...others } = Object(value) as Record<string, unknown>;
  return nextCursor === undefined ? value : others;
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
