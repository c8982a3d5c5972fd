import type { Call } from '../http/route';
import { OUTBOX } from '../outbox/tables';
import { remove } from '../tables/change';
import { select } from '../tables/select';
import { existing } from './lead-view';
import { ARCHIVE, LEADS } from './tables';

/** For good, with what hangs on it. The lead itself goes last: whoever dies in between can be repeated. */
export function deleteLead({ params: { id = '' } }: Call<undefined, undefined>): {
  id: string;
  deleted: true;
} {
  for (const entry of select(ARCHIVE, ['id', 'target'])) if (entry.target === id) remove(ARCHIVE, entry.id);
  for (const entry of select(OUTBOX, ['id', 'targetId'])) if (entry.targetId === id) remove(OUTBOX, entry.id);
  existing(remove(LEADS, id) || undefined, `lead ${id}`);
  return { id, deleted: true };
}
