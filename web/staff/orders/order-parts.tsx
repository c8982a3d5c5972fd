import type { OrderView } from '../../../src/cafe/orders/order-view';
import { Button } from '../../shared/button';
import { Person } from '../../shared/person';
import { tickLines } from './marks';
import { moneyTroubles } from './money-trouble';
import { isOfStation } from './station';
import * as TEXTS from './texts';

export function Customer({ order: { customer } }: { order: OrderView }) {
  return <Person name={customer?.name} address={customer?.email || customer?.phone} />;
}

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
      {together(order.items).map((line) => (
        <li key={line.places[0]} dir="auto">
          <Line line={line} />
          {line.note !== '' && <Note text={line.note} />}
        </li>
      ))}
    </ul>
  );
}

/** The lines that are made here, each of which is ticked off by a tap, and what others still make. */
export function LinesToMake({ order }: { order: OrderView }) {
  const lines = together(order.items);
  const others = lines.filter((line) => !isOfStation(line) && !line.isDone);
  return (
    <>
      <ul class="lines">
        {lines.filter(isOfStation).map((line) => (
          <li key={line.places[0]} dir="auto">
            <Button
              class="line"
              aria-pressed={line.isDone}
              onClick={() => tickLines(order.id, line.places, !line.isDone)}
            >
              <span>
                <Line line={line} />
              </span>
            </Button>
            {line.note !== '' && <Note text={line.note} />}
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <p class="soft others" dir="auto">
          {TEXTS.station.others(others.map(({ left, name }) => TEXTS.item(left, name)).join(', '))}
        </p>
      )}
    </>
  );
}

function Line({ line: { left, name, options } }: { line: LineTogether }) {
  return (
    <>
      <b>{TEXTS.item(left, name)}</b> {options.map(({ choice }) => choice).join(' · ')}
    </>
  );
}

type OrderLine = OrderView['items'][number];

interface LineTogether extends OrderLine {
  /** Places of the lines among those of the order. */
  places: number[];
  /** Number of pieces that were not taken off. */
  left: number;
  isDone: boolean;
}

/** Adds up lines of the same item with the same options and note, as long as something of them is left. */
function together(lines: readonly OrderLine[]): LineTogether[] {
  const all = new Map<string, LineTogether>();
  for (const [place, line] of lines.entries()) {
    const key = JSON.stringify([line.menuItemId, line.name, line.options, line.note]);
    const { places = [], left = 0, isDone = true } = all.get(key) ?? {};
    all.set(key, {
      ...line,
      places: [...places, place],
      left: left + line.quantity - line.removed,
      isDone: isDone && line.doneAt !== null,
    });
  }
  return [...all.values()].filter(({ left }) => left > 0);
}

export function Note({ text }: { text: string }) {
  return (
    <p class="note" dir="auto">
      {text}
    </p>
  );
}
