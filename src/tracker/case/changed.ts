import * as cache from '../../platform/cache';

/** Name in the cache of the time at which the script last changed a case. */
const CHANGED = 'cases.changed';

/** Has the next check that is due bring the overview up to date. Call it after the change has reached the sheet. */
export function casesChanged(): void {
  cache.markChanged(CHANGED);
}

/** Tells whether the script has changed a case since that time in epoch ms, as far as the cache remembers. */
export function haveCasesChangedSince(at: number): boolean {
  return !cache.isCurrent(at, cache.getText(CHANGED));
}
