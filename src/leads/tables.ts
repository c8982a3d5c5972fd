import { column, prefixedId, type Row, table } from '../tables/tables';
import type { Activity } from './activities';
import { FACT_NAMES, FILTERS, type Reason } from './scoring';
import type { Message } from './thread';

/** Interface section 2, Lead. The columns that lists show come first, those that grow come last. */
export const LEADS = table({
  name: 'Leads',
  key: 'id',
  columns: {
    id: column.text(),
    name: column.text(),
    score: column.integer(),
    filter: column.choice(FILTERS),
    status: column.text(),
    phone: column.text(),
    creditScore: column.text(),
    downPayment: column.decimal(),
    hasBank: column.optionalBoolean(),
    idType: column.text(),
    tradeIn: column.optionalBoolean(),
    notes: column.text(),
    updatedAt: column.timestamp(),
    // The columns of the reports are adjacent, so that one call reads them.
    source: column.text(),
    location: column.text(),
    createdAt: column.timestamp(),
    /** When it first had the status appointment or sold. */
    convertedAt: column.timestamp(),
    /** The owner of the phone has replied STOP. */
    isOptedOut: column.boolean(),
    version: column.integer(),
    requestKey: column.text(),
    requestHash: column.text(),
    reasons: column.json<Reason[]>([]),
    activities: column.json<Activity[]>([]),
    thread: column.json<Message[]>([]),
  },
  edited: ['status', 'notes'],
  ids: prefixedId('L'),
});

/** The statuses of the desk itself. The owner's own are in the Lists tab. */
export const LEAD_STATUSES = ['new', 'contacted', 'appointment', 'sold', 'lost'] as const;

export const VEHICLE_STATUSES = ['available', 'pending', 'sold'] as const;

/** Interface section 2, Vehicle. */
export const VEHICLES = table({
  name: 'Vehicles',
  key: 'id',
  columns: {
    id: column.text(),
    vin: column.text(),
    make: column.text(),
    model: column.text(),
    year: column.decimal(),
    miles: column.decimal(),
    price: column.decimal(),
    status: column.choice(VEHICLE_STATUSES),
    location: column.text(),
    /** The check digit is wrong: a typing error, or a car made for Europe. */
    isVinFlagged: column.boolean(),
    createdAt: column.timestamp(),
    updatedAt: column.timestamp(),
    version: column.integer(),
    requestKey: column.text(),
    requestHash: column.text(),
    activities: column.json<Activity[]>([]),
  },
  edited: ['miles', 'price', 'status', 'location'],
  ids: prefixedId('V'),
});

/** The rules of the score. The owner edits, adds and removes rows. */
export const SCORING = table({
  name: 'Scoring',
  key: 'rule',
  columns: {
    rule: column.text(),
    field: column.choice(['filter', ...FACT_NAMES]),
    when: column.text(),
    points: column.decimal(),
  },
  edited: ['rule', 'field', 'when', 'points'],
});

/** Lists that the owner may extend, one per column. */
export const LISTS = table({
  name: 'Lists',
  key: 'leadStatus',
  columns: { leadStatus: column.text() },
  edited: ['leadStatus'],
});

export type Lead = Row<typeof LEADS>;
export type Vehicle = Row<typeof VEHICLES>;
