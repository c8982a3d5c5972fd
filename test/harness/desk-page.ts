import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright-core';
import type { Local } from '../../local/local';
import { launchBrowser, openWindow } from './browser';
import type { Behaviour } from './local';
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
  /** Opens the page anew. */
  reload(): Promise<void>;
  /** Goes on to another fragment, as if it had been typed into the address. */
  go(fragment: string): Promise<void>;
  /** Waits until the address has this fragment. */
  at(fragment: string): Promise<void>;
  /** What axe complains about as the page looks now. */
  violations(): Promise<string[]>;
  /** What axe complains about and what is cut off, in more than one look. */
  faults(): Promise<string[]>;
  close(): Promise<void>;
}

interface Start {
  isUntouched?: boolean;
  /** Of an untouched desk. */
  google?: Behaviour;
  /** Stays open; one of its own otherwise. */
  browser?: Browser;
}

/** With a first case in it, unless nobody has touched the desk yet. */
export async function startPages({
  isUntouched = false,
  google,
  browser: given,
}: Start = {}): Promise<Pages> {
  const started = isUntouched ? startUntouched(google) : startSeeded();
  const [local, browser] = await Promise.all([started, given ?? launchBrowser()]);
  const windows = new Windows(browser);
  return {
    local,
    open: (fragment = '', options = {}) => open(windows, { url: local.urls.desk, fragment }, options),
    async run(name, ...args) {
      const { error } = await local.run(local.scripts.desk, name, args);
      if (error) throw new Error(error.message);
    },
    async close() {
      if (!given) await browser.close();
      await local.close();
    },
  };
}

/** Every page that a window has shown leaves something behind in its process, which makes the next one slower. */
const MAX_USES = 8;

/** Opening a window costs as much as loading the page, so one that was closed is used again for a while. */
class Windows {
  readonly #browser: Browser;
  readonly #closed = new Map<string, Page[]>();
  readonly #uses = new WeakMap<Page, number>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  async open(options: WindowOptions): Promise<Page> {
    const used = this.#like(options).pop();
    if (used) return used;
    const { hasClock, ...rest } = options;
    const page = await openWindow(this.#browser, { ...rest, bypassCSP: true });
    if (hasClock) await page.clock.install();
    return page;
  }

  /** Nothing of it is left but its size, its colours and who listens to it. */
  async close(page: Page, options: WindowOptions): Promise<void> {
    const uses = (this.#uses.get(page) ?? 0) + 1;
    if (page.isClosed() || uses === MAX_USES) return page.context().close();
    this.#uses.set(page, uses);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().setOffline(false);
    if (options.hasClock) await page.clock.resume();
    await page.goto('about:blank');
    this.#like(options).push(page);
  }

  #like(options: WindowOptions): Page[] {
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
    reload: () => load(() => page.reload()),
    go: (to) => page.evaluate(go, to),
    at: (hash) => page.waitForURL((address) => decodeURIComponent(address.hash) === hash),
    violations: () => findViolations(frameOf(page)),
    faults: () => findFaults(page, frameOf(page)),
    close: () => windows.close(page, options),
  };
}

/** In the outer page. */
function go(fragment: string): void {
  history.pushState(null, '', fragment);
  dispatchEvent(new PopStateEvent('popstate'));
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
