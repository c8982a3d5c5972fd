import type { CaseList, CaseSummary, Status } from '../../src/tracker/page/answers';
import { announce } from '../feedback';
import { call } from '../server';
import { createStore } from '../store';

type Counts = CaseList['counts'];

interface StatusFailure {
  what: string;
  error: Error;
  onRetry: () => void;
}

/** The cases as they were last listed, by number. */
export const caseStore = createStore<ReadonlyMap<string, CaseSummary>>(new Map());

/** The number of all cases by status, whatever is searched for. */
export const counts = createStore<Counts | undefined>(undefined);

/** When the owner last changed each case: infinity until the change is saved. */
const changedAt = new Map<string, number>();

/** The last change of a status that failed, until another is made. */
export const statusFailure = createStore<StatusFailure | undefined>(undefined);

/** Changes are sent one after the other, since calls may overtake each other. */
let pendingChanges = Promise.resolve();

/** Shows a change in the lists and counts at once; `isUnsaved` if the script has not confirmed it yet. */
export function updateSummary(
  caseNumber: string,
  changes: Partial<CaseSummary>,
  { isUnsaved = false } = {},
): void {
  changedAt.set(caseNumber, isUnsaved ? Number.POSITIVE_INFINITY : performance.now());
  const current = caseStore.get().get(caseNumber);
  if (!current) return;
  caseStore.set(new Map(caseStore.get()).set(caseNumber, { ...current, ...changes }));
  const { status = current.status } = changes;
  const known = counts.get();
  if (!known || status === current.status) return;
  counts.set({ ...known, [current.status]: known[current.status] - 1, [status]: known[status] + 1 });
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

/** Shows the status at once, and takes it back if it cannot be saved. */
export function setStatus(caseNumber: string, status: Status): void {
  const before = statusOf(caseNumber);
  if (!before || before === status) return;
  statusFailure.set(undefined);
  updateSummary(caseNumber, { status }, { isUnsaved: true });
  announce(`${caseNumber}: ${status}`);
  pendingChanges = pendingChanges.then(() => save(caseNumber, status, before));
}

async function save(caseNumber: string, status: Status, before: Status): Promise<void> {
  try {
    await call('updateCase', caseNumber, { status });
    showStatus(caseNumber, status, status);
  } catch (error) {
    showStatus(caseNumber, status, before);
    statusFailure.set({
      what: `${caseNumber} could not be set to ${status}`,
      error: error as Error,
      onRetry: () => setStatus(caseNumber, status),
    });
  }
}

/** Unless the owner has chosen another status meanwhile. */
function showStatus(caseNumber: string, asked: Status, status: Status): void {
  if (statusOf(caseNumber) === asked) updateSummary(caseNumber, { status });
}

function statusOf(caseNumber: string): Status | undefined {
  return caseStore.get().get(caseNumber)?.status;
}
