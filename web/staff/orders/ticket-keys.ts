import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useShortcuts } from '../../shared/shortcuts';
import { listen } from '../listen';
import { changes } from './changes';
import { openOrder } from './order-dialog';
import * as TEXTS from './texts';
import { undo } from './ticket';
import { COLUMN_NAMES, type ColumnName, tickets } from './tickets';

interface Place {
  column: ColumnName;
  index: number;
}

/** The element of a ticket that had the focus last. */
interface Focused {
  element: HTMLElement;
  orderId: string | undefined;
  place: Place;
}

/**
 * Handles a keyboard or a bump bar: the focus is on the button of a ticket. It stays in its place when the ticket is moved on
 * from here, so that the next one is under the same key, and otherwise goes where its ticket goes.
 */
export function useTicketKeys(show: (column: ColumnName) => void): void {
  const last = useRef<Focused | undefined>(undefined);
  const undone = useRef<string | undefined>(undefined);
  const focus = ({ column, index }: Place) => {
    const buttons = buttonsOf(column);
    const button = buttons[Math.max(0, Math.min(index, buttons.length - 1))];
    if (!button) return;
    show(column);
    // The column is there after the next render only, on a phone.
    if (button.offsetParent) focusNow(button);
    else requestAnimationFrame(() => focusNow(button));
  };
  const goDown = (by: number) => {
    const place = placeOf(document.activeElement);
    focus(place ? { ...place, index: place.index + by } : firstPlace());
  };
  const goAside = (by: number) => {
    const { column, index } = placeOf(document.activeElement) ?? firstPlace();
    const others =
      by > 0
        ? COLUMN_NAMES.slice(COLUMN_NAMES.indexOf(column) + 1)
        : COLUMN_NAMES.slice(0, COLUMN_NAMES.indexOf(column)).reverse();
    const next = others.find((name) => buttonsOf(name).length > 0);
    if (next) focus({ column: next, index });
  };
  const cancel = () => {
    const id = orderOf(document.activeElement);
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
    {
      keys: 'z',
      description: TEXTS.keys.undo,
      run() {
        undone.current = undo();
      },
    },
    { keys: 'c', description: TEXTS.keys.cancel, run: cancel },
  ]);
  useEffect(() => {
    const note = ({ target }: Event) => {
      const place = target instanceof HTMLElement ? placeOf(target) : undefined;
      last.current = place && { element: target as HTMLElement, orderId: orderOf(target as Element), place };
    };
    const ends = [
      listen(document, ['focusin'], note),
      // A tap beside all buttons gives the focus up.
      listen(document, ['pointerdown'], () => {
        last.current = undefined;
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  useLayoutEffect(() => {
    const back = undone.current === undefined ? undefined : buttonOf(undone.current);
    undone.current = undefined;
    if (back) focusNow(back);
    if (!last.current || document.activeElement !== document.body) return;
    const { element, orderId, place } = last.current;
    const isMovedHere = changes.get().some(({ order }) => order.id === orderId);
    const own = element.isConnected || isMovedHere ? element : buttonOf(orderId);
    // A column that is not shown, on a phone, keeps its tickets to itself.
    if (own?.offsetParent) focusNow(own);
    else focus(place);
  });
}

/** A tap scrolls nothing. Keys show the whole ticket, or its button where the ticket is larger than the screen. */
function focusNow(button: HTMLElement): void {
  button.focus({ preventScroll: true });
  if (!button.matches(':focus-visible')) return;
  for (const part of [button.closest('.ticket'), button]) part?.scrollIntoView({ block: 'nearest' });
}

function firstPlace(): Place {
  return { column: COLUMN_NAMES.find((name) => buttonsOf(name).length > 0) ?? 'new', index: 0 };
}

function buttonsOf(column: ColumnName): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`[data-column="${column}"] .next`)];
}

function buttonOf(orderId: string | undefined): HTMLElement | undefined {
  const buttons = document.querySelectorAll<HTMLElement>('.ticket .next');
  return [...buttons].find((button) => orderOf(button) === orderId);
}

function orderOf(element: Element | null): string | undefined {
  return element?.closest<HTMLElement>('.ticket')?.dataset.order;
}

function placeOf(element: Element | null): Place | undefined {
  const ticket = element?.closest('.ticket');
  const name = COLUMN_NAMES.find((one) => ticket?.closest(`[data-column="${one}"]`));
  if (!ticket || !name) return undefined;
  const index = buttonsOf(name).findIndex((button) => ticket.contains(button));
  return { column: name, index: Math.max(0, index) };
}
