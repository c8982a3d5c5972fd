import * as cache from './cache';
import { perExecution } from './execution';
import { isServerFailure } from './google-errors';
import { errorMessage } from './platform';

/**
 * Calls of another company's API. While it does not respond it is not called, so that nobody waits for
 * it: three failures within 30 seconds open its circuit, and then one call every 30 seconds tries whether it works again.
 * A failure is a timeout, an unreachable server, a 5xx or a call that took too long; an answer 4xx is none.
 *
 * What is known of a provider is one entry of the cache, read once before a call and written only when that changes. Calls
 * that fail at the same moment may count as one, so that it takes a few more to open the circuit.
 */
export interface Provider {
  /** Name for people. */
  name: string;
  /** Says what an answer of 400 or more means, without any secret. */
  describe(status: number, text: string): string;
  /** Called once when it begins to refuse the credentials that the owner has entered. */
  onRefused(description: string): void;
}

/** Reason why a provider does not work, until a call succeeds. */
interface ProviderProblem {
  kind: 'unavailable' | 'credentials refused';
  /** Epoch ms. */
  since: number;
  /** Error of the last failure. */
  error: string;
}

/** State of a provider, as its last calls have shown it. */
interface Circuit {
  /** Epoch ms of the last failures, the oldest first. */
  failures: readonly number[];
  problem?: ProviderProblem;
  /** Epoch ms from which one call is let through; only while the circuit is open. */
  trialAt?: number;
  /** Execution whose call that is. */
  claim?: string;
}

const MAX_FAILURES = 3;
const WINDOW_MS = 30_000;
const PAUSE_MS = 30_000;

const TIMEOUT_S = 10;
/** Longest call that is not a failure. Google may ignore the timeout: then one takes a minute. */
const SLOW_MS = TIMEOUT_S * 1_000;

/** The provider is not called at the moment. */
export class CircuitOpenError extends Error {
  override name = 'CircuitOpenError';
  /** Seconds until the next call is let through. */
  readonly retryAfter: number;

  constructor(provider: string, { since, error }: ProviderProblem, pauseMs: number) {
    const at = new Date(since).toISOString();
    super(`${provider} has not responded since ${at} and is not called at the moment. ${error}`);
    this.retryAfter = Math.ceil(pauseMs / 1_000);
  }
}

/** Only the owner can help, by entering other credentials. */
export class CredentialsRefusedError extends Error {
  override name = 'CredentialsRefusedError';
}

interface ProviderResponse {
  status: number;
  text: string;
}

/** @throws CircuitOpenError, CredentialsRefusedError for 401 and 403, Error if it was not reached, and what Google refuses */
export function fetchFromProvider(
  provider: Provider,
  url: string,
  options: GoogleAppsScript.URL_Fetch.URLFetchRequestOptions,
): ProviderResponse {
  const circuit = enter(provider.name);
  const since = Date.now();
  let response: ProviderResponse;
  try {
    response = fetchText(url, options);
  } catch (error) {
    // Google's own quotas say nothing about the provider.
    if (!isServerFailure(error, url)) throw error;
    const message = errorMessage(error).split(url).join('its address');
    leave(provider, circuit, { state: 'failed', error: message });
    throw new Error(message);
  }
  const outcome = outcomeOf(provider, response, Date.now() - since);
  leave(provider, circuit, outcome);
  if (outcome.state === 'refused') throw new CredentialsRefusedError(outcome.error);
  return response;
}

/**
 * Lets nothing begin while the provider does not respond; its calls of the next half minute are then let through.
 * @throws CircuitOpenError
 */
export function assertAvailable(name: string): void {
  enter(name);
}

export function findProblem(name: string): ProviderProblem | undefined {
  return read(name).problem;
}

/** The owner has entered other credentials. */
export function resetCircuit(name: string): void {
  permits.current.delete(name);
  cache.invalidate(keyOf(name));
}

type Outcome = { state: 'ok' } | { state: 'failed' | 'refused'; error: string };

