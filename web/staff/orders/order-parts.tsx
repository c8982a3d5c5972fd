import type { OrderView } from '../../../src/cafe/orders/order-view';
import { moneyTroubles } from './money-trouble';
import * as TEXTS from './texts';

export function MoneyTrouble({ order }: { order: OrderView }) {
  return (
    <>
      {moneyTroubles(order).map((trouble) => (
        <p key={trouble} class="trouble" dir="auto">
          {trouble}
        </p>
      ))}
    </>
  );
}

/** Lines of an order, equal ones as one. */
export function OrderLines({ order }: { order: OrderView }) {
  return (
    <ul class="lines">
      {together(order.items).map((line, index) => (
        <li key={index} dir="auto">
          <b>
            {TEXTS.quantity(line.quantity)} {line.name}
          </b>{' '}
          {line.options.map(({ choice }) => choice).join(' · ')}
          {line.note !== '' && <Note text={line.note} />}
        </li>
      ))}
    </ul>
  );
}

type Line = OrderView['items'][number];

/** Adds up lines of the same item with the same options and note. */
function together(lines: readonly Line[]): Line[] {
  const all = new Map<string, Line>();
  for (const line of lines) {
    const key = JSON.stringify([line.menuItemId, line.name, line.options, line.note]);
    all.set(key, { ...line, quantity: line.quantity + (all.get(key)?.quantity ?? 0) });
  }
  return [...all.values()];
}

export function Note({ text }: { text: string }) {
  return (
    <p class="note" dir="auto">
      {text}
    </p>
  );
}
