import { archive } from '../../tables/archive';
import { isFinal } from '../../texts/message-status';
import type { Changes, FieldValue } from '../entries';
import { LEADS, type Lead, VEHICLES, type Vehicle } from '../tables';

/** The row has the whole text. Here the beginning is enough to recognise it. */
const MAX_CHARACTERS = 200;

/** The fields whose values differ; undefined if none does. */
export function changesBetween<F extends string>(
  before: Readonly<Record<F, FieldValue>>,
  after: Readonly<Record<F, FieldValue>>,
  fields: readonly F[],
): Changes | undefined {
  const changed = fields.filter((field) => before[field] !== after[field]);
  if (changed.length === 0) return undefined;
  return Object.fromEntries(
    changed.map((field) => [field, { from: shorten(before[field]), to: shorten(after[field]) }]),
  );
}

function shorten(value: FieldValue): FieldValue {
  if (typeof value !== 'string' || value.length <= MAX_CHARACTERS) return value;
  return `${value.slice(0, MAX_CHARACTERS)}…`;
}

/** A lead counts as converted when it first has one of these. */
const CONVERTED: readonly string[] = ['appointment', 'sold'];

/** True if this is the first status of a lead with which it counts as converted. */
export function isConversion({ status, convertedAt }: Pick<Lead, 'status' | 'convertedAt'>): boolean {
  return Number.isNaN(convertedAt.getTime()) && CONVERTED.includes(status.trim().toLowerCase());
}

const ACTIVITIES = { column: 'activities', kind: 'activities' } as const;

/**
 * Moves the oldest activities and messages to the Archive tab when they have grown too long for a cell. A message whose
 * status can still change stays in the row, and so does every message after it.
 */
export function archiveLead(lead: Lead): Lead {
  const lists = [ACTIVITIES, { column: 'thread', kind: 'messages', isFinal } as const];
  return archive(LEADS, lead, { lists, counter: 'archived' });
}

export function archiveVehicle(vehicle: Vehicle): Vehicle {
  return archive(VEHICLES, vehicle, { lists: [ACTIVITIES] });
}
