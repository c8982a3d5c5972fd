import { setTimeout } from 'node:timers/promises';
import { askWebApp } from '../../gateway/ask-web-app';
import { parseReply, type Reply } from '../../gateway/envelope';
import { GatewayError } from '../../gateway/gateway-error';
import { MoveError } from './move-error';
import type { RawCell } from './parse-rows';

/** The sheet that moves, as `src/move/routes.ts` shows it to whoever has the token. */
export interface Source {
  getStatus(): Promise<Status>;
  /** Undefined where it is still as it was with this ETag. @throws PageTooLarge */
  getPage(place: Place, etag?: string): Promise<Page | undefined>;
  /** Sealed, in base64. */
  getAccounts(): Promise<Buffer>;
  finish(windowToken: string): Promise<void>;
}

export type Status =
  | { state: 'moved'; address: string }
  | {
      state: 'moving';
      address: string;
      /** The ID of the spreadsheet. */
      sheet: string;
      /** True once everything that had begun before the move has certainly ended. */
      isSettled: boolean;
      timeZone: string;
      tables: { name: string; lastRow: number }[];
      /** The next number by table. */
      nextNumbers: Record<string, number>;
    };

/** Neighbouring rows of a tab. */
export interface Place {
  table: string;
  from: number;
  count: number;
}

export interface Page {
  header: string[];
  rows: RawCell[][];
  /** Says whether anything in these rows has changed since. */
  etag: string;
}

/** Fewer rows at once may work. */
export class PageTooLarge extends Error {
  override name = 'PageTooLarge';
}

const TIMEOUT_MS = 300_000;
/** Between attempts; Google may be busy for a minute. */
const PAUSES_MS = [1_000, 3_000, 10_000, 30_000];

/** `from`: the URL of the web app, or of a gateway in front of it. */
export function openSource(from: URL, token: string): Source {
  const authorization = `Bearer ${token}`;
  const send = (request: Request) =>
    /\/exec$/.test(from.pathname)
      ? askScript(from, request, authorization)
      : askGateway(from, request, authorization);
  const ask = async (request: Request, first?: Reply) => {
    const reply = first ?? (await withRetries(() => send(request).catch(toFailure)));
    if (reply.status === 200 || reply.status === 304) return reply;
    throw toError(reply);
  };
  const askOnce = async (request: Request) => {
    const reply = await send(request).catch(toFailure);
    if (reply.status === 503 || reply.status === 429) return ask(request);
    if (reply.status >= 500) throw new PageTooLarge(reply.body);
    return ask(request, reply);
  };
  return {
    getStatus: async () => JSON.parse((await ask({ path: '' })).body),
    async getPage({ table, from: first, count }, etag) {
      const query = new URLSearchParams({ table, from: String(first), count: String(count) });
      const request = { path: '/rows', query, ...(etag && { etag }) };
      // A sheet that fails at many rows may send fewer: nobody waits for the same to fail again.
      const isLast = count === 1 || etag !== undefined;
      const { status, headers, body } = await (isLast ? ask(request) : askOnce(request));
      return status === 304 ? undefined : { ...JSON.parse(body), etag: headers.etag ?? '' };
    },
    async getAccounts() {
      const { sealed } = JSON.parse((await ask({ path: '/accounts' })).body);
      return Buffer.from(sealed, 'base64');
    },
    async finish(windowToken) {
      await ask({ path: '/finish', body: { windowToken } });
    },
  };
}

interface Request {
  path: string;
  query?: URLSearchParams;
  etag?: string;
  body?: object;
}

async function askScript(
  webApp: URL,
  { path, query, etag, body }: Request,
  authorization: string,
): Promise<Reply> {
  const envelope = {
    method: body ? 'POST' : 'GET',
    path: `/v1/move${path}`,
    query: String(query ?? ''),
    headers: { authorization, ...(etag && { 'if-none-match': etag }) },
    body: body ? JSON.stringify(body) : '',
  };
  return parseReply(await askWebApp(webApp, envelope, { timeoutMs: TIMEOUT_MS }));
}

async function askGateway(
  gateway: URL,
  { path, query, etag, body }: Request,
  authorization: string,
): Promise<Reply> {
  const url = new URL(`${gateway.pathname.replace(/\/+$/, '')}/v1/move${path}?${query ?? ''}`, gateway);
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization,
      ...(etag && { 'if-none-match': etag }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  return { status: response.status, headers: Object.fromEntries(response.headers), body: text };
}

/** Makes a reply of the error that Google, the gateway or the network gives in place of the script. */
function toFailure(error: unknown): Reply {
  const { message } = error as Error;
  const status = error instanceof GatewayError ? error.status : 502;
  return { status, headers: {}, body: JSON.stringify({ error: { message } }) };
}

/** Everything here may be asked twice. */
async function withRetries(send: () => Promise<Reply>): Promise<Reply> {
  for (const pause of PAUSES_MS) {
    const reply = await send();
    if (reply.status !== 429 && reply.status < 500) return reply;
    await setTimeout(pause);
  }
  return send();
}

function toError({ status, body }: Reply): MoveError {
  const message = /"message":\s*("(?:[^"\\]|\\.)*")/.exec(body)?.[1];
  const said = message === undefined ? body.slice(0, 200) : String(JSON.parse(message));
  if (status === 401) return new MoveError(said);
  if (status === 404)
    return new MoveError(`The sheet does not support moving (404): deploy this version to it first. ${said}`);
  return new MoveError(`The sheet returned ${status}: ${said}`);
}
