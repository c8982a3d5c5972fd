import { choice, integer, type Row, table, text, timestamp } from '../tables/tables';

/**
 * What has still to be sent. A row is written before the change it belongs to, and goes when nothing is left to do:
 * whatever dies in between, the change is never made without it.
 */
export const OUTBOX = table({
  name: 'Outbox',
  key: 'id',
  columns: {
    id: text(),
    kind: text(),
    /** What it speaks of: a lead, an order. */
    targetId: text(),
    /** Of the target once the change is made. */
    version: integer(),
    due: timestamp(),
    tries: integer(),
    state: choice(['queued', 'sending']),
    error: text(),
  },
  edited: [],
});

export type OutboxRow = Row<typeof OUTBOX>;
