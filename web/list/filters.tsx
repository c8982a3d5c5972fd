import { useEffect, useRef, useState } from 'preact/hooks';
import { route } from '../location';
import { Refusal, type Search } from '../server';
import { useStore } from '../store';
import { FILTERS, FilterField } from './filter-field';
import { keyOf, listings } from './listings';
import { fieldOf } from './search-words';
import type { Draft } from './use-search';

/** What a search can ask for besides its keyword; all that is set has to match. */
export function Filters({ draft, change, apply }: Draft) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const error = useRefusal();
  const refused = fieldOf(error);
  useEffect(() => {
    if (refused && refused !== 'keyword') setOpen(true);
  }, [error]);
  useEffect(() => {
    const form = button.current?.form;
    const leave = ({ type, target }: Event) => {
      if (type === 'submit' || !form?.contains(target as Node)) setOpen(false);
    };
    form?.addEventListener('submit', leave);
    document.addEventListener('pointerdown', leave);
    return () => {
      form?.removeEventListener('submit', leave);
      document.removeEventListener('pointerdown', leave);
    };
  }, []);
  const active = FILTERS.filter((name) => draft[name]?.trim()).length;
  const clear = () => {
    change({ caseNumber: '', issue: '', status: '', from: '', to: '' });
    apply();
  };
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        class="quiet"
        aria-expanded={isOpen}
        aria-controls="filters"
        onClick={() => setOpen(!isOpen)}
      >
        Filters{active > 0 && ` (${active})`}
      </button>
      <fieldset id="filters" class="filters" hidden={!isOpen} onKeyDown={close}>
        <legend class="unseen">Filters</legend>
        {FILTERS.map((name) => (
          <FilterField
            key={name}
            name={name}
            draft={draft}
            change={change}
            refusal={refused === name ? error : undefined}
          />
        ))}
        <p>
          <button type="submit">Search</button>{' '}
          <button type="button" class="quiet" disabled={active === 0} onClick={clear}>
            Clear filters
          </button>
        </p>
      </fieldset>
    </>
  );
}

/** Why the script did not search for what the address asks. */
function useRefusal(): Error | undefined {
  const shown = useStore(route);
  const known = useStore(listings);
  const search: Search = shown?.page === 'search' ? shown.search : {};
  const error = known.get(keyOf(search))?.error;
  return error instanceof Refusal ? error : undefined;
}
