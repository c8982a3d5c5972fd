import type { Page, Route } from 'playwright-core';
import { callOf, caughtUp, failAtGoogle, isProbe } from './calls';

export interface PageCalls {
  /** The functions that the page has called so far, in their order. */
  made: string[];
  /** The most that were under way at once, by function. */
  atOnce: Record<string, number>;
  /** From now on calls of this function fail at Google. */
  fail(name: string): void;
  /** From now on the script refuses calls of this function in these words. */
  refuse(name: string, error: string): void;
  /** From now on calls of this function wait. */
  hold(name: string): void;
  /** All goes as usual again, also for those that wait. */
  mend(): void;
  /** Waits until all that was called is answered, and what the page has called because of an answer, too. */
  settled(): Promise<void>;
}

/** Stands between the page and the script, as the network does. */
export async function watchCalls(page: Page): Promise<PageCalls> {
  const made: string[] = [];
  const atOnce: Record<string, number> = {};
  const underWay: Record<string, number> = {};
  const failing = new Set<string>();
  const refusals = new Map<string, string>();
  const held = new Map<string, { released: Promise<void>; release: () => void }>();
  const answers = new Set<Promise<void>>();

  const answer = async (route: Route, name: string) => {
    const error = refusals.get(name);
    if (failing.has(name)) return failAtGoogle(route);
    if (error !== undefined) return route.fulfill(answerOf({ ok: false, error }));
    // A page that leaves never hears what becomes of its request, so the test asks in its place.
    await route.fulfill({ response: await route.fetch({ timeout: 0 }) });
  };
  await page.route('**/callback', async (route) => {
    const { function: name, args } = callOf(route);
    if (isProbe(args)) return route.continue();
    made.push(name);
    underWay[name] = (underWay[name] ?? 0) + 1;
    atOnce[name] = Math.max(atOnce[name] ?? 0, underWay[name]);
    await held.get(name)?.released;
    // The page may be closed meanwhile.
    const answered = answer(route, name).catch(() => {});
    answers.add(answered);
    await answered;
    answers.delete(answered);
    underWay[name] -= 1;
  });
  return {
    made,
    atOnce,
    fail: (name) => void failing.add(name),
    refuse: (name, error) => void refusals.set(name, error),
    hold: (name) => void held.set(name, gate()),
    mend() {
      failing.clear();
      refusals.clear();
      for (const { release } of held.values()) release();
      held.clear();
    },
    async settled() {
      for (let known = -1; known < made.length; ) {
        known = made.length;
        await caughtUp(page);
        await Promise.all(answers);
        await caughtUp(page);
      }
    },
  };
}

function gate(): { released: Promise<void>; release: () => void } {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { released, release };
}

/** As the server answers what a function returned. */
function answerOf(result: object): { json: object } {
  return { json: { result: JSON.stringify(result) } };
}
