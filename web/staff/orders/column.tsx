import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useStore } from '../../shared/store';
import { listen } from '../listen';
import { knownOrders } from './active-orders';
import { Age } from './age';
import { GAP } from './board-sizes';
import { packCards } from './lanes';
import * as TEXTS from './texts';
import { TicketCard } from './ticket';
import type { ColumnName, Ticket } from './tickets';

interface ColumnProps {
  name: ColumnName;
  title: string;
  tickets: readonly Ticket[];
  /** The order that is to be made next. */
  next: string | undefined;
  isShown: boolean;
  lanes: number;
}

/** A column of the board: its tickets, packed into lanes, and how many are further below. */
export function Column({ name, title, tickets, next, isShown, lanes }: ColumnProps) {
  const isLoaded = useStore(knownOrders) !== undefined;
  const { list, below } = useLanes(lanes);
  const oldest = tickets.find(({ order }) => below.includes(order.id));
  return (
    <section
      class={`column ${isShown ? 'shown' : ''}`}
      data-column={name}
      data-empty={tickets.length === 0}
      aria-labelledby={`column-${name}`}
    >
      <h2 id={`column-${name}`}>{title}</h2>
      {tickets.length === 0 && <p class="soft empty">{isLoaded ? TEXTS.empty[name] : TEXTS.loading}</p>}
      <div class="tickets" ref={list} style={{ '--lanes': lanes }}>
        {tickets.map((ticket) => (
          <TicketCard key={ticket.order.id} ticket={ticket} isNext={ticket.order.id === next} />
        ))}
      </div>
      {oldest && (
        <p class="below row">
          {TEXTS.below(below.length)} <Age order={oldest.order} />
        </p>
      )}
    </section>
  );
}

/** Places the cards of a list, again whenever one gets higher or lower, and says which of them end below the screen. */
function useLanes(lanes: number) {
  const list = useRef<HTMLDivElement>(null);
  const kept = useRef<ReadonlyMap<string, number>>(new Map());
  const [below, setBelow] = useState<readonly string[]>([]);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const cards = [...element.children] as HTMLElement[];
    const look = () => {
      const hidden = cards.filter((card) => card.getBoundingClientRect().bottom > innerHeight);
      const ids = hidden.map(idOf);
      setBelow((before) => (before.join() === ids.join() ? before : ids));
    };
    const place = () => {
      const measured = cards.map((card) => ({ id: idOf(card), height: card.offsetHeight + GAP }));
      const fold = innerHeight - element.getBoundingClientRect().top;
      const { places, height } = packCards(measured, { lanes, kept: kept.current, fold });
      kept.current = new Map(places.map(({ id, lane }) => [id, lane]));
      element.style.height = `${height}px`;
      for (const [index, { lane, top }] of places.entries()) {
        cards[index]?.style.setProperty('--lane', String(lane));
        cards[index]?.style.setProperty('top', `${top}px`);
      }
      look();
    };
    place();
    const observer = new ResizeObserver(place);
    for (const card of cards) observer.observe(card);
    const unlisten = [listen(window, ['resize'], place), listen(document, ['scroll'], look)];
    return () => {
      observer.disconnect();
      for (const end of unlisten) end();
    };
  });
  return { list, below };
}

function idOf({ dataset }: HTMLElement): string {
  return dataset.order ?? '';
}
