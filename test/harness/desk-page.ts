import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright-core';
import type { Local } from '../../local/local';
import { launchBrowser, openWindow } from './browser';
import { findFaults, findViolations } from './looks';
import { startSeeded, startUntouched } from './seeded';

/** The owner's page, in a browser, on what `npm start` serves. */
export interface Pages {
  local: Local;
  /** Opens the page at a fragment such as `#/settings`, in a window that nobody else has open. */
  open(fragment?: string, options?: WindowOptions): Promise<DeskPage>;
  /** A function of the desk, called as the timer or another window would. */
  run(name: string, ...args: unknown[]): Promise<void>;
  close(): Promise<void>;
}

export interface WindowOptions extends BrowserContextOptions {
  /** Whether the test can let time pass, by `page.clock`; it passes by itself, too. */
  hasClock?: boolean;
}

export interface DeskPage {
  /** The outer page, which has the address. */
  page: Page;
  /** What the owner sees: it stands in two frames, as on Google. A reload makes another. */
  readonly desk: Frame;
  /** Opens the page anew, at another fragment if one is given. */
  reload(fragment?: string): Promise<void>;
  /** Waits until the address has this fragment. */
  at(fragment: string): Promise<void>;
  /** What axe complains about as the page looks now. */
  violations(): Promise<string[]>;
  /** What axe complains about and what is cut off, in more than one look. */
  faults(): Promise<string[]>;
  close(): Promise<void>;
}

/** With a first case in it, unless nobody has touched the desk yet. */
export async function startPages({ isUntouched = false } = {}): Promise<Pages> {
  const start = isUntouched ? startUntouched : startSeeded;
  const [local, browser] = await Promise.all([start(), launchBrowser()]);
  const windows = new Windows(browser);
  return {
    local,
    open: (fragment = '', options = {}) => open(windows, { url: local.urls.desk, fragment }, options),
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

/** Opening a window costs as much as loading the page, so one that was closed is used again. */
class Windows {
  readonly #browser: Browser;
  readonly #closed = new Map<string, Page[]>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  async open({ hasClock = false, ...options }: WindowOptions): Promise<Page> {
    const used = hasClock ? undefined : this.#like(options).pop();
    if (used) return used;
    const page = await openWindow(this.#browser, { ...options, bypassCSP: true });
    if (hasClock) await page.clock.install();
    return page;
  }

  /** Nothing of it is left but its size and colours. */
  async close(page: Page, { hasClock = false, ...options }: WindowOptions): Promise<void> {
    if (hasClock || page.isClosed()) return page.context().close();
    page.removeAllListeners();
    page.context().removeAllListeners();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().setOffline(false);
    await page.goto('about:blank');
    this.#like(options).push(page);
  }

  #like(options: BrowserContextOptions): Page[] {
    const key = JSON.stringify(options);
    const pages = this.#closed.get(key) ?? [];
    this.#closed.set(key, pages);
    return pages;
  }
}

interface Address {
  url: string;
  fragment: string;
}

async function open(windows: Windows, { url, fragment }: Address, options: WindowOptions): Promise<DeskPage> {
  const page = await windows.open(options);
  const load = async (go: () => Promise<unknown>) => {
    const attached = page.waitForEvent('frameattached', (frame) => isDesk(page, frame));
    await Promise.all([attached, go()]);
    await frameOf(page).locator('main').waitFor();
  };
  await load(() => page.goto(`${url}${fragment}`));
  return {
    page,
    get desk() {
      return frameOf(page);
    },
    async reload(to) {
      if (to === undefined) return load(() => page.reload());
      await page.goto('about:blank');
      await load(() => page.goto(`${url}${to}`));
    },
    at: (hash) => page.waitForURL((address) => decodeURIComponent(address.hash) === hash),
    violations: () => findViolations(frameOf(page)),
    faults: () => findFaults(page, frameOf(page)),
    close: () => windows.close(page, options),
  };
}

/** Asked for directly: to look for it by its place in the two others would cost as much as loading the page. */
function frameOf(page: Page): Frame {
  const frame = page.frames().find((one) => isDesk(page, one));
  if (!frame) throw new Error('The page has no inner frame.');
  return frame;
}

function isDesk(page: Page, frame: Frame): boolean {
  return frame.parentFrame()?.parentFrame() === page.mainFrame();
}
