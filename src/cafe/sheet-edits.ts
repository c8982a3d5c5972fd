import { HttpError } from '../http/http-error';
import { wakeWorker } from '../outbox/worker';
import { UserError } from '../platform/user-error';
import { editedRows } from '../tables/sheet';
import { invalidateEveryCafe } from './cafe-cache';
import { noteInvalidCells } from './cells';
import { recordSoldOut } from './menu/sold-out';
import { prepareRecall, transitionByCafe } from './orders/next-statuses';
import { ordersChanged } from './orders/orders-version';
import { statusOf } from './orders/states';
import { updateOrder } from './orders/update-order';
import { CAFES, MENU, ORDERS, type Order } from './tables';

type Range = GoogleAppsScript.Spreadsheet.Range;

/** Google ends a simple trigger after 30 seconds. */
const TIME_BUDGET_MS = 20_000;

/** Handles the simple trigger onEdit, which must not call other servers: the worker sends the pushes. */
export function onCafeEdit({ range }: Partial<GoogleAppsScript.Events.SheetsOnEdit>): void {
  const tab = range?.getSheet().getName();
  if (tab === MENU.name || tab === CAFES.name) onShopEdit();
  if (tab === MENU.name) recordSoldOut();
  if (!range || tab !== ORDERS.name) return;
  ordersChanged();
  const until = Date.now() + TIME_BUDGET_MS;
  const rows = editedRows(ORDERS, 'status', range);
  if (rows.length > 0) prepareRecall();
  for (const { id, cell } of rows)
    if (Date.now() < until) applyStatus(id, cell);
    else cell.setNote('Too many edits at once: this status was not changed. Choose it again.');
}

/** Makes what is typed count at once, and puts a note on what is invalid. */
function onShopEdit(): void {
  invalidateEveryCafe();
  noteInvalidCells();
}

/** A status that is not allowed is put back, with a note that says why. */
function applyStatus(id: string, cell: Range): void {
  try {
    const updated = updateOrder(id, toTransition);
    if (updated && updated.jobs.length > 0) wakeWorker();
    cell.clearNote();
  } catch (error) {
    if (!(error instanceof HttpError)) {
      const reason = error instanceof UserError ? error.message : 'internal error.';
      cell.setNote(`The status was not changed: ${reason}`);
      throw error;
    }
    updateOrder(id, (order) => ({ status: statusOf(order) }));
    cell.setNote(error.message);
  }
}

/** The cell has the new status already, and the history still has the old one. */
function toTransition(order: Order): Partial<Order> {
  const { status: to } = order;
  if (to === statusOf(order)) return { status: to };
  const reason = to === 'cancelled' ? { reason: 'Cancelled by the cafe.' } : {};
  return transitionByCafe(order, { to, by: 'sheet', ...reason });
}
