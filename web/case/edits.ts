import type { Conflict, Edited } from '../../src/tracker/page/answers';
import type { Opened } from './opened';

const FIELDS = ['status', 'issue', 'notes'] as const;
export type Field = (typeof FIELDS)[number];

/** What the sheet holds of them. */
export type Standing = Conflict['newer'];

/** The edits that the sheet does not hold, as far as the page knows. */
export function unsaved({ view, edits }: Opened): Partial<Edited> {
  return without(edits, (field) => edits[field] === view[field]);
}

export function isUnsaved(one: Opened): boolean {
  return Object.keys(unsaved(one)).length > 0;
}

/** The fields that both sides have changed, each in its own way. */
export function collisions(one: Opened, newer: Standing): Field[] {
  const mine = unsaved(one);
  const own = [one.view, mine, one.sent];
  return FIELDS.filter((field) => field in mine && own.every((side) => side?.[field] !== newer[field]));
}

/** The same edits upon what has come meanwhile. */
export function rebased(one: Opened, newer: Standing): Opened {
  // While a save runs, what is as in the sheet now may not be so after it.
  const edits = one.isSaving ? one.edits : unsaved(one);
  return { ...one, edits, view: { ...one.view, ...newer }, newer: undefined };
}

export function without(edits: Partial<Edited>, isLeftOut: (field: Field) => boolean): Partial<Edited> {
  const kept = FIELDS.filter((field) => field in edits && !isLeftOut(field));
  return Object.fromEntries(kept.map((field) => [field, edits[field]]));
}
