/** What the script of these tests can be asked to do: the routes of the accounts, and one that only answers. */
import * as v from 'valibot';
import { seedDemo as addDemo, type Demo, type DemoSecrets } from '../../local/demo/seed-demo';
import { authenticate } from '../../src/accounts/authenticate';
import { newKey, revokeKey } from '../../src/accounts/keys';
import { countRequest, requestKeys } from '../../src/accounts/rate-limit';
import { rolesWith } from '../../src/accounts/roles';
import { ACCOUNT_ROUTES, countAttempt, OLD_SESSIONS } from '../../src/accounts/sessions';
import { ACCOUNT_TABS, onAccountEdit } from '../../src/accounts/set-up';
import { newUser as addUser, disableUser, logOutEverywhere, newPassword } from '../../src/accounts/users';
import { HttpError } from '../../src/http/http-error';
import { parse } from '../../src/http/parse';
import type { Reply } from '../../src/http/reply';
import { type AnyRoute, type Caller, type Request, route } from '../../src/http/route';
import { prompt } from '../../src/platform/dialog';
import { setTestMode } from '../../src/platform/test-mode';
import { UserError } from '../../src/platform/user-error';
import { createTabs } from '../../src/tables/sheet';
import { runnerOf, type StepOf } from '../harness/steps';

export { isPassword } from '../../src/accounts/users';
export { TextEncoder } from '../../src/missing-globals';
export { disableUser, logOutEverywhere, newKey, newPassword, revokeKey, setTestMode };

export function seedDemo(demo: Demo): DemoSecrets {
  setUpAccounts();
  return addDemo(demo);
}

/** Without a desk of cafes any ID is one of a cafe. */
export function newUser(): void {
  addUser((title) => prompt(title, 'Which cafe?'));
}

const MENU = { disableUser, logOutEverywhere, newKey, newPassword, newUser, revokeKey };
export type MenuItem = keyof typeof MENU;

/** What an item of the menu says that is wrong; nothing where nothing is. */
export function refusalOf(item: MenuItem): string {
  try {
    MENU[item]();
    return '';
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}

export function setUpAccounts(): void {
  createTabs(ACCOUNT_TABS);
}

const ROUTES: Record<string, AnyRoute> = {
  ...ACCOUNT_ROUTES,
  'GET /v1/me': route({
    summary: 'Who calls.',
    access: rolesWith('leads'),
    response: v.unknown(),
    handle: ({ caller }) => caller,
  }),
};

/** What the timer calls every hour. */
export function keepSessions(): void {
  OLD_SESSIONS.run();
}

/** The least of a router that the accounts need. */
export function serve(request: Request): Reply {
  try {
    const { handle, access, body } = ROUTES[`${request.method} ${request.path}`] as AnyRoute;
    const isPublic = access === 'public';
    const caller = isPublic ? undefined : authenticate(request);
    if (!isPublic && !caller) throw new HttpError(401, 'no_credential', 'A credential is needed.');
    const headers = caller ? countRequest(caller) : {};
    if (caller && !access.includes(caller.role)) throw new HttpError(403, 'forbidden', 'Not for this role.');
    const parsed = body && parse(body, JSON.parse(request.body));
    const value = handle({ params: {}, query: undefined, body: parsed, caller, request } as never);
    return { status: 200, headers, body: JSON.stringify(value) };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const { retryAfter, headers = {} } = error.details;
    const fields = retryAfter === undefined ? headers : { ...headers, 'Retry-After': String(retryAfter) };
    return { status: error.status, headers: fields, body: `${error.code}: ${error.message}` };
  }
}

/** What can be done in a row. */
const STEPS = {
  drop,
  edited,
  keepSessions,
  loseSecret,
  makeTab,
  newUser,
  refusalOf,
  serve,
  setTestMode,
  tryAddress,
  tryAddressOften,
  wordsForLogin,
};
export type Step = StepOf<typeof STEPS>;
export const runAll = runnerOf(STEPS);

/** Serves where the cache's writes take effect at the end of a call instead of its beginning. */
export function serveLate(request: Request): Reply {
  const service = CacheService;
  const getScriptCache = () => {
    const cache = service.getScriptCache();
    const putAll = (values: object, seconds: number) => {
      Utilities.sleep(60);
      cache.putAll(values, seconds);
    };
    return { getAll: cache.getAll, put: cache.put, putAll };
  };
  Object.assign(globalThis, { CacheService: { getScriptCache } });
  return serve(request);
}

/** The large array that a login asks for before it computes with it, which it does not get: that takes most of a second. */
export function wordsForLogin(email: string, password: string): number {
  let asked = 0;
  const construct = (made: typeof Uint32Array, given: unknown[]): Uint32Array => {
    const words: Uint32Array = Reflect.construct(made, given);
    if (words.length < LARGE) return words;
    asked = words.length;
    throw new RangeError('There is no memory for that.');
  };
  const own = Uint32Array;
  Object.assign(globalThis, { Uint32Array: new Proxy(own, { construct }) });
  const body = JSON.stringify({ email, password });
  try {
    serve({ method: 'POST', path: '/v1/auth/login', query: '', headers: {}, body, transport: 'envelope' });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  } finally {
    Object.assign(globalThis, { Uint32Array: own });
  }
  return asked;
}

const LARGE = 100_000;

/** So many requests of this caller, 50 ms apart. The cache hears of them at the end: it would take longer than a minute. */
export function countRequests(countedBy: string, count: number): void {
  const service = CacheService;
  const cache = service.getScriptCache();
  const texts = cache.getAll(requestKeys(countedBy));
  const putAll = (values: object) => void Object.assign(texts, values);
  Object.assign(globalThis, { CacheService: { getScriptCache: () => ({ getAll: () => texts, putAll }) } });
  for (let n = 0; n < count; n++) {
    Utilities.sleep(50);
    countRequest({ countedBy } as Caller);
  }
  Object.assign(globalThis, { CacheService: service });
  cache.putAll(texts, 70);
}

/** As if the cache had dropped them. */
export function drop(keys: string[]): void {
  CacheService.getScriptCache().removeAll(keys);
}

/** What the platform calls when somebody has edited a tab. */
export function edited(tab: string, a1: string): void {
  const range = SpreadsheetApp.getActiveSpreadsheet().getRange(`${tab}!${a1}`);
  onAccountEdit({ range });
}

export function makeTab(name: string): void {
  SpreadsheetApp.getActiveSpreadsheet().insertSheet(name);
}

/** How long a try to log in has to wait, in seconds; 0 where it need not. */
export function tryAddress(address: string): number {
  try {
    countAttempt(address);
    return 0;
  } catch (error) {
    if (error instanceof HttpError) return error.details.retryAfter ?? 0;
    throw error;
  }
}

/** The same several times at once. */
export function tryAddressOften(address: string, times: number): number[] {
  return Array.from({ length: times }, () => tryAddress(address));
}

export function loseSecret(): void {
  PropertiesService.getScriptProperties().deleteProperty('accountsSecret');
}
