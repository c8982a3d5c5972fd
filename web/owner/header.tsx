import { ShortcutHelp } from '../shared/shortcut-help';
import { useShortcuts } from '../shared/shortcuts';
import { useStore } from '../shared/store';
import { Bell } from './bell/bell';
import { bellStore } from './bell/notifications';
import { Reason } from './feedback';
import { Link } from './link';
import { SearchField } from './list/search-field';
import { useTabKeys } from './list/tabs';
import { navigate, route } from './router';
import { Refusal } from './server';
import { settings } from './settings/settings';
import { TEXTS } from './texts';

/** The top of every page: search, navigation, notifications. */
export function Header() {
  const shown = useStore(route);
  useTabKeys();
  useShortcuts([
    { keys: 'g v', description: TEXTS.app.goToOverview, run: () => navigate({ page: 'overview' }) },
    { keys: 'g s', description: TEXTS.app.goToSettings, run: () => navigate({ page: 'settings' }) },
  ]);
  const current = (page: string) => (shown?.page === page ? ({ 'aria-current': 'page' } as const) : {});
  return (
    <header class="bar row">
      <button type="button" class="skip" onClick={() => document.getElementById('content')?.focus()}>
        {TEXTS.app.skip}
      </button>
      <h1>{TEXTS.app.name}</h1>
      <SearchField />
      <nav aria-label={TEXTS.app.pages}>
        <Link class="plain" to={{ page: 'list' }} {...current('list')}>
          {TEXTS.app.cases}
        </Link>
        <Link class="plain" to={{ page: 'overview' }} {...current('overview')}>
          {TEXTS.app.overview}
        </Link>
        <Link class="plain" to={{ page: 'settings' }} {...current('settings')}>
          {TEXTS.app.settings}
        </Link>
      </nav>
      <Bell />
      <ShortcutHelp />
    </header>
  );
}

/** The banner of every page while the desk has problems, whose cures the settings tell, or the sheet lacks a tab. */
export function ProblemBanner() {
  const { view, notSetUp, error } = useStore(settings);
  const { bell } = useStore(bellStore);
  const count = view?.health.problems.length ?? 0;
  const isIncomplete = error instanceof Refusal && !notSetUp;
  return (
    <div class={isIncomplete || count > 0 ? 'banner problem' : 'banner'} role="status">
      {isIncomplete && <Reason error={error} />}
      {count > 0 && !isIncomplete && (
        <>
          {TEXTS.app.problems(count)} <Link to={{ page: 'settings' }}>{TEXTS.app.whatToDo}</Link>
        </>
      )}
      {count === 0 && !isIncomplete && bell?.intake}
    </div>
  );
}
