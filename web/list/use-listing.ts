import { useEffect, useRef } from 'preact/hooks';
import type { Search } from '../server';
import { useStore } from '../store';
import { keyOf, type Listing, listings } from './listings';
import { openListing, refreshList } from './read';

/** The listing of a search, and what to show: until its first answer that is the one before. */
export function useListing(search: Search): Record<'own' | 'shown', Listing | undefined> {
  const key = keyOf(search);
  const known = useStore(listings);
  const last = useRef(key);
  useEffect(() => {
    const leave = openListing(search);
    const again = () => document.visibilityState === 'visible' && void refreshList();
    document.addEventListener('visibilitychange', again);
    window.addEventListener('online', again);
    return () => {
      leave();
      document.removeEventListener('visibilitychange', again);
      window.removeEventListener('online', again);
    };
  }, [key]);
  const own = known.get(key);
  if (own?.numbers) last.current = key;
  return { own, shown: own?.numbers || !own?.error ? known.get(last.current) : undefined };
}
