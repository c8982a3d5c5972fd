import { useRef } from 'preact/hooks';
import { useShortcuts } from '../keys';
import { Link } from '../link';
import { navigate } from '../location';
import { Filters } from './filters';
import './search.css';
import { isWhole, toCaseNumber } from './search-words';
import { useSearch } from './use-search';

/** Asks for cases, on every page: a keyword, and filters in a panel of their own. */
export function SearchField() {
  const field = useRef<HTMLInputElement>(null);
  const { draft, change, apply } = useSearch();
  const { keyword = '' } = draft;
  const caseNumber = toCaseNumber(keyword);
  const search = () => {
    field.current?.focus();
    field.current?.select();
  };
  useShortcuts([{ keys: '/', does: 'Search', run: search }]);
  const submit = (event: Event) => {
    event.preventDefault();
    if (!caseNumber || !isWhole(keyword)) return apply();
    change({ keyword: '' }, { isQuiet: true });
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
        <Filters draft={draft} change={change} apply={apply} />
        {caseNumber && (
          <p class="offer">
            <Link to={{ page: 'case', caseNumber }}>Open {caseNumber}</Link>
            {isWhole(keyword) && <kbd>Enter</kbd>}
          </p>
        )}
      </form>
    </search>
  );
}
