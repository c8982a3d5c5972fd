import { Patience } from './patience';

/** Waits until this is so. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  patience = new Patience(),
): Promise<void> {
  while (!(await isSo())) {
    if (patience.end) throw new Error(`This was never so: ${isSo}\n${patience.end}`);
    await patience.pause();
  }
}

/**
 * Repeats what is expected until it holds: a page shows the state before a while longer. What still fails when nothing moves any
 * more is the verdict.
 */
export async function eventually<T>(check: () => Promise<T>, patience = new Patience()): Promise<T> {
  for (;;) {
    try {
      return await check();
    } catch (cause) {
      if (patience.end) {
        const { message } = cause as Error;
        throw new Error(`${message}\n\nThis failed until the end: ${check}\n${patience.end}`, { cause });
      }
    }
    await patience.pause();
  }
}
