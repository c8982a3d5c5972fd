import { existing } from '../http/existing';
import { expectedVersion } from '../http/if-match';
import type { Call } from '../http/route';
import { OUTBOX } from '../outbox/tables';
import { ARCHIVE, remove } from '../tables/tables';
import { LEADS } from './tables';

/** For good, with what hangs on it; with If-Match only in that state. */
export function deleteLead({ params: { id = '' }, request }: Call<undefined, undefined>): {
  id: string;
  deleted: true;
} {
  const along = [
    { table: ARCHIVE, column: 'target' },
    { table: OUTBOX, column: 'targetId' },
  ];
  const isRemoved = remove(LEADS, id, { ...expectedVersion(request), along });
  existing(isRemoved || undefined, `lead ${id}`);
  return { id, deleted: true };
}
