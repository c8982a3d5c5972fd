import { errorMessage, toUtf8 } from '../../platform/platform';
import type { PushSettings } from './endpoint-secrets';
import { findUrlProblem } from './endpoint-url';

/** What is signed, in the words of the Standard Webhooks specification (standardwebhooks.com). */
interface Signed {
  id: string;
  /** Epoch seconds. */
  timestamp: number;
  body: string;
}

/** One event for whoever is to be told of it. */
interface Push {
  eventId: string;
  body: string;
}

/** What came of handing an event to an endpoint. */
export interface Attempt {
  endpointId: string;
  /** Epoch ms. */
  at: number;
  /** 0 where it could not be reached. */
  status: number;
  /** Empty where it has taken it. */
  error: string;
  /** Seconds that it asks to be left alone for. */
  retryAfter?: number;
}

interface Target {
  id: string;
  url: string;
}

/** Newer than the types: a deadline for the answer. */
type Request = GoogleAppsScript.URL_Fetch.URLFetchRequest & { timeoutSeconds: number };
type Response = GoogleAppsScript.URL_Fetch.HTTPResponse;
type Answer = Omit<Attempt, 'endpointId' | 'at'>;

interface Fetched {
  answer: Answer;
  isSlow: boolean;
}

/** A receiver has to answer at once, and to work afterwards. */
const PATIENCE_S = 5;

/** Where Google does not keep to the deadline, a call may last a minute. */
const SLOW_MS = 10_000;
const TOO_SLOW = `The endpoint took longer than ${SLOW_MS / 1_000} seconds.`;

/** Those that could not be reached in this execution, or were too slow: the next event would only wait for them again. */
const unreachable = new Map<string, string>();

/** Hands an event to each of the targets. Never under a lock. */
export function send(push: Push, targets: readonly Target[], settings: PushSettings): Attempt[] {
  const plans = targets.map((target) => ({ target, plan: toPlan(push, target, settings) }));
  const requests = plans.flatMap(({ plan }) => ('url' in plan ? [plan] : []));
  const fetched = fetchEach(requests);
  return plans.map(({ target: { id }, plan }) => {
    if (!('url' in plan)) return { endpointId: id, at: Date.now(), ...plan };
    const { answer, isSlow } = fetched.shift() as Fetched;
    if (isSlow || answer.status === 0) unreachable.set(id, answer.error || TOO_SLOW);
    return { endpointId: id, at: Date.now(), ...answer };
  });
}

/** What to ask, or why nobody is asked. */
function toPlan(push: Push, { id, url }: Target, settings: PushSettings): Request | Answer {
  const fault = findUrlProblem(url, settings);
  if (fault) return { status: 0, error: `Not sent: the url ${fault}` };
  const secrets = settings.secretsOf(id);
  if (secrets.length === 0) return { status: 0, error: 'Not sent: the endpoint has no secret. Renew it.' };
  const told = unreachable.get(id);
  if (told !== undefined)
    return { status: 0, error: `Not sent: the endpoint was unreachable a moment ago. ${told}` };
  return toRequest(push, url, secrets);
}

function toRequest({ eventId, body }: Push, url: string, secrets: readonly string[]): Request {
  const timestamp = Math.floor(Date.now() / 1_000);
  return {
    url,
    method: 'post',
    contentType: 'application/json',
    payload: body,
    headers: {
      'webhook-id': eventId,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': sign({ id: eventId, timestamp, body }, secrets),
    },
    followRedirects: false,
    muteHttpExceptions: true,
    timeoutSeconds: PATIENCE_S,
  };
}

/** All at once. A host that cannot be reached loses the answers of the others too: then one after the other. */
function fetchEach(requests: readonly Request[]): Fetched[] {
  if (requests.length > 1) {
    try {
      return timed(() => UrlFetchApp.fetchAll([...requests]).map(toAnswer));
    } catch (error) {
      console.warn(`Several endpoints at once: ${toWords(error, requests)}`);
    }
  }
  return requests.flatMap((request) => timed(() => [fetchOne(request)]));
}

/** Of several that were asked at once nobody can tell which was slow. */
function timed(ask: () => Answer[]): Fetched[] {
  const since = Date.now();
  const answers = ask();
  const isSlow = Date.now() - since > SLOW_MS;
  return answers.map((answer) => ({ answer, isSlow }));
}

function fetchOne(request: Request): Answer {
  const { url, ...options } = request;
  try {
    return toAnswer(UrlFetchApp.fetch(url, options));
  } catch (error) {
    return { status: 0, error: toWords(error, [request]) };
  }
}

function toAnswer(response: Response): Answer {
  const status = response.getResponseCode();
  if (status >= 200 && status < 300) return { status, error: '' };
  const retryAfter = THROTTLING.includes(status) ? retryAfterOf(response) : undefined;
  return {
    status,
    error: `The endpoint returned ${status}.`,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}

/** Answers that tell when to come again. */
const THROTTLING = [429, 502, 503, 504];

/** Seconds, or a time (RFC 9110, section 10.2.3). */
function retryAfterOf(response: Response): number | undefined {
  const headers = Object.entries(response.getHeaders());
  const [, value = ''] = headers.find(([name]) => name.toLowerCase() === 'retry-after') ?? [];
  const text = String(value).trim();
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1_000;
  return seconds > 0 ? Math.ceil(seconds) : undefined;
}

const MAX_ERROR_LENGTH = 200;

/** An address may carry what only its receiver should know. */
function toWords(error: unknown, requests: readonly Request[]): string {
  const message = errorMessage(error);
  const masked = requests.reduce((text, { url }) => text.split(url).join('its address'), message);
  return masked.slice(0, MAX_ERROR_LENGTH);
}

/** `v1,<base64>`, one for each secret, with blanks between: a receiver needs to know one of them. */
function sign({ id, timestamp, body }: Signed, secrets: readonly string[]): string {
  const content = toUtf8(`${id}.${timestamp}.${body}`);
  return secrets
    .map((secret) => {
      const key = Utilities.base64Decode(secret.replace(/^whsec_/, ''));
      return `v1,${Utilities.base64Encode(Utilities.computeHmacSha256Signature(content, key))}`;
    })
    .join(' ');
}
