import { useState } from 'preact/hooks';
import type { Bell, BellItem } from '../../src/tracker/answers';
import { announce } from '../announce';
import { Failed } from '../failed';
import { Link } from '../link';
import { useStore } from '../store';
import { Time } from '../time';
import { markSeen, readBell, ringing } from './poll';

/** The newest of what is new. To open one does not mark any as seen. */
export function BellPanel() {
  const { bell, error } = useStore(ringing);
  return (
    <>
      <h2>What is new</h2>
      {error && <Failed what="The bell could not be read" error={error} onRetry={() => void readBell()} />}
      {bell && bell.count > 0 && <News bell={bell} />}
      {bell?.count === 0 && !error && <p class="soft">Nothing new. The bell looks every minute.</p>}
      {!bell && !error && <p class="soft">Looking…</p>}
    </>
  );
}

function News({ bell }: { bell: Bell }) {
  const others = bell.count - bell.items.length;
  return (
    <>
      <ul>
        {bell.items.map((item, index) => (
          <Item key={index} {...item} />
        ))}
      </ul>
      {others > 0 && <p class="soft">and {others} more</p>}
      <Mark bell={bell} />
    </>
  );
}

function Item({ kind, caseNumber, from, subject, date }: BellItem) {
  return (
    <li>
      <Link to={{ page: 'case', caseNumber }}>
        <span class="soft">
          {kind === 'case' ? 'New case' : 'New message'} {caseNumber} · <Time iso={date} />
        </span>
        <strong>{subject || 'No subject'}</strong>
        <span>{from}</span>
      </Link>
    </li>
  );
}

function Mark({ bell }: { bell: Bell }) {
  const [isMarking, setMarking] = useState(false);
  const [error, setError] = useState<Error>();
  const mark = async () => {
    if (isMarking) return;
    setMarking(true);
    setError(undefined);
    try {
      await markSeen(bell);
      announce('All marked as seen');
    } catch (caught) {
      setError(caught as Error);
    }
    setMarking(false);
  };
  return (
    <>
      <button type="button" class="quiet" aria-disabled={isMarking} onClick={() => void mark()}>
        {isMarking ? 'Marking…' : 'Mark all as seen'}
      </button>
      {error && <Failed what="They could not be marked" error={error} onRetry={() => void mark()} />}
    </>
  );
}
