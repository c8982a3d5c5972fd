import { useRef } from 'preact/hooks';
import { useShortcuts } from '../keys';
import { navigate } from '../location';
import { Filters } from './filters';
import './search.css';
import { toCaseNumber } from './search-words';
import { useSearch } from './use-search';

/** Asks for cases, on every page: a keyword, and filters in a panel of their own. */
export function SearchField() {
  const field = useRef<HTMLInputElement>(null);
  const { draft, change, apply } = useSearch();
  const { keyword = '' } = draft;
  useShortcuts([{ keys: '/', does: 'Search', run: () => field.current?.select() }]);
  const submit = (event: Event) => {
    event.preventDefault();
    document.getElementById('filters')?.hidePopover();
    const caseNumber = toCaseNumber(keyword);
    if (!caseNumber) return apply();
    change({ keyword: '' });
    navigate({ page: 'case', caseNumber });
  };
  const clear = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    change({ keyword: '' });
    apply();
  };
  return (
    <search>
      <form class="search" onSubmit={submit}>
        <input
          ref={field}
          type="search"
          aria-label="Search cases"
          placeholder="Search cases"
          title="Search cases (/)"
          autocomplete="off"
          value={keyword}
          onInput={(event) => change({ keyword: event.currentTarget.value })}
          onKeyDown={clear}
        />
        <Filters draft={draft} change={change} />
      </form>
    </search>
  );
}
