/** A value as JSON keeps it. */
export type Plain = string | number | boolean | null;

/** One entry of what happened to a lead or a vehicle. */
export interface Activity {
  /** RFC 3339, UTC. */
  at: string;
  /** The id of a user, or who else it was: `timer`, `sms`. */
  by: string;
  what: 'created' | 'changed' | 'duplicate' | 'opted_out' | 'opted_in';
  /** By field. */
  changes?: Record<string, { from: Plain; to: Plain }>;
  /** The earlier leads with the same phone. */
  leads?: string[];
}

/** Long texts stand in the row itself; here their beginning tells which one it was. */
const MOST_CHARACTERS = 200;

/** The fields whose values are others now; undefined where there are none. */
export function changesBetween<F extends string>(
  before: Readonly<Record<F, Plain>>,
  after: Readonly<Record<F, Plain>>,
  fields: readonly F[],
): Record<string, { from: Plain; to: Plain }> | undefined {
  const changed = fields.filter((field) => before[field] !== after[field]);
  if (changed.length === 0) return undefined;
  return Object.fromEntries(
    changed.map((field) => [field, { from: shorten(before[field]), to: shorten(after[field]) }]),
  );
}

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

function shorten(value: Plain): Plain {
  if (typeof value !== 'string' || value.length <= MOST_CHARACTERS) return value;
  return `${value.slice(0, MOST_CHARACTERS)}…`;
}
