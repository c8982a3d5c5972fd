import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useStore } from '../store';
import { selection } from './view';

/** Gives the selected row the focus: when keys have moved there, and when the owner comes back to the list. */
export function useFocus(list: RefObject<HTMLElement | null>): void {
  const { isMoved, ...selected } = useStore(selection);
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    const isBack = isFirst.current && isNowhere(document.activeElement);
    isFirst.current = false;
    const row = list.current?.querySelector('.selected');
    const link = row?.querySelector('a');
    if (!row || !link || !(isMoved || isBack)) return;
    link.focus({ preventScroll: true });
    if (!isMoved) return;
    row.scrollIntoView({ block: 'nearest' });
    selection.set(selected);
  });
}

function isNowhere(element: Element | null): boolean {
  return !element || ['BODY', 'MAIN'].includes(element.tagName);
}
