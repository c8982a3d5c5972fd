import type { Local } from '../../local/local';
import { seed, seedApi, seedCafe } from '../../local/seed';
import { CAFE, type Demo } from '../../local/world/cafe';
import type { CacheItems } from '../../runtime/cache/caches';
import type { SheetView } from '../../runtime/spreadsheet/spreadsheets';
import type { Store } from '../../runtime/store';
import { API_ROUTES } from '../../src/api/sheet';
import { type SqlFilling, startSqlLocal } from '../host/suites/api';
import { assertDeclared } from '../http/answers';
import { assertDescribed, assertHeadersDescribed, type Document } from '../http/described';
import { ENVELOPE, GATEWAY, type Got, PLAIN, type Sent, type Way } from '../http/ways';
import { IS_SQL } from './engine';
import { executeAll, resultOf, type Step } from './local';
import { prepared } from './prepared';
import { closing, serve } from './seeded';

const HOUR = 3_600_000;
const ROLES = ['admin', 'agent', 'manager', 'staff'] as const;
type Role = (typeof ROLES)[number];

export interface Asked {
  query?: string | Record<string, string>;
  /** Text goes out as it is. */
  body?: unknown;
  headers?: Record<string, string>;
  token?: string;
}

/** An endpoint such as `GET /v1/cafes`, and what it is asked. */
export type Call = readonly [endpoint: string, asked?: Asked];

/** What came back; `body` is the JSON of it, where it is JSON. */
export interface Told extends Got {
  body: unknown;
}

export interface SeededApi extends Local {
  /** The first key, and a session of each role. */
  tokens: Record<'key' | Role, string>;
  people: Record<Role, { email: string; password: string }>;
  /** Describes what it answers; every call is held to it. */
  document: Document;
  call(way: Way, method: string, path: string, asked?: Asked): Promise<Told>;
  /** One after the other; by the envelope in one execution, in which none finds what the one before has left to it. */
  callAll(all: readonly Call[], way?: Way): Promise<Told[]>;
  /** Everything in the sheet of the API but for the overview. */
  sheets(): SheetView[];
  /** What the owner would enter from the menu. */
  enter(properties: Record<string, string>): void;
}

export { ENVELOPE, GATEWAY, PLAIN };

/** The whole api as `npm start` serves it, with somebody in every role. */
export function startApi(): Promise<SeededApi> {
  const fill = async (local: Local) => {
    await seed(local);
    return seedApi(local);
  };
  return startFilledApi('api', { serve, fill });
}

/** The same with the demo's cafe and its menu, and without the case desk's mail. */
export function startCafeApi(): Promise<SeededApi> {
  const fill = async (local: Local) => {
    const demo = await seedApi(local);
    await seedCafe(local, demo);
    return demo;
  };
  return startFilledApi('cafe api', { serve, fill, cafes: [CAFE], hasMenu: true });
}

export interface Filling extends SqlFilling {
  /** At this time, where time is virtual. */
  serve(store: Store, now?: number): Promise<Local>;
  fill(local: Local): Promise<Demo>;
}

/** An api that was filled once in this run of the tests. */
export async function startFilledApi(name: string, filling: Filling): Promise<SeededApi> {
  if (IS_SQL) {
    const { local, demo, book } = await startSqlLocal(filling);
    return Object.assign(toApi(local, await enterAll(local, demo)), { enter: book.enter });
  }
  const { serve: open, fill } = filling;
  const { store, made } = await prepared(name, async (original) => {
    const local = await open(original);
    const demo = await fill(local);
    // It lives in memory: whoever goes on from here has in it what the logins have left, and no more.
    cacheOf(local).clear();
    const entered = await enterAll(local, demo);
    const cached = [...cacheOf(local)];
    await local.close();
    return { entered, cached, now: local.scheduler.now() };
  });
  const api = toApi(closing(await open(store, made.now), store), made.entered);
  // At another time the sessions may be over, or not begun.
  if (Math.abs(api.scheduler.now() - made.now) > HOUR) await logInAll(api);
  else for (const [key, item] of made.cached) cacheOf(api).set(key, item);
  return api;
}

function cacheOf({ services, scripts }: Local): CacheItems {
  return services.caches.open('script', scripts.api.id);
}

/** What somebody in every role has to start with. */
type Entered = Pick<SeededApi, 'tokens' | 'people' | 'document'>;

