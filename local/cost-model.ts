import type { Method } from './protocol/calls';

/** What a call moved, as its handler metered it. */
export interface Usage {
  cells: number;
  characters: number;
  bytes: number;
  items: number;
}

/** Modelled milliseconds: p50 of published measurements, most of them estimates from several sources. */
interface Cost {
  ms: number;
  perCell?: number;
  perItem?: number;
}

/** A call that costs nothing and is not counted: on the platform it does not leave the script. */
export const FREE: Cost = { ms: 0 };

const READ: Cost = { ms: 30 };
const WRITE: Cost = { ms: 60 };
const GMAIL: Cost = { ms: 160 };
const DRIVE: Cost = { ms: 300 };

export const EXECUTION_START_MS = 450;
const BYTES_PER_MS = 10_000;

export const COSTS: Record<Method, Cost> = {
  'console.write': FREE,
  'lock.try': { ms: 30 },
  'lock.release': { ms: 20 },
  'lock.holds': FREE,
  'properties.get': READ,
  'properties.getAll': READ,
  'properties.set': WRITE,
  'properties.delete': WRITE,
  'properties.deleteAll': WRITE,
  'utilities.digest': FREE,
  'utilities.hmac': FREE,
  'utilities.decode': FREE,
  'utilities.gzip': FREE,
  'utilities.ungzip': FREE,
  'utilities.sleep': FREE,
  'gmail.getProfile': GMAIL,
  'gmail.labels.list': GMAIL,
  'gmail.messages.list': GMAIL,
  'gmail.messages.get': GMAIL,
  'gmail.messages.attachments.get': GMAIL,
  'gmail.messages.insert': GMAIL,
  'gmail.messages.import': GMAIL,
  'gmail.history.list': { ms: 290 },
  'drive.files.create': { ms: 900 },
  'drive.files.get': DRIVE,
  'drive.files.list': DRIVE,
  'drive.files.update': DRIVE,
  'drive.files.remove': DRIVE,
  'cache.get': { ms: 5 },
  'cache.getAll': { ms: 5, perItem: 0.05 },
  'cache.put': { ms: 60 },
  'cache.putAll': { ms: 60, perItem: 0.05 },
  'cache.remove': { ms: 60 },
  'cache.removeAll': { ms: 60, perItem: 0.05 },
};

export function costOf(method: Method, usage: Usage): number {
  const { ms, perCell = 0, perItem = 0 } = COSTS[method];
  return ms + perCell * usage.cells + perItem * usage.items + usage.bytes / BYTES_PER_MS;
}
