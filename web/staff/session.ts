import { may, type Permission } from '../../src/accounts/roles';
import { createStore } from '../shared/store';
import { ApiError, fetchOnce } from './fetch-once';
import { browserStorage, tabStorage } from './storage';
import * as TEXTS from './texts';

/** Session of a person, or of the cafe's tablet. */
export interface Session {
  token: string;
  user: { id: string; role: string; cafeId: string | null };
  isDevice: boolean;
  /** True if no money moves and no text is sent. */
  testMode: boolean;
}

/** Response of GET /v1/auth/session. */
export interface SessionView {
  user: Session['user'];
  testMode: boolean;
}

/** Undefined before anybody has logged in. */
export const session = createStore<Session | undefined>(undefined);

/** The session that has ended while its page is open, until somebody logs in again. */
export const endedSession = createStore<Session | undefined>(undefined);

/** A person's token lives in memory, and in this tab where they wish; a device's stays until it is revoked. */
const PERSON_KEY = 'session';
const DEVICE_KEY = 'device';

/** Prefix of the tokens that the API makes for devices. */
const DEVICE_PREFIX = 'dt_';

/** Requests that wait for somebody to log in again. */
const waiting: { resolve: () => void; reject: (error: Error) => void }[] = [];

export function hasPermission(current: Session | undefined, permission: Permission): boolean {
  return may(current?.user.role ?? '', permission);
}

/** The session that this browser has kept, if there is one: that of a person before that of the tablet. @throws ApiError or ConnectionError */
export async function openKeptSession(): Promise<void> {
  for (const token of [tabStorage.getItem(PERSON_KEY), browserStorage.getItem(DEVICE_KEY)]) {
    if (token === null) continue;
    try {
      return start(await findSession(token));
    } catch (error) {
      if (!(error instanceof ApiError && error.isSessionEnded)) throw error;
      forget(token);
    }
  }
}

/** @throws ApiError 401 for a wrong password, 429; ConnectionError */
export async function logIn(email: string, password: string, { isKept = false } = {}): Promise<void> {
  const reply = await fetchOnce<{ token: string }>({
    method: 'POST',
    path: '/v1/auth/session',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const token = reply?.value.token ?? '';
  const found = await findSession(token);
  if (isKept) tabStorage.setItem(PERSON_KEY, token);
  start(found);
}

/**
 * Makes this browser the cafe's tablet, whoever stands in front of it.
 * @throws an Error for a token that is no device's, ApiError 401 for one that has ended; ConnectionError
 */
export async function useAsDevice(token: string): Promise<void> {
  if (!token.startsWith(DEVICE_PREFIX)) throw new Error(TEXTS.logIn.noDevice);
  const before = session.get()?.token;
  const found = await findSession(token);
  tabStorage.removeItem(PERSON_KEY);
  browserStorage.setItem(DEVICE_KEY, token);
  start(found);
  // The session is forgotten here in any case: if the server cannot be told, it ends by itself.
  if (before !== undefined) await endOnServer(before).catch(() => {});
}

/** Logs out. The token is forgotten here even if the server cannot be told. */
export async function logOut(): Promise<void> {
  const token = session.get()?.token;
  session.set(undefined);
  endedSession.set(undefined);
  if (token === undefined) return;
  forget(token);
  await endOnServer(token);
}

/** The server has refused the token. The page stays, with the form to log in above it. */
export function endSession(token: string): void {
  const current = session.get();
  if (current?.token !== token) return;
  forget(token);
  endedSession.set(current);
}

/** Waits until the same person, or a colleague of the same cafe, has logged in again. @throws where it is somebody else */
export function sessionRestored(): Promise<void> {
  if (endedSession.get() === undefined) return Promise.resolve();
  return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
}

async function findSession(token: string): Promise<Session> {
  const reply = await fetchOnce<SessionView>({ method: 'GET', path: '/v1/auth/session', headers: {} }, token);
  if (!reply) throw new Error(TEXTS.errors.unreadable(304));
  const { user, testMode } = reply.value;
  return { token, user, testMode, isDevice: user.role === 'device' };
}

function start(found: Session): void {
  const ended = endedSession.get();
  session.set(found);
  endedSession.set(undefined);
  const error =
    ended && !isColleague(ended.user, found.user) ? new Error(TEXTS.logIn.somebodyElse) : undefined;
  for (const { resolve, reject } of waiting.splice(0)) {
    if (error) reject(error);
    else resolve();
  }
}

async function endOnServer(token: string): Promise<void> {
  await fetchOnce({ method: 'DELETE', path: '/v1/auth/session', headers: {} }, token);
}

function isColleague(one: Session['user'], other: Session['user']): boolean {
  return one.id === other.id || (one.cafeId !== null && one.cafeId === other.cafeId);
}

/** Forgets a token; another one may be kept beside it. */
function forget(token: string): void {
  if (tabStorage.getItem(PERSON_KEY) === token) tabStorage.removeItem(PERSON_KEY);
  if (browserStorage.getItem(DEVICE_KEY) === token) browserStorage.removeItem(DEVICE_KEY);
}
