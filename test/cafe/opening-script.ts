/** What the script of these tests can be asked to do; it is built from the opening hours of the cafe themselves. */
import { openingOf } from '../../src/cafe/opening';
import type { Cafe } from '../../src/cafe/tables';

export type Asked = Pick<Cafe, 'openingHours' | 'specialHours' | 'timeZone'> & { at: string };

/** `open`, or when it opens next. */
export function openings(all: readonly Asked[]): string[] {
  return all.map(({ at, ...cafe }) => {
    const { isOpen, opensAt } = openingOf({ ...cafe, isPaused: false } as Cafe, Date.parse(at));
    return isOpen ? 'open' : new Date(opensAt ?? Number.NaN).toISOString();
  });
}
