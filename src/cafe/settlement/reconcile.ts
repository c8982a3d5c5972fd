import {
  type Batch,
  DONE,
  type FoundJobs,
  type JobHandler,
  type JobResult,
  type OutboxRow,
  retryUntilVisible,
  type Sweep,
  toRetry,
} from '../../outbox/jobs';
import { CredentialsRefusedError } from '../../platform/circuit-breaker';
import { logged } from '../../platform/logged';
import { MINUTE_MS } from '../../platform/platform';
import { findAll, list } from '../../tables/tables';
import { RECONCILE_KIND, reconcileJob } from '../jobs';
import {
  endHolds,
  type HoldEnd,
  holdReturned,
  listHolders,
  type ReturnedPieces,
  refundHolder,
} from '../menu/stock';
import { recountDrafts } from '../orders/draft-limit';
import { draftExpiry, expire, isCheckDue, isOpenDraft, nextCheck } from '../orders/drafts';
import { endRefund, pendingRefunds } from '../orders/refunds';
import { statusOf } from '../orders/states';
import { updateOrders } from '../orders/update-order';
import { clientOf, toCharge } from '../payments/payments';
import { type Intent, NoProviderError, PaymentRefusedError } from '../payments/provider';
import { ORDERS, type Order, type OrderRefund } from '../tables';
import { applyPayment } from './payment-webhook';
import { toRefundColumns } from './settlement';

/**
 * Brings an order's payment, refund and stock in line with its row. Every step may be repeated. A draft has no job until
 * a check of it fails, and a hold has none: their own rows tell of them.
 */
export const RECONCILE_HANDLER: JobHandler = {
  kind: RECONCILE_KIND,
  noun: 'payment or refund',
  /** A refund is tried until it succeeds or is refused for good. */
  maxAttempts: Infinity,
  delays: [1, 2, 4, 8, 16, 32, 60],
  findJobs,
  run,
};

/** More than all cafes together can have. The oldest count. */
const MAX_DRAFTS = 5_000;

/** A card is charged within seconds, a bank debit within days. */
const MAX_IN_PROGRESS_MS = 30 * MINUTE_MS;

class InProgressError extends Error {
  override name = 'InProgressError';
}

/** The drafts whose check is due, and what is held for orders that are no drafts. Orders that have a job are left to it. */
function findJobs({ rows, since, now }: Sweep): FoundJobs {
  const known = new Set(rows.flatMap(({ kind, entityId }) => (kind === RECONCILE_KIND ? [entityId] : [])));
  // Holds are read first: an order that is written in between is among the drafts then.
  const holders = listHolders();
  const drafts = listDrafts();
  recountDrafts(drafts.filter((draft) => now < draftExpiry(draft)));
  const open = new Set(drafts.map(({ id }) => id));
  const due = drafts.filter((draft) => isCheckDue(draft, { since, now })).map(({ id }) => id);
  const jobs = [...due, ...holders.filter((id) => !open.has(id))]
    .filter((id) => !known.has(id))
    .map((id) => reconcileJob({ id, version: 1 }, new Date(now)));
  return { jobs, next: Math.min(...drafts.map((draft) => nextCheck(draft, now))) };
}

/** Finds drafts by the column of the status, in which a blank or invalid cell reads as draft; the history has the last word. */
function listDrafts(): Pick<Order, 'id' | 'cafeId' | 'lines' | 'history'>[] {
  const page = { page: 1, pageSize: MAX_DRAFTS, sort: 'id' };
  const columns = ['id', 'cafeId', 'lines', 'history'] as const;
  const { data } = list(ORDERS, { ...page, where: { status: 'draft' }, columns });
  return data.filter((order) => statusOf(order) === 'draft');
}

/** Outcome of a job: what is to be written about its order, once the provider has been asked. */
interface Step {
  job: OutboxRow;
  order: Order | undefined;
  patch: Partial<Order>;
  result: JobResult;
}

