import { GatewayError } from './gateway-error';
import { readGooglePage } from './google-page';
import { readText } from './read-text';

const MAX_REDIRECTS = 5;
const MAX_BYTES = 20_000_000;
const REDIRECTS = [301, 302, 303, 307, 308];

/** Google's own pages are recognized in English. */
const HEADERS = { 'accept-language': 'en' };

const MAY_HAVE_RUN =
  'The request may still have been carried out: check before you retry a change, or retry it with the same Idempotency-Key.';

/**
 * Posts the envelope and gets the reply from where the web app redirects to. It never retries, since the script may
 * have done its work already and only the caller knows whether it may be done twice.
 *
 * @throws GatewayError 502 or 504
 */
export async function askWebApp(webApp: URL, envelope: object, timeoutMs: number): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const { response, location } = await followRedirects(
      await send(webApp, envelope, signal),
      webApp,
      signal,
    );
    const text = await readText(response.body, MAX_BYTES, {
      tooLarge: () => badGateway('a response that is too long', response),
      notText: () => badGateway('a response that is not UTF-8', response),
    });
    const contentType = response.headers.get('content-type') ?? '';
    const page = readGooglePage({ status: response.status, contentType, location, text });
    if (page) throw badGateway(page.what, response, page.advice);
    return text;
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    if (signal.aborted)
      throw new GatewayError(
        504,
        `The script did not respond within ${timeoutMs} ms. ${MAY_HAVE_RUN}`,
        error,
      );
    throw new GatewayError(502, `The web app could not be reached. ${MAY_HAVE_RUN}`, error);
  }
}

function send(webApp: URL, envelope: object, signal: AbortSignal): Promise<Response> {
  return fetch(webApp, {
    method: 'POST',
    headers: { ...HEADERS, 'content-type': 'application/json' },
    body: JSON.stringify(envelope),
    redirect: 'manual',
    signal,
  });
}

/** With GET, since Google refuses a POST to the URL of the reply. A redirect to a login is not followed. */
async function followRedirects(first: Response, webApp: URL, signal: AbortSignal) {
  let response = first;
  let at = webApp;
  for (let hops = 0; REDIRECTS.includes(response.status); hops++) {
    if (hops === MAX_REDIRECTS) throw badGateway('too many redirects', response);
    at = new URL(response.headers.get('location') ?? '', at);
    if (at.hostname === 'accounts.google.com') return { response, location: at };
    await response.body?.cancel();
    response = await fetch(at, { headers: HEADERS, redirect: 'manual', signal });
  }
  return { response, location: undefined };
}

function badGateway(what: string, { status, body }: Response, advice = ''): GatewayError {
  body?.cancel().catch(() => {});
  return new GatewayError(
    502,
    `The web app sent ${what} (${status}). ${advice}${advice && ' '}${MAY_HAVE_RUN}`,
  );
}
