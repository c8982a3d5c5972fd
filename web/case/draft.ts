import type { Conflict, Edited } from '../../src/tracker/answers';
import { changeListed } from '../list/listed';
import { call, Refusal } from '../server';
import { createStore } from '../store';
import { changesOf, collisions, isChanged, rebase, type Standing } from './edits';

interface DraftState {
  mine: Edited;
  base: Standing;
  sent: readonly Partial<Edited>[];
  isSaving: boolean;
  /** Whether anything has been saved since the page was opened. */
  hasSaved: boolean;
  /** Why the last save failed. */
  trouble?: Error | undefined;
  /** What somebody else has written meanwhile into fields that were edited here: the owner has to choose. */
  newer?: Standing | undefined;
}

const PAUSE_MS = 1_000;

/** The owner's edits of one case, saved in order, one save at a time; it outlives the page that shows it. */
export class Draft {
  readonly caseNumber: string;
  readonly state;
  /** Goes up with every save: an answer to a question asked before it is older than the draft. */
  saves = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(caseNumber: string, standing: Standing) {
    const { issue, status, notes, version } = standing;
    this.caseNumber = caseNumber;
    this.state = createStore<DraftState>({
      mine: { issue, status, notes },
      base: { issue, status, notes, version },
      sent: [],
      isSaving: false,
      hasSaved: false,
    });
  }

  get isUnsaved(): boolean {
    return isChanged(this.state.get());
  }

  get isStuck(): boolean {
    const { trouble, newer } = this.state.get();
    return Boolean(trouble ?? newer);
  }

  /** Saved once the typing pauses. */
  edit(changes: Partial<Edited>): void {
    this.change({ mine: { ...this.state.get().mine, ...changes }, trouble: undefined });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(), PAUSE_MS);
  }

  /** Saves now what is not saved yet, and what is edited meanwhile after it. */
  async save(): Promise<void> {
    this.stopWaiting();
    if (this.state.get().isSaving) return;
    this.change({ trouble: undefined });
    while (this.isDue()) await this.send();
  }

  /** The sheet's state has been read; `saves` is what this draft's were when it was asked for. */
  meet(standing: Standing, saves: number): void {
    const state = this.state.get();
    if (state.isSaving || saves !== this.saves || state.newer) return;
    // The next save will be told, and asks the owner.
    if (collisions(state, standing).length === 0) this.build(standing);
  }

  keepMine(): void {
    const { newer } = this.state.get();
    if (newer) this.build(newer);
    void this.save();
  }

  /** Only where both have changed something: what else was edited is saved. */
  takeTheirs(): void {
    const { newer, mine } = this.state.get();
    if (!newer) return;
    const theirs = collisions(this.state.get(), newer).map((field) => [field, newer[field]]);
    this.change({ mine: { ...mine, ...Object.fromEntries(theirs) } });
    this.keepMine();
  }

  private isDue(): boolean {
    return this.isUnsaved && !this.isStuck && this.timer === undefined;
  }

  private async send(): Promise<void> {
    const { base } = this.state.get();
    const changes = changesOf(this.state.get());
    this.change({ isSaving: true });
    try {
      const { version } = await call('updateCase', this.caseNumber, { ...changes, version: base.version });
      this.saves++;
      this.change({ base: { ...base, ...changes, version }, sent: [], hasSaved: true });
      const { issue, status } = this.state.get().base;
      changeListed(this.caseNumber, { issue, status });
    } catch (error) {
      this.refused(error as Error, changes);
    } finally {
      this.change({ isSaving: false });
    }
  }

  private refused(error: Error, changes: Partial<Edited>): void {
    const newer = newerIn(error);
    if (newer && collisions(this.state.get(), newer).length === 0) {
      // Where they do not collide both stand; and if an answer was lost on its way, this is what was saved.
      this.build(newer);
      this.change({ hasSaved: true });
      return;
    }
    this.change(newer ? { newer } : { trouble: error, sent: [...this.state.get().sent, changes] });
  }

  private build(newer: Standing): void {
    const { issue, status, notes, version } = newer;
    this.change({ ...rebase(this.state.get(), { issue, status, notes, version }), newer: undefined });
  }

  private stopWaiting(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private change(changes: Partial<DraftState>): void {
    this.state.set({ ...this.state.get(), ...changes });
  }
}

function newerIn(error: Error): Standing | undefined {
  return error instanceof Refusal && 'newer' in error.refused ? (error.refused as Conflict).newer : undefined;
}
