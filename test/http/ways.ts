import type { Local } from '../../local/local';
import { IS_SQL } from '../harness/engine';

/** A request as a client thinks of it, whichever way it goes. */
export interface Sent {
  method?: string;
  path: string;
  /** As it stands in an address. */
  query?: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Got {
  /** Undefined where the way cannot say it. */
  status: number | undefined;
  headers: Record<string, string> | undefined;
  text: string;
}

export interface Way {
  name: string;
  carries(sent: Sent): boolean;
  ask(local: Local, sent: Sent): Promise<Got>;
}

/** Headers for which a plain call has a place in its query. */
const STAND_INS: Record<string, (value: string) => [string, string]> = {
  authorization: (value) => ['token', value.replace(/^Bearer /, '')],
  'idempotency-key': (value) => ['idempotency_key', value],
  'if-match': (value) => ['if_match', value],
};

export const PLAIN: Way = {
  name: 'plain call',
  carries: ({ headers = {} }) => Object.keys(headers).every((name) => name in STAND_INS),
  async ask(local, { method = 'GET', path, query = '', headers = {}, body = '' }) {
    const own = Object.entries(headers).map(([name, value]) => STAND_INS[name]?.(value) ?? ['', '']);
    const isGet = method === 'GET';
    const named = [['path', path], ...own, ...(isGet ? [] : [['method', method]])];
    const search = [...named.map((pair) => pair.map(encodeURIComponent).join('=')), query].join('&');
    const init = isGet ? {} : { method: 'POST', body, headers: { 'content-type': 'text/plain' } };
    const text = await (await fetch(`${local.urls.api}?${search}`, init)).text();
    return { status: statusIn(text), headers: undefined, text };
  },
};

const envelope: Way = {
  name: 'envelope',
  carries: () => true,
  async ask(local, { method = 'GET', ...others }) {
    const request = { method: 'POST', body: JSON.stringify({ method, ...others }) };
    const { status, headers, body } = await (await fetch(local.urls.api, request)).json();
    return { status, headers, text: body };
  },
};

export const GATEWAY: Way = {
  name: IS_SQL ? 'HTTP' : 'gateway',
  carries: ({ method, body }) => method !== 'TRACE' && !(body && !method),
  async ask(local, { method = 'GET', path, query = '', headers = {}, body }) {
    // Without a type of its own, fetch would name plain text.
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const init = { method, headers: { ...type, ...headers }, ...(body === undefined ? {} : { body }) };
    const answer = await fetch(`${local.urls.home}${path}${query && `?${query}`}`, init);
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      text: await answer.text(),
    };
  },
};

/** A host has but one way in: it is asked as a gateway is. */
export const ENVELOPE = IS_SQL ? GATEWAY : envelope;
export const WAYS = IS_SQL ? [GATEWAY] : [PLAIN, ENVELOPE, GATEWAY];

/** The status line of a plain call is always 200; an error says its own. */
function statusIn(text: string): number | undefined {
  return text.startsWith('{') ? JSON.parse(text).error?.status : undefined;
}
