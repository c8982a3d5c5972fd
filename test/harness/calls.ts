import type { Page, Route } from 'playwright-core';

/** What happens to a call of the page instead of going to the script at once. */
type Instead = (route: Route, args: unknown[]) => Promise<void>;

/** The page's calls of one function take another way until the answer of this is called. */
export async function divert(page: Page, name: string, instead: Instead): Promise<() => Promise<void>> {
  const take = async (route: Route) => {
    const { function: called, args } = callOf(route);
    await (called === name ? instead(route, args) : route.fallback());
  };
  await page.route('**/callback', take);
  return () => page.unroute('**/callback', take);
}

/** The page's calls of one function are lost on the way until the answer of this is called. */
export function lose(page: Page, name: string): Promise<() => Promise<void>> {
  return divert(page, name, (route) => route.abort());
}

const GOOGLES_FAILURE = {
  json: { error: { message: "We're sorry, a server error occurred. Please wait a bit and try again." } },
};

/** Answers as Google does where it has failed. */
export function failAtGoogle(route: Route): Promise<void> {
  return route.fulfill(GOOGLES_FAILURE);
}

/** The page's calls of one function fail at Google until the answer of this is called. */
export function fail(page: Page, name: string): Promise<() => Promise<void>> {
  return divert(page, name, failAtGoogle);
}

/** The page's calls of one function wait until the answer of this is called. */
export async function hold(page: Page, name: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await divert(page, name, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** What the page calls. */
export function callOf(route: Route): { function: string; args: unknown[] } {
  return route.request().postDataJSON() as { function: string; args: unknown[] };
}

const PROBE = 'a later call';

/** Whether a call is not the page's own, but that of `caughtUp`. */
export function isProbe(args: readonly unknown[]): boolean {
  return args[0] === PROBE;
}

/**
 * Waits until what the page has called is on its way, and what was answered has reached it: a later call takes the
 * same way there and back, and has been answered.
 */
export async function caughtUp(page: Page): Promise<void> {
  await page
    .frames()
    .at(-1)
    ?.evaluate(`new Promise((resolve, reject) =>
    google.script.run.withSuccessHandler(resolve).withFailureHandler(reject).getBell(${JSON.stringify(PROBE)}))`);
}
