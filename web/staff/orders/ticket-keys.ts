import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useShortcuts } from '../../shared/shortcuts';
import { listen } from '../listen';
import { openOrder } from './order-dialog';
import * as TEXTS from './texts';
import { undo } from './ticket';
import { COLUMN_NAMES, type ColumnName, tickets } from './tickets';

interface Place {
  column: ColumnName;
  index: number;
}

/** Handles a keyboard or a bump bar: the focus is on the button of a ticket, and stays in its place when the ticket goes. */
export function useTicketKeys(show: (column: ColumnName) => void): void {
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
      by > 0
        ? COLUMN_NAMES.slice(COLUMN_NAMES.indexOf(column) + 1)
        : COLUMN_NAMES.slice(0, COLUMN_NAMES.indexOf(column)).reverse();
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
  return { column: COLUMN_NAMES.find((name) => buttonsOf(name).length > 0) ?? 'new', index: 0 };
}

function buttonsOf(column: ColumnName): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`[data-column="${column}"] .next`)];
}

function placeOf(element: Element | null): Place | undefined {
  const ticket = element?.closest('.ticket');
  const name = COLUMN_NAMES.find((one) => ticket?.closest(`[data-column="${one}"]`));
  if (!ticket || !name) return undefined;
  const index = buttonsOf(name).findIndex((button) => ticket.contains(button));
  return { column: name, index: Math.max(0, index) };
}
