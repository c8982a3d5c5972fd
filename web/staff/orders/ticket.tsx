import type { OrderView } from '../../../src/cafe/orders/order-view';
import { nextStatuses } from '../../../src/cafe/orders/states';
import { announce } from '../../shared/announcer';
import { Button } from '../../shared/button';
import { formatMoment } from '../../shared/cafe-time';
import { Glyph } from '../../shared/glyph';
import { callNumber } from '../../shared/order-number';
import { useStore } from '../../shared/store';
import { cafe } from '../cafe/current-cafe';
import { offlineSince } from '../connection';
import { now } from '../server-clock';
import { isActive, type OrderStatus } from './active-orders';
import { Age } from './age';
import { unnoticed } from './alarm';
import { type Change, canUndo, dismissNotice, makeChange, sending, undoChange } from './changes';
import { openOrder } from './order-dialog';
import { Customer, LinesToMake, MoneyTrouble, Note, OrderLines } from './order-parts';
import { printAccepted } from './slip';
import * as TEXTS from './texts';
import type { Ticket } from './tickets';

interface TicketCardProps {
  ticket: Ticket;
  /** The order that is to be made before all others. */
  isNext: boolean;
}

/** An order, readable at arm's length, and what to do next about it. */
export function TicketCard({ ticket: { order, change, notice }, isNext }: TicketCardProps) {
  const number = callNumber(order.id);
  const isNew = useStore(unnoticed).has(order.id);
  const action = actionOf(order);
  const [heading, name] = [`order-${order.id}`, `customer-${order.id}`];
  return (
    <article
      class="ticket"
      data-order={order.id}
      data-new={isNew}
      data-next={isNext}
      data-ended={!isActive(order.status)}
      aria-labelledby={`${heading} ${name}`}
    >
      <header>
        <h3 id={heading} class="number">
          {number}
        </h3>
        {change ? <PendingChange change={change} /> : isActive(order.status) && <Age order={order} />}
        <Button class="about" aria-label={TEXTS.more(number)} onClick={() => openOrder(order)}>
          <Glyph size={20}>
            <path d="M5 12h.01M12 12h.01M19 12h.01" />
          </Glyph>
        </Button>
        {action && (
          <Button
            class={isNext ? 'next' : 'next quiet'}
            aria-label={TEXTS.actionOn(TEXTS.actions[action], number)}
            onClick={(event) => {
              // The second tap of two is meant for the ticket that was here at the first.
              if (event.detail < 2) move(order, action);
            }}
          >
            {TEXTS.actions[action]}
          </Button>
        )}
      </header>
      <div class="row who">
        <b id={name} class="name" dir="auto">
          <Customer order={order} />
        </b>
        <Marks order={order} />
      </div>
      <MoneyTrouble order={order} />
      {order.note !== '' && <Note text={order.note} />}
      {order.status === 'ready' ? <OrderLines order={order} /> : <LinesToMake order={order} />}
      {notice !== undefined && (
        <p class="notice row apart" role="status">
          <b>{notice}</b>
          <Button class="quiet" onClick={() => dismissNotice(order.id)}>
            {TEXTS.dismiss}
          </Button>
        </p>
      )}
    </article>
  );
}

export function move(order: OrderView, to: OrderStatus): void {
  makeChange(order, to);
  if (to === 'accepted') printAccepted(order);
  announce(TEXTS.moved(callNumber(order.id), TEXTS.statuses[to]));
}

/** Undefined where only a cancellation is left, or nothing at all. */
function actionOf({ status }: OrderView): OrderStatus | undefined {
  return isActive(status) ? nextStatuses(status).find((next) => next !== 'cancelled') : undefined;
}

/** Marks what is otherwise than with most orders. */
function Marks({ order }: { order: OrderView }) {
  const { timeZone, isTest } = useStore(cafe) ?? {};
  const status = TEXTS.statuses[order.status];
  const marks = [
    // The bar of test mode says it of all the others.
    order.isTest !== isTest && (order.isTest ? TEXTS.test : TEXTS.realMoney),
    order.status !== 'placed' && order.status !== 'ready' && status,
    order.hurriedAt !== null && TEXTS.hurried,
    order.isToGo && TEXTS.toGo,
    order.pickupAt !== null && TEXTS.pickup(formatMoment(order.pickupAt, timeZone)),
  ].filter((mark) => mark !== false);
  return marks.map((mark) => (
    <span key={mark} class="chip" data-status={mark === status ? order.status : undefined}>
      {mark}
    </span>
  ));
}

/** The way back, until it is sent. */
export function PendingChange({ change }: { change: Change }) {
  useStore(now);
  const isOffline = useStore(offlineSince) !== undefined;
  const onItsWay = useStore(sending);
  const seconds = Math.ceil((change.sendAt - Date.now()) / 1_000);
  if (onItsWay === change.id || !canUndo(change))
    return <p class="pending">{isOffline ? TEXTS.waiting : TEXTS.sending}</p>;
  return (
    <Button class="quiet undo" onClick={() => undo(change.order.id)}>
      {seconds > 0 ? TEXTS.undoIn(seconds) : TEXTS.undo}
    </Button>
  );
}

/** Takes back the last move, of this order or of all. Returns the ID of the order. */
export function undo(orderId?: string): string | undefined {
  const order = undoChange(orderId);
  if (order) announce(TEXTS.undone(callNumber(order.id)));
  return order?.id;
}
