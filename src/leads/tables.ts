import {
  type AutoId,
  boolean,
  choice,
  decimal,
  integer,
  json,
  optionalBoolean,
  prefixedId,
  type Row,
  table,
  text,
  timestamp,
} from '../tables/tables';
import type { Activity } from './activities';
import { FACT_NAMES, FILTERS, type Reason } from './scoring';
import type { Message } from './thread';

const LEAD_IDS = prefixedId('L');
const VEHICLE_IDS = prefixedId('V');

/** Interface section 2, Lead. The columns that lists show come first, those that grow come last. */
export const LEADS = table({
  name: 'Leads',
  key: 'id',
  columns: {
    id: text(),
    name: text(),
    score: integer(),
    filter: choice(FILTERS),
    status: text(),
    phone: text(),
    creditScore: text(),
    downPayment: decimal(),
    hasBank: optionalBoolean(),
    idType: text(),
    tradeIn: optionalBoolean(),
    notes: text(),
    updatedAt: timestamp(),
    // The columns of the reports are adjacent, so that one call reads them.
    source: text(),
    location: text(),
    createdAt: timestamp(),
    /** When it first had the status appointment or sold. */
    convertedAt: timestamp(),
    /** The owner of the phone has replied STOP. */
    isOptedOut: boolean(),
    version: integer(),
    requestKey: text(),
    requestHash: text(),
    reasons: json<Reason[]>([]),
    activities: json<Activity[]>([]),
    thread: json<Message[]>([]),
  },
  edited: ['status', 'notes'],
  numberOf: LEAD_IDS.numberOf,
});

/** The statuses of the desk itself. The owner's own are in the Lists tab. */
export const LEAD_STATUSES = ['new', 'contacted', 'appointment', 'sold', 'lost'] as const;

export const VEHICLE_STATUSES = ['available', 'pending', 'sold'] as const;

/** Interface section 2, Vehicle. */
export const VEHICLES = table({
  name: 'Vehicles',
  key: 'id',
  columns: {
    id: text(),
    vin: text(),
    make: text(),
    model: text(),
    year: decimal(),
    miles: decimal(),
    price: decimal(),
    status: choice(VEHICLE_STATUSES),
    location: text(),
    /** The check digit is wrong: a typing error, or a car made for Europe. */
    isVinFlagged: boolean(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    version: integer(),
    requestKey: text(),
    requestHash: text(),
    activities: json<Activity[]>([]),
  },
  edited: ['miles', 'price', 'status', 'location'],
  numberOf: VEHICLE_IDS.numberOf,
});

/** The rules of the score. The owner edits, adds and removes rows. */
export const SCORING = table({
  name: 'Scoring',
  key: 'rule',
  columns: {
    rule: text(),
    field: choice(['filter', ...FACT_NAMES]),
    when: text(),
    points: decimal(),
  },
  edited: ['rule', 'field', 'when', 'points'],
});

/** Lists that the owner may extend, one a column. */
export const LISTS = table({
  name: 'Lists',
  key: 'leadStatus',
  columns: { leadStatus: text() },
  edited: ['leadStatus'],
});

export const NEW_LEADS: AutoId<typeof LEADS> = { table: LEADS, toId: LEAD_IDS.toId };
export const NEW_VEHICLES: AutoId<typeof VEHICLES> = { table: VEHICLES, toId: VEHICLE_IDS.toId };

export type Lead = Row<typeof LEADS>;
export type Vehicle = Row<typeof VEHICLES>;
