/**
 * Opens the staff page where there is no connection. It keeps the page itself, which holds no data, and answers for
 * nothing else: whatever is under /v1 goes to the server, and never into a cache.
 */

export {};

/** The compiler's library speaks of workers of any kind. */
declare const self: ServiceWorkerGlobalScope;

const CACHE = 'shell';
const SHELL = [
  '/staff',
  '/staff/manifest.webmanifest',
  '/staff/icon.svg',
  '/staff/icon-192.png',
  '/staff/icon-512.png',
];

/** A connection that is there and carries nothing is no reason to stand in front of an empty page. */
const PATIENCE_MS = 3_000;

self.addEventListener('install', (event) => {
  event.waitUntil(storeShell().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener('fetch', (event) => {
  const { origin, pathname, search } = new URL(event.request.url);
  const isShell = origin === self.location.origin && search === '' && SHELL.includes(pathname);
  if (isShell && event.request.method === 'GET') event.respondWith(answer(event, pathname));
});

async function storeShell(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(SHELL.map((path) => new Request(path, { cache: 'no-cache' })));
}

/** The current version where the server has it in time, so an update is there at the next load; else the kept one. */
async function answer(event: FetchEvent, path: string): Promise<Response> {
  const fetched = fetch(event.request);
  const stored = fetched.then((response) => (response.ok ? store(path, response.clone()) : undefined));
  // The kept one stays if there is no connection.
  event.waitUntil(stored.catch(() => undefined));
  const current = await Promise.race([fetched.catch(() => undefined), after(PATIENCE_MS)]);
  if (current?.ok) return current;
  const kept = await (await caches.open(CACHE)).match(path);
  return kept ?? fetched;
}

async function store(path: string, response: Response): Promise<void> {
  await (await caches.open(CACHE)).put(path, response);
}

function after(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms));
}
