import * as cache from '../platform/cache';

/** State of the sheet and of the host, by the names of tabs. The cache may lose it: then all is sent again. */
export interface State {
  shown: Readonly<Record<string, KnownRows>>;
  /** The host's versions of the tabs that are edited here. */
  versions: Readonly<Record<string, string>>;
  /** The marks of the edits that were sent last. */
  sent: Readonly<Record<string, string>>;
  /** Texts on what was refused, each with its cell. */
  refusals: Readonly<Record<string, readonly string[]>>;
  /** Epoch ms of the last sweep, and of the last time when all rows were written. */
  sweptAt: number;
  filledAt: number;
  failure?: Failure;
}

/** Epoch ms of the first failure since the last success, and of the next try; the last one's error. */
interface Failure {
  since: number;
  retryAt: number;
  error: string;
}

export interface KnownRows {
  total: number;
  rows: number;
  top: string;
  blocks: readonly string[];
  /** The mark of the last edit by hand before they were written. */
  mark: string;
}

/** Contents of the cache when a run began. */
export interface Stored {
  state: State;
  /** ID of the run that has written the state; undefined where there is none. */
  run: string | undefined;
  /** Returns another text after each edit of the tab by hand. */
  markOf(tab: string): string;
}

export const NOTHING: State = {
  shown: {},
  versions: {},
  sent: {},
  refusals: {},
  sweptAt: 0,
  filledAt: 0,
};

const STATE = 'window';
/** Has the run of the state as well, and is never read ahead. */
const RUN = 'window run';
const EDITED = 'window edited ';

/** Keys of the cache that `readStored` reads. */
export function storedKeys(tabs: readonly string[]): string[] {
  return [STATE, ...tabs.map((tab) => EDITED + tab)];
}

export function readStored(tabs: readonly string[]): Stored {
  const found = cache.getTexts(storedKeys(tabs));
  const { run, ...state } = { ...NOTHING, ...JSON.parse(found[STATE] ?? '{}') } as State & { run?: string };
  return { state, run, markOf: (tab) => found[EDITED + tab] ?? '' };
}

/** Undefined where the window has not been refreshed lately. */
export function readState(): State | undefined {
  return cache.get<State>(STATE);
}

/** Tells whether another run has written into the sheet since. */
export function isOutdated({ run }: Stored): boolean {
  return run !== undefined && (cache.getText(RUN) ?? run) !== run;
}

export function storeState(state: State): void {
  const run = Utilities.getUuid();
  cache.setTexts({ [STATE]: JSON.stringify({ ...state, run }), [RUN]: run }, cache.MAX_TTL_S);
}

export function forgetState(): void {
  cache.invalidate(STATE);
}

export function markEdited(tab: string): void {
  cache.setText(EDITED + tab, Utilities.getUuid(), cache.MAX_TTL_S);
}