const CLOSED: Circuit = { failures: [] };

/** Returns the circuit after a call. */
function afterCall({ failures, problem }: Circuit, outcome: Outcome, now: number): Circuit {
  if (outcome.state === 'ok') return CLOSED;
  const { error } = outcome;
  const sinceOf = (kind: ProviderProblem['kind']) => (problem?.kind === kind ? problem.since : now);
  if (outcome.state === 'refused') {
    const kind = 'credentials refused';
    return { failures: [], problem: { kind, since: sinceOf(kind), error } };
  }
  const kind = 'unavailable';
  const recent = [...failures.filter((at) => now - at < WINDOW_MS), now].slice(-MAX_FAILURES);
  if (recent.length < MAX_FAILURES && problem?.kind !== kind)
    return { failures: recent, ...(problem ? { problem } : {}) };
  return { failures: recent, problem: { kind, since: sinceOf(kind), error }, trialAt: now + PAUSE_MS };
}

/** A circuit through which this execution may call, as it was read. */
interface Permit {
  circuit: Circuit;
  /** Epoch ms. */
  until: number;
}

/** Time that a request may wait for the lock before it calls. */
const PERMIT_MS = 30_000;
/** A write to the cache takes some 60 ms. */
const CLAIM_MS = 150;
const permits = perExecution(() => new Map<string, Permit>());

/** @throws CircuitOpenError */
function enter(name: string): Circuit {
  const now = Date.now();
  const permit = permits.current.get(name);
  if (permit && now < permit.until) return permit.circuit;
  const circuit = read(name);
  const { problem, trialAt } = circuit;
  if (problem && trialAt !== undefined) {
    if (now < trialAt) throw new CircuitOpenError(name, problem, trialAt - now);
    const hasTrial = claimTrial(name, { ...circuit, trialAt: now + PAUSE_MS });
    if (!hasTrial) throw new CircuitOpenError(name, problem, PAUSE_MS);
  }
  permits.current.set(name, { circuit, until: now + PERMIT_MS });
  return circuit;
}

/** The cache has no lock. Of those who have claimed the trial by now, the last one makes it. */
function claimTrial(name: string, circuit: Circuit): boolean {
  const claim = Utilities.getUuid();
  write(name, { ...circuit, claim });
  Utilities.sleep(CLAIM_MS);
  return read(name).claim === claim;
}

function leave({ name, onRefused }: Provider, before: Circuit, outcome: Outcome): void {
  const { problem } = before;
  if (outcome.state === 'ok' && !problem) return;
  if (outcome.state === 'refused' && problem?.kind === 'credentials refused') return;
  permits.current.delete(name);
  // Others may have failed meanwhile.
  write(name, afterCall(read(name), outcome, Date.now()));
  if (outcome.state === 'refused') onRefused(outcome.error);
}

function outcomeOf({ name, describe }: Provider, { status, text }: ProviderResponse, ms: number): Outcome {
  if (status === 401 || status === 403) return { state: 'refused', error: describe(status, text) };
  if (status >= 500) return { state: 'failed', error: describe(status, text) };
  if (ms > SLOW_MS) return { state: 'failed', error: `${name} took ${Math.round(ms / 1_000)} seconds.` };
  return { state: 'ok' };
}

function fetchText(
  url: string,
  options: GoogleAppsScript.URL_Fetch.URLFetchRequestOptions,
): ProviderResponse {
  const response = UrlFetchApp.fetch(url, {
    ...options,
    muteHttpExceptions: true,
    timeoutSeconds: TIMEOUT_S,
  });
  return { status: response.getResponseCode(), text: response.getContentText() };
}

function read(name: string): Circuit {
  return cache.get<Circuit>(keyOf(name)) ?? CLOSED;
}

function write(name: string, circuit: Circuit): void {
  if (circuit === CLOSED) cache.invalidate(keyOf(name));
  else cache.set(keyOf(name), circuit, cache.MAX_TTL_S);
}

function keyOf(name: string): string {
  return `circuit ${name}`;
}
