import { useRef } from 'preact/hooks';
import { Button } from '../../shared/button';
import { formatMoment } from '../../shared/cafe-time';
import { callNumber } from '../../shared/order-number';
import { useStore } from '../../shared/store';
import { cafe } from '../cafe/current-cafe';
import * as FRAME from '../texts';
import { openOrder } from './order-dialog';
import { Customer, OrderLines } from './order-parts';
import * as TEXTS from './texts';
import { laterOrders } from './tickets';

/** Opens the orders for a later time, which are not on the board yet. */
export function Later() {
  const dialog = useRef<HTMLDialogElement>(null);
  const orders = useStore(laterOrders);
  const { timeZone = '' } = useStore(cafe) ?? {};
  if (orders.length === 0) return null;
  return (
    <>
      <Button class="quiet" onClick={() => dialog.current?.showModal()}>
        {TEXTS.count(TEXTS.later.title, orders.length)}
      </Button>
      <dialog ref={dialog} class="drawer" aria-labelledby="later-title">
        <div class="row apart">
          <h2 id="later-title">{TEXTS.later.title}</h2>
          <Button onClick={() => dialog.current?.close()}>{FRAME.close}</Button>
        </div>
        <ol class="done">
          {orders.map((order) => (
            <li key={order.id} class="row apart">
              <h3>
                <span class="number">{callNumber(order.id)}</span> <Customer order={order} />
              </h3>
              <p>{TEXTS.pickup(formatMoment(order.pickupAt ?? '', timeZone))}</p>
              <OrderLines order={order} />
              <Button class="quiet" onClick={() => openOrder(order)}>
                {TEXTS.more(callNumber(order.id))}
              </Button>
            </li>
          ))}
        </ol>
      </dialog>
    </>
  );
}
