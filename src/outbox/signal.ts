import type { Housekeeper } from '../tables/housekeeping';

/** Put anew whenever something has been written to be sent. */
const ASKED = 'outbox.asked';
/** What the last sweep answered, and when the next row is due. */
const SWEPT = 'outbox.swept';

/** A signal may be lost, a row may not: the tab is looked through this often all the same. */
const SWEEP_S = 600;
const LONGEST_S = 21_600;

/** What a sweep is about to answer. */
export interface Ask {
  asked: string;
}

/** What there is to do. */
export interface Due {
  /** Undefined where nothing has to be sent. */
  ask: Ask | undefined;
  housekeepers: Housekeeper[];
}

/** The next run of the timer looks into the outbox. */
export function askForDelivery(): void {
  CacheService.getScriptCache().put(ASKED, Utilities.getUuid(), LONGEST_S);
}

/** One read of the cache, and nothing else while nothing is due. */
export function findDue(now: number, housekeepers: readonly Housekeeper[]): Due {
  const keys = [ASKED, SWEPT, ...housekeepers.map(keyOf)];
  const found: Record<string, string | undefined> = CacheService.getScriptCache().getAll(keys);
  const due = housekeepers.filter((one) => found[keyOf(one)] === undefined);
  return { ask: askIn(found[ASKED] ?? '', found[SWEPT], now), housekeepers: due };
}

function askIn(asked: string, swept: string | undefined, now: number): Ask | undefined {
  if (!swept) return { asked };
  const last = JSON.parse(swept) as Ask & { next: number | null };
  const isAnswered = last.asked === asked && (last.next === null || now < last.next);
  return isAnswered ? undefined : { asked };
}

/** `next` is when the next row is due. What was asked for meanwhile stays asked for. */
export function noteSweep({ asked }: Ask, next: number | null): void {
  CacheService.getScriptCache().put(SWEPT, JSON.stringify({ asked, next }), SWEEP_S);
}

/** For so long it is not due again. */
export function noteKeeping(housekeeper: Housekeeper): void {
  CacheService.getScriptCache().put(keyOf(housekeeper), '1', housekeeper.everyMinutes * 60);
}

function keyOf({ name }: Housekeeper): string {
  return `housekeeping.${name}`;
}