/** The provider is asked about one order after the other; what follows is written for all of them together. */
function run(jobs: readonly OutboxRow[], deadline: number): Batch {
  const steps = takeSteps(jobs, deadline);
  const changes = steps.flatMap(({ order, patch }) =>
    order && Object.keys(patch).length > 0 ? [{ order, patch }] : [],
  );
  holdReturned(changes.flatMap(({ order, patch }) => piecesReturned(order, patch)));
  const { outdated, jobs: added } = updateOrders(changes);
  const taken = steps.filter(({ job }) => !outdated.has(job.entityId));
  endHolds(new Map(taken.flatMap(endsOf)));
  return { results: new Map(taken.map(({ job, result }) => [job.id, result])), added };
}

/** One for each order: another job of the same one works on what this one has written, in the next run. */
function takeSteps(jobs: readonly OutboxRow[], deadline: number): Step[] {
  const ids = [...new Set(jobs.map(({ entityId }) => entityId))];
  const orders = new Map(findAll(ORDERS, 'id', ids).map((order) => [order.id, order]));
  const steps = new Map<string, Step>();
  for (const job of jobs) {
    if (Date.now() >= deadline) break;
    if (!steps.has(job.entityId)) steps.set(job.entityId, toStep(job, orders.get(job.entityId)));
  }
  return [...steps.values()];
}

function toStep(job: OutboxRow, order: Order | undefined): Step {
  const step = { job, order, patch: {} };
  if (!order || order.version < job.version)
    return { ...step, result: retryUntilVisible(job, 'The order is not in the sheet yet.') };
  try {
    return { ...step, patch: reconcile(order), result: DONE };
  } catch (error) {
    // The next check of a draft comes by itself.
    if (isOpenDraft(order)) return { ...step, result: DONE };
    return { ...step, result: toRetry(error) };
  }
}

/** Turns what the provider says about an order into a change of its row. */
function reconcile(order: Order): Partial<Order> {
  const status = statusOf(order);
  if (status === 'draft') return reconcileDraft(order);
  const made = makeRefunds(order);
  const patch = status === 'cancelled' ? { ...made, ...reconcileCancelled({ ...order, ...made }) } : made;
  const { refunds } = { ...order, ...patch };
  const isRestocking = ({ status, restock }: OrderRefund) => status === 'succeeded' && restock === 'due';
  if (!refunds.some(isRestocking)) return patch;
  return {
    ...patch,
    refunds: refunds.map((one) => (isRestocking(one) ? { ...one, restock: 'done' } : one)),
  };
}

/** Makes the refunds that the row asks for, in their order. */
function makeRefunds(order: Order): Partial<Order> {
  let patch: Partial<Order> = {};
  for (const part of pendingRefunds(order))
    patch = { ...patch, ...refund({ ...order, ...patch }, part), updatedAt: new Date() };
  return patch;
}

/** The event of a payment may be late or lost, so the provider is asked. An expired draft is cancelled there first. */
function reconcileDraft(order: Order): Partial<Order> {
  const isOpen = isOpenDraft(order);
  if (order.intentId === '') return isOpen ? {} : expire(order);
  const charge = toCharge(order);
  const intent = isOpen ? clientOf(charge).retrieve(charge) : cancelExpired(order);
  if (intent?.status === 'succeeded') return withIntent(order, intent);
  return isOpen ? {} : expire(order);
}

/**
 * Cancels without waiting until the owner has connected the provider, or entered a valid key, or for a bank that takes days:
 * money that still comes is refunded.
 */
function cancelExpired(order: Order): Intent | undefined {
  try {
    return cancelIntent(order);
  } catch (error) {
    if (error instanceof CredentialsRefusedError) return undefined;
    if (error instanceof InProgressError && Date.now() >= draftExpiry(order) + MAX_IN_PROGRESS_MS)
      return undefined;
    throw error;
  }
}

/** A cancelled order must leave no open payment and no money behind. Its pieces do not wait for that. */
function reconcileCancelled(order: Order): Partial<Order> {
  const { id, paid, refunded, currency } = order;
  const intent = order.intentId !== '' && paid === 0 ? cancelIntent(order) : undefined;
  // The job that this adds makes the refund.
  if (intent?.status === 'succeeded') return withIntent(order, intent);
  if (paid <= refunded) return {};
  const columns = refund(order);
  console.log(logged(`${id}: ${columns.refunded ?? refunded} ${currency} refunded.`));
  return { ...columns, updatedAt: new Date() };
}

