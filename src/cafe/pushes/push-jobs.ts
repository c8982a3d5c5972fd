import { OUTBOX, type OutboxRow } from '../../outbox/tables';
import { insertAll, select, type Write } from '../../tables/tables';
import { eventId, pushJob } from '../jobs';
import type { Order } from '../tables';

/** What an endpoint has not taken yet, tried again for this one alone. */
export function retryJob(
  row: OutboxRow,
  endpointId: string,
  { due, error }: Pick<OutboxRow, 'due' | 'error'>,
) {
  const id = `${eventOf(row)} ${endpointId}`;
  return { ...row, id, due, tries: 1, error } satisfies OutboxRow;
}

/** The same event once more, for all endpoints of the cafe. */
export function repeatJob(order: Order): OutboxRow {
  return { ...pushJob(order), id: `${eventId(order)} again ${Utilities.getUuid()}` };
}

/** One id for every attempt, at every endpoint. */
export function eventOf({ targetId: id, version }: Pick<OutboxRow, 'targetId' | 'version'>): string {
  return eventId({ id, version });
}

/** Undefined where the row is for all endpoints of the cafe. */
export function endpointIn({ id }: OutboxRow): string | undefined {
  return /^\S+ (P-\d+)$/.exec(id)?.[1];
}

/** Those that do not wait already: whoever died after this does it again. */
export function queueMissing(rows: readonly OutboxRow[]): Write {
  return {
    check: (tabs) => insertAll(OUTBOX, rows).check(tabs),
    write(tabs) {
      const waiting = new Set(rows.length > 0 ? select(OUTBOX, ['id']).map(({ id }) => id) : []);
      insertAll(
        OUTBOX,
        rows.filter(({ id }) => !waiting.has(id)),
      ).write(tabs);
    },
  };
}
