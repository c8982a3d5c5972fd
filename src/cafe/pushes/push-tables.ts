import {
  type AutoId,
  choice,
  integer,
  prefixedId,
  type Row,
  table,
  text,
  timestamp,
} from '../../tables/tables';

const ENDPOINT_IDS = prefixedId('P');

/** Where updates of a cafe's orders are pushed to; what they are signed with stands in script properties. */
export const PUSH_ENDPOINTS = table({
  name: 'Push endpoints',
  key: 'id',
  columns: {
    id: text(),
    cafeId: text(),
    url: text(),
    state: choice(['enabled', 'disabled']),
    /** Since when nothing has arrived; empty while all is well. */
    failingSince: timestamp(),
    createdAt: timestamp(),
    version: integer(),
    requestKey: text(),
    requestHash: text(),
  },
  edited: ['url', 'state'],
  numberOf: ENDPOINT_IDS.numberOf,
});

/** One row an attempt. */
export const DELIVERIES = table({
  name: 'Deliveries',
  key: 'id',
  columns: {
    id: text(),
    at: timestamp(),
    eventId: text(),
    endpointId: text(),
    attempt: integer(),
    /** What the endpoint answered; 0 where it could not be reached. */
    status: integer(),
    error: text(),
  },
  edited: [],
});

export const NEW_ENDPOINTS: AutoId<typeof PUSH_ENDPOINTS> = {
  table: PUSH_ENDPOINTS,
  toId: ENDPOINT_IDS.toId,
};

export type PushEndpoint = Row<typeof PUSH_ENDPOINTS>;
