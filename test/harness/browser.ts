import { channel } from 'node:diagnostics_channel';
import os from 'node:os';
import type { Browser, BrowserContextOptions, Disposable, Page } from 'playwright-core';

/** Several times what a page takes for anything on a slow machine that it has for itself. */
const PATIENCE_MS = 15_000;

declare global {
  /** The worker's, which stays open: from `test/jest/environment.cjs`. */
  var openBrowser: () => Promise<Browser>;
}

/** What a window is besides its looks. */
interface Kind {
  key: string;
  scripts: Disposable[];
}

const VIEWPORT = { width: 1280, height: 720 };

/** What tests listen to. */
const EVENTS = [
  'console',
  'dialog',
  'frameattached',
  'framenavigated',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
] as const;

let opening: Promise<Browser> | undefined;

/** Before a suite's own hooks end what the pages ask: a gateway would tell of every request that it cannot answer any more. */
afterAll(async () => {
  const left = (await opening)?.contexts() ?? [];
  await Promise.all(left.map((context) => context.close()));
});

const kinds = new WeakMap<Page, Kind>();
const closed = new Map<string, Page[]>();

/**
 * A window that shares nothing with others: one that this suite has closed where there is one, for a new one costs as much as
 * loading a page. A test can let time pass, by `page.clock`; it passes by itself, too.
 */
export async function openWindow(options: BrowserContextOptions = {}): Promise<Page> {
  const { viewport, colorScheme, forcedColors, ...kind } = options;
  const key = JSON.stringify(kind);
  const page = closed.get(key)?.pop() ?? (await newWindow(kind, { key, scripts: [] }));
  await setLook(page, options);
  await page.clock.setSystemTime(Date.now());
  return page;
}

/** Gives the page a size and colours, those of a laptop by default. */
export async function setLook(page: Page, look: BrowserContextOptions = {}): Promise<void> {
  const { viewport, colorScheme = null, forcedColors = null } = look;
  await page.setViewportSize(viewport ?? VIEWPORT);
  await page.emulateMedia({ media: null, colorScheme, forcedColors, reducedMotion: null });
}

const opened = channel('sheetdesk.page');

async function newWindow(options: BrowserContextOptions, kind: Kind): Promise<Page> {
  opening = openBrowser();
  const context = await (await opening).newContext(options);
  const keepPatient = () => context.setDefaultTimeout(patienceMs());
  keepPatient();
  const timer = setInterval(keepPatient, 1_000).unref();
  context.once('close', () => clearInterval(timer));
  opened.publish({});
  const page = await context.newPage();
  await page.clock.install();
  kinds.set(page, kind);
  return page;
}

/** Runs in every page that the window shows before it is closed, before the page's own scripts. */
export async function addScript(page: Page, script: (text: string) => void, text = ''): Promise<void> {
  kinds.get(page)?.scripts.push(await page.addInitScript(script, text));
}

/** The next one to open such a window may get it, with nothing left in it. */
export async function closeWindow(page: Page): Promise<void> {
  const kind = kinds.get(page);
  if (!kind || page.isClosed()) return page.context().close();
  await Promise.all(kind.scripts.splice(0).map((script) => script.dispose()));
  for (const event of EVENTS) page.removeAllListeners(event);
  const context = page.context();
  context.removeAllListeners('request');
  await Promise.all([page, context].map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.setOffline(false);
  await page.clock.resume();
  await forget(page);
  closed.set(kind.key, [...(closed.get(kind.key) ?? []), page]);
}

/** What the page has stored under its address is gone, and what it stores while it is left. */
async function forget(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  if (origin !== 'null') {
    const nothing = `${origin}/nothing`;
    await page.route(nothing, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await page.goto(nothing);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.unroute(nothing);
  }
  await page.goto('about:blank');
}

/** So many times longer as there are programs that want each core: that is how much slower each of them gets on. */
function patienceMs(): number {
  const [wanting = 0] = os.loadavg();
  return PATIENCE_MS * Math.max(1, wanting / os.availableParallelism());
}
