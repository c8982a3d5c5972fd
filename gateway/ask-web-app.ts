import type { Origin } from './admission';
import { GatewayError } from './gateway-error';
import { readGooglePage } from './google-page';
import { MAY_HAVE_RUN, toGatewayError } from './page-error';
import { readText } from './read-text';

const MAX_REDIRECTS = 5;
const MAX_BYTES = 20_000_000;
const REDIRECTS = [301, 302, 303, 307, 308];

/** Google's own pages are recognized in English. */
const HEADERS = { 'accept-language': 'en' };

/**
 * Posts the envelope and gets the reply from where the web app redirects to. It never retries, since the script may
 * have done its work already and only the caller knows whether it may be done twice.
 *
 * @throws GatewayError 502, 503 or 504
 */
export async function askWebApp(
  webApp: URL,
  envelope: object,
  { timeoutMs, fetch = globalThis.fetch }: Pick<Origin, 'fetch'> & { timeoutMs: number },
): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs);
  // A `fetch` that is not this process's cannot be given the signal.
  const timeout = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  const call: Call = (url, init) => fetch(url.href, { ...init, redirect: 'manual', signal });
  try {
    return await Promise.race([exchange(webApp, envelope, call), timeout]);
  } catch (cause) {
    if (cause instanceof GatewayError) throw cause;
    if (signal.aborted)
      throw new GatewayError(
        'gateway_timeout',
        `The script did not respond within ${timeoutMs} ms. ${MAY_HAVE_RUN}`,
      );
    throw new GatewayError('bad_gateway', `The web app could not be reached. ${MAY_HAVE_RUN}`, { cause });
  }
}

type Call = (url: URL, init: RequestInit) => Promise<Response>;

async function exchange(webApp: URL, envelope: object, call: Call): Promise<string> {
  const { response, isRedirected, location } = await followRedirects(
    await send(webApp, envelope, call),
    webApp,
    call,
  );
  const { status } = response;
  const text = await readText(response.body, {
    onBytes(bytes) {
      if (bytes > MAX_BYTES) throw badGateway('a response that is too long', response);
    },
    notText: () => badGateway('a response that is not UTF-8', response),
  });
  const contentType = response.headers.get('content-type') ?? '';
  const page = readGooglePage({ status, contentType, location, text });
  if (page) throw toGatewayError(page, { status, isRedirected });
  return text;
}

function send(webApp: URL, envelope: object, call: Call): Promise<Response> {
  return call(webApp, {
    method: 'POST',
    headers: { ...HEADERS, 'content-type': 'application/json' },
    body: JSON.stringify(envelope),
  });
}

/** Follows redirects with GET, since Google refuses a POST to the URL of the reply. One to a login is not followed. */
async function followRedirects(first: Response, webApp: URL, call: Call) {
  let response = first;
  let at = webApp;
  let hops = 0;
  for (; REDIRECTS.includes(response.status); hops++) {
    if (hops === MAX_REDIRECTS) throw badGateway('too many redirects', response);
    at = new URL(response.headers.get('location') ?? '', at);
    if (at.hostname === 'accounts.google.com') return { response, isRedirected: hops > 0, location: at };
    await response.body?.cancel();
    response = await call(at, { headers: HEADERS });
  }
  return { response, isRedirected: hops > 0, location: undefined };
}

function badGateway(what: string, { status, body }: Response): GatewayError {
  body?.cancel().catch(() => {});
  return new GatewayError('bad_gateway', `The web app sent ${what} (${status}). ${MAY_HAVE_RUN}`);
}
