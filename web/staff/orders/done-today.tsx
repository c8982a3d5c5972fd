import { useEffect, useRef } from 'preact/hooks';
import type { CafeView } from '../../../src/cafe/cafe-view';
import type { OrderView } from '../../../src/cafe/orders/order-view';
import { Button } from '../../shared/button';
import { formatMoment } from '../../shared/cafe-time';
import { callNumber } from '../../shared/order-number';
import { useShortcuts } from '../../shared/shortcuts';
import { useStore } from '../../shared/store';
import { pathOf } from '../api';
import { Loading } from '../loading';
import { readUnlessUnchanged, useResource } from '../resource';
import { serverNow } from '../server-clock';
import * as FRAME from '../texts';
import type { OrderList } from './active-orders';
import { changes } from './changes';
import { moneyTroubles } from './money-trouble';
import { Customer, MoneyTrouble, OrderLines } from './order-parts';
import { doneOrders } from './pace';
import * as TEXTS from './texts';
import { move } from './ticket';

const EVERY_S = 60;
/** The most that the API puts on a page. */
const PAGE_SIZE = 100;

/** Opens what was handed over or cancelled today; says where its money needs somebody. */
export function DoneToday({ cafe }: { cafe: CafeView }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const done = useResource(cafe.id, (isPoll) => load(cafe, isPoll), EVERY_S);
  const { value, reload } = done;
  useEffect(() => doneOrders.set(value ?? []), [value]);
  const troubled = value?.filter(isTroubled).length ?? 0;
  const open = () => {
    dialog.current?.showModal();
    reload();
  };
  useShortcuts([{ keys: 'd', description: TEXTS.keys.done, run: open }]);
  return (
    <>
      <Button class="quiet" onClick={open}>
        {TEXTS.done.button} {troubled > 0 && <span class="trouble">{TEXTS.done.attention(troubled)}</span>}
      </Button>
      <dialog ref={dialog} class="drawer" aria-labelledby="done-title">
        <div class="row apart">
          <h2 id="done-title">{TEXTS.done.title}</h2>
          <Button onClick={() => dialog.current?.close()}>{FRAME.close}</Button>
        </div>
        <Loading of={done} failed={TEXTS.done.notLoaded} />
        {value && (
          <DoneOrders orders={value} timeZone={cafe.timeZone} onRecall={() => dialog.current?.close()} />
        )}
      </dialog>
    </>
  );
}

interface DoneOrdersProps {
  orders: readonly OrderView[];
  timeZone: string;
  onRecall: () => void;
}

function DoneOrders({ orders, timeZone, onRecall }: DoneOrdersProps) {
  const underWay = new Set(useStore(changes).map(({ order }) => order.id));
  const shown = orders.filter(({ id }) => !underWay.has(id));
  if (shown.length === 0) return <p>{TEXTS.done.empty}</p>;
  const recall = (order: OrderView) => {
    move(order, 'ready');
    onRecall();
  };
  return (
    <ol class="done">
      {shown.map((order) => (
        <li key={order.id} class="row apart">
          <h3>
            <span class="number">{callNumber(order.id)}</span> <Customer order={order} />
          </h3>
          <p>{TEXTS.done.at(TEXTS.statuses[order.status], formatMoment(endedAt(order), timeZone))}</p>
          <MoneyTrouble order={order} />
          <OrderLines order={order} />
          {order.nextStatuses.includes('ready') && (
            <Button
              class="quiet"
              aria-label={TEXTS.actionOn(TEXTS.recall, callNumber(order.id))}
              onClick={() => recall(order)}
            >
              {TEXTS.recall}
            </Button>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Loads the orders: those with money trouble first, then the last one first. @throws ApiError or ConnectionError */
async function load({ id, timeZone }: CafeView, isPoll: boolean): Promise<OrderView[]> {
  const since = startOfDay(timeZone);
  const query = `status=completed,cancelled&since=${new Date(since).toISOString()}&pageSize=${PAGE_SIZE}`;
  const path = `${pathOf('cafes', id, 'orders')}?${query}`;
  const orders = new Map<string, OrderView>();
  for (let page = 1; ; page++) {
    const { data, total } = await readUnlessUnchanged<OrderList>(`${path}&page=${page}`, isPoll);
    for (const order of data) orders.set(order.id, order);
    if (page * PAGE_SIZE >= total) break;
  }
  // A refund may fail, and a customer dispute a payment, days after the order.
  const shown = [...orders.values()].filter(
    (order) => Date.parse(endedAt(order)) >= since || isTroubled(order),
  );
  const byTrouble = (a: OrderView, b: OrderView) => Number(isTroubled(b)) - Number(isTroubled(a));
  return shown.sort((a, b) => byTrouble(a, b) || endedAt(b).localeCompare(endedAt(a)));
}

function isTroubled(order: OrderView): boolean {
  return moneyTroubles(order).length > 0;
}

/** Epoch ms of the last midnight at the cafe; an hour off on a day on which its clocks change. */
function startOfDay(timeZone: string): number {
  const now = new Date(serverNow());
  const time = now.toLocaleTimeString('en-GB', { timeZone });
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return now.setMilliseconds(0) - ((hours * 60 + minutes) * 60 + seconds) * 1_000;
}

function endedAt({ history, updatedAt }: OrderView): string {
  return history[history.length - 1]?.at ?? updatedAt ?? '';
}
