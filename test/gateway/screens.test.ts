/** What the screens of a cafe take of the gateway: the built pages in a browser, while the script takes its time. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { createGateway } from '../../gateway/gateway';
import { listen, toLoopback } from '../../runtime/listen';
import { openWindow } from '../harness/browser';
import { spread } from '../harness/extent';
import { ROOT } from '../harness/local';
import { type Role, type Staff, startStaff } from '../harness/staff-page';
import { until } from '../harness/until';
import { type Backend, startBackend } from './backend';

const SCREENS = spread<[Role, string]>(
  [
    ['staff', '#/orders'],
    ['staff', '#/orders'],
    ['manager', '#/menu'],
    ['admin', '#/orders'],
    ['agent', '#/leads'],
  ],
  2,
);
/** Every screen asks for something in a minute. */
const MINUTE_MS = 60_000;
const NEXT_MS = 10_000;

let staff: Staff;
let backend: Backend;
let server: Awaited<ReturnType<typeof listen>>;
/** Calls that the script works on now, and at most so far. */
let calls = 0;
let mostCalls = 0;
let mayEnd: Promise<void> = Promise.resolve();
beforeAll(async () => {
  staff = await startStaff();
  const webApp = toLoopback(staff.api.urls.api);
  backend = await startBackend(async (request, response) => {
    mostCalls = Math.max(mostCalls, ++calls);
    const body = await text(request);
    await mayEnd;
    const reply = await (await fetch(webApp, { method: 'POST', body })).text();
    calls--;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(reply);
  });
  const pages = JSON.parse(readFileSync(path.join(ROOT, '.build/pages.json'), 'utf8'));
  // As long as the machine takes, neither the gateway nor a page gives up what is under way.
  server = await listen(0, createGateway({ webApp: backend.url, pages, timeoutMs: 60 * MINUTE_MS }));
});
afterAll(async () => {
  await until(() => calls === 0);
  await server.close();
  backend.close();
  await staff.close();
});

/** From now on no call ends, until the function is called that this answers. */
function holdCalls(): () => void {
  let release = () => {};
  mayEnd = new Promise((resolve) => {
    release = resolve;
  });
  return release;
}

async function openScreen(role: Role, fragment: string): Promise<Page> {
  const page = await openWindow({ serviceWorkers: 'block' });
  await page.addInitScript((token) => {
    AbortSignal.timeout = () => new AbortController().signal;
    sessionStorage.setItem('session', token);
  }, staff.api.tokens[role]);
  await page.goto(`http://localhost:${server.port}/staff${fragment}`);
  await page.locator('#content').waitFor();
  return page;
}

async function seats(): Promise<{ total: number; inUse: number; waiting: number }> {
  return (await (await fetch(`http://localhost:${server.port}/healthz`)).json()).seats;
}

test('a screen holds at most one of the 25 seats, whatever it asks for meanwhile', async () => {
  const screens: Page[] = [];
  for (const [role, fragment] of SCREENS) screens.push(await openScreen(role, fragment));
  for (const screen of screens) await screen.clock.pauseAt(Date.now() + MINUTE_MS);
  await until(() => calls === 0);
  const release = holdCalls();
  for (const screen of screens) await screen.clock.runFor(MINUTE_MS);
  await until(() => calls >= SCREENS.length);
  for (const screen of screens) {
    for (const fragment of ['#/menu', '#/leads', '#/vehicles', '#/orders'])
      await screen.evaluate((hash) => location.assign(hash), fragment);
    await screen.clock.runFor(NEXT_MS);
  }
  expect(await seats()).toEqual({ total: 25, inUse: SCREENS.length, waiting: 0 });
  const before = backend.asked.length;
  release();
  // What has waited in each screen goes out now, one after the other.
  await until(() => calls === 0 && backend.asked.length > before);
  expect(mostCalls).toBe(SCREENS.length);
});
