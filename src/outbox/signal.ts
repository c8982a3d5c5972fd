/** Put anew whenever something has been written to be sent. */
const ASKED = 'outbox.asked';
/** What the last sweep answered, and when the next row is due. */
const SWEPT = 'outbox.swept';

/** A signal may be lost, a row may not: the tab is looked through this often all the same. */
const SWEEP_S = 600;
const LONGEST_S = 21_600;

/** What a sweep is about to answer; undefined where there is nothing to do. */
export interface Ask {
  asked: string;
}

/** The next run of the timer looks into the outbox. */
export function askForDelivery(): void {
  CacheService.getScriptCache().put(ASKED, Utilities.getUuid(), LONGEST_S);
}

/** One read of the cache, and nothing else while nothing is due. */
export function findAsk(now: number): Ask | undefined {
  const { [ASKED]: asked = '', [SWEPT]: swept } = CacheService.getScriptCache().getAll([ASKED, SWEPT]);
  if (!swept) return { asked };
  const last = JSON.parse(swept) as Ask & { next: number | null };
  const isAnswered = last.asked === asked && (last.next === null || now < last.next);
  return isAnswered ? undefined : { asked };
}

/** `next` is when the next row is due. What was asked for meanwhile stays asked for. */
export function noteSweep({ asked }: Ask, next: number | null): void {
  CacheService.getScriptCache().put(SWEPT, JSON.stringify({ asked, next }), SWEEP_S);
}
