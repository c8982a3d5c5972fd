import { HttpError } from '../http/http-error';
import { wakeWorker } from '../outbox/wake-up';
import { UserError } from '../platform/user-error';
import { editedRows } from '../tables/sheet';
import { invalidateEveryCafe } from './cafe-cache';
import { statusOf } from './orders/order-schemas';
import { transitionByCafe } from './orders/orders';
import { updateOrder } from './orders/update-order';
import { invalidateReceivers } from './pushes/receivers';
import { CAFES, MENU, ORDERS, type Order, PUSH_ENDPOINTS } from './tables';

type Range = GoogleAppsScript.Spreadsheet.Range;

/** A simple trigger has half a minute. */
const LONGEST_MS = 20_000;

/** For the sheet's simple trigger onEdit, which may ask no other server: the timer does the pushes. */
export function onCafeEdit({ range }: Partial<GoogleAppsScript.Events.SheetsOnEdit>): void {
  const tab = range?.getSheet().getName();
  if (tab === MENU.name || tab === CAFES.name) invalidateEveryCafe();
  if (tab === PUSH_ENDPOINTS.name) invalidateReceivers();
  if (!range || tab !== ORDERS.name) return;
  const until = Date.now() + LONGEST_MS;
  for (const { id, cell } of editedRows(ORDERS, 'status', range))
    if (Date.now() < until) move(id, cell);
    else cell.setNote('Too many edits at once: this status was not changed. Choose it again.');
}

/** What was chosen is a move like any other: it is made, or put back with a note. */
function move(id: string, cell: Range): void {
  try {
    const moved = updateOrder(id, movedByHand);
    if (moved && moved.jobs.length > 0) wakeWorker();
    cell.clearNote();
  } catch (error) {
    if (!(error instanceof HttpError)) {
      cell.setNote(
        `The status was not changed: ${error instanceof UserError ? error.message : 'internal error.'}`,
      );
      throw error;
    }
    updateOrder(id, (order) => ({ status: statusOf(order) }));
    cell.setNote(error.message);
  }
}

function movedByHand(order: Order): Partial<Order> {
  const { status: to } = order;
  if (to === statusOf(order)) return { status: to };
  const reason = to === 'cancelled' ? { reason: 'Cancelled by the cafe.' } : {};
  return transitionByCafe(order, { to, by: 'sheet', ...reason });
}
