import type { OrderStatus } from '../../src/cafe/orders/states';

/** Every text of a customer's page. */

export const order = 'Your order';
export const opening = 'Opening your order…';
export const number = 'Your number';
export const wholeNumber = (number: string) => `Order ${number}`;
export const pickup = (time: string) => `Pickup: ${time}`;
export const test = 'Test order: no money moves.';

/** Meaning of each status to the customer. */
export const statuses = {
  draft: {
    headline: 'Payment not confirmed yet',
    detail:
      'The cafe gets your order once the payment is confirmed. Unpaid orders are cancelled after a few minutes.',
  },
  placed: { headline: 'Order received', detail: 'Waiting for the cafe to accept it.' },
  accepted: { headline: 'Order accepted', detail: 'The cafe will start on it soon.' },
  preparing: { headline: 'Being made', detail: 'The cafe is working on your order.' },
  ready: { headline: 'Ready for pickup', detail: 'Show or say your number at the counter.' },
  completed: { headline: 'Picked up', detail: 'Thank you. Enjoy!' },
  cancelled: { headline: 'Order cancelled', detail: '' },
} satisfies Record<OrderStatus, { headline: string; detail: string }>;
export const paymentFailed = (why: string) => `The payment failed: ${why}`;

export const steps = {
  label: 'Progress',
  placed: 'Received',
  accepted: 'Accepted',
  preparing: 'Being made',
  ready: 'Ready',
  completed: 'Picked up',
  done: 'done',
};

export const money = {
  notTaken: 'No payment was taken.',
  notRefunded: (amount: string) =>
    `${amount} has not been refunded yet. This takes a few minutes; if it takes longer, ask the cafe.`,
  refunded: (amount: string) => `${amount} was refunded. Banks can take up to 10 days to show it.`,
  partlyRefunded: (refunded: string, paid: string) =>
    `${refunded} of ${paid} was refunded. Ask the cafe if the rest has not arrived in 10 days.`,
};

export const receipt = {
  title: 'Receipt',
  cancelled: 'Receipt (order cancelled)',
  item: 'Item',
  quantity: 'Quantity',
  times: (quantity: number) => `${quantity} ×`,
  amount: 'Amount',
  choice: (option: string, choice: string) => `${option}: ${choice}`,
  extra: (amount: string, isMore: boolean) => `(${isMore ? '+' : ''}${amount})`,
  tip: 'Tip',
  total: 'Total',
  tax: 'Included tax',
  taxOf: (percent: string, amount: string) => `Included tax, ${percent}% of ${amount}`,
  paid: 'Paid',
  refund: (reason: string) => (reason ? `Refund: ${reason}` : 'Refund'),
  refunded: 'Refunded',
  print: 'Print',
};

export const problems = {
  offline: (since: string) => `Offline. Last updated at ${since}.`,
  neverAnswered: 'No connection. Trying again…',
  busy: 'The service is busy. Trying again…',
  failed: 'The order could not be updated. Trying again…',
};

export const missing = {
  title: 'No order found',
  detail: 'Check that the whole link was copied. Orders that were never paid are deleted within about a day.',
};
