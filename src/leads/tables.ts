import * as v from 'valibot';
import { column, prefixedId, type Row, table } from '../tables/tables';
import type { Activity, DeletedMessage, Message } from './entries';
import { FACT_NAMES, FILTERS, type Reason } from './scoring/scoring';

export const ALERT_STATUSES = ['queued', 'sending', 'sent', 'failed'] as const;

/** A text to the agent of a hot lead. */
const Alert = v.object({
  status: v.picklist(ALERT_STATUSES),
  /** RFC 3339, UTC: when the lead called for it. */
  at: v.string(),
  /** Reason why it was not sent. */
  error: v.nullable(v.string()),
  to: v.exactOptional(v.string()),
  body: v.exactOptional(v.string()),
  /** Time at which the provider was first asked to send it, stored before it was asked. */
  askedAt: v.exactOptional(v.string()),
  /** The provider's id of it. */
  sid: v.exactOptional(v.string()),
});
export type Alert = v.InferOutput<typeof Alert>;

/** Agreement to be sent texts. */
const Consent = v.object({
  /** The way, such as `web form`, `in person` or `sms`. */
  how: v.string(),
  /** RFC 3339, UTC. */
  at: v.string(),
  words: v.string(),
});
export type Consent = v.InferOutput<typeof Consent>;

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
    /** True where the person waits for the dealer. */
    waiting: column.boolean(),
    /** The time since which the person waits, or the dealer where `waiting` is false; blank where nobody does. */
    waitingSince: column.timestamp(),
    /** The beginning of the last message. */
    lastText: column.text(),
    /** Time of the next step; blank where none is planned. */
    nextAt: column.timestamp(),
    nextStep: column.text(),
    // The columns of the reports are adjacent, so that one call reads them.
    source: column.text(),
    location: column.text(),
    createdAt: column.timestamp(),
    /** Time at which it first had the status appointment or sold. */
    convertedAt: column.timestamp(),
    /** The owner of the phone has replied STOP. */
    isOptedOut: column.boolean(),
    version: column.integer(),
    requestKey: column.text(),
    requestHash: column.text(),
    reasons: column.json<Reason[]>([]),
    activities: column.json<Activity[]>([]),
    thread: column.json<Message[]>([]),
    /** Number of its activities and messages in the archive; unknown in rows that are older than this column. */
    archived: column.optionalInteger(),
    vehicleId: column.text(),
    /** ID of the user who looks after it. */
    agentId: column.text(),
    /** The text to the agent that the lead is hot: at most one. */
    alert: column.json<Alert | null>(null, (value): value is Alert => v.is(Alert, value)),
    /** The owner of the phone seems to ask for no more texts: none is sent until somebody has decided. */
    asksToStop: column.boolean(),
    /** Stored in lower case: one address has one form. */
    email: column.text(),
    /** ID of it in the system that sends it by PUT. */
    externalId: column.text(),
    /** Agreement of the person to be sent texts. */
    consent: column.json<Consent | null>(null, (value): value is Consent => v.is(Consent, value)),
    /** Time of the first text to the person, or of the first status that somebody set. */
    firstResponseAt: column.timestamp(),
    /** The text to an admin that nobody has touched the hot lead: at most one. */
    escalation: column.json<Alert | null>(null, (value): value is Alert => v.is(Alert, value)),
    /** Reason why it was lost, one of the owner's list or of the desk's. */
    lostReason: column.text(),
    /** The owner's columns; those that the tab Lists names as fields leave the sheet, and no others. */
    custom: column.own(),
  },
  edited: ['status', 'notes'],
  ids: prefixedId('L'),
  lookups: {
    filters: [
      'createdAt',
      'updatedAt',
      'name',
      'filter',
      'status',
      'phone',
      'creditScore',
      'hasBank',
      'idType',
      'tradeIn',
      'location',
      'source',
      'vehicleId',
      'agentId',
      'email',
      'externalId',
      'waiting',
      'nextAt',
      'nextStep',
      'score',
      'downPayment',
    ],
    sorts: [
      'id',
      'name',
      'score',
      'filter',
      'status',
      'phone',
      'downPayment',
      'location',
      'source',
      'createdAt',
      'updatedAt',
      'waitingSince',
      'nextAt',
    ],
    // The hottest are the last ones by their score.
    indexes: [['filter', 'score']],
    search: ['name', 'phone', 'notes', 'email'],
    totals: ['filter', 'status', 'source', 'location', 'agentId'],
    daily: { at: 'createdAt', by: ['source', 'location'], sum: 'score', count: 'convertedAt' },
  },
});

