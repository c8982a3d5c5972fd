import type { OrderView } from '../../../src/cafe/orders/order-view';
import { Button } from '../../shared/button';
import * as FRAME from '../texts';
import * as TEXTS from './texts';

export type OpenOrder = Pick<OrderView, 'items'>;

interface ItemCount {
  menuItemId: string;
  name: string;
  quantity: number;
}

/** Pieces of each item still to be made: as many as fit into the line, and all on a tap. `orders` is undefined until loaded. */
export function AllDayCounts({ orders }: { orders: readonly OpenOrder[] | undefined }) {
  if (!orders) return <p class="all-day soft">{FRAME.loading}</p>;
  const counts = countItems(orders);
  if (counts.length === 0) return <p class="all-day soft">{TEXTS.allDay.none}</p>;
  return (
    <div class="all-day row">
      <CountList counts={counts} />
      <Button class="quiet" popovertarget="all-day">
        {TEXTS.allDay.showAll}
      </Button>
      <section id="all-day" popover="auto" class="card float" aria-labelledby="all-day-title">
        <h2 id="all-day-title">{TEXTS.allDay.title}</h2>
        <CountList counts={counts} />
        <Button popovertarget="all-day" popovertargetaction="hide">
          {FRAME.close}
        </Button>
      </section>
    </div>
  );
}

function CountList({ counts }: { counts: readonly ItemCount[] }) {
  return (
    <ul class="row">
      {counts.map(({ menuItemId, name, quantity }) => (
        <li key={menuItemId}>
          <bdi>{name}</bdi> <b>{quantity}</b>
        </li>
      ))}
    </ul>
  );
}

/** The most first. An item has the name under which it was ordered last. */
function countItems(orders: readonly OpenOrder[]): ItemCount[] {
  const counts = new Map<string, ItemCount>();
  for (const { menuItemId, name, quantity } of orders.flatMap(({ items }) => items))
    counts.set(menuItemId, {
      menuItemId,
      name,
      quantity: quantity + (counts.get(menuItemId)?.quantity ?? 0),
    });
  return [...counts.values()].sort((a, b) => b.quantity - a.quantity || a.name.localeCompare(b.name));
}
