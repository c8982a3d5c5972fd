import { GatewayError } from './gateway-error';
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
    const answer = await follow(await send(webApp, envelope, signal), webApp, signal);
    if (!isJson(answer)) throw strange('a page instead of an answer', answer);
    return await readText(answer.body, MOST_BYTES, {
      tooLarge: () => strange('too long an answer', answer),
      notText: () => strange('an answer that is not UTF-8', answer),
    });
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    if (signal.aborted)
      throw new GatewayError(504, `The script took longer than ${timeoutMs} ms. ${PERHAPS}`, error);
    throw new GatewayError(502, `The web app cannot be reached. ${PERHAPS}`, error);
  }
}

const PERHAPS =
  'It may have done its work all the same: look before you repeat a change, or repeat it with its Idempotency-Key.';

function send(webApp: URL, envelope: object, signal: AbortSignal): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(webApp, {
    method: 'POST',
    headers,
    body: JSON.stringify(envelope),
    redirect: 'manual',
    signal,
  });
}

/** Always with GET: a POST to where the answer lies is refused. */
async function follow(first: Response, webApp: URL, signal: AbortSignal): Promise<Response> {
  let answer = first;
  let at = webApp;
  for (let hops = 0; REDIRECTS.includes(answer.status); hops++) {
    if (hops === MOST_HOPS) throw strange('one redirect after the other', answer);
    at = new URL(answer.headers.get('location') ?? '', at);
    await answer.body?.cancel();
    answer = await fetch(at, { redirect: 'manual', signal });
  }
  return answer;
}

function isJson({ status, headers }: Response): boolean {
  return status === 200 && /^application\/json\b/.test(headers.get('content-type') ?? '');
}

/** Google's own pages (a crash, a login, a quota) come as HTML, most of them with a 200. */
function strange(what: string, { status, body }: Response): GatewayError {
  body?.cancel().catch(() => {});
  return new GatewayError(502, `The web app sent ${what} (${status}). ${PERHAPS}`);
}