/**
 * Deleted leads stay here so that callers who keep a copy can delete theirs, and what was sent to a lead is not sent again.
 * A lead that has got another phone is here too, for its messages; and one that was merged, for all who know its ID.
 */
export const DELETED_LEADS = table({
  name: 'Deleted leads',
  key: 'id',
  columns: {
    id: column.text(),
    deletedAt: column.timestamp(),
    messages: column.json<DeletedMessage[]>([]),
    /** ID of the lead that it was merged into. */
    mergedInto: column.text(),
    // The keys of one that was merged go on counting.
    requestKey: column.text(),
    requestHash: column.text(),
    externalId: column.text(),
  },
  edited: [],
  lookups: { indexes: [['id'], ['requestKey'], ['externalId']] },
});

/** The statuses of the desk itself. The owner's own are in the Lists tab. */
export const LEAD_STATUSES = ['new', 'contacted', 'appointment', 'sold', 'lost'] as const;

/** The next steps of the desk itself. */
export const NEXT_STEPS = ['call back', 'visit', 'test drive'] as const;

/** The reasons of the desk itself why a lead is lost. */
export const LOST_REASONS = ['price', 'bought elsewhere', 'no financing', 'no answer'] as const;

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
    year: column.optionalInteger(),
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
  lookups: {
    filters: [
      'createdAt',
      'updatedAt',
      'vin',
      'make',
      'model',
      'status',
      'location',
      'isVinFlagged',
      'year',
      'miles',
      'price',
    ],
    sorts: ['id', 'make', 'model', 'year', 'miles', 'price', 'status', 'location', 'createdAt', 'updatedAt'],
    search: ['make', 'model', 'vin'],
    totals: ['status'],
  },
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

const noted = (note: string) => ({ ...column.text(), note });

/** Lists that the owner may extend: columns that belong together begin with the same word, and nothing else joins a row. */
export const LISTS = table({
  name: 'Lists',
  key: 'leadStatus',
  columns: {
    leadStatus: column.text(),
    defaultCountry: noted(
      'The calling code of the country whose phone numbers need no +, such as +1 or +49, in the first cell. Without one only international numbers are accepted.',
    ),
    template: noted('The name of a text that is sent often.'),
    templateText: noted(
      'Its text. {name}, {vehicle}, {agent} and {appointment}, a link for a calendar, are filled in.',
    ),
    nextStep: noted('Steps that can be planned for a lead, beside call back, visit and test drive.'),
    assignLocation: noted(
      'Which new leads a rule is for, by location, source, vehicle (ID, make or model) and lowest score. An empty cell means any; the first rule that fits counts.',
    ),
    assignSource: column.text(),
    assignVehicle: column.text(),
    assignScore: column.text(),
    assignTo: noted(
      'Who gets them: email addresses of users, who take turns, or all for every agent. Whoever is away is passed over.',
    ),
    location: noted(
      'A location of leads, and beside it the time zone in which its people get automatic texts.',
    ),
    timeZone: noted('Such as America/Chicago. Leads of other locations have the time zone of this sheet.'),
    field: noted(
      'The header of a column of your own in the Leads tab, which the API has as a field of custom. It is added where it is missing; what is not named here never leaves the sheet.',
    ),
    fieldType: noted('text, number, date, yes/no, or a choice such as gold, silver.'),
    fieldRoles: noted('Who may read it: admin, or admin and agent, as an empty cell means.'),
    setting: noted('textHours, hotMinutes or help.'),
    value: noted(
      'textHours: automatic texts go out between these hours. hotMinutes: after so many minutes a hot lead that nobody has touched goes to the next agent, and an admin gets a text. help: the answer to HELP.',
    ),
    lostReason: noted(
      'Reasons why leads are lost, beside price, bought elsewhere, no financing and no answer.',
    ),
  },
  edited: [
    'leadStatus',
    'defaultCountry',
    'template',
    'templateText',
    'nextStep',
    'assignLocation',
    'assignSource',
    'assignVehicle',
    'assignScore',
    'assignTo',
    'location',
    'timeZone',
    'field',
    'fieldType',
    'fieldRoles',
    'setting',
    'value',
    'lostReason',
  ],
});

export type Lead = Row<typeof LEADS>;
export type Vehicle = Row<typeof VEHICLES>;
