import type { OrderView } from '../../../src/cafe/orders/order-view';

type OrderStatus = OrderView['status'];

/** Statuses, as the cafe calls them. */
const STATUSES: Record<OrderStatus, string> = {
  draft: 'Unpaid',
  placed: 'New',
  accepted: 'Accepted',
  preparing: 'In progress',
  ready: 'Ready',
  completed: 'Handed over',
  cancelled: 'Cancelled',
};

/** Words on the button that moves an order to a status. */
const ACTIONS: Record<OrderStatus, string> = {
  draft: '',
  placed: '',
  accepted: 'Accept',
  preparing: 'Start',
  ready: 'Ready',
  completed: 'Hand over',
  cancelled: 'Cancel',
};

/** The texts of the board. */

export const title = 'Orders';
export const titleWithNew = (count: number) => `(${count} new) Orders`;
export const ordersWithNew = (count: number) => `Orders (${count} new)`;
export const columns = { new: 'New', making: 'Making', ready: 'Ready' };
export const columnsLabel = 'Columns';
export const count = (column: string, count: number) => `${column} (${count})`;
export const statuses = STATUSES;
export const actions = ACTIONS;
export const actionOn = (action: string, number: string) => `${action} order ${number}`;
export const below = (count: number) => `${count} more below, oldest`;
export const station = {
  label: 'This screen makes',
  name: (category: string) => category || 'Other items',
  others: (lines: string) => `Others make: ${lines}`,
};
export const later = { title: 'Later' };
export const hurried = 'Hurry';
export const toGo = 'To go';
export const hurry = 'Make it the next one';
export const unhurry = 'Back to its place';
export const print = {
  now: 'Print',
  accepted: 'Print each order that is accepted on this screen',
};
export const pace = (average: number, longest: number) => `avg ${average}, max ${longest} min`;
export const density = { label: 'Size of the tickets', compact: 'Small', normal: 'Normal', large: 'Large' };
export const view = (made: string) => (made ? `View: ${made}` : 'View');
export const viewSign = 'Aa';
export const toRead = 'to read';
export const recall = 'Recall';
export const loading = 'Loading the orders…';
export const notLoaded = 'The orders could not be loaded:';
export const empty = {
  new: 'No new orders.',
  making: 'No orders in progress.',
  ready: 'Nothing to hand over.',
};
export const newOrders = (count: number) => (count === 1 ? 'New order' : `${count} new orders`);

export const test = 'Test';
export const realMoney = 'Real money';
export const item = (quantity: number, name: string) => `${quantity} × ${name}`;
export const lateness = { soon: 'due soon', late: 'late' };
export const inTime = (time: string) => `in ${time}`;
export const overdue = (time: string) => `${time} ago`;
export const pickup = (time: string) => `Pickup ${time}`;
export const more = (number: string) => `More about order ${number}`;

export const undo = 'Undo';
export const undoIn = (seconds: number) => `Undo (${seconds})`;
export const undone = (number: string) => `Order ${number} moved back`;
export const sending = 'Sending…';
export const waiting = 'Waiting for the connection';
export const dismiss = 'OK';
export const moved = (number: string, status: string) => `Order ${number}: ${status}`;

export const notices = {
  elsewhere: (status: OrderStatus) => `${STATUSES[status]} on another screen`,
  notSaved: (why: string) => `Not saved: ${why}`,
  refused: (to: OrderStatus, { status, nextStatuses }: OrderView) =>
    [
      `${ACTIONS[to]} is not possible: the order is ${STATUSES[status].toLowerCase()}.`,
      ...(nextStatuses.length > 0
        ? [`Possible: ${nextStatuses.map((one) => ACTIONS[one]).join(', ')}.`]
        : []),
    ].join(' '),
};

export const money = {
  refundFailed: 'Refund failed: tell the customer and refund them another way.',
  disputed: 'The customer disputes the payment: tell the manager.',
  disputeLost: 'The dispute was lost: the money is gone. Tell the manager.',
  refunded: (amount: string) => `${amount} was refunded: ask the manager before you make it.`,
  partlyRefunded: (amount: string, paid: string) => `${amount} of ${paid} was refunded.`,
  unpaid: (amount: string) => `${amount} is not paid: ask the customer before you hand it over.`,
  declined: (why: string) => `The payment failed: ${why}`,
};

export const details = {
  title: (number: string) => `Order ${number}`,
  phone: 'Phone',
  email: 'Email',
  total: 'Total',
  tip: 'Tip',
  paid: 'Paid',
  refunded: 'Refunded',
  id: 'Order ID',
  history: 'History',
  steps: { ...STATUSES, draft: 'Ordered', placed: 'Paid' },
  by: { customer: '', payment: '', timer: 'automatically', sheet: 'in the sheet' },
  byWhom: (name: string) => `by ${name}`,
  refunds: {
    pending: (amount: string) => `Refund of ${amount} asked for`,
    succeeded: (amount: string) => `${amount} refunded`,
    failed: (amount: string) => `Refund of ${amount} failed, asked for`,
  },
  cancel: 'Cancel the order…',
};

export const cancel = {
  title: (number: string) => `Cancel order ${number}`,
  reason: 'Reason (shown to the customer)',
  reasons: [
    'Something you ordered is sold out.',
    'We are closing and cannot make it in time.',
    'You asked us to cancel it.',
    'It was not picked up.',
  ],
  other: 'Another reason',
  ownReason: 'In your own words',
  refund: (amount: string) => `${amount} will be refunded to the customer.`,
  noMoney: 'Nothing was paid, so there is nothing to refund.',
  testMoney: 'A test order: no money moves.',
  submit: 'Cancel the order',
  keep: 'Keep the order',
};

export const done = {
  title: 'Done today',
  button: 'Done today',
  attention: (count: number) => `${count} with payment problems`,
  empty: 'No orders done yet today.',
  notLoaded: 'Could not be loaded:',
  at: (status: string, time: string) => `${status} ${time}`,
};

export const keys = {
  next: 'Go to the next order; Enter moves it on',
  previous: 'Go to the previous order',
  left: 'Go to the column on the left',
  right: 'Go to the column on the right',
  undo: 'Undo the last move',
  cancel: 'Cancel the order',
  done: 'Show the orders done today',
};
