import { waitingIn } from '../../../src/platform/waiting';
import { type CaseSummary, type Counts, isDue, isUnseen } from '../../../src/tracker/case/answers';
import { dayAfter } from '../../shared/format';
import { createStore } from '../../shared/store';

/** The cases as they were last listed, by number. */
export const caseStore = createStore<ReadonlyMap<string, CaseSummary>>(new Map());

/** The number of all cases of each kind, whatever is searched for. */
export const counts = createStore<Counts | undefined>(undefined);

/** The times when the owner last changed each case: infinity until the change is saved. */
const changedAt = new Map<string, number>();

/** Tells if the due day of a case is today, or was before. */
function isDueNow(one: Pick<CaseSummary, 'due' | 'status'>): boolean {
  return isDue(one) && one.due <= dayAfter(0);
}

/** Shows a change in the lists and counts at once; `isUnsaved` if the script has not confirmed it yet. */
export function updateSummary(
  caseNumber: string,
  changes: Partial<CaseSummary>,
  { isUnsaved = false } = {},
): void {
  changedAt.set(caseNumber, isUnsaved ? Number.POSITIVE_INFINITY : performance.now());
  const current = caseStore.get().get(caseNumber);
  if (!current) return;
  const next = withWaiting({ ...current, ...changes });
  caseStore.set(new Map(caseStore.get()).set(caseNumber, next));
  const known = counts.get();
  if (known) counts.set(moveCounts(known, current, next));
}

/** Stores the response to a call that began at `since`, except for cases that the owner has changed after that. */
export function storeSummaries(cases: readonly CaseSummary[], since: number, newCounts?: Counts): void {
  const summaries = new Map(caseStore.get());
  for (const one of cases) {
    if (!((changedAt.get(one.caseNumber) ?? 0) > since)) summaries.set(one.caseNumber, one);
  }
  caseStore.set(summaries);
  if (newCounts && ![...changedAt.values()].some((at) => at > since)) counts.set(newCounts);
}

/** Sets whether a case waits after a change, as the script will. */
function withWaiting(one: CaseSummary): CaseSummary {
  const toDate = (iso: string | null) => new Date(iso ?? Number.NaN);
  const [theirs, ours] = [toDate(one.isAutomatic ? null : one.lastMailAt), toDate(one.repliedAt)];
  const isClosed = one.status === 'Closed';
  const { waitingFor = null, since } = waitingIn({ theirs, ours, isClosed, isNew: isUnseen(one) }) ?? {};
  return { ...one, waitingFor, waitingSince: since?.toISOString() ?? null };
}

function moveCounts(known: Counts, before: CaseSummary, after: CaseSummary): Counts {
  const moved = { ...known };
  moved[before.status] -= 1;
  moved[after.status] += 1;
  moved.waiting += Number(after.waitingFor === 'you') - Number(before.waitingFor === 'you');
  moved.unseen += Number(isUnseen(after)) - Number(isUnseen(before));
  moved.due += Number(isDue(after)) - Number(isDue(before));
  moved.dueNow += Number(isDueNow(after)) - Number(isDueNow(before));
  return moved;
}
