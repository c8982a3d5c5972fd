import { Bell } from './bell/bell';
import { KeyHelp } from './key-help';
import { useShortcuts } from './keys';
import { Link } from './link';
import { SearchField } from './list/search-field';
import { navigate, route } from './location';
import { useStore } from './store';

/** On top of every page: where one is, where one can go, what is new. */
export function Header() {
  const shown = useStore(route);
  useShortcuts([
    { keys: 'g c', does: 'Go to the cases', run: () => navigate({ page: 'list' }) },
    { keys: 'g s', does: 'Go to the settings', run: () => navigate({ page: 'settings' }) },
  ]);
  const current = (page: string) => (shown?.page === page ? ({ 'aria-current': 'page' } as const) : {});
  return (
    <header class="bar row">
      <button type="button" class="skip" onClick={() => document.getElementById('content')?.focus()}>
        Skip to content
      </button>
      <h1>Case desk</h1>
      <SearchField />
      <nav aria-label="Pages">
        <Link class="plain" to={{ page: 'list' }} {...current('list')}>
          Cases
        </Link>
        <Link class="plain" to={{ page: 'settings' }} {...current('settings')}>
          Settings
        </Link>
      </nav>
      <Bell />
      <KeyHelp />
    </header>
  );
}
