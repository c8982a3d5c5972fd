import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import tls from 'node:tls';
import type { WebAppResponse } from '../gateway/google-page';
import { classifyError } from './advice';
import { DeployError } from './deploy-error';

const MAX_REDIRECTS = 5;
const MAX_CHARACTERS = 1_000_000;
const TIMEOUT_MS = 60_000;
const GOOGLE = /(^|\.)google(usercontent)?\.com$/;
const LOGIN = 'accounts.google.com';

/**
 * Asks a URL without cookies or a login. Redirects are followed within Google, but not to its login.
 *
 * @throws DeployError if the network fails
 */
export async function askGoogle(url: string): Promise<WebAppResponse> {
  let at = new URL(url);
  for (let hops = 0; ; hops++) {
    const { location, ...response } = await get(at);
    if (location === undefined || hops === MAX_REDIRECTS || !URL.canParse(location, at.href)) return response;
    const next = new URL(location, at);
    const isFollowed = next.protocol === 'https:' && GOOGLE.test(next.hostname) && next.hostname !== LOGIN;
    if (!isFollowed) return { ...response, location: next };
    at = next;
  }
}

interface PlainResponse {
  status: number;
  contentType: string;
  location: string | undefined;
  text: string;
}

async function get(url: URL): Promise<PlainResponse> {
  try {
    const proxy = findProxy(url);
    const socket = proxy && (await openTunnel(proxy, url));
    return await read(url, socket);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const text = `${url.host} could not be reached: ${message || code}`;
    throw new DeployError(classifyError(`${code} ${message}`), text);
  }
}

function read(url: URL, socket: Socket | undefined): Promise<PlainResponse> {
  // Google's pages are recognized in English.
  const headers = { 'accept-language': 'en', 'user-agent': 'sheetdesk-deploy' };
  // Node uses `createConnection` only without an agent.
  const connection = socket
    ? { createConnection: () => tls.connect({ socket, servername: url.hostname }) }
    : { agent: false as const };
  return new Promise((resolve, reject) => {
    const request = https.get(url, { headers, timeout: TIMEOUT_MS, ...connection }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        if (text.length < MAX_CHARACTERS) text += chunk;
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

/** Reads the proxy from the same variables as clasp; Node 20 itself does not read them. */
function findProxy({ hostname }: URL): URL | undefined {
  const { HTTPS_PROXY, https_proxy, NO_PROXY, no_proxy } = process.env;
  const exempt = (NO_PROXY ?? no_proxy ?? '').split(',').map((one) => one.trim().replace(/^\*?\./, ''));
  if (exempt.some((one) => one === '*' || (one && `.${hostname}`.endsWith(`.${one}`)))) return undefined;
  const proxy = HTTPS_PROXY || https_proxy;
  return proxy ? new URL(proxy) : undefined;
}

function openTunnel(proxy: URL, { hostname, port }: URL): Promise<Socket> {
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
