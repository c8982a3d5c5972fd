import { column, prefixedId, type Row, table } from '../tables/tables';

/** Addresses that events are pushed to. The secrets that sign them are in script properties. */
export const PUSH_ENDPOINTS = table({
  name: 'Push endpoints',
  key: 'id',
  columns: {
    id: column.text(),
    /** Blank for an endpoint that gets the events of leads. */
    cafeId: column.text(),
    url: column.text(),
    state: column.choice(['enabled', 'disabled']),
    /** The first of the failed attempts since the last success. */
    failingSince: column.timestamp(),
    createdAt: column.timestamp(),
    version: column.integer(),
    requestKey: column.text(),
    requestHash: column.text(),
    /** The types of the events that it gets. Empty means all that there are for it. */
    events: column.lines(),
  },
  edited: ['url', 'state', 'events'],
  ids: prefixedId('P'),
});

/** A log of the attempts to push. */
export const DELIVERIES = table({
  name: 'Deliveries',
  key: 'id',
  columns: {
    id: column.text(),
    at: column.timestamp(),
    eventId: column.text(),
    endpointId: column.text(),
    attempt: column.integer(),
    /** The HTTP status of the response; 0 if the endpoint could not be reached. */
    status: column.integer(),
    error: column.text(),
  },
  edited: [],
  lookups: { indexes: [['endpointId'], ['at']] },
});

export const PUSH_TABS = [PUSH_ENDPOINTS, DELIVERIES];

export type PushEndpoint = Row<typeof PUSH_ENDPOINTS>;
