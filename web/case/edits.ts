import type { Edited } from '../../src/tracker/answers';

export const FIELDS = ['status', 'issue', 'notes'] as const;
export type Field = (typeof FIELDS)[number];

/** What the sheet holds, as far as the page knows. */
export type Standing = Edited & { version: string };

interface Pair {
  /** As the fields have it. */
  mine: Edited;
  /** As the sheet had it when it was read or saved last. */
  base: Standing;
}

export interface Sending extends Pair {
  /** What was sent to the sheet without an answer: it may have got there. */
  sent: readonly Partial<Edited>[];
}

export function changesOf({ mine, base }: Pair): Partial<Edited> {
  return Object.fromEntries(changed(mine, base).map((field) => [field, mine[field]]));
}

export function isChanged({ mine, base }: Pair): boolean {
  return changed(mine, base).length > 0;
}

/** The fields that both sides have changed, each in its own way. */
export function collisions({ mine, base, sent }: Sending, newer: Standing): Field[] {
  const own = [base, mine, ...sent];
  return changed(mine, base).filter((field) => own.every((one) => one[field] !== newer[field]));
}

/** The same edits upon what has come meanwhile. */
export function rebase({ mine, base }: Pair, newer: Standing): Pair {
  return { mine: { ...newer, ...changesOf({ mine, base }) }, base: newer };
}

function changed(mine: Edited, base: Edited): Field[] {
  return FIELDS.filter((field) => mine[field] !== base[field]);
}
