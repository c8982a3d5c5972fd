import type { Grants } from '../account/grants';
import type { Quotas } from '../account/quotas';
import type { Doubts } from '../doubts';
import type { Costs } from '../execution/costs';
import type { Execution } from '../execution/execution';
import type { Scheduler } from '../execution/scheduler';
import { type Service, ServiceError } from '../execution/service';
import type { FetchRequest, FetchResponse, UrlFetchCalls } from './calls';
import { exchangeHttp, LIMITS, TIMEOUT, TOO_LARGE } from './http-exchange';

/** Parts that UrlFetchApp works on. */
interface UrlFetchParts {
  grants: Grants;
  quotas: Quotas;
  scheduler: Scheduler;
  doubts: Doubts;
}

const COSTS: Costs<UrlFetchCalls> = {
  'urlFetch.fetch': { ms: 160 },
  // The requests run in parallel: five took 255 to 270 ms.
  'urlFetch.fetchAll': { ms: 160, perItem: 20 },
};

/** Real ms after which other executions no longer wait for a slow server. */
const HOLD_TURN_MS = 500;

/** The timeout of an older statement, whatever the script asks for (facts 7). */
const HARD_TIMEOUT_S = 60;

export function urlFetchService({
  grants,
  quotas,
  scheduler,
  doubts,
}: UrlFetchParts): Service<UrlFetchCalls> {
  function begin(execution: Execution, method: string, requests: FetchRequest[]): void {
    grants.assert(execution, `UrlFetchApp.${method}`, 'script.external_request');
    for (const request of requests) assertSendable(request);
    quotas.spend('urlfetch', requests.length);
  }

  async function exchangeAll(execution: Execution, requests: FetchRequest[]): Promise<FetchResponse[]> {
    const timed = requests.map((request) =>
      doubts.has('fetch-timeout-ignored') ? { ...request, timeoutSeconds: HARD_TIMEOUT_S } : request,
    );
    const outcomes = await Promise.all(timed.map((request) => answerTo(execution, request)));
    const failed = outcomes.flatMap((outcome) => ('error' in outcome ? [outcome] : []));
    // Failed requests wait at the same time.
    execution.meter({ extraMs: Math.max(0, ...failed.map(({ waitedMs }) => waitedMs)) });
    for (const { error } of failed) throw error;
    return outcomes.flatMap((outcome) => ('error' in outcome ? [] : [outcome]));
  }

  return {
    costs: COSTS,
    handlers: {
      'urlFetch.fetch': async (execution, request) => {
        begin(execution, 'fetch', [request]);
        const [response] = await yieldingWhenSlow(scheduler, execution, () =>
          exchangeAll(execution, [request]),
        );
        return response as FetchResponse;
      },
      // One failure fails all (facts 7).
      'urlFetch.fetchAll': (execution, requests) => {
        begin(execution, 'fetchAll', requests);
        execution.meter({ items: requests.length });
        return yieldingWhenSlow(scheduler, execution, () => exchangeAll(execution, requests));
      },
    },
  };
}

/**
 * The server may be this runtime, which answers by another execution. So if there is no answer after a while, other
 * executions continue; a quick answer keeps the order of virtual time.
 */
async function yieldingWhenSlow<T>(
  scheduler: Scheduler,
  execution: Execution,
  work: () => Promise<T>,
): Promise<T> {
  let hasYielded = false;
  const timer = setTimeout(() => {
    hasYielded = true;
    execution.work.rest();
  }, HOLD_TURN_MS);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    if (hasYielded) {
      execution.work.begin();
      execution.clock = Math.max(execution.clock, scheduler.now());
    }
  }
}

/** The reason why a request got no response, and how long it was waited for, in modelled ms. */
interface Failure {
  error: ServiceError;
  waitedMs: number;
}

async function answerTo(execution: Execution, request: FetchRequest): Promise<FetchResponse | Failure> {
  try {
    const response = await exchangeHttp(withAgent(request, execution.script.id));
    execution.meter({ bytes: ((request.body?.length ?? 0) + response.body.length) * 0.75 });
    return response;
  } catch (error) {
    const failure = error as NodeJS.ErrnoException;
    const waitedMs = failure.message === TIMEOUT ? request.timeoutSeconds * 1_000 : 0;
    return { error: unreachable(request.url, failure), waitedMs };
  }
}

/** The name of the client: developers.google.com/apps-script/reference/url-fetch */
function withAgent(request: FetchRequest, scriptId: string): FetchRequest {
  if (Object.keys(request.headers).some((name) => name.toLowerCase() === 'user-agent')) return request;
  const agent = `Mozilla/5.0 (compatible; Google-Apps-Script; beanserver; +https://script.google.com; id: ${scriptId})`;
  return { ...request, headers: { ...request.headers, 'User-Agent': agent } };
}

function unreachable(url: string, { code, message }: NodeJS.ErrnoException): ServiceError {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new ServiceError(`DNS error: ${new URL(url).origin}/`);
  // The size is documented, the message is a guess.
  if (message === TOO_LARGE) return new ServiceError('Limit Exceeded: URLFetch Response Size.');
  if (message === TIMEOUT) return new ServiceError(`Timeout: ${url}`);
  return new ServiceError(`Address unavailable: ${url}`);
}

function assertSendable({ url, body, headers }: FetchRequest): void {
  // Public scripts fetch such addresses, and nobody says what Google makes of them.
  if (!/^[a-z][a-z\d+.-]*:/i.test(url))
    throw new ServiceError(
      `UrlFetchApp.fetch of the address "${url}", which has no http: or https:, is not emulated here.`,
    );
  if (!/^https?:\/\/[^/]/.test(url) || !URL.canParse(url)) throw new ServiceError(`Invalid argument: ${url}`);
  if (url.length > LIMITS.urlCharacters) throw new ServiceError('Limit Exceeded: URLFetch URL Length.');
  if (Buffer.byteLength(body ?? '', 'base64') > LIMITS.bytes)
    throw new ServiceError('Limit Exceeded: URLFetch POST Size.');
  if (Object.keys(headers).length > LIMITS.headers)
    throw new ServiceError('Limit Exceeded: URLFetch Headers.');
}
