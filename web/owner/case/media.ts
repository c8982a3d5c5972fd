import { useEffect, useState } from 'preact/hooks';

/** The side panel has no room beside the conversation: the style sheets have the same width. */
export const NARROW = '(width < 56rem)';

/** Magnified to 400 %: the style sheets have the same height. */
export const LOW = '(height < 20rem)';

/** A phone, where a mail program answers better than Gmail in a browser. */
export const PHONE = '(pointer: coarse) and (width < 60rem)';

export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const update = () => setMatches(list.matches);
    update();
    list.addEventListener('change', update);
    return () => list.removeEventListener('change', update);
  }, [query]);
  return matches;
}
