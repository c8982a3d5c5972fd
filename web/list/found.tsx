import { useEffect } from 'preact/hooks';
import { announce } from '../announce';
import { Link } from '../link';
import type { Search } from '../server';
import { fieldOf, howMany, inWords } from './search-words';

interface Props {
  search: Search;
  found: number | undefined;
  error: Error | undefined;
}

/** What was searched for, and how much of it there is. */
export function Found({ search, found, error }: Props) {
  const words = wordsFor(search, found, error);
  useEffect(() => announce(words), [words]);
  return (
    <p class="found">
      {words} <Link to={{ page: 'list' }}>Clear the search</Link>
    </p>
  );
}

function wordsFor(search: Search, found: number | undefined, error: Error | undefined): string {
  if (error && fieldOf(error)) return `Invalid search: ${error.message}.`;
  if (found !== undefined) return `${howMany(found)} ${inWords(search)}.`;
  return error ? '' : 'Searching…';
}

/** Of a desk that has not had any mail. */
export function Empty() {
  return (
    <p>
      No cases yet. Mail from the senders in the <Link to={{ page: 'settings' }}>settings</Link> becomes a
      case here within five minutes.
    </p>
  );
}
