import { declareSettings, readSettings } from '../../src/platform/settings';
import { allowsPort } from '../../src/pushes/endpoint-url';
import { callMain } from '../bridge';
import { renewLeases } from './lock-service';
import type { OutgoingRequest, OutgoingResult } from './outgoing';

/** The options that the code passes. */
interface Options {
  method?: GoogleAppsScript.URL_Fetch.HttpMethod;
  contentType?: string;
  headers?: Readonly<Record<string, string>>;
  payload?: string | Readonly<Record<string, string>>;
  /** Nothing follows redirects here. */
  followRedirects?: boolean;
  muteHttpExceptions?: boolean;
  timeoutSeconds?: number;
}

type Response = Pick<GoogleAppsScript.URL_Fetch.HTTPResponse, 'getResponseCode' | 'getContentText'> & {
  getHeaders(): Record<string, string>;
};

/** Shorter than the lease that the timer works under. */
const MAX_TIMEOUT_S = 15;

export const UrlFetchApp = {
  fetch: (url: string, options: Options = {}): Response => fetchAll([{ ...options, url }])[0] as Response,
  fetchAll,
} satisfies Partial<Record<keyof GoogleAppsScript.URL_Fetch.UrlFetchApp, unknown>>;

/** All at the same time. As on Google, one that fails loses the responses of the others. */
function fetchAll(requests: readonly (Options & { url: string })[]): Response[] {
  renewLeases();
  const mayBePrivate = privateAddresses();
  const sent = requests.map((request) => toOutgoing(request, mayBePrivate(request.url)));
  const results = callMain<OutgoingResult[]>('send', sent);
  return results.map((result, index) => {
    if ('error' in result) throw new Error(result.error);
    if (result.status >= 400 && !requests[index]?.muteHttpExceptions)
      throw new Error(`The request failed with the status ${result.status}.`);
    return {
      getResponseCode: () => result.status,
      getContentText: () => result.body,
      getHeaders: () => result.headers,
    };
  });
}

declareSettings(/^allowLocalPushes$|Address$/);

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Servers that may be in the host's own network: those that its owner has named, and on a laptop receivers on it. */
function privateAddresses(): (url: string) => boolean {
  const { allowLocalPushes, publicAddress: _, ...settings } = readSettings();
  const named = Object.entries(settings).flatMap(([name, address]) =>
    name.endsWith('Address') && address ? [new URL(address).origin] : [],
  );
  return (url) => {
    const { origin, hostname, port } = new URL(url);
    return named.includes(origin) || (LOOPBACK.test(hostname) && allowsPort(allowLocalPushes, port));
  };
}

function toOutgoing(
  { url, method, contentType, headers, payload, timeoutSeconds = MAX_TIMEOUT_S }: Options & { url: string },
  allowsPrivate: boolean,
): OutgoingRequest {
  const isForm = typeof payload === 'object';
  const type = contentType ?? (isForm ? 'application/x-www-form-urlencoded' : undefined);
  return {
    url,
    method: (method ?? (payload === undefined ? 'get' : 'post')).toUpperCase(),
    headers: { ...(type ? { 'Content-Type': type } : {}), ...headers },
    body: isForm ? new URLSearchParams(payload).toString() : (payload ?? ''),
    timeoutMs: Math.min(timeoutSeconds, MAX_TIMEOUT_S) * 1_000,
    allowsPrivate,
  };
}
