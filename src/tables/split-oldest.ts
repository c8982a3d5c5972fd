/** A JSON cell that has grown past this gives its oldest entries away (tables-and-intake 0.1). */
export const FULL = 45_000;
/** So much stays, so that the next change does not move entries again. */
const KEPT = 30_000;

/** The oldest entries that have to leave a list, and those that stay; the newest stays, however long it is. */
export function splitOldest<E>(entries: readonly E[]): { oldest: E[]; rest: E[] } {
  if (JSON.stringify(entries).length <= FULL) return { oldest: [], rest: [...entries] };
  let first = entries.length - 1;
  let length = lengthOf(entries[first]);
  while (first > 0 && length + lengthOf(entries[first - 1]) <= KEPT) {
    first--;
    length += lengthOf(entries[first]);
  }
  return { oldest: entries.slice(0, first), rest: entries.slice(first) };
}

/** With its comma. */
function lengthOf(entry: unknown): number {
  return JSON.stringify(entry ?? null).length + 1;
}
