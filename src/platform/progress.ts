import { perExecution } from './execution';
import { MINUTE_MS } from './platform';
import { boundSpreadsheet } from './spreadsheet';

/** Shorter work is over before its progress can be read. */
const QUIET_MS = 5_000;
const EVERY_MS = 5_000;

/** Work that somebody waits for, whose parts report how far they are. */
interface Work {
  show(words: string): void;
  /** Epoch ms at which it was shown last, or began. */
  shownAt: number;
  /** The part that is under way, and when it began. */
  total: number;
  startedAt: number;
  /** Earlier runs may have done some of it. */
  doneBefore: number;
}

const work = perExecution<Work | undefined>(() => undefined);

/** Shows every few seconds how far this is, once it takes longer than five seconds. */
export function showingProgress<R>(show: (words: string) => void, run: () => R): R {
  const outer = work.current;
  const showAlso = (words: string) => {
    outer?.show(words);
    show(words);
  };
  const startedAt = Date.now();
  work.current = {
    show: showAlso,
    shownAt: startedAt + QUIET_MS - EVERY_MS,
    total: 0,
    startedAt,
    doneBefore: 0,
  };
  try {
    return run();
  } finally {
    work.current = outer;
  }
}

/** The same for an item of the menu, in the corner of the sheet. Closing the sheet does not end the work. */
export function toastingProgress<R>(title: string, run: () => R): R {
  return showingProgress(
    (words) => boundSpreadsheet().toast(`${words}. You can close the sheet.`, title),
    run,
  );
}

/** Called before each step of a part of some work; nobody may be waiting for it. */
export function reportProgress(done: number, total: number): void {
  const { current } = work;
  if (!current) return;
  const now = Date.now();
  if (done < current.doneBefore || total !== current.total)
    Object.assign(current, { total, startedAt: now, doneBefore: done });
  const doneNow = done - current.doneBefore;
  if (now - current.shownAt < EVERY_MS || doneNow === 0) return;
  current.shownAt = now;
  current.show(describeProgress(done, total, ((now - current.startedAt) / doneNow) * (total - done)));
}

/** `312 of 1,200, about 2 minutes left` */
export function describeProgress(done: number, total: number, leftMs: number): string {
  const [of, all] = [done, total].map((number) => number.toLocaleString('en-US'));
  const minutes = Math.round(leftMs / MINUTE_MS);
  const left =
    minutes < 1 ? 'less than a minute' : `about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  return `${of} of ${all}, ${left} left`;
}
