import type { BrowserContextOptions, Frame, Page } from 'playwright-core';
import type { Local } from '../../local/local';
import { closeWindow, openWindow } from './browser';
import type { Behaviour } from './local';
import { findFaults, findViolations } from './looks';
import { startSeeded, startUntouched } from './seeded';

/** The owner's page, in a browser, on what `npm start` serves. */
export interface Pages {
  local: Local;
  /** Opens the page at a fragment such as `#/settings`, in a window that nobody else has open. */
  open(fragment?: string, options?: BrowserContextOptions): Promise<DeskPage>;
  /** A function of the desk, called as the timer or another window would. */
  run(name: string, ...args: unknown[]): Promise<void>;
  close(): Promise<void>;
}

export interface DeskPage {
  /** The outer page, which has the address. */
  page: Page;
  /** What the owner sees: it stands in two frames, as on Google. A reload makes another. */
  readonly desk: Frame;
  /** Opens the page anew, at a fragment where there is one. */
  reload(fragment?: string): Promise<void>;
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
}

/** With a first case in it, unless nobody has touched the desk yet. */
export async function startPages({ isUntouched = false, google }: Start = {}): Promise<Pages> {
  const local = await (isUntouched ? startUntouched(google) : startSeeded());
  return {
    local,
    open: (fragment = '', options = {}) => openDesk({ url: local.urls.desk, fragment }, options),
    async run(name, ...args) {
      const { error } = await local.run(local.scripts.desk, name, args);
      if (error) throw new Error(error.message);
    },
    close: () => local.close(),
  };
}

interface Address {
  url: string;
  fragment: string;
}

/** The page of a desk that runs anywhere. */
export async function openDesk(
  { url, fragment }: Address,
  options: BrowserContextOptions = {},
): Promise<DeskPage> {
  // The page's policy would keep axe out.
  const page = await openWindow({ ...options, bypassCSP: true });
  const load = async (go: () => Promise<unknown>) => {
    const attached = page.waitForEvent('frameattached', (frame) => isDesk(page, frame));
    await Promise.all([attached, go()]);
    await frameOf(page).locator('main').waitFor();
  };
  const openAt = async (to: string) => {
    // From the page itself to another fragment is no way to open it.
    await page.goto('about:blank');
    await load(() => page.goto(`${url}${to}`));
  };
  await load(() => page.goto(`${url}${fragment}`));
  return {
    page,
    get desk() {
      return frameOf(page);
    },
    reload: (to) => (to === undefined ? load(() => page.reload()) : openAt(to)),
    go: (to) => page.evaluate(go, to),
    at: (hash) => page.waitForURL((address) => decodeURIComponent(address.hash) === hash),
    violations: () => findViolations(frameOf(page)),
    faults: () => findFaults(page, frameOf(page)),
    close: () => closeWindow(page),
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
