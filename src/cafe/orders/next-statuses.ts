import { HttpError } from '../../http/http-error';
import { dayAt, today, toTimeZone } from '../../platform/day';
import { perExecution } from '../../platform/execution';
import { DAY_MS, HOUR_MS } from '../../platform/platform';
import { scan } from '../../tables/tables';
import { getOrRead } from '../cafe-cache';
import { CAFES, type Order } from '../tables';
import { nextStatuses, type OrderStatus, statusOf, type Transition, transition } from './states';

/** Length of a day with the hour that is added when clocks go back. */
const MAX_DAY_MS = DAY_MS + HOUR_MS;

/** Time zones by the id of the cafe, once this execution has needed them. */
const zones = perExecution(readZones);

type Ordered = Pick<Order, 'cafeId' | 'history'>;

/** Reads the zones for a change that may be a recall: under the lock nobody should wait for that. */
export function prepareRecall(): void {
  void zones.current;
}

/** The statuses that the cafe may set next. What was completed by mistake is ready again on the same day only. */
export function nextStatusesOf(order: Ordered): OrderStatus[] {
  const status = statusOf(order);
  return status === 'completed' && !isOfToday(order) ? [] : nextStatuses(status);
}

/** @throws HttpError 409 with the statuses that are allowed */
export function transitionByCafe(order: Order, change: Transition): Partial<Order> {
  const from = statusOf(order);
  const allowed = nextStatusesOf(order);
  if (allowed.includes(change.to)) return transition(order, change);
  const message = `Cannot change status from ${from} to ${change.to}. Allowed: ${allowed.join(', ') || 'none'}.`;
  throw new HttpError(409, 'wrong_status', message, { param: 'status' });
}

/** True if its last status is of today, by the clock of its cafe. */
function isOfToday({ cafeId, history }: Ordered): boolean {
  const at = Date.parse(history[history.length - 1]?.at ?? '');
  // No day is longer, so that older orders need no look at the cafe.
  if (!(Date.now() - at < MAX_DAY_MS)) return false;
  const zone = toTimeZone(zones.current.get(cafeId) ?? '');
  return zone !== undefined && dayAt(at, zone) === today(zone);
}

/** Reads the zones. The upper one of cafes with the same id counts. */
function readZones(): Map<string, string> {
  const read = () =>
    scan(CAFES, ['id', 'timeZone']).map((cafe): [string, string] => [cafe.id.trim(), cafe.timeZone]);
  return new Map(getOrRead('time zones', '', read).reverse());
}
