import { useEffect, useRef, useState } from 'preact/hooks';
import type { BellItem } from '../../../src/tracker/case/answers';
import { Person, showMarks } from '../../shared/person';
import './bell.css';
import { formatShortDay } from '../../shared/format';
import { useShortcuts } from '../../shared/shortcuts';
import { useStore } from '../../shared/store';
import { Time } from '../../shared/time';
import { ErrorNotice } from '../feedback';
import { Link } from '../link';
import { listRoute, route } from '../router';
import { TEXTS } from '../texts';
import { countInTab } from './browser-tab';
import { bellStore, markSeen, watchBell } from './notifications';

/** The number of new cases and messages; a click lists them. */
export function Bell() {
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { bell } = useStore(bellStore);
  const count = bell?.count ?? 0;
  const label = bell ? TEXTS.bell.count(count) : TEXTS.bell.notifications;
  useEffect(() => {
    watchBell();
    return route.subscribe(() => {
      panel.current?.hidePopover();
      // The next page takes the focus.
      button.current?.blur();
    });
  }, []);
  useEffect(() => countInTab(count), [count]);
  useShortcuts([{ keys: 'g b', description: TEXTS.bell.show, run: () => panel.current?.showPopover() }]);
  return (
    <>
      <button
        ref={button}
        type="button"
        class="quiet icon bell"
        popovertarget="bell"
        aria-label={label}
        title={TEXTS.bell.title(label)}
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
        aria-label={TEXTS.bell.notifications}
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

/** Opening one does not mark it as seen: the page of the case does, once it has been read. */
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
      <div class="row">
        <h2>{TEXTS.bell.notifications}</h2>
        {count > 0 && (
          <button type="button" class="quiet" onClick={mark}>
            {TEXTS.bell.markAll}
          </button>
        )}
      </div>
      {failure && <ErrorNotice {...failure} />}
      <ul>
        {items.map((item) => (
          <li key={item.caseNumber}>
            <BellLink item={item} />
          </li>
        ))}
      </ul>
      {count > items.length && (
        <Link class="more" to={listRoute({ unseen: true })}>
          {TEXTS.bell.more(count - items.length)}
        </Link>
      )}
      {bell?.count === 0 && !failure && <p class="soft">{TEXTS.bell.none}</p>}
    </>
  );
}

function BellLink({ item: { kind, caseNumber, from, senderName, subject, date } }: { item: BellItem }) {
  return (
    <Link class="plain" to={{ page: 'case', caseNumber }}>
      <small class="soft">
        {TEXTS.bell.kinds[kind]} · {caseNumber} ·{' '}
        {kind === 'due' && date ? formatShortDay(new Date(date)) : <Time iso={date} />}
      </small>
      <b dir="auto">{showMarks(subject || TEXTS.list.noSubject)}</b>
      <Person name={senderName} address={from} />
    </Link>
  );
}
