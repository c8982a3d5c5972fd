import type { OrderView } from '../../../src/cafe/orders/order-view';
import { createStore } from '../../shared/store';
import { showToast } from '../../shared/toast';
import { pathOf, write } from '../api';
import { offlineSince } from '../connection';
import { session } from '../session';
import { tabStorage } from '../storage';
import { noteOrder } from './active-orders';
import { isTemporary, RETRY_MS } from './changes';
import * as TEXTS from './texts';

/** Marks made here on an order that the server does not have yet: lines that are done or not, and whether it goes first. */
interface Mark {
  orderId: string;
  done: { line: number; isDone: boolean }[];
  isHurried?: boolean;
}

/** Key in the tab's storage, so that a reload loses no mark. */
const STORAGE_KEY = 'marks';

/** One for each order, in the order in which they were made. */
export const marks = createStore<readonly Mark[]>(JSON.parse(tabStorage.getItem(STORAGE_KEY) ?? '[]'));

let isSending = false;

export function tickLines(orderId: string, lines: readonly number[], isDone: boolean): void {
  const ticked = lines.map((line) => ({ line, isDone }));
  change(orderId, (mark) => ({
    ...mark,
    done: [...mark.done.filter(({ line }) => !lines.includes(line)), ...ticked],
  }));
}

/** Brings an order to the front, or back to its place. */
export function hurry(orderId: string, isHurried: boolean): void {
  change(orderId, (mark) => ({ ...mark, isHurried }));
}

/** Called once, when the page starts. */
export function followMarks(): void {
  offlineSince.subscribe(sendMarks);
  session.subscribe(sendMarks);
}

/** The order with what was marked here. */
export function withMarks(order: OrderView): OrderView {
  const mark = marks.get().find(({ orderId }) => orderId === order.id);
  if (!mark) return order;
  const { done, isHurried } = mark;
  const items = order.items.map((line, index) => {
    const isDone = done.find((one) => one.line === index)?.isDone;
    return isDone === undefined ? line : { ...line, doneAt: isDone ? (line.doneAt ?? NOW) : null };
  });
  return { ...order, items, ...(isHurried === undefined ? {} : { hurriedAt: isHurried ? NOW : null }) };
}

/** Stands for the time that the server is going to give. */
const NOW = new Date().toISOString();

function change(orderId: string, by: (mark: Mark) => Mark): void {
  const earlier = marks.get().find((mark) => mark.orderId === orderId) ?? { orderId, done: [] };
  set([...marks.get().filter((mark) => mark.orderId !== orderId), by(earlier)]);
  void sendMarks();
}

/** Sends them one after the other. A mark says how it is to be, so that it may be sent again. */
async function sendMarks(): Promise<void> {
  if (isSending || !session.get() || offlineSince.get() !== undefined) return;
  isSending = true;
  for (let [mark] = marks.get(); mark && session.get(); [mark] = marks.get()) {
    try {
      const { orderId, done, isHurried } = mark;
      const body = { ...(done.length > 0 && { items: done }), ...(isHurried !== undefined && { isHurried }) };
      const { value } = await write<OrderView>('PATCH', pathOf('orders', orderId), body);
      noteOrder(value);
    } catch (error) {
      if (isTemporary(error)) {
        setTimeout(sendMarks, RETRY_MS);
        break;
      }
      showToast(TEXTS.notices.notSaved((error as Error).message));
    }
    // One that was changed meanwhile is another one, and is sent, too.
    set(marks.get().filter((one) => one !== mark));
  }
  isSending = false;
}

function set(all: readonly Mark[]): void {
  tabStorage.setItem(STORAGE_KEY, JSON.stringify(all));
  marks.set(all);
}
