/** The worker of the staff page in a real browser, whose policy and caches hold it to what it promises. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { createGateway } from '../../gateway/gateway';
import type { StaticFile } from '../../gateway/static-file';
import { type Handler, listen, toLoopback } from '../../runtime/listen';
import { type SeededApi, startApi } from '../harness/api';
import { openWindow } from '../harness/browser';
import { testLong } from '../harness/extent';
import { ROOT } from '../harness/local';

const PAGES: StaticFile[] = JSON.parse(readFileSync(path.join(ROOT, '.build/pages.json'), 'utf8'));
const SHELL = [
  '/staff',
  '/staff/icon-192.png',
  '/staff/icon-512.png',
  '/staff/icon.svg',
  '/staff/manifest.webmanifest',
];

let api: SeededApi;
let page: Page;
const troubles: string[] = [];
beforeAll(async () => {
  api = await startApi();
  page = await openWindow();
  page.on('console', (message) => void troubles.push(message.text()));
  page.on('pageerror', (error) => void troubles.push(error.message));
});
afterAll(() => api.close());

let server: Awaited<ReturnType<typeof listen>>;
let handle: Handler;
beforeEach(async () => {
  troubles.length = 0;
  handle = gatewayWith(PAGES);
  server = await listen(0, (request) => handle(request));
  // Another port is another origin, of which neither a worker nor a cache is known.
  await page.goto(`http://localhost:${server.port}/staff`);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
});
afterEach(async () => {
  await page.goto('about:blank');
  await server.close();
});

function gatewayWith(pages: readonly StaticFile[]): Handler {
  return createGateway({ webApp: toLoopback(api.urls.api), pages });
}

const titled = (title: string) => (file: StaticFile) => ({
  ...file,
  compressed: {},
  body: file.body.replace(/<title>.*?<\/title>/, `<title>${title}</title>`),
  headers: { ...file.headers, etag: `"${title}"` },
});

/** The paths of everything in every cache. */
async function cached(): Promise<string[]> {
  const urls = await page.evaluate(async () => {
    const open = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    return (await Promise.all(open.map((one) => one.keys()))).flat().map(({ url }) => url);
  });
  return urls.map((url) => new URL(url).pathname).sort();
}

const logInForm = () => page.getByRole('button', { name: 'Log in' });

test('the page opens while the server cannot be reached', async () => {
  await logInForm().waitFor();
  await server.close();
  await page.reload();
  await logInForm().waitFor();
});

test('it keeps the page, and no response of the API', async () => {
  const { email, password } = api.people.staff;
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(password);
  const known = page.waitForResponse((response) => response.url().endsWith('/v1/auth/session'));
  await logInForm().click();
  expect((await known).ok()).toBe(true);
  expect(await page.evaluate(async () => (await fetch('/v1/health')).status)).toBe(200);
  expect(await page.evaluate(async () => (await fetch('/staff?x=1')).status)).toBe(200);
  expect(await cached()).toEqual(SHELL);
});

test('a new version is there at the next load, and stays when the server has gone', async () => {
  handle = gatewayWith(PAGES.map(titled('New version')));
  await page.reload();
  expect(await page.title()).toBe('New version');
  await page.waitForFunction(async () => {
    const kept = await caches.match('/staff');
    return (await kept?.text())?.includes('New version');
  });
  await server.close();
  await page.reload();
  expect(await page.title()).toBe('New version');
});

testLong('a server that does not answer keeps nobody waiting', async () => {
  const own = await page.title();
  handle = (request) =>
    new URL(request.url).pathname === '/staff' ? new Promise(() => {}) : gatewayWith(PAGES)(request);
  await page.reload();
  await logInForm().waitFor();
  expect(await page.title()).toBe(own);
});

testLong('an error of the server does not take the place of the page', async () => {
  handle = () => new Response('Bad gateway', { status: 502 });
  await page.reload();
  await logInForm().waitFor();
});

test('the browser has nothing against the page', async () => {
  await logInForm().waitFor();
  await page.reload();
  await logInForm().waitFor();
  const icons = await page.evaluate(async () => {
    const manifest = await (await fetch('/staff/manifest.webmanifest')).json();
    const sizes = manifest.icons.map(async ({ src }: { src: string }) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return image.naturalWidth > 0;
    });
    return Promise.all(sizes);
  });
  expect(icons).toEqual([true, true, true]);
  expect(troubles).toEqual([]);
});
