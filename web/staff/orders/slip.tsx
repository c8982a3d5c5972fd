import { useEffect } from 'preact/hooks';
import type { OrderView } from '../../../src/cafe/orders/order-view';
import { Button } from '../../shared/button';
import { formatMoment } from '../../shared/cafe-time';
import { callNumber } from '../../shared/order-number';
import { createStore, useStore } from '../../shared/store';
import { cafe } from '../cafe/current-cafe';
import { browserStorage } from '../storage';
import { Customer, Note, OrderLines } from './order-parts';
import * as TEXTS from './texts';

/** The order that is on its way to the printer. */
const printed = createStore<OrderView | undefined>(undefined);

const STORAGE_KEY = 'printsAccepted';
const printsAccepted = createStore(browserStorage.getItem(STORAGE_KEY) === 'yes');

/** Prints an order that was accepted here, if this screen is to. */
export function printAccepted(order: OrderView): void {
  if (printsAccepted.get()) printed.set(order);
}

/** An order on a roll of 58 or 80 mm. Seen on paper only; the browser prints at once where it runs as a kiosk. */
export function Slip() {
  const order = useStore(printed);
  const { timeZone = '' } = useStore(cafe) ?? {};
  useEffect(() => {
    if (!order) return;
    addEventListener('afterprint', () => printed.set(undefined), { once: true });
    print();
  }, [order]);
  if (!order) return null;
  return (
    <section class="slip">
      <h2 class="number">{callNumber(order.id)}</h2>
      <p dir="auto">
        <Customer order={order} />
      </p>
      {order.createdAt !== null && <p>{formatMoment(order.createdAt, timeZone)}</p>}
      {order.pickupAt !== null && <p>{TEXTS.pickup(formatMoment(order.pickupAt, timeZone))}</p>}
      {order.isToGo && <p>{TEXTS.toGo}</p>}
      {order.note !== '' && <Note text={order.note} />}
      <OrderLines order={order} />
    </section>
  );
}

/** Prints the order, and says whether this screen prints by itself. */
export function PrintControls({ order }: { order: OrderView }) {
  const isOn = useStore(printsAccepted);
  const set = (chosen: boolean) => {
    browserStorage.setItem(STORAGE_KEY, chosen ? 'yes' : 'no');
    printsAccepted.set(chosen);
  };
  return (
    <div class="row">
      <Button class="quiet" onClick={() => printed.set(order)}>
        {TEXTS.print.now}
      </Button>
      <label class="choice">
        <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => set(currentTarget.checked)} />
        {TEXTS.print.accepted}
      </label>
    </div>
  );
}