async function enterAll(local: Local, { users, apiKey }: Demo): Promise<Entered> {
  const people = Object.fromEntries(users.map(({ role, ...user }) => [role, pick(user)]));
  const document = (await (await fetch(`${local.urls.home}/openapi.json`)).json()) as Document;
  const entered: Entered = {
    tokens: { key: apiKey, admin: '', agent: '', manager: '', staff: '' },
    people: people as SeededApi['people'],
    document,
  };
  await logInAll(toApi(local, entered));
  return entered;
}

/** Sessions anew, such as at another time. */
export async function logInAll(api: SeededApi): Promise<void> {
  const told = await api.callAll(
    ROLES.map((role): Call => ['POST /v1/auth/login', { body: api.people[role] }]),
  );
  for (const [at, { body }] of told.entries())
    api.tokens[ROLES[at] as Role] = (body as { token: string }).token;
}

function toApi(local: Local, entered: Entered): SeededApi {
  return {
    ...local,
    ...entered,
    async call(way, method, path, asked) {
      const told = await call(local, way, { method, path, ...asked });
      assertPromised(entered.document, way, { method, path }, told);
      return told;
    },
    async callAll(all, way = ENVELOPE) {
      const sent = all.map(([endpoint, asked]) => toSent(endpoint, asked));
      const told: Told[] = [];
      if (way !== ENVELOPE || IS_SQL) for (const one of sent) told.push(toTold(await way.ask(local, one)));
      else told.push(...(await postAll(local, sent)));
      for (const [at, one] of told.entries()) assertPromised(entered.document, way, sent[at] as Sent, one);
      return told;
    },
    sheets: () =>
      local.services.spreadsheets
        .grid(local.scripts.api.spreadsheetId)
        // The timer refreshes this one by itself, at any moment.
        .filter(({ name }) => name !== 'Overview'),
    enter: (properties) => enter(local, properties),
  };
}

/** A session's token. */
export async function logIn(api: SeededApi, role: Role, way: Way = ENVELOPE): Promise<string> {
  const { body } = await api.call(way, 'POST', '/v1/auth/login', { body: api.people[role] });
  return (body as { token: string }).token;
}

async function call(
  local: Local,
  way: Way,
  { method, path, ...asked }: Asked & { method: string; path: string },
): Promise<Told> {
  return toTold(await way.ask(local, toSent(`${method} ${path}`, asked)));
}

/** Requests by the envelope to the built script, in one execution. */
export async function postAll(local: Local, sent: readonly Sent[]): Promise<Told[]> {
  const steps = sent.map((one): Step => ['doPost', toPost(one)]);
  const contents = resultOf(await executeAll(local, local.scripts.api, steps)) as string[];
  return contents.map((content) => {
    const { status, headers, body } = JSON.parse(content);
    return toTold({ status, headers, text: body });
  });
}

/** The event of a request by the envelope. */
export function toPost(sent: Sent): object {
  return {
    ...{ parameter: {}, parameters: {}, queryString: '' },
    postData: { contents: JSON.stringify(sent) },
  };
}

/** `GET /v1/cafes`, as it goes out. */
export function toSent(
  endpoint: string,
  { query = '', body, headers = {}, token }: Asked = {},
): Sent & { method: string } {
  const [method = '', path = ''] = endpoint.split(' ');
  return {
    method,
    path,
    query: typeof query === 'string' ? query : toSearch(query),
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  };
}

function toTold(got: Got): Told {
  return { ...got, body: /^[{[]/.test(got.text) ? JSON.parse(got.text) : undefined };
}

/** Whatever is asked, the answer is one that the document and the route promise. */
function assertPromised(document: Document, way: Way, asked: Sent, got: Got): void {
  assertDescribed(document, asked, got);
  if (way === ENVELOPE && way !== GATEWAY) assertHeadersDescribed(document, asked, got);
  const { status = 200, text } = got;
  if (status < 300 && /^\{/.test(text) && asked.path !== '/openapi.json')
    assertDeclared(API_ROUTES, asked, text);
}

function toSearch(query: Record<string, string>): string {
  return Object.entries(query)
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .join('&');
}

function enter({ services, scripts }: Local, properties: Record<string, string>): void {
  const put = services.store.prepare('insert or replace into properties values (?, ?, ?)');
  for (const [key, value] of Object.entries(properties)) put.run(`script ${scripts.api.id}`, key, value);
  services.caches.open('script', scripts.api.id).delete('settings');
}

function pick({ email, password }: { email: string; password: string }) {
  return { email, password };
}
