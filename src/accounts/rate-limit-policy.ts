import { HttpError } from '../http/http-error';
import { MINUTE_MS } from '../platform/platform';

/** Interface section 8: requests a minute. */
export const MAX_REQUESTS = 1_000;
export const WINDOW_MS = MINUTE_MS;

/** Returns the seconds until a mark of this age leaves the window. */
export function secondsUntilFree(age = 0): number {
  return Math.max(1, Math.ceil((WINDOW_MS - age) / 1_000));
}

export function rateLimited(retryAfter: number): HttpError {
  const message = `Rate limit exceeded: ${MAX_REQUESTS} requests per 60 seconds. Retry in ${retryAfter} s.`;
  const headers = rateLimitHeaders(0, retryAfter);
  return new HttpError(429, 'rate_limited', message, { retryAfter, headers });
}

/** datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers */
export function rateLimitHeaders(remaining: number, seconds: number): Record<string, string> {
  return {
    'RateLimit-Policy': `"minute";q=${MAX_REQUESTS};w=${WINDOW_MS / 1_000}`,
    RateLimit: `"minute";r=${remaining};t=${seconds}`,
  };
}
