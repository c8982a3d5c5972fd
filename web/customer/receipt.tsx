import { Fragment } from 'preact';
import type { OrderView } from '../../src/cafe/orders/order-view';
import { Button } from '../shared/button';
import { LOCALE } from '../shared/format';
import { formatMoney } from '../shared/money';
import { wholeNumber } from '../shared/order-number';
import * as TEXTS from './texts';
import { formatDate } from './times';

interface ReceiptProps {
  order: OrderView;
  zone: string;
}

/** Receipt of what was ordered and paid; the only part that is printed. */
export function Receipt({ order, zone }: ReceiptProps) {
  const { id, items, createdAt } = order;
  return (
    <section class="receipt" aria-labelledby="receipt">
      <h2 id="receipt">{titleOf(order)}</h2>
      <p class="soft row">
        <span>{TEXTS.wholeNumber(wholeNumber(id))}</span>
        {createdAt !== null && <time dateTime={createdAt}>{formatDate(createdAt, zone)}</time>}
      </p>
      <table aria-labelledby="receipt">
        <thead class="visually-hidden">
          <tr>
            <th scope="col">{TEXTS.receipt.quantity}</th>
            <th scope="col">{TEXTS.receipt.item}</th>
            <th scope="col">{TEXTS.receipt.amount}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((line, index) => (
            <Line key={`${index} ${line.menuItemId}`} line={line} currency={order.currency} />
          ))}
        </tbody>
        <Totals order={order} />
      </table>
      <Button onClick={() => print()}>{TEXTS.receipt.print}</Button>
    </section>
  );
}

function titleOf({ status, payment }: OrderView): string {
  if (payment.paid === 0) return TEXTS.order;
  return status === 'cancelled' ? TEXTS.receipt.cancelled : TEXTS.receipt.title;
}

function Line({ line, currency }: { line: OrderView['items'][number]; currency: string }) {
  const { name, quantity, options, amount } = line;
  return (
    <tr>
      <td>{TEXTS.receipt.times(quantity)}</td>
      <th scope="row">
        <bdi>{name}</bdi>
        {options.map(({ option, choice, priceChange }) => (
          <p key={`${option} ${choice}`} class="soft" dir="auto">
            {TEXTS.receipt.choice(option, choice)}
            {priceChange !== 0 &&
              ` ${TEXTS.receipt.extra(formatMoney(priceChange, currency), priceChange > 0)}`}
          </p>
        ))}
      </th>
      <td>{formatMoney(amount, currency)}</td>
    </tr>
  );
}

function Totals({ order: { tip, total, taxes, currency, payment, refunds } }: { order: OrderView }) {
  const { paid, refunded } = payment;
  const format = (amount: number) => formatMoney(amount, currency);
  return (
    <tfoot>
      {tip > 0 && <Row label={TEXTS.receipt.tip} value={format(tip)} />}
      <Row label={TEXTS.receipt.total} value={format(total)} isTotal />
      {taxes.map((tax) => (
        <Row
          key={`${tax.percent} ${tax.name}`}
          label={labelTax(tax, format)}
          value={format(tax.includedTax)}
        />
      ))}
      <Row label={TEXTS.receipt.paid} value={format(paid)} />
      {refunds
        .filter(({ status }) => status === 'succeeded')
        .map(({ id, amount, reason, taxes: refundedTaxes }) => (
          <Fragment key={id}>
            <Row label={TEXTS.receipt.refund(reason)} value={format(-amount)} />
            {refundedTaxes.map((tax) => (
              <Row
                key={`${tax.percent} ${tax.name}`}
                label={labelTax(tax, format)}
                value={format(-tax.includedTax)}
              />
            ))}
          </Fragment>
        ))}
      {refunded > 0 && <Row label={TEXTS.receipt.refunded} value={format(-refunded)} />}
    </tfoot>
  );
}

function labelTax(
  { percent, name, amount }: OrderView['taxes'][number],
  format: (amount: number) => string,
): string {
  if (percent === null) return TEXTS.receipt.tax;
  const rate = `${name} ${percent.toLocaleString(LOCALE, { maximumFractionDigits: 4 })}`.trim();
  return TEXTS.receipt.taxOf(rate, format(amount));
}

function Row({ label, value, isTotal = false }: { label: string; value: string; isTotal?: boolean }) {
  return (
    <tr class={isTotal ? 'total' : ''}>
      <th scope="row" colSpan={2}>
        {label}
      </th>
      <td>{value}</td>
    </tr>
  );
}
