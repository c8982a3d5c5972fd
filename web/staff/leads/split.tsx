import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useShortcuts } from '../../shared/shortcuts';
import { listen } from '../listen';
import { navigate } from '../router';

interface SplitProps {
  /** ID of what is open beside the list. */
  openId: string | undefined;
  list: ComponentChildren;
  /** Names of j and k in the list of keys, and what is shown where nothing is open and there is room. */
  texts: Record<'next' | 'previous' | 'choose', string>;
  children: ComponentChildren;
}

/** A list and what is open of it: beside each other where there is room, else one of the two. */
export function Split({ openId, list, texts, children }: SplitProps) {
  const column = useRef<HTMLDivElement>(null);
  const listScroll = useRef(0);
  const isOpen = openId !== undefined;
  useShortcuts([
    { keys: 'j', description: texts.next, run: () => step(column.current, 1) },
    { keys: 'k', description: texts.previous, run: () => step(column.current, -1) },
  ]);
  // List and pane both scroll the window on a phone: the list is found again where it was left.
  useLayoutEffect(() => {
    if (isOpen) window.scrollTo(0, 0);
    else window.scrollTo(0, listScroll.current);
    if (isOpen) return;
    return listen(window, ['scroll'], () => {
      listScroll.current = window.scrollY;
    });
  }, [openId]);
  return (
    <main id="content" tabIndex={-1} class={`split ${isOpen ? 'open' : ''}`}>
      <div ref={column} class="split-list">
        {list}
      </div>
      <div class="split-detail">{isOpen ? children : <p class="soft empty">{texts.choose}</p>}</div>
    </main>
  );
}

/** Opens the next one if one of the list is open; else focuses the next, and Enter opens it. */
function step(column: HTMLElement | null, by: 1 | -1): void {
  const names = [...(column?.querySelectorAll<HTMLAnchorElement>('a.name') ?? [])];
  const open = names.findIndex((name) => name.hasAttribute('aria-current'));
  const at = open < 0 ? names.indexOf(document.activeElement as HTMLAnchorElement) : open;
  const next = names[at < 0 ? 0 : at + by];
  if (open < 0) next?.focus();
  else if (next) navigate(next.getAttribute('href') ?? '');
}
