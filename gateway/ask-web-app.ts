import { GatewayError } from './gateway-error';
import { readGooglePage } from './google-page';
import { readText } from './read-text';

const MOST_HOPS = 5;
const MOST_BYTES = 20_000_000;
const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * Sends an envelope once and fetches the answer from where the web app puts it. What went wrong is never tried again:
 * the script may have done its work, and only the caller knows whether he may ask twice.
 *
 * @throws GatewayError 502 or 504
 */
export async function askWebApp(webApp: URL, envelope: object, timeoutMs: number): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const { answer, location } = await follow(await send(webApp, envelope, signal), webApp, signal);
    const text = await readText(answer.body, MOST_BYTES, {
      tooLarge: () => strange('a response that is too long', answer),
      notText: () => strange('a response that is not UTF-8', answer),
    });
    const contentType = answer.headers.get('content-type') ?? '';
    const page = readGooglePage({ status: answer.status, contentType, location, text });
    if (page) throw strange(page.what, answer, page.cure);
    return text;
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    if (signal.aborted)
      throw new GatewayError(504, `The script did not respond within ${timeoutMs} ms. ${PERHAPS}`, error);
    throw new GatewayError(502, `The web app could not be reached. ${PERHAPS}`, error);
  }
}

const PERHAPS =
  'The request may still have been carried out: check before you retry a change, or retry it with the same Idempotency-Key.';

/** In this language Google's own pages are understood. */
const ENGLISH = { 'accept-language': 'en' };

function send(webApp: URL, envelope: object, signal: AbortSignal): Promise<Response> {
  return fetch(webApp, {
    method: 'POST',
    headers: { ...ENGLISH, 'content-type': 'application/json' },
    body: JSON.stringify(envelope),
    redirect: 'manual',
    signal,
  });
}

/** Always with GET: a POST to where the answer lies is refused. A login is not followed. */
async function follow(first: Response, webApp: URL, signal: AbortSignal) {
  let answer = first;
  let at = webApp;
  for (let hops = 0; REDIRECTS.includes(answer.status); hops++) {
    if (hops === MOST_HOPS) throw strange('too many redirects', answer);
    at = new URL(answer.headers.get('location') ?? '', at);
    if (at.hostname === 'accounts.google.com') return { answer, location: at };
    await answer.body?.cancel();
    answer = await fetch(at, { headers: ENGLISH, redirect: 'manual', signal });
  }
  return { answer, location: undefined };
}

/** Google's own pages (a crash, a login, a quota) come as HTML, most of them with a 200. */
function strange(what: string, { status, body }: Response, cure = ''): GatewayError {
  body?.cancel().catch(() => {});
  return new GatewayError(502, `The web app sent ${what} (${status}). ${cure}${cure && ' '}${PERHAPS}`);
}
