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
  const { bell } = useStore(ringing);
  const count = bell?.count ?? 0;
  const name = bell ? `${count || 'Nothing'} new` : "What's new";
  useEffect(() => {
    watchBell();
    return route.subscribe(() => {
      panel.current?.hidePopover();
      // The page that comes takes the focus.
      button.current?.blur();
    });
  }, []);
  useShortcuts([{ keys: 'g n', does: "Show what's new", run: () => panel.current?.showPopover() }]);
  return (
    <>
      <button
        ref={button}
        type="button"
        class="quiet icon bell"
        popovertarget="bell"
        aria-label={name}
        title={`${name} (g n)`}
      >
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
          <path d="M6 17V11a6 6 0 0 1 12 0v6l2 2H4zM10 21h4M12 3v2" />
        </svg>
        {count > 0 && <b class="pill">{count > 99 ? '99+' : count}</b>}
      </button>
      <div
        ref={panel}
        id="bell"
        class="card float"
        popover="auto"
        role="dialog"
        aria-label="What's new"
        tabIndex={-1}
        onToggle={({ currentTarget, newState }) => {
          setOpen(newState === 'open');
          currentTarget.focus();
        }}
      >
        {isOpen && <BellPanel />}
      </div>
    </>
  );
}
