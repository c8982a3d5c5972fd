import { NO_RECORD } from '../../http/idempotency';
import { chargeStep } from '../money';
import type { MadeRefund } from '../payments/provider';
import type { Order, OrderRefund, Pieces, TaxedAmount } from '../tables';
import { rateKey, taxesOf, UNTAXED } from './taxes';

type Refunded = Pick<Order, 'lines' | 'tip' | 'total' | 'includedTax' | 'refunds' | 'currency'>;

/** Parts of a refund that are shares of the order. */
type Shares = Pick<OrderRefund, 'amount' | 'tip' | 'taxes'>;

/** The refunds that the provider has taken, or may still take. */
export function standingRefunds({ refunds }: Pick<Order, 'refunds'>): OrderRefund[] {
  return refunds.filter(({ status }) => status !== 'failed');
}

export function pendingRefunds({ refunds }: Pick<Order, 'refunds'>): OrderRefund[] {
  return refunds.filter(({ status }) => status === 'pending');
}

/** Rest of the payment: less what has gone back by the provider's count, and what is asked for. */
export function refundable(order: Pick<Order, 'paid' | 'refunded' | 'refunds'>): number {
  return order.paid - order.refunded - sumOf(pendingRefunds(order), ({ amount }) => amount);
}

/** The pieces of a line that have not been refunded. */
export function piecesLeft({ lines, refunds }: Pick<Order, 'lines' | 'refunds'>, line: number): number {
  const own = piecesIn(standingRefunds({ refunds }), line);
  return (lines[line]?.quantity ?? 0) - sumOf(own, ({ quantity }) => quantity);
}

/** The pieces of a line that failed refunds have brought back into stock, less those that were refunded again since. */
export function piecesInStock({ refunds }: Pick<Order, 'refunds'>, line: number): number {
  const back = refunds.filter(({ status, restock }) => status === 'failed' && restock === 'done');
  const brought = sumOf(piecesIn(back, line), ({ quantity, inStock = 0 }) => quantity - inStock);
  return brought - sumOf(piecesIn(standingRefunds({ refunds }), line), ({ inStock = 0 }) => inStock);
}

function piecesIn(refunds: readonly OrderRefund[], line: number): Pieces[] {
  return refunds.flatMap(({ lines }) => lines).filter((pieces) => pieces.line === line);
}

/**
 * True while money of failed refunds has not gone back by others. One that was asked for before another failed is not in place
 * of it, though it may be as large.
 */
export function isAnyOwed({ refunds }: Pick<Order, 'refunds'>): boolean {
  const changes = refunds.flatMap(({ at, failedAt, amount, status }) => [
    ...(status === 'pending' ? [] : [{ at, owed: -amount }]),
    ...(failedAt === undefined ? [] : [{ at: failedAt, owed: amount }]),
  ]);
  const inOrder = changes.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return inOrder.reduce((owed, change) => Math.max(0, owed + change.owed), 0) > 0;
}

/** A refund of lines: their price, with its share of the tip. */
export function sharesOfLines(order: Refunded, pieces: readonly Pieces[]): Shares {
  const prices = order.total - order.tip;
  const back = backOf(order);
  const price = sumOf(pieces, ({ line, quantity }) => (order.lines[line]?.unitPrice ?? 0) * quantity);
  const step = chargeStep(order.currency);
  const all = Math.min(back.prices + price, prices);
  // The last piece brings the rest.
  const whole = all === prices ? order.tip : Math.floor(share(order.tip, all, prices) / step) * step;
  const tip = Math.max(0, whole - back.tip);
  return { amount: price + tip, tip, taxes: taxesBack(order, price, pieces) };
}

/** A refund of an amount, which comes from the tip and the prices in proportion: of all lines, or of these. */
export function sharesOfAmount(order: Refunded, asked: number, pieces: readonly Pieces[] = []): Shares {
  const { tip: wholeTip, total } = order;
  const back = backOf(order);
  const amount = Math.min(asked, total - back.prices - back.tip);
  const all = back.prices + back.tip + amount;
  // No more comes from the prices than is left of them, and no less than nothing from either.
  const least = Math.max(back.tip, all - (total - wholeTip));
  const most = Math.min(wholeTip, back.tip + amount);
  const tip = Math.min(Math.max(share(wholeTip, all, total), least), most) - back.tip;
  return { amount: asked, tip, taxes: taxesBack(order, amount - tip, pieces) };
}

