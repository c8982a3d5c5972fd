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

interface Receiver {
  id: string;
  url: string;
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

/** Pushes the current state of an order to each of the receivers. Never call it under a lock. */
export function sendPush(eventId: string, order: Order, receivers: readonly Receiver[]): Attempt[] {
  if (receivers.length === 0) return [];
  const body = toPayload(order);
  const settings = readPushSettings();
  const planned = receivers.map((receiver) => ({
    id: receiver.id,
    plan: toRequest({ eventId, body }, receiver, settings),
  }));
  const fetched = fetchEach(planned.flatMap(({ plan }) => ('url' in plan ? [plan] : [])));
  return planned.map(({ id, plan }) => {
    if (!('url' in plan)) return { endpointId: id, at: Date.now(), ...plan };
    const { outcome, isSlow } = fetched.shift() as Fetched;
    if (isSlow || outcome.status === 0) unreachable.set(id, outcome.error || TOO_SLOW);
    return { endpointId: id, at: Date.now(), ...outcome };
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

interface Push {
  eventId: string;
  body: string;
}

/** The request, or the outcome of one that is not sent. */
function toRequest(push: Push, { id, url }: Receiver, settings: PushSettings): Request | Outcome {
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
    payload: push.body,
    headers: {
      'webhook-id': push.eventId,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': sign(push, timestamp, secrets),
    },
    followRedirects: false,
    muteHttpExceptions: true,
    timeoutSeconds: TIMEOUT_S,
  };
}

/** Standard Webhooks (standardwebhooks.com): `v1,<base64>` for each secret, separated by blanks. */
function sign({ eventId, body }: Push, timestamp: number, secrets: readonly string[]): string {
  const content = toUtf8(`${eventId}.${timestamp}.${body}`);
  const signatures = secrets.map((secret) => {
    const key = Utilities.base64Decode(secret.replace(/^whsec_/, ''));
    return `v1,${Utilities.base64Encode(Utilities.computeHmacSha256Signature(content, key))}`;
  });
  return signatures.join(' ');
}

interface Fetched {
  outcome: Outcome;
  isSlow: boolean;
}

/** All at once. If one host cannot be reached, fetchAll loses the responses of the others: then one by one. */
function fetchEach(requests: readonly Request[]): Fetched[] {
  if (requests.length > 1) {
    try {
      return timed(() => UrlFetchApp.fetchAll([...requests]).map(toOutcome));
    } catch (error) {
      console.warn(`Several endpoints at once: ${describe(error, requests)}`);
    }
  }
  return requests.flatMap((request) => timed(() => [fetchOne(request)]));
}

/** When several requests are sent at once, the slow one cannot be told from the others. */
function timed(fetchOutcomes: () => Outcome[]): Fetched[] {
  const since = Date.now();
  const outcomes = fetchOutcomes();
  const isSlow = Date.now() - since > SLOW_MS;
  return outcomes.map((outcome) => ({ outcome, isSlow }));
}

function fetchOne(request: Request): Outcome {
  const { url, ...options } = request;
  try {
    return toOutcome(UrlFetchApp.fetch(url, options));
  } catch (error) {
    return { status: 0, error: describe(error, [request]) };
  }
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
function describe(error: unknown, requests: readonly Request[]): string {
  const masked = requests.reduce((text, { url }) => text.split(url).join('its address'), errorMessage(error));
  return masked.slice(0, MAX_ERROR_CHARACTERS);
}
