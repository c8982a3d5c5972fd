import { type CaseSummary, isDue, type Status, type UpdatedCases } from '../../src/tracker/case/answers';
import { pluralize } from '../shared/format';
import { createStore } from '../shared/store';
import { showToast } from '../shared/toast';
import { readBell, removeFromBell } from './bell/notifications';
import { caseStore, updateSummary } from './list/case-store';
import { call, waitingChanges } from './server';
import { TEXTS } from './texts';

export interface CaseChanges {
  status?: Status;
  /** YYYY-MM-DD; empty for none. */
  due?: string;
}

type SavedCases = UpdatedCases['cases'];

/** A change of some cases that the script has not confirmed yet. */
interface Pending {
  /** The cases as they were before. */
  cases: readonly CaseSummary[];
  changes: CaseChanges;
  hideToast?: () => void;
}

interface ChangeFailure {
  what: string;
  error: Error;
  onRetry: () => void;
}

/** The number of cases that the script changes in one call. */
const BATCH_SIZE = 500;

/** The last change that failed, until another is made. */
export const changeFailure = createStore<ChangeFailure | undefined>(undefined);

/** Sent one after the other, since calls may overtake each other. */
const pending: Pending[] = [];
let queue = Promise.resolve();
const savedListeners = new Set<(cases: SavedCases) => void>();

/**
 * Shows the changes at once, in one toast that offers to undo them, and takes them back if they cannot be saved. The
 * cases have to be in the case store; those that are so already are left alone.
 */
export function changeCases(
  caseNumbers: readonly string[],
  changes: CaseChanges,
  { onUndo }: { onUndo?: () => void } = {},
): void {
  const cases = summariesOf(caseNumbers).filter((one) => !isAsAsked(one, changes));
  if (cases.length === 0) return;
  const hideToast = showToast(describeChanges(cases, changes), {
    undo: () => {
      undo(cases, changes);
      onUndo?.();
    },
  });
  apply({ cases, changes, hideToast });
}

/** Marks the last message of each case as not seen; one that is new already stays so. */
export function markAsNew(caseNumbers: readonly string[]): void {
  const cases = summariesOf(caseNumbers).filter(({ emailCount }) => emailCount > 0);
  if (cases.length === 0) return;
  const save = async (toSeen: (one: CaseSummary) => number) => {
    changeFailure.set(undefined);
    try {
      await Promise.all(cases.map((one) => setSeen(one.caseNumber, toSeen(one))));
    } catch (error) {
      const what = TEXTS.toast.notChanged(nameCases(cases));
      changeFailure.set({ what, error: error as Error, onRetry: () => void save(toSeen) });
    }
  };
  void save(({ seen, emailCount }) => Math.min(seen, emailCount - 1));
  showToast(TEXTS.toast.new(nameCases(cases)), { undo: () => void save(({ seen }) => seen) });
}

/** Has `listener` called with what the script has saved. */
export function onCasesSaved(listener: (cases: SavedCases) => void): void {
  savedListeners.add(listener);
}

/** Called once, when the page starts: asks before the page is left with changes that are not saved. */
export function guardPendingChanges(): void {
  addEventListener('beforeunload', (event) => {
    if (pending.length + waitingChanges.get().length > 0) event.preventDefault();
  });
}

/** Tells if the status or the due date of the case is still to be saved. */
export function isPending(caseNumber: string): boolean {
  return pending.some(({ cases }) => cases.some((one) => one.caseNumber === caseNumber));
}

/**
 * Stores how many messages of a case the owner has seen. Shown at once, in the bell too, and taken back if it cannot be
 * saved; then it rejects.
 */
export async function setSeen(caseNumber: string, seen: number): Promise<void> {
  const [before] = summariesOf([caseNumber]);
  if (!before || before.seen === seen) return;
  updateSummary(caseNumber, { seen }, { isUnsaved: true });
  if (seen > before.seen) removeFromBell(caseNumber);
  const saved = queue.then(() => call('markSeen', caseNumber, seen));
  queue = saved.then(
    () => {},
    () => {},
  );
  try {
    await saved;
    updateSummary(caseNumber, {}, { isUnsaved: isPending(caseNumber) });
    if (seen < before.seen) await readBell(true);
  } catch (error) {
    updateSummary(caseNumber, { seen: before.seen }, { isUnsaved: isPending(caseNumber) });
    await readBell(true);
    throw error;
  }
}

/** Cases that were alike before go back in one call. */
function undo(cases: readonly CaseSummary[], changes: CaseChanges): void {
  const groups = new Map<string, CaseSummary[]>();
  for (const before of cases) {
    const key = JSON.stringify(valuesBefore(before, changes));
    groups.set(key, [...(groups.get(key) ?? []), before]);
  }
  for (const [key, group] of groups)
    apply({ cases: summariesOf(group.map(({ caseNumber }) => caseNumber)), changes: JSON.parse(key) });
  showToast(TEXTS.toast.undone);
}

function apply(change: Pending): void {
  changeFailure.set(undefined);
  pending.push(change);
  for (const { caseNumber } of change.cases) updateSummary(caseNumber, change.changes, { isUnsaved: true });
  queue = queue.then(() => save(change));
}

async function save(change: Pending): Promise<void> {
  const numbers = change.cases.map(({ caseNumber }) => caseNumber);
  let saved = 0;
  try {
    for (; saved < numbers.length; saved += BATCH_SIZE) {
      const { cases } = await call('updateCases', numbers.slice(saved, saved + BATCH_SIZE), change.changes);
      for (const listener of savedListeners) listener(cases);
    }
    finish(change, (one) => one);
    if (change.cases.some(isDue)) await readBell(true);
  } catch (error) {
    const left = { cases: change.cases.slice(saved), changes: change.changes };
    finish(change, (one, before) =>
      left.cases.includes(before) ? { ...one, ...valuesBefore(before, change.changes) } : one,
    );
    change.hideToast?.();
    changeFailure.set({
      what: TEXTS.toast.notChanged(nameCases(left.cases)),
      error: error as Error,
      onRetry: () => apply(left),
    });
  }
}

/** Ends a change, except for cases that the owner has changed again. */
function finish(change: Pending, toResult: (current: CaseSummary, before: CaseSummary) => CaseSummary): void {
  pending.splice(pending.indexOf(change), 1);
  for (const before of change.cases) {
    const current = caseStore.get().get(before.caseNumber);
    if (!current) continue;
    const { status, due } = isAsAsked(current, change.changes) ? toResult(current, before) : current;
    updateSummary(before.caseNumber, { status, due }, { isUnsaved: isPending(before.caseNumber) });
  }
}

function isAsAsked(one: CaseSummary, { status = one.status, due = one.due }: CaseChanges): boolean {
  return one.status === status && one.due === due;
}

function valuesBefore({ status, due }: CaseSummary, changes: CaseChanges): CaseChanges {
  return { ...('status' in changes ? { status } : {}), ...('due' in changes ? { due } : {}) };
}

function summariesOf(caseNumbers: readonly string[]): CaseSummary[] {
  return caseNumbers.flatMap((caseNumber) => caseStore.get().get(caseNumber) ?? []);
}

function describeChanges(cases: readonly CaseSummary[], { status, due }: CaseChanges): string {
  const names = nameCases(cases);
  if (status) return TEXTS.toast.status(names, status);
  return due ? TEXTS.toast.due(names, due) : TEXTS.toast.noDue(names);
}

function nameCases(cases: readonly CaseSummary[]): string {
  const [first] = cases;
  return cases.length === 1 && first ? first.caseNumber : pluralize(cases.length, 'case');
}
