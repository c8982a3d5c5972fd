import type { Page, Route } from 'playwright-core';

/** What happens to a call of the page instead of going to the script at once. */
type Instead = (route: Route, args: unknown[]) => Promise<void>;

/** The page's calls of one function take another way until the answer of this is called. */
export async function divert(page: Page, name: string, instead: Instead): Promise<() => Promise<void>> {
  const take = async (route: Route) => {
    const { function: called, args } = route.request().postDataJSON() as {
      function: string;
      args: unknown[];
    };
    await (called === name ? instead(route, args) : route.fallback());
  };
  await page.route('**/callback', take);
  return () => page.unroute('**/callback', take);
}

/** The page's calls of one function are lost on the way until the answer of this is called. */
export function lose(page: Page, name: string): Promise<() => Promise<void>> {
  return divert(page, name, (route) => route.abort());
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
