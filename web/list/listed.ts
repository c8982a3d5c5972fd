import type { CaseList, CaseSummary } from '../../src/tracker/page/answers';
import { createStore } from '../store';

export type Counts = CaseList['counts'];

/** Cases as they were listed last, by number: what another part of the page knows of a case at once. */
export const listed = createStore<ReadonlyMap<string, CaseSummary>>(new Map());

/** How many cases there are of each status, whatever is searched for. */
export const counts = createStore<Counts | undefined>(undefined);

/** When the owner changed which case; a change that is not saved yet is later than any answer. */
const changed = new Map<string, number>();

/** The owner has changed a case: lists show it before they are read again; or is about to, then they show it on trust. */
export function changeListed(
  caseNumber: string,
  changes: Partial<CaseSummary>,
  { isUnsaved = false } = {},
): void {
  changed.set(caseNumber, isUnsaved ? Number.POSITIVE_INFINITY : performance.now());
  const standing = listed.get().get(caseNumber);
  if (!standing) return;
  listed.set(new Map(listed.get()).set(caseNumber, { ...standing, ...changes }));
  const { status = standing.status } = changes;
  const known = counts.get();
  if (!known || status === standing.status) return;
  counts.set({ ...known, [standing.status]: known[standing.status] - 1, [status]: known[status] + 1 });
}

/** Takes in an answer that was asked for at `since`: it cannot know what the owner has changed since then. */
export function takeIn(cases: readonly CaseSummary[], since: number, counted?: Counts): void {
  const known = new Map(listed.get());
  for (const one of cases) {
    if (!((changed.get(one.caseNumber) ?? 0) > since)) known.set(one.caseNumber, one);
  }
  listed.set(known);
  if (counted && ![...changed.values()].some((at) => at > since)) counts.set(counted);
}
