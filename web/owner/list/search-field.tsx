import { useEffect, useRef } from 'preact/hooks';
import { Glyph } from '../../shared/glyph';
import { useShortcuts } from '../../shared/shortcuts';
import { useStore } from '../../shared/store';
import { navigate } from '../router';
import { TEXTS } from '../texts';
import './search.css';
import { listing } from './listing';
import { invalidField, toCaseNumber } from './search';
import { type SearchDraft, useSearch } from './use-search';

/** The status is chosen above the list. */
const FILTERS = ['sender', 'issue', 'caseNumber', 'from', 'to', 'dueBy'] as const;
const DAYS: readonly string[] = ['from', 'to', 'dueBy'];

/** The field of every page for a keyword or a case number, and a panel with the other filters. */
export function SearchField() {
  const field = useRef<HTMLInputElement>(null);
  const { draft, change, apply } = useSearch();
  const { keyword = '' } = draft;
  useShortcuts([
    { keys: '/', description: TEXTS.search.search, isGeneral: true, run: () => field.current?.select() },
  ]);
  const submit = (event: Event) => {
    event.preventDefault();
    document.getElementById('filters')?.hidePopover();
    const caseNumber = toCaseNumber(keyword);
    focusContent();
    if (!caseNumber) return apply();
    change({ keyword: '' });
    navigate({ page: 'case', caseNumber });
  };
  const clear = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    if (keyword === '') return focusContent();
    change({ keyword: '' });
    apply();
  };
  return (
    <search>
      <form class="search" onSubmit={submit}>
        <input
          ref={field}
          type="search"
          aria-label={TEXTS.search.search}
          placeholder={TEXTS.search.search}
          title={TEXTS.search.searchTitle}
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

/** A case has to match all filters that are set. */
function Filters({ draft, change }: Pick<SearchDraft, 'draft' | 'change'>) {
  const panel = useRef<HTMLFieldSetElement>(null);
  const { error } = useStore(listing);
  const invalid = invalidField(error);
  useEffect(() => {
    if (FILTERS.some((name) => name === invalid)) panel.current?.togglePopover(true);
  }, [error]);
  const active = FILTERS.filter((name) => draft[name]?.trim()).length;
  const clear = () => {
    change(Object.fromEntries(FILTERS.map((name) => [name, ''])));
    // The button is disabled then, and the focus would go with it.
    panel.current?.querySelector('input')?.focus();
  };
  return (
    <>
      <button type="button" class="quiet" popovertarget="filters">
        <Glyph size={18}>
          <path d="M4 6h16M7 12h10M10 18h4" />
        </Glyph>
        <span class="label">{TEXTS.search.filters}</span>
        {active > 0 && ` (${active})`}
      </button>
      <fieldset ref={panel} id="filters" class="card float" popover="auto" aria-label={TEXTS.search.filters}>
        {FILTERS.map((name) => (
          <label key={name} class="field soft">
            {TEXTS.search.fields[name]}
            <input
              {...(DAYS.includes(name) ? { type: 'date' } : {})}
              value={draft[name] ?? ''}
              {...(invalid === name ? { 'aria-invalid': true, 'aria-describedby': 'invalid-filter' } : {})}
              onInput={({ currentTarget }) => change({ [name]: currentTarget.value })}
            />
          </label>
        ))}
        {invalid && (
          <p id="invalid-filter" role="alert">
            {error?.message}
          </p>
        )}
        <div class="row">
          <button type="submit">{TEXTS.search.submit}</button>
          <button type="button" class="quiet" disabled={active === 0} onClick={clear}>
            {TEXTS.search.clearFilters}
          </button>
        </div>
      </fieldset>
    </>
  );
}

/** Focuses the content, so that the keys of the page work. */
function focusContent(): void {
  document.getElementById('content')?.focus({ preventScroll: true });
}