/** Adds what the provider says of its refunds. One that was made there takes its share of what is left. */
export function withMade(order: Order, made: readonly MadeRefund[]): OrderRefund[] {
  let { refunds } = order;
  for (const one of made) {
    const isKnown = refunds.some(({ id }) => id === one.id);
    refunds = endRefund(isKnown ? refunds : [...refunds, toForeign({ ...order, refunds }, one)], one);
  }
  return refunds;
}

function toForeign(order: Order, { id, at, amount }: MadeRefund): OrderRefund {
  const left = order.total - sumOf(standingRefunds(order), (refund) => refund.amount);
  // The provider's own was faster than one that is asked for, which will be refused.
  const others =
    amount <= left ? order.refunds : order.refunds.filter(({ status }) => status === 'succeeded');
  const shares = sharesOfAmount({ ...order, refunds: others }, amount);
  return { ...NO_RECORD, id, ...shares, lines: [], reason: '', at, by: 'payment', status: 'succeeded' };
}

/** Notes what has become of a refund. */
export function endRefund(
  refunds: OrderRefund[],
  { id, error }: { id: string; error: string | undefined },
): OrderRefund[] {
  const toEnded = (refund: OrderRefund): OrderRefund => {
    if (error === undefined) return { ...refund, status: 'succeeded' };
    return { ...refund, status: 'failed', error, failedAt: refund.failedAt ?? new Date().toISOString() };
  };
  return refunds.map((refund) => (refund.id === id ? toEnded(refund) : refund));
}

/** Shares of the refunds so far. */
function backOf(order: Refunded): { prices: number; tip: number } {
  const standing = standingRefunds(order);
  const tip = sumOf(standing, (refund) => refund.tip);
  return { prices: sumOf(standing, ({ amount }) => amount) - tip, tip };
}

/**
 * The prices that go back, by rate: of these lines first, and of what is left of each rate in proportion. The tax of a rate
 * that has gone back so far is in proportion to its price, so that parts add up to the whole.
 */
function taxesBack(order: Refunded, price: number, pieces: readonly Pieces[]): TaxedAmount[] {
  const rates = taxesOf(order);
  const taxed = sumOf(rates, ({ amount }) => amount);
  const untaxed = { ...UNTAXED, amount: order.total - order.tip - taxed };
  const earlier = standingRefunds(order).flatMap(({ taxes }) => taxes);
  const asked = pieces.map(({ line, quantity }) => {
    const { taxPercent: percent = null, taxName: name = '', unitPrice = 0 } = order.lines[line] ?? {};
    return { percent, name, amount: unitPrice * quantity, includedTax: 0 };
  });
  const parts = (untaxed.amount > 0 ? [...rates, untaxed] : rates).map((rate) => {
    const sumIn = (all: readonly TaxedAmount[], name: 'amount' | 'includedTax') =>
      sumOf(
        all.filter((one) => rateKey(one) === rateKey(rate)),
        (one) => one[name],
      );
    const back = sumIn(earlier, 'amount');
    const left = rate.amount - back;
    return {
      rate,
      back,
      left,
      taxBack: sumIn(earlier, 'includedTax'),
      first: Math.min(sumIn(asked, 'amount'), left),
    };
  });
  const first = allot(
    price,
    parts.map((part) => part.first),
  );
  const others = parts.map(({ left }, at) => left - (first[at] ?? 0));
  const rest = allot(price - sumOf(first, (amount) => amount), others);
  return parts.flatMap(({ rate, back, taxBack }, at) => {
    const amount = (first[at] ?? 0) + (rest[at] ?? 0);
    const includedTax = share(rate.includedTax, back + amount, rate.amount) - taxBack;
    return amount === 0 ? [] : [{ ...rate, amount, includedTax }];
  });
}

/** Divides an amount in proportion to these, each of which gets no more than it is. */
function allot(amount: number, among: readonly number[]): number[] {
  const whole = sumOf(among, (one) => one);
  const divided = Math.min(amount, whole);
  let upTo = 0;
  return among.map((one) => {
    const before = share(divided, upTo, whole);
    upTo += one;
    return share(divided, upTo, whole) - before;
  });
}

/** Rounds half up. */
function share(of: number, part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((of * part) / whole);
}

function sumOf<E>(all: readonly E[], amountOf: (one: E) => number): number {
  return all.reduce((sum, one) => sum + amountOf(one), 0);
}
