import { readFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions, FrameLocator, Page } from 'playwright-core';
import type { Local } from '../../local/local';
import { launchBrowser } from './browser';
import { startSeeded, startUntouched } from './seeded';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** The widths and colours in which everything has to be readable. */
export const LOOKS: [string, BrowserContextOptions][] = [
  ['in light', { colorScheme: 'light' }],
  ['in dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 360, height: 640 } }],
];

/** The owner's page, in a browser, on what `npm start` serves. */
export interface Pages {
  local: Local;
  /** Opens the page at a fragment such as `#/settings`, in a window of its own. */
  open(fragment?: string, options?: BrowserContextOptions): Promise<DeskPage>;
  /** A function of the desk, called as the timer or another window would. */
  run(name: string, ...args: unknown[]): Promise<void>;
  close(): Promise<void>;
}

export interface DeskPage {
  /** The outer page, which has the address. */
  page: Page;
  /** What the owner sees: it stands in two frames, as on Google. */
  desk: FrameLocator;
  /** What axe complains about. */
  violations(): Promise<string[]>;
  /** Whether one would have to scroll sideways. */
  isTooWide(): Promise<boolean>;
  close(): Promise<void>;
}

/** With a first case in it, unless nobody has touched the desk yet. */
export async function startPages({ isUntouched = false } = {}): Promise<Pages> {
  const start = isUntouched ? startUntouched : startSeeded;
  const [local, browser] = await Promise.all([start(), launchBrowser()]);
  return {
    local,
    open: (fragment = '', options = {}) => open(browser, `${local.urls.desk}${fragment}`, options),
    async run(name, ...args) {
      const { error } = await local.run(local.scripts.desk, name, args);
      if (error) throw new Error(error.message);
    },
    async close() {
      await browser.close();
      await local.close();
    },
  };
}

async function open(browser: Browser, url: string, options: BrowserContextOptions): Promise<DeskPage> {
  const context = await browser.newContext({ ...options, bypassCSP: true });
  const page = await context.newPage();
  page.setDefaultTimeout(8_000);
  await page.goto(url);
  const desk = page.frameLocator('iframe').frameLocator('iframe');
  await desk.locator('main').waitFor();
  return {
    page,
    desk,
    violations: () => violationsOf(page),
    isTooWide: () => desk.locator('html').evaluate((html) => html.scrollWidth > html.clientWidth),
    close: () => context.close(),
  };
}

async function violationsOf(page: Page): Promise<string[]> {
  const [frame] = page.frames().slice(-1);
  await frame?.evaluate(AXE);
  const found = await frame?.evaluate(
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map((one) => one.target).join(" ")))',
  );
  return found as string[];
}
