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

export function OrderLines({ order }: { order: OrderView }) {
  return (
    <ul class="lines">
      {order.items.map((line, index) => (
        <li key={index}>
          <span class="line" dir="auto">
            {TEXTS.quantity(line.quantity)} {line.name}
          </span>
          {line.options.map(({ option, choice }) => (
            <span key={`${option} ${choice}`} class="option" dir="auto">
              {choice}
            </span>
          ))}
          {line.note !== '' && <Note text={line.note} />}
        </li>
      ))}
    </ul>
  );
}

export function Note({ text }: { text: string }) {
  return (
    <p class="note" dir="auto">
      {text}
    </p>
  );
}
