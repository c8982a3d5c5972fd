import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../shared/button';
import { callNumber } from '../../shared/order-number';
import { useShortcuts } from '../../shared/shortcuts';
import { useStore } from '../../shared/store';
import { listen } from '../listen';
import { isActive, knownOrders } from './active-orders';
import { canUndo, changes } from './changes';
import { useColumnWidths } from './column-widths';
import { openOrder } from './order-dialog';
import * as TEXTS from './texts';
import { PendingChange, TicketCard, undo } from './ticket';
import { COLUMNS, type ColumnName, type Ticket, tickets } from './tickets';

const NAMES = Object.keys(COLUMNS) as ColumnName[];

/** Three columns; where there is room for one only, that which was chosen. */
export function Board() {
  const [shown, setShown] = useState<ColumnName>('new');
  const columns = useStore(tickets);
  const isLoaded = useStore(knownOrders) !== undefined;
  const widths = useColumnWidths(new Map([...columns].map(([name, { length }]) => [name, length])));
  useTicketKeys(setShown);
  const titleOf = (name: ColumnName) => {
    const left = columns.get(name)?.filter(({ order }) => isActive(order.status));
    return isLoaded ? TEXTS.count(TEXTS.columns[name], left?.length ?? 0) : TEXTS.columns[name];
  };
  const hasNotice = (name: ColumnName) => columns.get(name)?.some(({ notice }) => notice !== undefined);
  return (
    <>
      <fieldset class="tabs">
        <legend class="visually-hidden">{TEXTS.columnsLabel}</legend>
        {NAMES.map((name) => (
          <Button key={name} class="quiet" aria-pressed={shown === name} onClick={() => setShown(name)}>
            {titleOf(name)}
            {hasNotice(name) && <b class="to-read">{TEXTS.toRead}</b>}
          </Button>
        ))}
      </fieldset>
      <div class="board" style={{ gridTemplateColumns: widths }}>
        {NAMES.map((name) => (
          <section
            key={name}
            class={`column ${shown === name ? 'shown' : ''}`}
            data-column={name}
            aria-labelledby={`column-${name}`}
          >
            <h2 id={`column-${name}`}>{titleOf(name)}</h2>
            {columns.get(name)?.length === 0 && (
              <p class="soft">{isLoaded ? TEXTS.empty[name] : TEXTS.loading}</p>
            )}
            <div class="tickets">
              {columns.get(name)?.map((ticket) => (
                <TicketCard key={ticket.order.id} ticket={ticket} />
              ))}
            </div>
          </section>
        ))}
      </div>
      <LastMove shown={columns.get(shown) ?? []} />
    </>
  );
}

/** Line about the last move, with its Undo, where there is room for one column only: the ticket has left it. */
function LastMove({ shown }: { shown: readonly Ticket[] }) {
  const last = useStore(changes).filter(canUndo).pop();
  if (!last || last.sendAt <= Date.now() || shown.some(({ order }) => order.id === last.order.id))
    return null;
  return (
    <div class="last-move card float row apart">
      <span>{TEXTS.moved(callNumber(last.order.id), TEXTS.statuses[last.to])}</span>
      <PendingChange change={last} />
    </div>
  );
}

interface Place {
  column: ColumnName;
  index: number;
}

/** Handles a keyboard or a bump bar: the focus is on the button of a ticket, and stays in its place when the ticket goes. */
function useTicketKeys(show: (column: ColumnName) => void): void {
  const last = useRef<{ element: Element; place: Place } | undefined>(undefined);
  const focus = ({ column, index }: Place) => {
    const buttons = buttonsOf(column);
    const button = buttons[Math.max(0, Math.min(index, buttons.length - 1))];
    if (!button) return;
    show(column);
    const focusNow = () => {
      button.focus({ preventScroll: true });
      // A tap scrolls nothing. Keys show the whole ticket, or its button where the ticket is larger than the screen.
      if (!button.matches(':focus-visible')) return;
      for (const part of [button.closest('.ticket'), button]) part?.scrollIntoView({ block: 'nearest' });
    };
    // The column is there after the next render only, on a phone.
    if (button.offsetParent) focusNow();
    else requestAnimationFrame(focusNow);
  };
  const goDown = (by: number) => {
    const place = placeOf(document.activeElement);
    focus(place ? { ...place, index: place.index + by } : firstPlace());
  };
  const goAside = (by: number) => {
    const { column, index } = placeOf(document.activeElement) ?? firstPlace();
    const others =
      by > 0 ? NAMES.slice(NAMES.indexOf(column) + 1) : NAMES.slice(0, NAMES.indexOf(column)).reverse();
    const next = others.find((name) => buttonsOf(name).length > 0);
    if (next) focus({ column: next, index });
  };
  const cancel = () => {
    const id = document.activeElement?.closest<HTMLElement>('.ticket')?.dataset.order;
    const all = [...tickets.get().values()].flat();
    const order = all.find((ticket) => ticket.order.id === id)?.order;
    if (order) openOrder(order, { isCancelling: true });
  };
  useShortcuts([
    { keys: 'j', description: TEXTS.keys.next, run: () => goDown(1) },
    { keys: 'ArrowDown', description: TEXTS.keys.next, run: () => goDown(1) },
    { keys: 'k', description: TEXTS.keys.previous, run: () => goDown(-1) },
    { keys: 'ArrowUp', description: TEXTS.keys.previous, run: () => goDown(-1) },
    { keys: 'ArrowRight', description: TEXTS.keys.right, run: () => goAside(1) },
    { keys: 'ArrowLeft', description: TEXTS.keys.left, run: () => goAside(-1) },
    { keys: 'z', description: TEXTS.keys.undo, run: () => undo() },
    { keys: 'c', description: TEXTS.keys.cancel, run: cancel },
  ]);
  useEffect(() => {
    return listen(document, ['focusin'], ({ target }) => {
      const place = target instanceof Element ? placeOf(target) : undefined;
      last.current = place && { element: target as Element, place };
    });
  }, []);
  useLayoutEffect(() => {
    const isGone = last.current?.element.isConnected === false;
    if (isGone && last.current && document.activeElement === document.body) focus(last.current.place);
  });
}

function firstPlace(): Place {
  return { column: NAMES.find((name) => buttonsOf(name).length > 0) ?? 'new', index: 0 };
}

function buttonsOf(column: ColumnName): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`[data-column="${column}"] .next`)];
}

function placeOf(element: Element | null): Place | undefined {
  const ticket = element?.closest('.ticket');
  const name = NAMES.find((one) => ticket?.closest(`[data-column="${one}"]`));
  if (!ticket || !name) return undefined;
  const index = buttonsOf(name).findIndex((button) => ticket.contains(button));
  return { column: name, index: Math.max(0, index) };
}
