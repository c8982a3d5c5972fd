const PAUSE_MS = 50;

/** Resolves once this is so; the test's own patience ends it otherwise. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause();
}

/** Far more than anything takes, so that no verdict depends on how busy the machine is; only what is wrong waits so long. */
export const PATIENCE_MS = 240_000;

/**
 * Repeats what is expected until it holds: a page shows the state before a while longer. What still fails after that is the
 * verdict.
 */
export async function eventually(check: () => Promise<void>): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > until) throw error;
    }
    await pause();
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
