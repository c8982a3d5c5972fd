import { errorMessage, toUtf8 } from '../../platform/platform';
import { type OrderView, toCafeView } from '../orders/order-view';
import type { Order } from '../tables';
import { type PushSettings, readPushSettings } from './endpoint-secrets';
import { findUrlProblem } from './endpoint-url';

/** An attempt to push an event to an endpoint. */
export interface Attempt {
  endpointId: string;
  /** Epoch ms. */
  at: number;
  /** The HTTP status; 0 if the endpoint could not be reached. */
  status: number;
  /** Empty for a success. */
  error: string;
  /** In seconds, where the endpoint asks for a pause. */
  retryAfter?: number;
}

type Outcome = Omit<Attempt, 'endpointId' | 'at'>;

/** An event about an order, for one endpoint. */
export interface Push {
  eventId: string;
  order: Order;
  receiver: { id: string; url: string };
}

type Request = GoogleAppsScript.URL_Fetch.URLFetchRequest;
type Response = GoogleAppsScript.URL_Fetch.HTTPResponse;

/** An endpoint has to respond first and to process the push afterwards. */
const TIMEOUT_S = 5;

/** Where Google ignores the timeout, a call may take a minute. */
const SLOW_MS = 10_000;
const TOO_SLOW = `The endpoint took longer than ${SLOW_MS / 1_000} seconds.`;

/** The error of each endpoint that this execution could not reach or found slow: it is not called again. */
const unreachable = new Map<string, string>();
/** Several endpoints were called at once, and one of them was slow. */
let isAnySlow = false;

/** A request to an endpoint, and the push that it is for. */
interface Planned {
  push: Push;
  request: Request;
}

/**
 * Pushes the current state of orders. Never call it under a lock. The attempts are in the order of the pushes; one is
 * undefined where its endpoint could not be called before `deadline`, in epoch ms.
 */
export function sendPushes(pushes: readonly Push[], deadline = Infinity): (Attempt | undefined)[] {
  if (pushes.length === 0) return [];
  const settings = readPushSettings();
  const bodies = new Map<Order, string>();
  const outcomes = new Map<Push, Outcome>();
  const planned = pushes.flatMap((push): Planned[] => {
    const body = bodies.get(push.order) ?? toPayload(push.order);
    bodies.set(push.order, body);
    const request = plan(push, body, settings);
    if ('url' in request) return [{ push, request }];
    outcomes.set(push, request);
    return [];
  });
  for (const [push, outcome] of fetchEach(planned, deadline)) outcomes.set(push, outcome);
  return pushes.map((push) => {
    const outcome = outcomes.get(push);
    return outcome && { endpointId: push.receiver.id, at: Date.now(), ...outcome };
  });
}

/** The largest payload that receivers have to accept (Standard Webhooks, "Payload size"). */
const MAX_BYTES = 20_000;

/** An order that is too large comes without its items. `hasItems: false` says that `GET /v1/orders/:id` has them. */
function toPayload(order: Order): string {
  const render = (data: Partial<OrderView> & { hasItems?: false }) => {
    const timestamp = data.updatedAt ?? new Date().toISOString();
    return JSON.stringify({ type: 'order.updated', timestamp, data });
  };
  const view = toCafeView(order);
  const payload = render(view);
  if (toUtf8(payload).length <= MAX_BYTES) return payload;
  const { items, ...others } = view;
  return render({ ...others, hasItems: false });
}

/** A secret that somebody has spoilt keeps no other endpoint from its pushes. Its error may contain it. */
function plan(push: Push, payload: string, settings: PushSettings): Request | Outcome {
  try {
    return toRequest(push, payload, settings);
  } catch {
    return { status: 0, error: 'Not sent: the secret of the endpoint is invalid. Renew it.' };
  }
}

