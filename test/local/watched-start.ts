import { existsSync, type FSWatcher, readFileSync, watch } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Credentials, READY, start } from '../harness/started';
import { onFreePort } from './free-port';

const MENU = '/v1/cafes/C-1/menu';
const API = '/macros/s/local-api/exec';

/** A request by every way in, and of what else a waiting caller may ask. */
const ASKED = {
  gateway: [MENU, {}],
  webhook: ['/webhooks/payments', { method: 'POST' }],
  description: ['/openapi.json', {}],
  'plain call': [`${API}?path=${MENU}`, {}],
  envelope: [API, { method: 'POST', body: JSON.stringify({ method: 'GET', path: MENU }) }],
  'control API': ['/_local/state', {}],
  inspector: ['/', {}],
  page: ['/macros/s/local-desk/exec', {}],
} as const;

export type Asked = keyof typeof ASKED;

export interface Answered {
  asked: Asked;
  status: number;
  retryAfter: string | null;
  text: string;
  /** Whether the credentials were there, complete, when the answer came. */
  isWhole: boolean;
}

export interface WatchedStart<T> {
  credentials: Credentials;
  /** What callers were answered, from the first connection until after the start had said that it is ready. */
  answers: Answered[];
  /** What happened to credentials.json: `rename` when it appears or goes, `change` when it is written in its place. */
  events: string[];
  /** What comes of `call`. */
  called: Promise<T>;
}

/** Starts on a port that is asked all the time; `call` gets the credentials the moment that they are there. */
export function watchStart<T>(
  state: string,
  call: (credentials: Credentials) => Promise<T>,
): Promise<WatchedStart<T>> {
  return onFreePort((port) => watchOn(port, state, call));
}

async function watchOn<T>(
  port: number,
  state: string,
  call: (credentials: Credentials) => Promise<T>,
): Promise<WatchedStart<T>> {
  const file = path.join(state, 'credentials.json');
  const [answers, events]: [Answered[], string[]] = [[], []];
  let watcher: FSWatcher | undefined;
  let called: Promise<T> | undefined;
  let before = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  const look = () => {
    if (!watcher && existsSync(state))
      watcher = watch(state, (event, name) => name === 'credentials.json' && events.push(event));
    const content = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    if (content === undefined) before = undefined;
    if (content !== undefined && content !== before) called ??= guarded(() => call(JSON.parse(content)));
  };
  const askAll = () =>
    Promise.all(
      Object.keys(ASKED).map(async (asked) => {
        const answer = await ask(asked as Asked, port);
        if (answer) answers.push({ ...answer, isWhole: isWhole(file) });
      }),
    );
  look();
  let isStarting = true;
  const started = start(state, READY, '--port', String(port)).finally(() => {
    isStarting = false;
  });
  try {
    while (isStarting) {
      await askAll();
      look();
      // What is refused costs next to nothing, so that nobody is earlier than these.
      if (answers.length > 0) await setTimeout(250);
    }
    const credentials = await started;
    await askAll();
    look();
    if (!called) throw new Error('No credentials came.');
    return { credentials, answers, events, called };
  } finally {
    watcher?.close();
  }
}

/** A rejection is for who asks for the outcome, however late. */
function guarded<T>(make: () => Promise<T>): Promise<T> {
  const made = Promise.resolve().then(make);
  made.catch(() => {});
  return made;
}

async function ask(asked: Asked, port: number): Promise<Omit<Answered, 'isWhole'> | undefined> {
  const [at, init] = ASKED[asked];
  try {
    const answer = await fetch(`http://localhost:${port}${at}`, init);
    const retryAfter = answer.headers.get('retry-after');
    return { asked, status: answer.status, retryAfter, text: await answer.text() };
  } catch (error) {
    if (isRefused((error as Error).cause)) return undefined;
    throw error;
  }
}

/** By every address that the name has. */
function isRefused(cause: unknown): boolean {
  if (cause instanceof AggregateError) return cause.errors.every(isRefused);
  return (cause as NodeJS.ErrnoException).code === 'ECONNREFUSED';
}

function isWhole(file: string): boolean {
  return existsSync(file) && 'users' in JSON.parse(readFileSync(file, 'utf8'));
}
