import type { Page } from 'playwright-core';

export interface PageCalls {
  /** The functions that the page has called so far, in their order. */
  made: string[];
  /** The most that were under way at once, by function. */
  atOnce: Record<string, number>;
  /** From now on calls of this function do not reach the script. */
  fail(name: string): void;
  /** From now on the script refuses calls of this function in these words. */
  refuse(name: string, error: string): void;
  /** From now on calls of this function take this long. */
  delay(name: string, ms: number): void;
  /** All goes as usual again. */
  mend(): void;
}

/** Stands between the page and the script, as the network does. */
export async function watchCalls(page: Page): Promise<PageCalls> {
  const made: string[] = [];
  const atOnce: Record<string, number> = {};
  const underWay: Record<string, number> = {};
  const failing = new Set<string>();
  const refusals = new Map<string, string>();
  const delays = new Map<string, number>();
  await page.route('**/callback', async (route) => {
    const { function: name } = route.request().postDataJSON() as { function: string };
    made.push(name);
    underWay[name] = (underWay[name] ?? 0) + 1;
    atOnce[name] = Math.max(atOnce[name] ?? 0, underWay[name]);
    await new Promise((resolve) => setTimeout(resolve, delays.get(name) ?? 0));
    const error = refusals.get(name);
    const passed =
      error === undefined ? () => route.continue() : () => route.fulfill(answerOf({ ok: false, error }));
    await (failing.has(name) ? route.abort() : passed()).catch(() => {});
    underWay[name] -= 1;
  });
  return {
    made,
    atOnce,
    fail: (name) => void failing.add(name),
    refuse: (name, error) => void refusals.set(name, error),
    delay: (name, ms) => void delays.set(name, ms),
    mend() {
      failing.clear();
      refusals.clear();
      delays.clear();
    },
  };
}

/** As the server answers what a function returned. */
function answerOf(result: object): { json: object } {
  return { json: { result: JSON.stringify(result) } };
}
