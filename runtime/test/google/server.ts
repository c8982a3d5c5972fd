import { createGoogle, type Google } from '../../google/google';
import { openStore } from '../../store';

export const ADDRESS = 'owner@example.com';
export const TOKEN = 'token-1';
export const START = Date.UTC(2026, 10, 21, 9);

export type Server = Google & {
  clock: { now: number };
  /** Sends a request with the token; what comes back is read as JSON when it is. */
  call(path: string, init?: RequestInit): Promise<{ status: number; body: Json; headers: Headers }>;
  gmail(path: string, init?: RequestInit): ReturnType<Server['call']>;
};

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into by the tests that ask for them
export type Json = any;

export function startServer(file = ':memory:'): Server {
  const clock = { now: START };
  const google = createGoogle({
    store: openStore(file),
    now: () => clock.now,
    address: ADDRESS,
    token: TOKEN,
  });
  const call: Server['call'] = async (path, init = {}) => {
    const headers = { authorization: `Bearer ${TOKEN}`, ...(init.headers as Record<string, string>) };
    const response = await google.app.fetch(new Request(`http://127.0.0.1${path}`, { ...init, headers }));
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
  };
  return { ...google, clock, call, gmail: (path, init) => call(`/gmail/v1/users/me/${path}`, init) };
}

export function post(body: unknown): RequestInit {
  return { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

/** A raw message with CRLF; a header given as a list is repeated. */
export function mail(headers: Record<string, string | string[]>, body = ''): Uint8Array {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}: ${one}`),
  );
  return bytes(`${lines.join('\r\n')}\r\n\r\n${body.replace(/\r?\n/g, '\r\n')}`);
}

/** Characters up to U+00FF as one byte each. */
export function bytes(text: string): Uint8Array {
  return Buffer.from(text, 'latin1');
}

export function fromData(data: string): string {
  return Buffer.from(data, 'base64url').toString();
}

export type Listed = { messages?: { id: string; threadId: string }[]; nextPageToken?: string };