/** The request, or the outcome of one that is not sent. */
function toRequest(
  { eventId, receiver: { id, url } }: Push,
  payload: string,
  settings: PushSettings,
): Request | Outcome {
  const problem = findUrlProblem(url, settings);
  if (problem) return { status: 0, error: `Not sent: the url ${problem}` };
  const secrets = settings.secretsOf(id);
  if (secrets.length === 0) return { status: 0, error: 'Not sent: the endpoint has no secret. Renew it.' };
  const lastError = unreachable.get(id);
  if (lastError !== undefined)
    return { status: 0, error: `Not sent: the endpoint was unreachable a moment ago. ${lastError}` };
  const timestamp = Math.floor(Date.now() / 1_000);
  return {
    url,
    method: 'post',
    contentType: 'application/json',
    payload,
    headers: {
      'webhook-id': eventId,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': sign(`${eventId}.${timestamp}.${payload}`, secrets),
    },
    followRedirects: false,
    muteHttpExceptions: true,
    timeoutSeconds: TIMEOUT_S,
  };
}

/** Standard Webhooks (standardwebhooks.com): `v1,<base64>` for each secret, separated by blanks. */
function sign(text: string, secrets: readonly string[]): string {
  const content = toUtf8(text);
  const signatures = secrets.map((secret) => {
    const key = Utilities.base64Decode(secret.replace(/^whsec_/, ''));
    return `v1,${Utilities.base64Encode(Utilities.computeHmacSha256Signature(content, key))}`;
  });
  return signatures.join(' ');
}

/**
 * All at once. If one host cannot be reached, fetchAll loses the responses of the others, and if it is slow, nobody knows
 * which: then endpoint by endpoint.
 */
function fetchEach(planned: readonly Planned[], deadline: number): Map<Push, Outcome> {
  const endpoints = new Map<string, Planned[]>();
  for (const one of planned) {
    const { id } = one.push.receiver;
    endpoints.set(id, [...(endpoints.get(id) ?? []), one]);
  }
  if (endpoints.size > 1 && !isAnySlow && Date.now() < deadline) {
    const since = Date.now();
    try {
      const outcomes = fetchAll(planned);
      isAnySlow = Date.now() - since > SLOW_MS;
      return outcomes;
    } catch (error) {
      console.warn(`Several endpoints at once: ${describe(error, planned)}`);
    }
  }
  const outcomes = [...endpoints].flatMap(([id, own]) =>
    Date.now() < deadline ? [...fetchOne(id, own)] : [],
  );
  return new Map(outcomes);
}

/** All pushes to one endpoint. */
function fetchOne(endpointId: string, planned: readonly Planned[]): Map<Push, Outcome> {
  const since = Date.now();
  try {
    const outcomes = fetchAll(planned);
    if (Date.now() - since > SLOW_MS) unreachable.set(endpointId, TOO_SLOW);
    return outcomes;
  } catch (error) {
    const outcome = { status: 0, error: describe(error, planned) };
    unreachable.set(endpointId, outcome.error);
    return new Map(planned.map(({ push }) => [push, outcome]));
  }
}

function fetchAll(planned: readonly Planned[]): Map<Push, Outcome> {
  const responses = UrlFetchApp.fetchAll(planned.map(({ request }) => request));
  return new Map(planned.map(({ push }, index) => [push, toOutcome(responses[index] as Response)]));
}

/** These responses may have a Retry-After. */
const THROTTLING = [429, 502, 503, 504];

function toOutcome(response: Response): Outcome {
  const status = response.getResponseCode();
  if (status >= 200 && status < 300) return { status, error: '' };
  const error = `The endpoint returned ${status}.`;
  const retryAfter = THROTTLING.includes(status) ? parseRetryAfter(response) : undefined;
  return { status, error, ...(retryAfter === undefined ? {} : { retryAfter }) };
}

/** Seconds, or a date (RFC 9110, section 10.2.3). */
function parseRetryAfter(response: Response): number | undefined {
  const headers = Object.entries(response.getHeaders());
  const [, value = ''] = headers.find(([name]) => name.toLowerCase() === 'retry-after') ?? [];
  const text = String(value).trim();
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1_000;
  return seconds > 0 ? Math.ceil(seconds) : undefined;
}

const MAX_ERROR_CHARACTERS = 200;

/** A URL may contain secrets of the receiver, so it is masked. */
function describe(error: unknown, planned: readonly Planned[]): string {
  const urls = new Set(planned.map(({ request }) => request.url));
  const masked = [...urls].reduce((text, url) => text.split(url).join('its address'), errorMessage(error));
  return masked.slice(0, MAX_ERROR_CHARACTERS);
}
