import { GatewayError, nothingDone } from './gateway-error';
import type { GooglePage, PageKind } from './google-page';

interface PageError {
  code: ConstructorParameters<typeof GatewayError>[0];
  message: string;
  /** Seconds. */
  retryAfter?: number;
  /** Google sends this page in place of running the script. Any other may come after it has begun. */
  isRefusal?: true;
}

const PRIVATE: PageError = {
  code: 'web_app_private',
  message: 'The API is not open to callers. Only its owner can change this.',
  isRefusal: true,
};
const MISSING: PageError = {
  code: 'web_app_missing',
  message: 'There is no API behind this gateway. Only its owner can change this.',
  isRefusal: true,
};
const UNKNOWN: PageError = {
  code: 'bad_gateway',
  message: 'The web app sent a page instead of a response.',
};

const PAGE_ERRORS: Readonly<Record<PageKind, PageError>> = {
  busy: {
    code: 'busy',
    message: 'This API has reached the number of requests that Google runs at once.',
    retryAfter: 5,
    isRefusal: true,
  },
  rateLimit: {
    code: 'busy',
    message: 'Google is limiting the requests of this gateway.',
    retryAfter: 60,
    isRefusal: true,
  },
  throttled: { code: 'unavailable', message: 'The API has reached a limit at Google.', retryAfter: 60 },
  quota: {
    code: 'unavailable',
    message: "The account's daily quota at Google is used up.",
    retryAfter: 3_600,
  },
  refused: { code: 'unavailable', message: 'Google refused this for now.', retryAfter: 60 },
  fullDisk: { code: 'unavailable', message: 'The disk of the local Apps Script is full.', retryAfter: 60 },
  outage: { code: 'unavailable', message: 'Google is not available.', retryAfter: 60 },
  login: PRIVATE,
  denied: PRIVATE,
  missing: MISSING,
  noFunction: MISSING,
  permission: {
    code: 'web_app_unauthorized',
    message: 'The API is waiting for its owner to grant permissions.',
  },
  crash: { code: 'script_error', message: 'The script stopped with an error.' },
  elsewhere: UNKNOWN,
  unknown: UNKNOWN,
};

export const MAY_HAVE_RUN =
  'The request may still have been carried out: check before you retry a change, or retry it with the same Idempotency-Key.';

/**
 * Makes an error for the caller of a page of Google, with the owner's part of it for the log. The page answers the request
 * itself unless it comes after a redirect: Google redirects to where the reply is once the script has run.
 */
export function toGatewayError(
  { kind, what, excerpt, advice }: GooglePage,
  { status, isRedirected }: { status: number; isRedirected: boolean },
): GatewayError {
  const { code, message, retryAfter, isRefusal } = PAGE_ERRORS[kind];
  const outcome = isRefusal && !isRedirected ? nothingDone(retryAfter) : MAY_HAVE_RUN;
  const quoted = excerpt ? `: "${excerpt}"` : '';
  return new GatewayError(code, `${message} ${outcome}`, {
    retryAfter,
    forOwner: `The web app sent ${what} (${status})${quoted}. ${advice}`,
  });
}
