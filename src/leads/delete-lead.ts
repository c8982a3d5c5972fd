import { existing } from '../http/existing';
import { expectedVersion } from '../http/if-match';
import type { Call } from '../http/route';
import { OUTBOX } from '../outbox/tables';
import { remove, StaleError } from '../tables/change';
import { find } from '../tables/find';
import { findAll } from '../tables/find-all';
import { ARCHIVE, LEADS } from './tables';

/**
 * For good, with what hangs on it. The lead itself goes last: whoever dies in between can be repeated. With If-Match
 * its state is looked at first, before anything goes.
 */
export function deleteLead({ params: { id = '' }, request }: Call<undefined, undefined>): {
  id: string;
  deleted: true;
} {
  assertUnchanged(id, expectedVersion(request));
  for (const entry of findAll(ARCHIVE, 'target', id)) remove(ARCHIVE, entry.id);
  for (const entry of findAll(OUTBOX, 'targetId', id)) remove(OUTBOX, entry.id);
  existing(remove(LEADS, id) || undefined, `lead ${id}`);
  return { id, deleted: true };
}

function assertUnchanged(id: string, { ifVersion }: { ifVersion?: number }): void {
  if (ifVersion === undefined) return;
  const lead = existing(find(LEADS, id), `lead ${id}`);
  if (lead.version !== ifVersion) throw new StaleError(lead);
}