/** A refund that the provider refuses for good is not tried again: the cafe has to give the money back by other means. */
function refund(order: Order, part?: OrderRefund): Partial<Order> {
  const charge = { ...toCharge(order), amount: part ? order.refunded + part.amount : order.paid };
  const ended = (error?: string) => (part ? endRefund(order.refunds, { id: part.id, error }) : order.refunds);
  if (part?.amount === 0) return { refunds: ended() };
  try {
    const given = clientOf(charge).refund(charge, part);
    return toRefundColumns({ ...order, refunds: ended() }, given);
  } catch (error) {
    if (!(error instanceof PaymentRefusedError)) throw error;
    // The provider's own refund was faster: nobody has to give anything back by other means.
    const isBack = part !== undefined && order.refunded >= order.paid;
    return { refunds: ended(error.message), refundError: isBack ? '' : error.message };
  }
}

/**
 * The intent may have succeeded first. Undefined where the provider refuses, since it has no such intent.
 * @throws InProgressError
 */
function cancelIntent(order: Order): Intent | undefined {
  const charge = toCharge(order);
  try {
    const intent = clientOf(charge).cancel(charge);
    if (intent.status !== 'open') return intent;
  } catch (error) {
    if (!(error instanceof PaymentRefusedError || error instanceof NoProviderError)) throw error;
    console.warn(logged(`${order.id}: the payment could not be cancelled: ${error.message}`));
    return undefined;
  }
  throw new InProgressError('The payment is in progress and cannot be cancelled yet.');
}

function withIntent(order: Order, { id, received, currency }: Intent): Partial<Order> {
  return applyPayment(order, { intentId: id, amount: received, currency });
}

/** The holds of an order that end, and those of its refunds. */
function endsOf(step: Step): [holder: string, end: HoldEnd][] {
  const { job, order, patch } = step;
  const end = endOf(step);
  const refunds = { ...order, ...patch }.refunds ?? [];
  return [
    ...(end ? [[job.entityId, end] as [string, HoldEnd]] : []),
    ...refunds.flatMap(({ id, status, restock }): [string, HoldEnd][] => {
      // One that failed before its pieces were on their way brings none back.
      const isEnded = restock === 'done' || (restock === 'due' && status === 'failed');
      return isEnded ? [[refundHolder(job.entityId, id), restock === 'done' ? 'release' : 'consume']] : [];
    }),
  ];
}

/** The pieces that come back with a change of an order. */
function piecesReturned({ id: orderId, lines, refunds }: Order, patch: Partial<Order>): ReturnedPieces[] {
  const waiting = refunds.filter(({ restock }) => restock === 'due').map(({ id }) => id);
  const returned = (patch.refunds ?? []).filter(
    ({ id, restock }) => restock === 'done' && waiting.includes(id),
  );
  return returned.flatMap(({ id, lines: pieces }) =>
    pieces.flatMap(({ line, quantity, inStock = 0 }) => {
      const of = lines[line];
      const holder = refundHolder(orderId, id);
      return of?.isLimited ? [{ holder, menuItemId: of.menuItemId, quantity: quantity - inStock }] : [];
    }),
  );
}

/**
 * Decides how the holds of an order end. Items of an order that was placed before it was cancelled may have been made, so
 * only the cafe knows what is left of them. Undefined while it is a draft, or may still be written.
 */
function endOf({ order, patch, result }: Step): HoldEnd | undefined {
  if (!order) return result.state === 'done' ? 'release' : undefined;
  const changed = { ...order, ...patch };
  const status = statusOf(changed);
  if (status === 'draft') return undefined;
  const wasPlaced = changed.history.some((step) => step.status === 'placed');
  return status === 'cancelled' && !wasPlaced ? 'release' : 'consume';
}
