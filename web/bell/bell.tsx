import { useEffect, useRef, useState } from 'preact/hooks';
import './bell.css';
import { useShortcuts } from '../keys';
import { route } from '../location';
import { useStore } from '../store';
import { BellPanel } from './bell-panel';
import { ringing, watchBell } from './poll';

/** How much is new, and on a click what. */
export function Bell() {
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { bell, error } = useStore(ringing);
  const count = bell?.count ?? 0;
  useEffect(watchBell, []);
  useEffect(
    () =>
      route.subscribe(() => {
        panel.current?.hidePopover();
        // The page that comes takes the focus.
        button.current?.blur();
      }),
    [],
  );
  useShortcuts([{ keys: 'g n', does: 'Show what is new', run: () => panel.current?.showPopover() }]);
  const place = ({ newState }: { newState: string }) => {
    setOpen(newState === 'open');
    if (newState !== 'open' || !panel.current || !button.current) return;
    panel.current.style.top = `${button.current.getBoundingClientRect().bottom + 8}px`;
    panel.current.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        class="quiet icon bell"
        popovertarget="bell"
        aria-label={nameOf(count, error)}
        title={`${nameOf(count, error)} (g n)`}
      >
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
          <path d="M6 17V11a6 6 0 0 1 12 0v6l2 2H4zM10 21h4M12 3v2" />
        </svg>
        {count > 0 && <span class="badge">{count > 99 ? '99+' : count}</span>}
      </button>
      <div
        ref={panel}
        id="bell"
        class="bell-panel"
        popover="auto"
        role="dialog"
        aria-label="What is new"
        tabIndex={-1}
        onToggle={place}
      >
        {isOpen && <BellPanel />}
      </div>
    </>
  );
}

function nameOf(count: number, error: Error | undefined): string {
  if (count > 0) return `${count} new`;
  return error ? 'What is new is not known' : 'Nothing new';
}
