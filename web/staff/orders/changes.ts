import type { OrderView } from '../../../src/cafe/orders/order-view';
import { createStore } from '../../shared/store';
import { pathOf, read, write } from '../api';
import { offlineSince, waitingChanges } from '../connection';
import { ApiError, ConnectionError } from '../fetch-once';
import { listen } from '../listen';
import { session } from '../session';
import { tabStorage } from '../storage';
import { isActive, knownOrders, noteOrder, type OrderStatus } from './active-orders';
import * as TEXTS from './texts';

/** A move of an order that has been made here and that the server does not have yet. */
export interface Change {
  id: number;
  /** Order as it was before the move. */
  order: OrderView;
  to: OrderStatus;
  reason?: string;
  /** Version of the order that the move is made on. */
  version: number;
  /** Epoch ms. */
  sendAt: number;
  /** True if it was sent and not answered, so it may have been made. */
  isUncertain: boolean;
}

/** Outcome of a change, if it is not what was wanted. */
interface Notice {
  order: OrderView;
  text: string;
}

/** Time in which a move can be taken back. */
const UNDO_MS = 4_000;
/** Pause after an attempt without a response. */
export const RETRY_MS = 5_000;
/** Key in the tab's storage, so that a reload loses no change. */
const STORAGE_KEY = 'changes';

/** Changes, in the order in which they were made. */
export const changes = createStore<readonly Change[]>(recall());

/** The one that is on its way. */
export const sending = createStore<Change['id'] | undefined>(undefined);

/** Notices by the ID of the order; each stays until somebody has read it. */
export const notices = createStore<ReadonlyMap<string, Notice>>(new Map());

let timer: ReturnType<typeof setTimeout> | undefined;
let lastId = Math.max(0, ...changes.get().map(({ id }) => id));

/** `order` is as it is shown, with the moves before this one. */
export function makeChange(order: OrderView, to: OrderStatus, reason?: string): void {
  dismissNotice(order.id);
  const change = { id: ++lastId, order, to, version: order.version, isUncertain: false };
  const sendAt = Date.now() + UNDO_MS;
  set([...changes.get(), { ...change, sendAt, ...(reason === undefined ? {} : { reason }) }]);
  sendChanges();
}

/** The last one that has not been sent, of one order or of all. Returns the order, if there was one. */
export function undoChange(orderId?: string): OrderView | undefined {
  const own = changes.get().filter(({ order }) => orderId === undefined || order.id === orderId);
  const last = own[own.length - 1];
  if (!last || !canUndo(last)) return undefined;
  set(changes.get().filter((change) => change !== last));
  sendChanges();
  return last.order;
}

export function canUndo({ id, isUncertain }: Change): boolean {
  return !isUncertain && sending.get() !== id;
}

export function dismissNotice(orderId: string): void {
  const others = new Map(notices.get());
  if (others.delete(orderId)) notices.set(others);
}

/** Sends what is due, one after the other, and what is not when it is. Offline, all wait for the connection. */
function sendChanges(): void {
  clearTimeout(timer);
  waitingChanges.set(changes.get().length);
  if (sending.get() !== undefined || !session.get() || offlineSince.get() !== undefined) return;
  const [next] = firstOfEachOrder().sort((a, b) => a.sendAt - b.sendAt);
  if (!next) return;
  const wait = next.sendAt - Date.now();
  // A longer one is that of a clock that was set back.
  if (wait > 0 && wait <= RETRY_MS) timer = setTimeout(sendChanges, wait);
  else void send(next);
}

/** Called once, when the page starts. */
export function followChanges(): void {
  offlineSince.subscribe(sendChanges);
  session.subscribe(sendChanges);
  // A tablet may close what is hidden without another word.
  listen(document, ['visibilitychange'], () => document.hidden && sendAtOnce());
  listen(window, ['pagehide'], sendAtOnce);
  window.addEventListener('beforeunload', (event) => {
    const sendable = offlineSince.get() === undefined ? firstOfEachOrder().length : 0;
    if (changes.get().length > sendable) event.preventDefault();
  });
}

