import { OUTBOX } from '../../outbox/jobs';
import { type Person, type PersonTable, withoutPerson } from '../../retention/person';
import { readLines, removeAll, scan, writeAll } from '../../tables/tables';
import * as write from '../../tables/writes';
import { ORDERS, type Order } from '../tables';
import { changeOrders } from './orders-version';

/** Tables in which the cafe desk has people. */
export const ORDER_PEOPLE: readonly PersonTable[] = [
  {
    table: ORDERS,
    phones: ['customerPhone'],
    emails: ['customerEmail'],
    names: ['customerName'],
    isEntity: true,
    mentions: ['note', 'paymentError', 'lines', 'history', 'refunds'],
    // A point of sale that keeps a copy gets what is left.
    stamp,
    forget: (ids, person) => changeOrders(() => forgetCustomer(ids, person)),
  },
];

/**
 * Orders that were cancelled unpaid go. The others stay without their customer: their amounts are in the books, and a draft
 * may still be paid.
 */
function forgetCustomer(ids: readonly string[], person: Person): void {
  const busy = new Set(scan(OUTBOX, ['entityId']).map(({ entityId }) => entityId));
  const unpaid = scan(ORDERS, ['id', 'status', 'paid'])
    .filter(({ id, status, paid }) => ids.includes(id) && status === 'cancelled' && paid === 0)
    .map(({ id }) => id)
    .filter((id) => !busy.has(id));
  const { lines } = readLines(ORDERS, unpaid);
  const isUnchanged = (id: string, line: readonly string[]) => line.join('\0') === lines.get(id)?.join('\0');
  const gone = removeAll(ORDERS, unpaid, isUnchanged);
  const kept = ids.filter((id) => !gone.includes(id));
  const blank = (order: Order) => withoutCustomer(order, person);
  writeAll(write.update(ORDERS, new Map(kept.map((id) => [id, blank]))));
}

/** A request that is repeated with its Idempotency-Key is refused from now on: its body named the customer. */
function withoutCustomer({ version: _, ...order }: Order, person: Person): Partial<Order> {
  return {
    ...withoutPerson(order, person),
    ...stamp(),
    customerName: '',
    customerPhone: '',
    customerEmail: '',
    note: '',
    requestHash: '',
    lines: order.lines.map((line) => ({ ...line, note: '' })),
  };
}

function stamp(): Pick<Order, 'updatedAt'> {
  return { updatedAt: new Date() };
}
