import * as v from 'valibot';
import { described } from '../http/described';
import { HttpError } from '../http/http-error';
import { Response } from '../http/route';
import { find, findAll } from '../tables/tables';
import { DELETED_LEADS, LEADS, type Lead } from './tables';

/** Response about a lead that was merged into another one. */
export const MergedLead = v.strictObject({
  id: described(v.string(), 'The ID that was asked for.', 'L-7'),
  mergedInto: described(v.string(), 'The ID of the lead that it was merged into.', 'L-9'),
});

/** The ID of the lead that this one was merged into in the end; undefined where it was not. */
export function findMerged(id: string): string | undefined {
  const passed = new Set<string>();
  let last: string | undefined;
  let next: string | undefined = id;
  while (next !== undefined && !passed.has(next)) {
    passed.add(next);
    next = mergedIntoOf(next);
    // Two merges the other way round may each have died before its lead went.
    if (next !== undefined && !passed.has(next)) last = next;
  }
  return last;
}

function mergedIntoOf(id: string): string | undefined {
  return findAll(DELETED_LEADS, 'id', [id]).find(({ mergedInto }) => mergedInto !== '')?.mergedInto;
}

/** The leads by these IDs. In place of one that was merged stands the one that it was merged into. */
export function findLeads(ids: readonly string[]): Map<string, Lead> {
  const unique = [...new Set(ids)];
  const found = new Map(findAll(LEADS, 'id', unique).map((lead) => [lead.id, lead]));
  for (const id of unique) {
    const mergedInto = found.has(id) ? undefined : findMerged(id);
    const lead = mergedInto === undefined ? undefined : find(LEADS, mergedInto);
    if (lead) found.set(id, lead);
  }
  return found;
}

/** Returns a lead that is changed. @throws HttpError 404, or 409 where it was merged */
export function orMerged<R>(lead: R | undefined, id: string, param?: string): R {
  if (lead !== undefined) return lead;
  const mergedInto = findMerged(id);
  const details = param === undefined ? {} : { param };
  if (mergedInto === undefined) throw new HttpError(404, 'not_found', `There is no lead ${id}.`, details);
  throw new HttpError(409, 'merged', `${id} was merged into ${mergedInto}.`, {
    ...details,
    facts: { mergedInto },
  });
}

/** Answers what is read of a lead, or where it is of one that was merged. @throws HttpError 404 */
export function orMoved(
  id: string,
  toPath: (id: string) => string,
  answer: (lead: Lead) => unknown,
): unknown {
  const lead = find(LEADS, id);
  if (lead) return answer(lead);
  const mergedInto = findMerged(id);
  if (mergedInto === undefined) throw new HttpError(404, 'not_found', `There is no lead ${id}.`);
  return new Response({ id, mergedInto }, { status: 301, headers: { location: toPath(mergedInto) } });
}
