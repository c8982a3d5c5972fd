import { useEffect, useRef, useState } from 'preact/hooks';
import './bell.css';
import { ErrorNotice } from '../feedback';
import { pluralize } from '../format';
import { Link } from '../link';
import { route } from '../router';
import { useShortcuts } from '../shortcuts';
import { useStore } from '../store';
import { Time } from '../time';
import { bellStore, markSeen, watchBell } from './notifications';

/** The number of new cases and messages; a click lists them. */
export function Bell() {
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { bell } = useStore(bellStore);
  const count = bell?.count ?? 0;
  const label = bell ? describeCount(count) : 'Notifications';
  useEffect(() => {
    watchBell();
    return route.subscribe(() => {
      panel.current?.hidePopover();
      // The next page takes the focus.
      button.current?.blur();
    });
  }, []);
  useShortcuts([{ keys: 'g b', description: 'Show notifications', run: () => panel.current?.showPopover() }]);
  return (
    <>
      <button
        ref={button}
        type="button"
        class="quiet icon bell"
        popovertarget="bell"
        aria-label={label}
        title={`${label} (g b)`}
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
        aria-label="Notifications"
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

/** Opening one does not mark it as seen: the owner does that for all at once. */
function BellPanel() {
  const { bell, failure } = useStore(bellStore);
  const { count = 0, items = [] } = bell ?? {};
  const mark = () => {
    void markSeen();
    // The button disappears, and the focus would go with it.
    document.getElementById('bell')?.focus();
  };
  return (
    <>
      <h2>Notifications</h2>
      {failure && <ErrorNotice {...failure} />}
      <ul>
        {items.map(({ kind, caseNumber, from, subject, date }, at) => (
          <li key={at}>
            <Link class="plain" to={{ page: 'case', caseNumber }}>
              <small class="soft">
                {kind === 'case' ? 'New case' : 'New message'} {caseNumber} · <Time iso={date} />
              </small>
              <strong>{subject || 'No subject'}</strong>
              <span>{from}</span>
            </Link>
          </li>
        ))}
      </ul>
      {count > items.length && <p class="soft">and {count - items.length} more</p>}
      {count > 0 && (
        <button type="button" class="quiet" onClick={mark}>
          Mark all as seen
        </button>
      )}
      {bell?.count === 0 && !failure && <p class="soft">{describeCount(0)}. Updates every minute.</p>}
    </>
  );
}

function describeCount(count: number): string {
  return count === 0 ? 'No new notifications' : pluralize(count, 'new notification');
}
