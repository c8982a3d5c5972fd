import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import tls from 'node:tls';
import type { WebAppAnswer } from '../gateway/google-page';
import { causeOf, DeployError } from './deploy-error';

const MOST_HOPS = 5;
const MOST_CHARACTERS = 1_000_000;
const TIMEOUT_MS = 60_000;
const GOOGLE = /(^|\.)google(usercontent)?\.com$/;
const LOGIN = 'accounts.google.com';

/**
 * What a stranger is answered at an address, as anybody's first visit: without a cookie. Redirects are followed within
 * Google, and not into a login.
 *
 * @throws DeployError where the network fails
 */
export async function askGoogle(address: string): Promise<WebAppAnswer> {
  let at = new URL(address);
  for (let hops = 0; ; hops++) {
    const { location, ...answer } = await get(at);
    if (location === undefined || hops === MOST_HOPS || !URL.canParse(location, at.href)) return answer;
    const next = new URL(location, at);
    const isFollowed = next.protocol === 'https:' && GOOGLE.test(next.hostname) && next.hostname !== LOGIN;
    if (!isFollowed) return { ...answer, location: next };
    at = next;
  }
}

interface Got {
  status: number;
  contentType: string;
  location: string | undefined;
  text: string;
}

async function get(url: URL): Promise<Got> {
  try {
    const proxy = findProxy(url);
    const socket = proxy && (await tunnel(proxy, url));
    return await read(url, socket);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const words = `${url.host} could not be asked: ${message || code}`;
    throw new DeployError(causeOf(`${code} ${message}`) === 'other' ? 'other' : 'network', words);
  }
}

function read(url: URL, socket: Socket | undefined): Promise<Got> {
  // In this language Google's pages are understood.
  const headers = { 'accept-language': 'en', 'user-agent': 'sheetdesk-deploy' };
  // With an agent, even a new one, Node would not ask for this connection.
  const way = socket
    ? { createConnection: () => tls.connect({ socket, servername: url.hostname }) }
    : { agent: false as const };
  return new Promise((resolve, reject) => {
    const request = https.get(url, { headers, timeout: TIMEOUT_MS, ...way }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        if (text.length < MOST_CHARACTERS) text += chunk;
      });
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode = 0, headers: got } = response;
        const location = statusCode >= 300 && statusCode < 400 ? got.location : undefined;
        resolve({ status: statusCode, contentType: got['content-type'] ?? '', location, text });
      });
    });
    request.on('timeout', () => request.destroy(new Error('ETIMEDOUT')));
    request.on('error', reject);
  });
}

/** As clasp goes, too: Node by itself does not look at these. */
function findProxy({ hostname }: URL): URL | undefined {
  const { HTTPS_PROXY, https_proxy, NO_PROXY, no_proxy } = process.env;
  const exempt = (NO_PROXY ?? no_proxy ?? '').split(',').map((one) => one.trim().replace(/^\*?\./, ''));
  if (exempt.some((one) => one === '*' || (one && `.${hostname}`.endsWith(`.${one}`)))) return undefined;
  const proxy = HTTPS_PROXY || https_proxy;
  return proxy ? new URL(proxy) : undefined;
}

function tunnel(proxy: URL, { hostname, port }: URL): Promise<Socket> {
  const target = `${hostname}:${port || 443}`;
  const login = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  const credentials = proxy.username && {
    'proxy-authorization': `Basic ${Buffer.from(login).toString('base64')}`,
  };
  const { request } = proxy.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const asked = request(proxy, {
      method: 'CONNECT',
      path: target,
      headers: { host: target, ...credentials },
      agent: false,
      timeout: TIMEOUT_MS,
    });
    asked.on('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) resolve(socket as Socket);
      else reject(new Error(`ECONNREFUSED by the proxy ${proxy.host} (${statusCode})`));
    });
    asked.on('timeout', () => asked.destroy(new Error('ETIMEDOUT')));
    asked.on('error', reject);
    asked.end();
  });
}
