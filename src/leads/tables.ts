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

/** Interface section 2, Lead. What lists answer stands first, what grows at the far right. */
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
    // What reports count stands together: they read it in one call.
    source: text(),
    location: text(),
    createdAt: timestamp(),
    /** When it first came to an appointment or a sale. */
    convertedAt: timestamp(),
    /** The owner of the phone wants no messages. */
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
    /** Its check digit does not fit: a slip, or a car made for Europe. */
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

/** The rules of the score; the owner changes, adds and removes rows. */
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

/** What the owner may add to: a column a list. */
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
