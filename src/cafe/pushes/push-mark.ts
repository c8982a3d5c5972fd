import type { Attempt } from './push-send';

/** As long as a cache keeps anything; the timer comes long before. */
const KEPT_S = 21_600;

/** What an order's own execution has done for an outbox row: the timer writes it down, and does only what is left. */
export function markAttempts(rowId: string, attempts: readonly Attempt[]): void {
  CacheService.getScriptCache().put(nameOf(rowId), JSON.stringify(attempts), KEPT_S);
}

export function recallAttempts(rowId: string): Attempt[] {
  const marked = CacheService.getScriptCache().get(nameOf(rowId));
  return marked === null ? [] : JSON.parse(marked);
}

function nameOf(rowId: string): string {
  return `push ${rowId}`;
}
