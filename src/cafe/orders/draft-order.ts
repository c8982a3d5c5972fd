import type { RequestMark } from '../../http/request-key';
import type { Cafe, Order } from '../tables';
import type { NewOrder } from './order-schemas';
import type { Priced } from './pricing';

export interface Origin {
  mark: RequestMark;
  /** The id of a user, or `customer`. */
  by: string;
}

interface Circumstances extends Origin {
  cafe: Cafe;
  priced: Priced;
  at: Date;
}

const NEVER = new Date(Number.NaN);
const NOTHING_PAID = { paid: 0, refunded: 0, paymentError: '', events: [] } satisfies Partial<Order>;

/** An order that nobody has been asked to pay for yet. */
export function draft(id: string, body: NewOrder, { cafe, mark, by, priced, at }: Circumstances): Order {
  const { customer = { name: '' }, pickupAt, note } = body;
  return {
    ...NOTHING_PAID,
    ...priced,
    ...mark,
    id,
    intentId: '',
    cafeId: cafe.id,
    currency: cafe.currency,
    status: 'draft',
    history: [{ status: 'draft', at: at.toISOString(), by }],
    note,
    pickupAt: pickupAt === undefined ? NEVER : inSeconds(pickupAt),
    customerName: customer.name,
    customerPhone: customer.phone ?? '',
    customerEmail: customer.email ?? '',
    createdAt: at,
    updatedAt: at,
    version: 1,
  };
}

/** As it was written: a request that comes again is answered as it was, whatever became of the order. */
export function atFirst(order: Order): Order {
  const history = order.history.slice(0, 1);
  const at = new Date(history[0]?.at ?? '');
  return { ...order, ...NOTHING_PAID, createdAt: at, updatedAt: at, history, version: 1 };
}

/** What is shorter a cell does not keep. */
function inSeconds(time: string): Date {
  return new Date(Math.floor(Date.parse(time) / 1_000) * 1_000);
}
