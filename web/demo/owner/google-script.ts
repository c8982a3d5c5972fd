import { endExecution } from '../../../src/platform/execution';
import type { Functions } from '../../owner/server';

type Handler = (value: unknown) => void;

/** What the page may call, by the names of the script's functions. */
export type Answers = Record<keyof Functions, (...args: never[]) => unknown>;

/** Google takes seconds; long enough to see that something is loading. */
const LATENCY_MS = 250;

/**
 * What Apps Script gives a page, for a page that nobody serves: calls are answered by `functions`, and the fragment of
 * the page's own address is its history.
 */
export function googleScript(functions: Answers) {
  return {
    run: runner(functions, { onSuccess: () => {}, onFailure: () => {} }),
    history: {
      push: (state: object | null, _: unknown, hash: string) => history.pushState(state, '', `#${hash}`),
      replace: (state: object | null, _: unknown, hash: string) =>
        history.replaceState(state, '', `#${hash}`),
      setChangeHandler(handler: Handler) {
        addEventListener('popstate', ({ state }) => handler({ state, location: currentLocation() }));
      },
    },
    url: { getLocation: (callback: Handler) => setTimeout(() => callback(currentLocation())) },
    host: { origin: location.origin, close: () => {} },
  };
}

/** Every function is a method, as in `google.script.run.withSuccessHandler(show).getBell()`. */
function runner(functions: Answers, handlers: { onSuccess: Handler; onFailure: Handler }): object {
  const methods = Object.entries(functions).map(([name, run]) => [
    name,
    (...args: unknown[]) => void answer(run as (...args: unknown[]) => unknown, args, handlers),
  ]);
  return {
    ...Object.fromEntries(methods),
    withSuccessHandler: (onSuccess: Handler) => runner(functions, { ...handlers, onSuccess }),
    withFailureHandler: (onFailure: Handler) => runner(functions, { ...handlers, onFailure }),
  };
}

/** Answers are copies: the page must not change what the desk remembers. */
async function answer(
  run: (...args: unknown[]) => unknown,
  args: unknown[],
  { onSuccess, onFailure }: { onSuccess: Handler; onFailure: Handler },
): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, LATENCY_MS));
  endExecution();
  try {
    onSuccess(JSON.parse(JSON.stringify(run(...args))));
  } catch (error) {
    onFailure(error);
  }
}

function currentLocation() {
  return { hash: location.hash.slice(1), parameter: {}, parameters: {} };
}
