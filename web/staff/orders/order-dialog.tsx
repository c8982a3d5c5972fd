import { useEffect, useRef, useState } from 'preact/hooks';
import type { OrderView } from '../../../src/cafe/orders/order-view';
import { Button } from '../../shared/button';
import { formatMoment } from '../../shared/cafe-time';
import { formatMoney } from '../../shared/money';
import { callNumber } from '../../shared/order-number';
import { createStore, useStore } from '../../shared/store';
import { cafe } from '../cafe/current-cafe';
import { Fact } from '../fact';
import * as FRAME from '../texts';
import { isActive } from './active-orders';
import { CancelForm } from './cancel-form';
import { hurry } from './marks';
import { Customer, MoneyTrouble, Note, OrderLines } from './order-parts';
import { PrintControls } from './slip';
import * as TEXTS from './texts';

interface OpenOrder {
  order: OrderView;
  isCancelling: boolean;
}

const openedOrder = createStore<OpenOrder | undefined>(undefined);

export function openOrder(order: OrderView, { isCancelling = false } = {}): void {
  openedOrder.set({ order, isCancelling });
}

/** Dialog with what is not on a ticket: customer, amounts, history; and the way to cancel the order. */
export function OrderDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const opened = useStore(openedOrder);
  const shown = useRef(opened);
  const [isCancelling, setCancelling] = useState(false);
  useEffect(() => {
    setCancelling(opened?.isCancelling ?? false);
    shown.current = opened;
    if (opened && !dialog.current?.open) dialog.current?.showModal();
  }, [opened]);
  const close = () => dialog.current?.close();
  // The browser says so only after the next key, which may have opened another.
  const onClose = () => {
    if (!dialog.current?.open && openedOrder.get() === shown.current) openedOrder.set(undefined);
  };
  const number = opened ? callNumber(opened.order.id) : '';
  const title = isCancelling ? TEXTS.cancel.title(number) : TEXTS.details.title(number);
  return (
    <dialog ref={dialog} class="order-dialog" aria-labelledby="order-dialog-title" onClose={onClose}>
      {opened && (
        <>
          <h2 id="order-dialog-title">{title}</h2>
          {isCancelling && <CancelForm order={opened.order} onDone={close} />}
          {!isCancelling && <Details order={opened.order} />}
          {!isCancelling && <PrintControls order={opened.order} />}
          {!isCancelling && (
            <div class="row">
              <Button onClick={close}>{FRAME.close}</Button>
              <HurryButton order={opened.order} onDone={close} />
              {opened.order.nextStatuses.includes('cancelled') && (
                <Button class="quiet" onClick={() => setCancelling(true)}>
                  {TEXTS.details.cancel}
                </Button>
              )}
            </div>
          )}
        </>
      )}
    </dialog>
  );
}

function Details({ order }: { order: OrderView }) {
  const { customer, payment, currency } = order;
  const { timeZone = '' } = useStore(cafe) ?? {};
  const money = (amount: number) => formatMoney(amount, currency);
  return (
    <>
      <p dir="auto">
        <Customer order={order} />
      </p>
      <MoneyTrouble order={order} />
      {order.note !== '' && <Note text={order.note} />}
      <OrderLines order={order} />
      <dl class="facts">
        {customer?.phone && (
          <Fact label={TEXTS.details.phone}>
            <a href={`tel:${customer.phone}`}>{customer.phone}</a>
          </Fact>
        )}
        {customer?.email && (
          <Fact label={TEXTS.details.email}>
            <a href={`mailto:${encodeURIComponent(customer.email)}`}>{customer.email}</a>
          </Fact>
        )}
        <Fact label={TEXTS.details.total}>{money(order.total)}</Fact>
        {order.tip > 0 && <Fact label={TEXTS.details.tip}>{money(order.tip)}</Fact>}
        <Fact label={TEXTS.details.paid}>{money(payment.paid)}</Fact>
        {payment.refunded > 0 && <Fact label={TEXTS.details.refunded}>{money(payment.refunded)}</Fact>}
        <Fact label={TEXTS.details.id}>{order.id}</Fact>
      </dl>
      <h3>{TEXTS.details.history}</h3>
      <ol class="history">
        {stepsOf(order).map(({ at, what, author, reason }) => (
          <li key={`${at} ${what}`}>
            <time dateTime={at}>{formatMoment(at, timeZone)}</time> {what} <bdi>{author}</bdi>
            {reason && <q dir="auto">{reason}</q>}
          </li>
        ))}
      </ol>
    </>
  );
}

/** The statuses and refunds of an order, the oldest first, and who has made each. */
function stepsOf({ history, refunds, currency }: OrderView) {
  const steps = [
    ...history.map((step) => ({ ...step, what: TEXTS.details.steps[step.status] })),
    ...refunds.map((refund) => {
      const amount = formatMoney(refund.amount, currency);
      return { ...refund, what: TEXTS.details.refunds[refund.status](amount) };
    }),
  ];
  const words: Partial<Record<string, string>> = TEXTS.details.by;
  return steps
    .map(({ by, byName = by, ...step }) => ({ ...step, author: words[by] ?? TEXTS.details.byWhom(byName) }))
    .sort((one, other) => one.at.localeCompare(other.at));
}

function HurryButton({ order, onDone }: { order: OrderView; onDone: () => void }) {
  if (!isActive(order.status) || order.status === 'ready') return null;
  const isHurried = order.hurriedAt !== null;
  const toggle = () => {
    hurry(order.id, !isHurried);
    onDone();
  };
  return (
    <Button class="quiet" onClick={toggle}>
      {isHurried ? TEXTS.unhurry : TEXTS.hurry}
    </Button>
  );
}
