import type { Conflict, Edited } from '../../src/tracker/answers';
import { changeListed } from '../list/listed';
import { call, Refusal } from '../server';
import { createStore, type Store } from '../store';
import { changesOf, collisions, isChanged, rebase, type Sending, type Standing } from './edits';

interface DraftState extends Sending {
  isSaving: boolean;
  /** Whether anything has been saved since the case was opened. */
  hasSaved: boolean;
  /** Why the last save failed. */
  trouble?: Error | undefined;
  /** What somebody else has written meanwhile into fields that were edited here: the owner has to choose. */
  newer?: Standing | undefined;
}

/** The owner's edits of one case, saved in order, one save at a time; it outlives the page that shows it. */
export interface Draft {
  caseNumber: string;
  state: Store<DraftState>;
  /** Goes up with every save: an answer to a question asked before it is older than the draft. */
  saves(): number;
  isUnsaved(): boolean;
  /** Nothing is saved any more without the owner. */
  isStuck(): boolean;
  /** Saved once the typing pauses. */
  edit(changes: Partial<Edited>): void;
  /** Saves now what is not saved yet, and what is edited meanwhile after it. */
  save(): Promise<void>;
  /** The sheet's state has been read; `saves` is what this draft's were when it was asked for. */
  meet(standing: Standing, saves: number): void;
  keepMine(): void;
  /** Only where both have changed something: what else was edited is saved. */
  takeTheirs(): void;
}

const PAUSE_MS = 1_000;

export function createDraft(caseNumber: string, standing: Standing): Draft {
  const base = toStanding(standing);
  const state = createStore<DraftState>({ mine: base, base, sent: [], isSaving: false, hasSaved: false });
  const { get } = state;
  let saves = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    caseNumber,
    state,
    saves: () => saves,
    isUnsaved,
    isStuck,
    edit,
    save,
    meet,
    keepMine,
    takeTheirs,
  };

  function change(changes: Partial<DraftState>): void {
    state.set({ ...get(), ...changes });
  }

  function isUnsaved(): boolean {
    return isChanged(get());
  }

  function isStuck(): boolean {
    return Boolean(get().trouble ?? get().newer);
  }

  function edit(changes: Partial<Edited>): void {
    change({ mine: { ...get().mine, ...changes }, trouble: undefined });
    clearTimeout(timer);
    timer = setTimeout(save, PAUSE_MS);
  }

  async function save(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (get().isSaving) return;
    change({ trouble: undefined });
    while (isUnsaved() && !isStuck() && timer === undefined) await send();
  }

  async function send(): Promise<void> {
    const before = get().base;
    const changes = changesOf(get());
    change({ isSaving: true });
    try {
      const { version } = await call('updateCase', caseNumber, { ...changes, version: before.version });
      saves++;
      const { issue, status, notes } = { ...before, ...changes };
      change({ base: { issue, status, notes, version }, sent: [], hasSaved: true });
      changeListed(caseNumber, { issue, status });
    } catch (error) {
      refused(error as Error, changes);
    } finally {
      change({ isSaving: false });
    }
  }

  function refused(error: Error, changes: Partial<Edited>): void {
    const newer = newerIn(error);
    if (!newer) change({ trouble: error, sent: [...get().sent, changes] });
    else if (collisions(get(), newer).length > 0) change({ newer });
    // Where they do not collide both stand; and if an answer was lost on its way, this is what was saved.
    else change({ ...rebase(get(), newer), hasSaved: true });
  }

  function meet(newer: Standing, asked: number): void {
    if (get().isSaving || asked !== saves || get().newer) return;
    // Where they collide the next save will be told, and asks the owner.
    if (collisions(get(), newer).length === 0) change(rebase(get(), toStanding(newer)));
  }

  function keepMine(): void {
    const { newer } = get();
    if (newer) change({ ...rebase(get(), newer), newer: undefined });
    void save();
  }

  function takeTheirs(): void {
    const { newer, mine } = get();
    if (!newer) return;
    const theirs = collisions(get(), newer).map((field) => [field, newer[field]]);
    change({ mine: { ...mine, ...Object.fromEntries(theirs) } });
    keepMine();
  }
}

/** Without whatever else a case has. */
function toStanding({ issue, status, notes, version }: Standing): Standing {
  return { issue, status, notes, version };
}

function newerIn(error: Error): Standing | undefined {
  return error instanceof Refusal ? (error.refused as Partial<Conflict>).newer : undefined;
}