/** Sends all changes when the page is left, including those that wait for their turn: nobody takes them back any more. */
function sendAtOnce(): void {
  if (offlineSince.get() !== undefined) return;
  for (const change of firstOfEachOrder()) {
    if (change.isUncertain && change.id !== sending.get()) continue;
    // Mutated, not copied: a request in flight must see the flag, or its 412 is blamed on another screen.
    change.isUncertain = true;
    // The next change can go out while the page is hidden. If this one fails it is sent again, and that says why.
    patch(change, { isUrgent: true }).then(
      () => document.hidden && sendAtOnce(),
      () => {},
    );
  }
  set([...changes.get()]);
}

/** A later one waits for what becomes of those before it. */
function firstOfEachOrder(): Change[] {
  const firsts = new Map<string, Change>();
  for (const change of changes.get()) if (!firsts.has(change.order.id)) firsts.set(change.order.id, change);
  return [...firsts.values()];
}

async function send(change: Change): Promise<void> {
  sending.set(change.id);
  try {
    await patch(change);
  } catch (error) {
    if (isTemporary(error)) postpone(change, error);
    else drop(change, TEXTS.notices.notSaved((error as Error).message));
  }
  sending.set(undefined);
  sendChanges();
}

/** @throws what the API says, but where it says that the order has changed */
async function patch(change: Change, { isUrgent = false } = {}): Promise<void> {
  const { order, to, reason, version } = change;
  const path = pathOf('orders', order.id);
  try {
    const body = { status: to, ...(reason === undefined ? {} : { reason }) };
    const options = { ifMatch: `"v${version}"`, isUrgent };
    const { value } = await write<OrderView>('PATCH', path, body, options);
    finish(change, value);
  } catch (error) {
    if (!(error instanceof ApiError && [409, 412].includes(error.status))) throw error;
    const reply = await read<OrderView>(path);
    if (reply) compare(change, reply.value, error);
  }
}

/** The order was moved by somebody else, by this change before its response was lost, or only its money has changed. */
function compare(change: Change, current: OrderView, { status }: ApiError): void {
  const { order, to } = change;
  const since = current.history.slice(order.history.length);
  const isMade = change.isUncertain && since.some((step) => step.status === to);
  if (isMade || current.status === to) {
    finish(change, current);
    // Two who have handed over the same order have nothing to settle.
    if (!isMade && isActive(current.status)) notify(current, TEXTS.notices.elsewhere(current.status));
    return;
  }
  noteOrder(current);
  if (status === 409) drop(change, TEXTS.notices.refused(to, current));
  else if (current.status === order.status) replace({ ...change, version: current.version });
  else drop(change, TEXTS.notices.elsewhere(current.status));
}

function finish(change: Change, current: OrderView): void {
  noteOrder(current);
  const { version } = current;
  const rest = changes.get().filter(({ id }) => id !== change.id);
  set(rest.map((other) => (other.order.id === current.id ? { ...other, version } : other)));
}

/** Drops a change with those that were to follow it. */
function drop(change: Change, text: string): void {
  const { order } = change;
  set(changes.get().filter((other) => other.order.id !== order.id));
  notify(knownOrders.get()?.get(order.id) ?? order, text);
}

function postpone(change: Change, error: unknown): void {
  const isRefused = error instanceof ApiError && error.status < 500;
  replace({
    ...change,
    sendAt: Date.now() + RETRY_MS,
    isUncertain: change.isUncertain || !isRefused,
  });
}

/** Tells whether another attempt may succeed: no connection, nobody logged in, too many requests, a service that fails. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  return error instanceof ApiError && ([401, 429].includes(error.status) || error.status >= 500);
}

function notify(order: OrderView, text: string): void {
  notices.set(new Map(notices.get()).set(order.id, { order, text }));
}

function replace(changed: Change): void {
  set(changes.get().map((other) => (other.id === changed.id ? changed : other)));
}

function set(all: readonly Change[]): void {
  tabStorage.setItem(STORAGE_KEY, JSON.stringify(all));
  changes.set(all);
  waitingChanges.set(all.length);
}

/** Reads the changes from the tab. One that was on its way when the page was left may have been made. */
function recall(): Change[] {
  const stored = JSON.parse(tabStorage.getItem(STORAGE_KEY) ?? '[]') as Change[];
  const isDue = ({ sendAt }: Change) => sendAt <= Date.now();
  return stored.map((change) => ({ ...change, isUncertain: change.isUncertain || isDue(change) }));
}
