import { ORDERS } from '../cafe/tables';
import { type HealthCheck, toOk } from '../health/checks';
import type { Finding } from '../health/report';
import { LEADS } from '../leads/tables';
import { DAY_MS, MINUTE_MS } from '../platform/platform';
import { MAX_DELIVERIES } from '../pushes/delivery-log';
import { DELIVERIES } from '../pushes/tables';
import { list } from '../tables/tables';

/** What advises to move, here and where the cells are counted. */
export const MOVE = 'Move to a database: see docs/scale.md.';

/** From here on there is still time to move without haste. */
const WARN_AT = 0.7;

/** How many leads or orders a sheet takes in a minute, by the modelled times of docs/cost.md. */
const CREATED_A_MINUTE = 429;
/** Of a free account; a Workspace has five times the calls, and ten times the operations. */
const CALLS_A_DAY = 20_000;
const OPERATIONS_A_DAY = 50_000;

/** Of an order and of a lead alike (docs/cost.md). */
const OPERATIONS_EACH = 2;

/** More than a day can make: Google allows no more operations on properties. */
const MAX_CREATED = OPERATIONS_A_DAY / OPERATIONS_EACH;

/**
 * How near the last 24 hours came to what a sheet and its account can do, as far as the tabs tell: texts and the calls of
 * other scripts are not counted, and no script can see how many executions run at once.
 */
export const CEILINGS_CHECK: HealthCheck = {
  light: 'room',
  label: 'Limits a day',
  find({ now }) {
    const orders = newest(ORDERS, now);
    const created = [...newest(LEADS, now), ...orders];
    return [
      toCeiling('Busiest minute', 'leads and orders created one by one', {
        used: busiestMinute(created),
        ceiling: CREATED_A_MINUTE,
      }),
      toCeiling('Calls to other servers', 'pushes and payments', {
        used: countPushes(now) + orders.length,
        ceiling: CALLS_A_DAY,
      }),
      toCeiling('Operations on properties', 'for leads and orders', {
        used: created.length * OPERATIONS_EACH,
        ceiling: OPERATIONS_A_DAY,
      }),
    ];
  },
};

function toCeiling(
  name: string,
  what: string,
  { used, ceiling }: { used: number; ceiling: number },
): Finding {
  const [about, of] = [used, ceiling].map((number) => number.toLocaleString('en-US'));
  const detail = `About ${about} of ${of} in the last 24 hours: ${what}.`;
  if (used < ceiling * WARN_AT) return toOk(`${name}: far from the limit.`, detail);
  const sentence = `${name}: ${Math.round((used / ceiling) * 100)} % of the limit. New leads and orders are refused beyond it.`;
  return { state: used < ceiling ? 'warning' : 'problem', sentence, cure: MOVE, detail };
}

/** When rows were created in the last 24 hours, in epoch ms. All rows of an import are created in one call, at one time. */
function newest(table: typeof LEADS | typeof ORDERS, now: number): number[] {
  const { data } = list(table, { page: 1, pageSize: MAX_CREATED, columns: ['createdAt'] });
  return [...new Set(data.map(({ createdAt }) => createdAt.getTime()))].filter((at) => at > now - DAY_MS);
}

function busiestMinute(times: readonly number[]): number {
  const minutes = new Map<number, number>();
  for (const at of times) {
    const minute = Math.floor(at / MINUTE_MS);
    minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
  }
  return Math.max(0, ...minutes.values());
}

/** If the log is full before it is a day old, its rate is extrapolated to a day. */
function countPushes(now: number): number {
  const { data } = list(DELIVERIES, { page: 1, pageSize: MAX_DELIVERIES, columns: ['at'] });
  const ages = data.map(({ at }) => now - at.getTime()).filter((age) => age < DAY_MS);
  const oldest = Math.max(1, ...ages);
  return ages.length < MAX_DELIVERIES ? ages.length : Math.round((ages.length * DAY_MS) / oldest);
}
