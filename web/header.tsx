import { Bell } from './bell/bell';
import { pluralize } from './format';
import { Link } from './link';
import { SearchField } from './list/search-field';
import { navigate, route } from './router';
import { settings } from './settings/settings';
import { ShortcutHelp } from './shortcut-help';
import { useShortcuts } from './shortcuts';
import { useStore } from './store';

/** At the top of every page: search, navigation, notifications. */
export function Header() {
  const shown = useStore(route);
  useShortcuts([
    { keys: 'g c', description: 'Go to the cases', run: () => navigate({ page: 'list' }) },
    { keys: 'g s', description: 'Go to the settings', run: () => navigate({ page: 'settings' }) },
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
      <ShortcutHelp />
    </header>
  );
}

/** On every page while the desk has problems; the settings say what to do about each. */
export function ProblemBanner() {
  const count = useStore(settings).view?.health.problems.length ?? 0;
  return (
    <div class="banner problem" role="status">
      {count > 0 && (
        <>
          The desk has {pluralize(count, 'problem')}. <Link to={{ page: 'settings' }}>See what to do</Link>
        </>
      )}
    </div>
  );
}
