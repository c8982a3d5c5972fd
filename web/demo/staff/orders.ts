import type { OrderView } from '../../../src/cafe/orders/order-view';
import { nextStatuses, type OrderStatus } from '../../../src/cafe/orders/states';
import type { Takings } from '../../../src/cafe/orders/takings';
import { assertUnchanged, type Call, type FakeRoutes, Refusal } from './fake-fetch';
import { itemNamed, takeFromStock } from './menu';
import { ADMIN_ID } from './people';

const TAX_PERCENT = 7;
const MINUTE = 60_000;

export interface DemoOrder {
  name: string;
  minutesAgo: number;
  /** Name, quantity, choices by option, note. */
  items: [string, number, Record<string, string>?, string?][];
  note?: string;
  tip?: number;
  /** From now. */
  pickupInMinutes?: number;
  /** What the cafe has done with it since: the status and how many minutes ago. */
  moves?: [OrderStatus, number, string?][];
  payment?: Partial<OrderView['payment']>;
}

const orders = new Map<string, OrderView>();
let lastNumber = 1_036;

export const ORDER_ROUTES: FakeRoutes = {
  'GET /v1/cafes/:cafeId/orders': listOrders,
  'GET /v1/cafes/:cafeId/takings': sumUp,
  'GET /v1/orders/:id': ({ params }) => get(params.id),
  'PATCH /v1/orders/:id': changeStatus,
};

export function countOpen(): number {
  return [...orders.values()].filter(({ status }) => !['completed', 'cancelled'].includes(status)).length;
}

/** An order that is paid for. */
export function placeOrder({
  items,
  moves = [],
  note = '',
  tip = 0,
  payment,
  ...rest
}: DemoOrder): OrderView {
  const number = ++lastNumber;
  const lines = items.map(toLine);
  const amount = lines.reduce((sum, line) => sum + line.amount, 0);
  const includedTax = Math.round((amount * TAX_PERCENT) / (100 + TAX_PERCENT));
  const createdAt = minutesAgo(rest.minutesAgo);
  const history: OrderView['history'] = [
    { status: 'draft', at: createdAt, by: 'customer' },
    { status: 'placed', at: createdAt, by: 'payment' },
    ...moves.map(([status, ago, reason]) => ({
      ...{ status, at: minutesAgo(ago), by: ADMIN_ID },
      ...(reason === undefined ? {} : { reason }),
    })),
  ];
  const last = history[history.length - 1];
  const status = last?.status ?? 'placed';
  const phone = `+1 555 010 ${1000 + number}`;
  const order: OrderView = {
    id: `O-${number}-${String(number).repeat(6).slice(0, 22)}`,
    cafeId: 'C-1',
    status,
    nextStatuses: nextStatuses(status),
    items: lines,
    tip,
    includedTax,
    taxes: [{ percent: TAX_PERCENT, amount, includedTax }],
    total: amount + tip,
    currency: 'EUR',
    isTest: false,
    payment: { intentId: `pi_${number}`, paid: amount + tip, ...NO_TROUBLE, ...payment },
    note,
    pickupAt: rest.pickupInMinutes === undefined ? null : minutesAgo(-rest.pickupInMinutes),
    customer: { name: rest.name, phone, email: '' },
    history,
    createdAt,
    updatedAt: last?.at ?? createdAt,
    version: history.length,
  };
  orders.set(order.id, order);
  return order;
}

const NO_TROUBLE = { refunded: 0, error: null, refundError: null, dispute: null };

function toLine([
  name,
  quantity,
  choices = {},
  note = '',
]: DemoOrder['items'][number]): OrderView['items'][number] {
  const item = itemNamed(name);
  takeFromStock(item, quantity);
  const options = item.options.map(({ name: option, choices: all }) => {
    const chosen = all.find((one) => one.name === choices[option]) ?? all[0];
    return { option, choice: chosen?.name ?? '', priceChange: chosen?.priceChange ?? 0 };
  });
  const unitPrice = options.reduce((sum, { priceChange }) => sum + priceChange, item.price ?? 0);
  return { menuItemId: item.id, name, quantity, options, note, unitPrice, amount: unitPrice * quantity };
}

/** The newest first. */
function listOrders({ query }: Call): object {
  const statuses = query.get('status')?.split(',');
  const since = Date.parse(query.get('since') ?? '') || 0;
  const found = [...orders.values()].filter(
    ({ status, updatedAt }) =>
      (!statuses || statuses.includes(status)) && Date.parse(updatedAt ?? '') >= since,
  );
  found.sort((a, b) => (b.createdAt ?? '').localeCompare(a.createdAt ?? ''));
  const [page, pageSize] = [Number(query.get('page') ?? 1), Number(query.get('pageSize') ?? 25)];
  const data = found.slice((page - 1) * pageSize, page * pageSize);
  return { data, page, pageSize, total: found.length };
}

function changeStatus(call: Call): OrderView {
  const order = get(call.params.id);
  assertUnchanged(order, call);
  const to = call.body.status as OrderStatus;
  if (!order.nextStatuses.includes(to)) {
    const allowed = order.nextStatuses.join(', ') || 'none';
    const message = `Cannot change status from ${order.status} to ${to}. Allowed: ${allowed}.`;
    throw new Refusal(409, 'wrong_status', message);
  }
  const at = new Date().toISOString();
  const reason = typeof call.body.reason === 'string' ? { reason: call.body.reason } : {};
  const payment = to === 'cancelled' ? { ...order.payment, refunded: order.payment.paid } : order.payment;
  const changed: OrderView = {
    ...order,
    status: to,
    nextStatuses: nextStatuses(to),
    payment,
    history: [...order.history, { status: to, at, by: ADMIN_ID, ...reason }],
    updatedAt: at,
    version: order.version + 1,
  };
  orders.set(order.id, changed);
  return changed;
}

/** Of all orders that there are: the demo has no yesterday. */
function sumUp(): Takings {
  const all = [...orders.values()];
  const total = (amountOf: (order: OrderView) => number) => all.reduce((sum, one) => sum + amountOf(one), 0);
  const [sum, refunds] = [total((one) => one.total), total(({ payment }) => payment.refunded)];
  const items = new Map<string, Takings['items'][number]>();
  for (const { menuItemId, name, quantity, amount } of all.flatMap((one) => one.items)) {
    const known = items.get(menuItemId) ?? { menuItemId, name, quantity: 0, amount: 0 };
    items.set(menuItemId, {
      ...known,
      quantity: known.quantity + quantity,
      amount: known.amount + amount,
    });
  }
  const today = new Date().toLocaleDateString('sv');
  return {
    from: today,
    to: today,
    currency: 'EUR',
    orders: all.length,
    sum,
    tips: total(({ tip }) => tip),
    includedTax: total((one) => one.includedTax),
    refunds,
    net: sum - refunds,
    items: [...items.values()].sort((a, b) => b.amount - a.amount),
    testOrders: 0,
    otherCurrencies: [],
  };
}

function get(id = ''): OrderView {
  const order = orders.get(id);
  if (!order) throw new Refusal(404, 'not_found', `There is no order ${id}.`);
  return order;
}

function minutesAgo(minutes: number): string {
  return new Date(Date.now() - minutes * MINUTE).toISOString();
}
