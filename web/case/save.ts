import type { Conflict, Edited } from '../../src/tracker/page/answers';
import { changeListed } from '../list/listed';
import { call, Refusal } from '../server';
import { collisions, isUnsaved, rebased, unsaved, without } from './edits';
import { type Opened, opened, put } from './opened';

const PAUSE_MS = 1_000;
let pause: ReturnType<typeof setTimeout> | undefined;

/** Saved once the typing pauses. */
export function edit(one: Opened, changes: Partial<Edited>): void {
  const { caseNumber } = one.view;
  change(caseNumber, ({ edits }) => ({ edits: { ...edits, ...changes }, trouble: undefined }));
  clearTimeout(pause);
  pause = setTimeout(() => void save(caseNumber), PAUSE_MS);
}

/** Saves now, one call at a time, and what is edited meanwhile after it. */
export async function save(caseNumber: string): Promise<void> {
  clearTimeout(pause);
  const now = () => opened.get().get(caseNumber);
  if (now()?.isSaving) return;
  change(caseNumber, () => ({ trouble: undefined }));
  for (let one = now(); one && isUnsaved(one) && !one.trouble && !one.newer; one = now()) await send(one);
}

/** Both have changed something: what else was edited is saved in any case. */
export function decide(one: Opened, isMine: boolean): void {
  const { newer, edits, view } = one;
  if (!newer) return;
  const theirs = isMine ? [] : collisions(one, newer);
  put(view.caseNumber, rebased({ ...one, edits: without(edits, (field) => theirs.includes(field)) }, newer));
  void save(view.caseNumber);
}

/** Once for the page: what is edited gets saved before it goes, and when the network is back. */
export function keepEdits(): void {
  const all = () => [...opened.get().values()].filter((one) => one.isSaving || isUnsaved(one));
  const saveAll = () => {
    for (const { view } of all()) void save(view.caseNumber);
  };
  addEventListener('online', saveAll);
  document.addEventListener('visibilitychange', saveAll);
  addEventListener('beforeunload', (event) => {
    if (all().length > 0) event.preventDefault();
  });
}

async function send(one: Opened): Promise<void> {
  const { caseNumber, version } = one.view;
  const sent = unsaved(one);
  change(caseNumber, () => ({ isSaving: true }));
  try {
    const saved = await call('updateCase', caseNumber, { ...sent, version });
    change(caseNumber, ({ view }) => ({ view: { ...view, ...sent, version: saved.version }, sent: {} }));
    change(caseNumber, (now) => ({ edits: unsaved(now), hasSaved: true }));
    const { issue, status } = { ...one.view, ...sent };
    changeListed(caseNumber, { issue, status });
  } catch (error) {
    const newer = error instanceof Refusal && (error.refused as Partial<Conflict>).newer;
    change(caseNumber, (now) => {
      if (!newer) return { trouble: error as Error, sent };
      // Where they do not collide both stand; and if an answer was lost on its way, this is what was saved.
      return collisions(now, newer).length > 0 ? { newer } : { ...rebased(now, newer), hasSaved: true };
    });
  }
  change(caseNumber, () => ({ isSaving: false }));
}

function change(caseNumber: string, toChanges: (one: Opened) => Partial<Opened>): void {
  const one = opened.get().get(caseNumber);
  if (one) put(caseNumber, { ...one, ...toChanges(one) });
}
