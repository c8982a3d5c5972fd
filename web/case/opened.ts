import type { CaseView, Edited } from '../../src/tracker/page/answers';
import { announce } from '../announce';
import { changeListed } from '../list/listed';
import { route } from '../location';
import { call } from '../server';
import { createStore } from '../store';
import { counted } from '../words';
import { collisions, rebased, type Standing } from './edits';

/** A case that was read. */
export interface Opened {
  /** As it was read last, or has been saved since. */
  view: CaseView;
  /** What the owner has written since, until it is saved. */
  edits: Partial<Edited>;
  isSaving?: boolean;
  /** Whether anything has been saved since the case was opened. */
  hasSaved?: boolean;
  /** Why the last save failed. */
  trouble?: Error | undefined;
  /** What was sent then: it may have got there all the same. */
  sent?: Partial<Edited>;
  /** What somebody else has written meanwhile into fields that were edited here: the owner has to choose. */
  newer?: Standing | undefined;
  /** Messages that came after the case was opened first. */
  fresh: readonly string[];
}

/** By number: a case that is opened again is there at once. */
export const opened = createStore<ReadonlyMap<string, Opened>>(new Map());

/** The last reading that failed. */
export const unread = createStore<{ caseNumber?: string; error?: Error }>({});

export function put(caseNumber: string, one: Opened): void {
  opened.set(new Map(opened.get()).set(caseNumber, one));
}

export async function loadCase(caseNumber: string): Promise<void> {
  const before = opened.get().get(caseNumber);
  try {
    const read = await call('getCase', caseNumber);
    const now = opened.get().get(caseNumber);
    // What was read or saved meanwhile may be newer than the answer.
    if (now?.view !== before?.view) return loadCase(caseNumber);
    unread.set({});
    put(caseNumber, now ? joined(now, read) : { view: read, edits: {}, fresh: [] });
    changeListed(caseNumber, { issue: read.issue, status: read.status, emailCount: read.messages.length });
  } catch (error) {
    unread.set({ caseNumber, error: error as Error });
  }
}

/** Reads the case on the page again, quietly: all of it stays until the answer is there. */
export function refreshCase(): void {
  const shown = route.get();
  if (shown?.page === 'case') void loadCase(shown.caseNumber);
}

function joined(one: Opened, read: CaseView): Opened {
  const { messages } = read;
  const known = one.view.messages.map(({ messageId }) => messageId);
  const fresh = messages.map(({ messageId }) => messageId).filter((id) => !known.includes(id));
  if (fresh.length > 0) announce(counted(fresh.length, 'new message'));
  // Where edits collide the next save will be told, and asks the owner.
  const isHeld = one.newer || collisions(one, read).length > 0;
  const next = isHeld ? { ...one, view: { ...one.view, messages } } : rebased(one, read);
  return { ...next, fresh: [...one.fresh, ...fresh] };
}
