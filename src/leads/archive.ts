import { archive, splitOldest } from '../tables/tables';
import { LEADS, type Lead, VEHICLES, type Vehicle } from './tables';
import { isSettled } from './thread';

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
