import { logError } from '../health/errors';
import { perExecution } from '../platform/execution';
import { isServerFailure } from '../platform/google-errors';
import { logged } from '../platform/logged';
import { errorMessage, toUtf8 } from '../platform/platform';
import { type PushSettings, readPushSettings } from './endpoint-secrets';
import { findUrlProblem } from './endpoint-url';
import type { PushEvent } from './event-source';

/** An attempt to push an event to an endpoint. */
export interface Attempt {
  endpointId: string;
  /** Epoch ms. */
  at: number;
  /** The HTTP status; 0 if the endpoint could not be reached. */
  status: number;
  /** Empty for a success. */
  error: string;
  /** Seconds for which the endpoint asks to pause. */
  retryAfter?: number;
}

/** The status of an endpoint that wants no more pushes. */
export const GONE = 410;

/** Tells whether calling the endpoint again soon would be pointless. */
export function isOutOfReach({ status }: Attempt): boolean {
  return status === 0 || status === GONE;
}

export function hasFailed({ error }: Attempt): boolean {
  return error !== '';
}

type Outcome = Omit<Attempt, 'endpointId' | 'at'>;

/** An event, for one endpoint. */
export interface Push {
  eventId: string;
  payload: string;
  receiver: { id: string; url: string };
}

type Request = GoogleAppsScript.URL_Fetch.URLFetchRequest;
type Response = GoogleAppsScript.URL_Fetch.HTTPResponse;

/** An endpoint has to respond first and to process the push afterwards. */
const TIMEOUT_S = 5;

/** Duration from which a call is slow. Google may ignore the timeout: then one takes a minute. */
const SLOW_MS = 10_000;
/** Time for which the pushes of one endpoint are sent one by one. */
const ONE_BY_ONE_MS = 30_000;

/** The endpoints that this execution could not reach, found slow or saw failing, or may not call: they are not called again. */
const failed = perExecution(() => new Set<string>());
/** Several endpoints were called at once, and one of them was slow. */
const isAnySlow = perExecution(() => false);

const refused = perExecution(() => false);

/** Tells whether Google refused a call, which says nothing of the endpoint: its pushes wait, as if it had not been called. */
export function hasBeenRefused(): boolean {
  return refused.current;
}

/** A request to an endpoint, and the push that it is for. */
interface Planned {
  push: Push;
  request: Request;
}

/**
 * Pushes events. Never call it under a lock. The attempts are in the order of the pushes; one is
 * undefined where its endpoint was not called, because it has just failed or `deadline`, in epoch ms, is over.
 */
export function sendPushes(pushes: readonly Push[], deadline = Infinity): (Attempt | undefined)[] {
  if (pushes.length === 0) return [];
  const settings = readPushSettings();
  const outcomes = new Map<Push, Outcome>();
  const planned = pushes.flatMap((push): Planned[] => {
    if (failed.current.has(push.receiver.id)) return [];
    const request = plan(push, settings);
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

/** The body of a push. */
export function toPayload({ type, timestamp, data, shortData }: PushEvent): string {
  const payload = JSON.stringify({ type, timestamp, data });
  const isTooLarge = shortData !== undefined && toUtf8(payload).length > MAX_BYTES;
  return isTooLarge ? JSON.stringify({ type, timestamp, data: shortData }) : payload;
}

/** An invalid secret must not keep other endpoints from their pushes. The error that it causes may contain it. */
function plan(push: Push, settings: PushSettings): Request | Outcome {
  try {
    return toRequest(push, settings);
  } catch {
    return { status: 0, error: 'Not sent: the secret of the endpoint is invalid. Renew it.' };
  }
}

/** The request, or the outcome of one that is not sent. */
function toRequest(
  { eventId, payload, receiver: { id, url } }: Push,
  settings: PushSettings,
): Request | Outcome {
  const problem = findUrlProblem(url, settings);
  if (problem) return { status: 0, error: `Not sent: the url ${problem}` };
  const secrets = settings.secretsOf(id);
  if (secrets.length === 0) return { status: 0, error: 'Not sent: the endpoint has no secret. Renew it.' };
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
  if (endpoints.size > 1 && !isAnySlow.current && Date.now() < deadline) {
    const since = Date.now();
    try {
      const outcomes = fetchAll(planned);
      isAnySlow.current = Date.now() - since > SLOW_MS;
      return outcomes;
    } catch (error) {
      console.warn(logged(`Several endpoints at once: ${describe(error, planned)}`));
    }
  }
  const outcomes = [...endpoints].flatMap(([id, own]) =>
    Date.now() < deadline ? [...fetchOne(id, own, deadline)] : [],
  );
  return new Map(outcomes);
}

/** All pushes to one endpoint. Where one of them fails, fetchAll returns none: then one by one, up to the first that fails. */
function fetchOne(endpointId: string, planned: readonly Planned[], deadline: number): Map<Push, Outcome> {
  const since = Date.now();
  try {
    const outcomes = fetchAll(planned);
    if (Date.now() - since > SLOW_MS) failed.current.add(endpointId);
    return outcomes;
  } catch (error) {
    failed.current.add(endpointId);
    const [only, ...others] = planned;
    if (only && !isServerFailure(error, only.request.url)) {
      refused.current = true;
      logError(`Pushes wait. Google refused: ${describe(error, planned)}`);
      return new Map();
    }
    if (only && others.length === 0)
      return new Map([[only.push, { status: 0, error: describe(error, planned) }]]);
    return fetchInTurn(endpointId, planned, Math.min(deadline, Date.now() + ONE_BY_ONE_MS));
  }
}

function fetchInTurn(endpointId: string, planned: readonly Planned[], deadline: number): Map<Push, Outcome> {
  const outcomes = new Map<Push, Outcome>();
  for (const one of planned) {
    if (Date.now() >= deadline) break;
    const [[push, outcome] = []] = fetchOne(endpointId, [one], deadline);
    if (!push || !outcome) break;
    outcomes.set(push, outcome);
    if (outcome.status === 0) break;
  }
  return outcomes;
}

function fetchAll(planned: readonly Planned[]): Map<Push, Outcome> {
  const responses = UrlFetchApp.fetchAll(planned.map(({ request }) => request));
  const outcomes = new Map(planned.map(({ push }, index) => [push, toOutcome(responses[index] as Response)]));
  noteFailed(outcomes);
  return outcomes;
}

/** After this many refused pushes, and none accepted, others would be refused too. */
const MAX_REFUSED = 20;

/** Each call counts against the day's quota, which payments need too. */
function noteFailed(outcomes: ReadonlyMap<Push, Outcome>): void {
  const errors = new Map<string, string[]>();
  for (const [{ receiver }, { error }] of outcomes)
    errors.set(receiver.id, [...(errors.get(receiver.id) ?? []), error]);
  for (const [id, own] of errors)
    if (own.length >= MAX_REFUSED && own.every((error) => error !== '')) failed.current.add(id);
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
