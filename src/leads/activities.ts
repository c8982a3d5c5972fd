import { archive, splitOldest } from '../tables/tables';
import { LEADS, type Lead, VEHICLES, type Vehicle } from './tables';
import { isSettled } from './thread';

/** A value as JSON keeps it. */
type Plain = string | number | boolean | null;

/** One entry of what happened to a lead or a vehicle. */
export interface Activity {
  /** RFC 3339, UTC. */
  at: string;
  /** The id of a user, or who else it was: `timer`, `sms`. */
  by: string;
  what: 'created' | 'changed' | 'duplicate' | 'opted_out' | 'opted_in';
  /** By field. */
  changes?: Record<string, { from: Plain; to: Plain }>;
  /** The earlier leads with the same phone. */
  leads?: string[];
}

/** Long texts stand in the row itself; here their beginning tells which one it was. */
const MOST_CHARACTERS = 200;

/** The fields whose values are others now; undefined where there are none. */
export function changesBetween<F extends string>(
  before: Readonly<Record<F, Plain>>,
  after: Readonly<Record<F, Plain>>,
  fields: readonly F[],
): Record<string, { from: Plain; to: Plain }> | undefined {
  const changed = fields.filter((field) => before[field] !== after[field]);
  if (changed.length === 0) return undefined;
  return Object.fromEntries(
    changed.map((field) => [field, { from: shorten(before[field]), to: shorten(after[field]) }]),
  );
}

function shorten(value: Plain): Plain {
  if (typeof value !== 'string' || value.length <= MOST_CHARACTERS) return value;
  return `${value.slice(0, MOST_CHARACTERS)}…`;
}

/** Where a lead's activities or messages have grown too long for a cell, the oldest move to the tab Archive. */
export function archiveLead(lead: Lead): Lead {
  const { oldest: messages } = splitOldest(lead.thread);
  const waiting = messages.findIndex((message) => !isSettled(message));
  const settled = waiting < 0 ? messages : messages.slice(0, waiting);
  return archive(LEADS, lead, [
    { column: 'activities', kind: 'activities', entries: splitOldest(lead.activities).oldest },
    { column: 'thread', kind: 'messages', entries: settled },
  ]);
}

/** The same for a vehicle's activities. */
export function archiveVehicle(vehicle: Vehicle): Vehicle {
  return archive(VEHICLES, vehicle, [
    { column: 'activities', kind: 'activities', entries: splitOldest(vehicle.activities).oldest },
  ]);
}
