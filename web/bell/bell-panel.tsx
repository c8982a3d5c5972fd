import { Failed } from '../failed';
import { Link } from '../link';
import { useStore } from '../store';
import { Time } from '../time';
import { markSeen, ringing } from './poll';

/** The newest of what is new. To open one does not mark any as seen. */
export function BellPanel() {
  const { bell, trouble } = useStore(ringing);
  const { count = 0, items = [] } = bell ?? {};
  const mark = () => {
    void markSeen();
    // The button goes, and would take the focus along.
    document.getElementById('bell')?.focus();
  };
  return (
    <>
      <h2>What's new</h2>
      {trouble && <Failed {...trouble} />}
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
      {bell?.count === 0 && !trouble && <p class="soft">Nothing new. Updates every minute.</p>}
    </>
  );
}
