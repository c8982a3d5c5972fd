import { WORDING } from '../account/limits';
import type { ServiceContext } from '../context';
import type { Execution } from '../execution/execution';
import { type Handlers, type Service, ServiceError } from '../execution/service';
import type { GmailMethod, GoogleCalls, GoogleMethod, RestRequest } from './calls';
import { GOOGLE_ROUTES, type GoogleRoute } from './rest-methods';
import { type GoogleInit, toInit, toUrl } from './rest-request';

/** The advanced services: each call is one request to Google's REST API, which is on loopback here. */
export function googleService(context: ServiceContext): Service<GoogleCalls> {
  const handlers = Object.fromEntries(
    Object.entries(GOOGLE_ROUTES).map(([method, route]) => [
      method as GoogleMethod,
      (execution: Execution, request: RestRequest) => {
        if (isGmail(method)) count(context, execution, method);
        return ask(context, execution, route, request);
      },
    ]),
  );
  return { handlers: handlers as Handlers<GoogleCalls> };
}

function isGmail(method: string): method is GmailMethod {
  return method.startsWith('gmail.');
}

/** Gmail's units, and the day's operations for whoever wants them counted. */
function count(
  { gmailUnits, plan, quotas }: ServiceContext,
  { clock }: Execution,
  method: GmailMethod,
): void {
  if (plan.countsGmailOperations) quotas.spend('gmailOperations', 1);
  const refusal = gmailUnits.spend(method, clock);
  if (refusal) throw failed(GOOGLE_ROUTES[method], refusal.message, refusal);
}

async function ask(
  { google, grants }: ServiceContext,
  execution: Execution,
  route: GoogleRoute,
  request: RestRequest,
): Promise<unknown> {
  if (!grants.allows(execution, route.scopes)) throw insufficient(route);
  const init = toInit(route, request, google.token);
  const answer = await exchange(toUrl(await google.url, route, request), init);
  execution.meter({ bytes: answer.text.length + (init.body?.length ?? 0) });
  return read(route, answer);
}

/** A connection that breaks is a server error to a script; it says nothing of what happened (facts 6.2 has the like). */
async function exchange(url: URL, init: GoogleInit): Promise<{ ok: boolean; status: number; text: string }> {
  try {
    const response = await fetch(url, init);
    return { ok: response.ok, status: response.status, text: await response.text() };
  } catch {
    throw new ServiceError(WORDING.serverError);
  }
}

function read(
  route: GoogleRoute,
  { ok, status, text }: { ok: boolean; status: number; text: string },
): unknown {
  if (status === 204) return null;
  const body = parse(text);
  if (ok && body !== undefined) return body;
  if (body === undefined) throw failed(route, 'Empty response');
  const { code, message, errors } = (body as { error: GoogleFailure }).error;
  throw failed(route, message, { code, message, errors });
}

interface GoogleFailure {
  code: number;
  message: string;
  errors: { message: string; domain: string; reason: string }[];
}

/** In the form of facts 5.3. */
function failed({ api }: GoogleRoute, message: string, details?: GoogleFailure): ServiceError {
  const name = 'GoogleJsonResponseException';
  return new ServiceError(`API call to ${api} failed with error: ${message}`, { name, details });
}

function insufficient(route: GoogleRoute): ServiceError {
  const message = 'Request had insufficient authentication scopes.';
  const errors = [
    { message: 'Insufficient Permission', domain: 'global', reason: 'insufficientPermissions' },
  ];
  return failed(route, message, { code: 403, message, errors });
}

/** Undefined for an answer that is not whole. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
