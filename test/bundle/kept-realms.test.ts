import { isDeepStrictEqual } from 'node:util';
import type { ScriptName } from '../../local/built';
import { type Local, startLocal } from '../../local/local';
import { seed, seedApi, seedCafe } from '../../local/seed';
import type { Execution } from '../../runtime/execution/execution';
import { OrderedScheduler } from '../../runtime/execution/ordered-scheduler';
import { createScript, listFunctions, type Script, toSourceFile } from '../../runtime/execution/script';
import type { Store } from '../../runtime/store';
import { toEvent } from '../../runtime/web-app/event';
import { IS_LONG } from '../harness/extent';
import { OWNER, ROOT, START, TOKEN } from '../harness/local';
import { prepared } from '../harness/prepared';

const FRESH_EVERY = process.env.LOCAL_APPS_SCRIPT_FRESH_EVERY;
afterEach(() => {
  if (FRESH_EVERY === undefined) delete process.env.LOCAL_APPS_SCRIPT_FRESH_EVERY;
  else process.env.LOCAL_APPS_SCRIPT_FRESH_EVERY = FRESH_EVERY;
});

const NEVER = 1_000_000;
const CASE = 'CASE-0001';

/** Arguments of the functions that need some. */
const ARGS: Readonly<Record<string, unknown[]>> = {
  getCase: [CASE],
  getCases: [[CASE]],
  updateCase: [CASE, { status: 'In Progress' }],
  updateCases: [[CASE], { notes: 'seen' }],
  markSeen: [[CASE]],
  searchCases: [{ keyword: 'heating' }],
  saveSettings: [{ lookBackDays: 10 }],
  checkMail: [{ triggerUid: '1' }],
  deliverOutbox: [{ triggerUid: '2' }],
  onEdit: [{}],
};

/** Requests of the API, which end in many of its modules. */
const REQUESTS = (token: string) =>
  [
    { method: 'GET', path: '/v1/health' },
    { method: 'POST', path: '/v1/leads', body: { name: 'Ana Lopez', phone: '+14155550101', budget: 20_000 } },
    { method: 'GET', path: '/v1/leads?sort=-score' },
    { method: 'GET', path: '/v1/cafes/C-1/menu' },
    { method: 'GET', path: '/v1/me' },
    { method: 'GET', path: '/v1/nothing' },
  ].map(({ method, path, body }) => {
    const [route = '', query = ''] = path.split('?');
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return { method, path: route, query, headers, body: body ? JSON.stringify(body) : '' };
  });

interface Watched {
  freshEvery: number;
  scripts: readonly ScriptName[];
  /** The names of the functions, where not all are watched. */
  functions?: readonly string[];
  /** What to change in the code of the scripts. */
  change?: (code: string) => string;
}

/** All that can be seen from outside of each function and request: its outcome, and then the sheet and the properties. */
async function watch({ freshEvery, scripts, functions, change = (code) => code }: Watched): Promise<unknown> {
  process.env.LOCAL_APPS_SCRIPT_FRESH_EVERY = String(freshEvery);
  const { store, made } = await prepared('kept realms', seedAll);
  const local = await serve(store, made.now);
  const seen: unknown[] = [];
  for (const built of scripts.map((name) => local.scripts[name])) {
    const script = changed(built, change);
    const names = listFunctions(script).filter((name) => !functions || functions.includes(name));
    const calls = names.map((name) => [name, ARGS[name] ?? []] as const);
    const posts = script.name === 'api' ? postsOf(local, made.apiKey) : [];
    for (const [name, args] of [...calls, ...posts, ...(IS_LONG ? [...calls, ...posts] : [])])
      seen.push(outcomeOf(await local.run(script, name, args)));
    seen.push(local.services.spreadsheets.grid(script.spreadsheetId));
  }
  seen.push(store.prepare('select owner, key, value from properties order by owner, key').all());
  await local.close();
  store.close();
  return JSON.parse(JSON.stringify(seen).replaceAll(local.urls.home, 'http://home'));
}

async function seedAll(store: Store): Promise<{ now: number; apiKey: string }> {
  const local = await serve(store, START);
  await seed(local);
  const { apiKey } = await seedApi(local);
  await seedCafe(local, { apiKey });
  await local.close();
  return { now: local.scheduler.now(), apiKey };
}

function serve(store: Store, now: number): Promise<Local> {
  const scheduler = new OrderedScheduler(now);
  return startLocal({ store, scheduler, root: ROOT, token: TOKEN, address: OWNER, virtual: true });
}

function postsOf({ urls }: Local, apiKey: string): (readonly [string, unknown[]])[] {
  return REQUESTS(apiKey).map((request) => ['doPost', [postEvent(urls.api, JSON.stringify(request))]]);
}

function postEvent(url: string, text: string): unknown {
  const body = Buffer.from(text);
  return toEvent({ url, method: 'POST', contentType: 'text/plain', body, pathInfo: undefined });
}

function changed(script: Script, change: (code: string) => string): Script {
  const code = change(script.files.get('Code.js')?.text ?? '');
  const files = new Map(script.files).set('Code.js', toSourceFile('Code.js', code));
  return createScript(script.name, () => files);
}

function outcomeOf({ function: name, calls, returned, error, log }: Execution): unknown {
  return { name, calls, returned, error: error?.message, log };
}

test('every function of both scripts does the same in a realm that was kept as in a fresh one', async () => {
  const scripts = ['desk', 'api'] as const;
  const kept = await watch({ freshEvery: NEVER, scripts });
  expect(kept).toEqual(await watch({ freshEvery: 1, scripts }));
});

test('a realm that is kept shows what a script fails to forget', async () => {
  const change = (code: string) => `${code}\nlet runs = 0; onOpen = onInstall = () => ++runs;`;
  const watched = { scripts: ['desk'] as const, functions: ['onInstall', 'onOpen'], change };
  const kept = await watch({ freshEvery: NEVER, ...watched });
  const fresh = await watch({ freshEvery: 1, ...watched });
  expect(isDeepStrictEqual(kept, fresh)).toBe(false);
});
