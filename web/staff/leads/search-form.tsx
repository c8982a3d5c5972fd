import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { useShortcuts } from '../../shared/shortcuts';
import { onSubmit } from '../form';
import * as TEXTS from './texts';

interface SearchFormProps {
  /** Search that is shown now, by the names of the fields. */
  search: Record<string, string>;
  /** Label of the field for a text. */
  label: string;
  hint: string;
  /** Called with the fields that were filled in. */
  onSearch: (found: Record<string, string>) => void;
  /** Fields beside the one for a text. */
  children: ComponentChildren;
}

/** A field for a text above a list, reached by a key, and more fields that narrow the list. */
export function SearchForm({ search, label, hint, onSearch, children }: SearchFormProps) {
  const field = useRef<HTMLInputElement>(null);
  useShortcuts([{ keys: '/', description: label, run: () => field.current?.select() }]);
  const submit = onSubmit((form) => {
    const given = [...form].map(([name, value]) => [name, String(value).trim()]);
    // The keys of the page work once the focus is on its content.
    document.getElementById('content')?.focus({ preventScroll: true });
    onSearch(Object.fromEntries(given.filter(([, value]) => value !== '')));
  });
  return (
    <form key={JSON.stringify(search)} class="lead-search row" onSubmit={submit}>
      <input
        ref={field}
        type="search"
        name="q"
        aria-label={label}
        placeholder={hint}
        autocomplete="off"
        maxLength={200}
        defaultValue={search.q ?? ''}
      />
      <button type="submit">{TEXTS.search.short}</button>
      {children}
    </form>
  );
}
