import { useEffect, useRef } from 'preact/hooks';
import { type Counts, STATUSES } from '../../../src/tracker/case/answers';
import { useShortcuts } from '../../shared/shortcuts';
import { useStore } from '../../shared/store';
import { Link } from '../link';
import { HOME, type ListSearch, listRoute, navigate } from '../router';
import { TEXTS } from '../texts';
import { counts } from './case-store';

interface Tab {
  name: string;
  narrowing: ListSearch;
  /** The name of the tab's count. */
  count: keyof Counts;
  keys: string;
}

const [OPEN, IN_PROGRESS, CLOSED] = STATUSES;

const TABS: readonly Tab[] = [
  { name: TEXTS.list.tabs.waiting, narrowing: HOME, count: 'waiting', keys: 'g w' },
  { name: TEXTS.list.tabs.unseen, narrowing: { unseen: true }, count: 'unseen', keys: 'g n' },
  { name: OPEN, narrowing: { status: OPEN }, count: OPEN, keys: 'g o' },
  { name: IN_PROGRESS, narrowing: { status: IN_PROGRESS }, count: IN_PROGRESS, keys: 'g p' },
  { name: CLOSED, narrowing: { status: CLOSED }, count: CLOSED, keys: 'g c' },
  { name: TEXTS.list.tabs.all, narrowing: {}, count: 'total', keys: 'g a' },
  { name: TEXTS.list.tabs.due, narrowing: { due: true }, count: 'due', keys: 'g d' },
];

/** The tabs, with the number of all cases of each. A tab keeps what is searched for. */
export function Tabs({ search }: { search: ListSearch }) {
  const known = useStore(counts);
  const { status, waitingFor, unseen, due, ...texts } = search;
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // A phone has no room for all tabs, so they scroll. The window itself stays where it is.
    const current = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (current) nav.current?.scrollTo({ left: current.offsetLeft - nav.current.clientWidth / 2 });
    // The counts make the tabs wider once they are known.
  }, [status, waitingFor, unseen, due, known === undefined]);
  return (
    <nav ref={nav} class="tabs" aria-label={TEXTS.list.lists}>
      {TABS.map(({ name, narrowing, count }) => (
        <Link
          key={name}
          class="plain"
          to={listRoute({ ...texts, ...narrowing })}
          {...(isSame(tabOf(search), narrowing) ? ({ 'aria-current': 'page' } as const) : {})}
        >
          {name} <TabCount count={known?.[count]} isDue={count === 'due' && (known?.dueNow ?? 0) > 0} />
        </Link>
      ))}
    </nav>
  );
}

/** Shows a count, which stands out if one of those cases is due today, or has been before. */
function TabCount({ count, isDue }: { count: number | undefined; isDue: boolean }) {
  return (
    <span class={isDue ? 'overdue' : 'soft'}>
      {count?.toLocaleString()} {isDue && <span class="visually-hidden">{TEXTS.list.dueNow}</span>}
    </span>
  );
}

/** The keys that open the tabs, on every page. */
export function useTabKeys(): void {
  useShortcuts(
    TABS.map(({ name, narrowing, keys }) => ({
      keys,
      description: TEXTS.list.goTo(name),
      run: () => navigate(listRoute(narrowing)),
    })),
  );
}

/** Returns the tab of a search, without what is searched for. */
export function tabOf({ status, waitingFor, unseen, due }: ListSearch): ListSearch {
  const texts = { ...(status ? { status } : {}), ...(waitingFor ? { waitingFor } : {}) };
  return { ...texts, ...(unseen ? { unseen } : {}), ...(due ? { due } : {}) };
}

function isSame(a: ListSearch, b: ListSearch): boolean {
  const isSameText = a.status === b.status && a.waitingFor === b.waitingFor;
  return isSameText && a.unseen === b.unseen && a.due === b.due;
}
