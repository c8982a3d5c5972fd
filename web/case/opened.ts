import type { CaseView } from '../../src/tracker/answers';
import { announce } from '../announce';
import { changeListed } from '../list/listed';
import { route } from '../location';
import { call } from '../server';
import { createStore } from '../store';
import { createDraft, type Draft } from './draft';

interface Opened {
  view?: CaseView;
  /** The owner's edits: there as soon as the view is. */
  draft?: Draft;
  /** Messages that came after the case was opened first. */
  fresh: ReadonlySet<string>;
  /** Why it could not be read, the last time. */
  error?: Error | undefined;
  /** The question that the view answers. */
  turn: number;
}

const UNREAD: Opened = { fresh: new Set(), turn: 0 };
let turns = 0;

/** The cases that were read, by number: one that is opened again is there at once. */
export const opened = createStore<ReadonlyMap<string, Opened>>(new Map());

export async function loadCase(caseNumber: string): Promise<void> {
  const turn = ++turns;
  const saves = standing(caseNumber).draft?.saves() ?? 0;
  try {
    take(await call('getCase', caseNumber), { turn, saves });
  } catch (error) {
    if (turn > standing(caseNumber).turn) put(caseNumber, { error: error as Error });
  }
}

/** Reads the case on the page again, quietly: all of it stays until the answer is there. */
export function refreshCase(): void {
  const shown = route.get();
  if (shown?.page === 'case') void loadCase(shown.caseNumber);
}

/** The cases whose last save has failed or waits for a decision. */
export const stuck = createStore<readonly string[]>([]);

/** Those whose edits are not in the sheet yet. */
export function unsaved(): Draft[] {
  return [...opened.get().values()].flatMap(({ draft }) => (draft?.isUnsaved() ? [draft] : []));
}

function take(view: CaseView, { turn, saves }: { turn: number; saves: number }): void {
  const { caseNumber } = view;
  const before = standing(caseNumber);
  // Answers may overtake each other.
  if (turn < before.turn) return;
  const fresh = before.view ? newIn(view, before.view) : [];
  const draft = before.draft ?? newDraft(view);
  draft.meet(view, saves);
  put(caseNumber, { view, draft, turn, error: undefined, fresh: new Set([...before.fresh, ...fresh]) });
  const { issue, status } = draft.state.get().base;
  changeListed(caseNumber, { issue, status, emailCount: view.messages.length });
  if (fresh.length > 0)
    announce(fresh.length === 1 ? 'A new message has come.' : `${fresh.length} new messages have come.`);
}

function newDraft(view: CaseView): Draft {
  const draft = createDraft(view.caseNumber, view);
  draft.state.subscribe(() => stuck.set(unsaved().flatMap((one) => (one.isStuck() ? [one.caseNumber] : []))));
  return draft;
}

function newIn({ messages }: CaseView, before: CaseView): string[] {
  const known = new Set(before.messages.map(({ messageId }) => messageId));
  return messages.map(({ messageId }) => messageId).filter((id) => !known.has(id));
}

function standing(caseNumber: string): Opened {
  return opened.get().get(caseNumber) ?? UNREAD;
}

function put(caseNumber: string, changes: Partial<Opened>): void {
  opened.set(new Map(opened.get()).set(caseNumber, { ...standing(caseNumber), ...changes }));
}
