import { column, type Row, table } from '../tables/tables';

/**
 * What has still to be sent. A row is written before the change it belongs to, and goes when nothing is left to do:
 * whatever dies in between, the change is never made without it.
 */
export const OUTBOX = table({
  name: 'Outbox',
  key: 'id',
  columns: {
    id: column.text(),
    kind: column.text(),
    /** What it speaks of: a lead, an order. */
    targetId: column.text(),
    /** Of the target once the change is made. */
    version: column.integer(),
    due: column.timestamp(),
    tries: column.integer(),
    state: column.choice(['queued', 'sending']),
    error: column.text(),
  },
  edited: [],
});

export type OutboxRow = Row<typeof OUTBOX>;
