import { useEffect, useRef } from 'preact/hooks';
import { useStore } from '../store';
import { listing } from './listing';
import { fieldOf } from './search-words';
import type { Draft } from './use-search';

/** The status has its place above the list. */
const FILTERS = [
  ['caseNumber', 'Case number'],
  ['issue', 'Issue contains'],
  ['from', 'Received from'],
  ['to', 'Received to'],
] as const;

/** What a search can ask for besides its keyword; all that is set has to match. */
export function Filters({ draft, change }: Pick<Draft, 'draft' | 'change'>) {
  const panel = useRef<HTMLFieldSetElement>(null);
  const { error } = useStore(listing);
  const refused = fieldOf(error);
  useEffect(() => {
    if (FILTERS.some(([name]) => name === refused)) panel.current?.togglePopover(true);
  }, [error]);
  const active = FILTERS.filter(([name]) => draft[name]?.trim()).length;
  return (
    <>
      <button type="button" class="quiet" popovertarget="filters">
        Filters{active > 0 && ` (${active})`}
      </button>
      <fieldset ref={panel} id="filters" class="card float" popover="auto" aria-label="Filters">
        {FILTERS.map(([name, label]) => (
          <label key={name} class="field soft">
            {label}
            <input
              {...(name === 'from' || name === 'to' ? { type: 'date' } : {})}
              value={draft[name] ?? ''}
              {...(refused === name ? { 'aria-invalid': true, 'aria-describedby': 'refused' } : {})}
              onInput={({ currentTarget }) => change({ [name]: currentTarget.value })}
            />
          </label>
        ))}
        {refused && (
          <p id="refused" role="alert">
            {error?.message}
          </p>
        )}
        <button type="submit">Search</button>
      </fieldset>
    </>
  );
}
