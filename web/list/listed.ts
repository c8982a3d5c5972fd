import type { CaseSummary } from '../../src/tracker/answers';
import { createStore } from '../store';

/** Cases as they were listed last, by number: what another part of the page knows of a case at once. */
export const listed = createStore<ReadonlyMap<string, CaseSummary>>(new Map());

/** The owner has changed a case: lists show it before they are read again. */
export function changeListed(caseNumber: string, changes: Partial<CaseSummary>): void {
  const standing = listed.get().get(caseNumber);
  if (standing) listed.set(new Map(listed.get()).set(caseNumber, { ...standing, ...changes }));
}
