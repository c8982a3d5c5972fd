import { errorMessage, MINUTE_MS, withUserLock } from '../platform/platform';
import { LayoutError, UserError } from '../platform/user-error';
import { applyAnswer, type EditedTab, readEdited } from './edited';
import { ask, type Host } from './host';
import type { EditedRequest, ShownRequest, WindowAnswer } from './protocol';
import { isMade, type Queries, readQueries, storeMade, storeQueries } from './settings';
import { makeWindow, type ShownTab, writeShown } from './shown';
import {
  forgetState,
  isOutdated,
  type KnownRows,
  markEdited,
  NOTHING,
  readStored,
  type State,
  type Stored,
  storedKeys,
  storeState,
} from './state';

/** Tabs in which the sheet of an API that has moved to a database shows it, and that its owner goes on to edit there. */
export interface WindowTabs {
  shown: readonly ShownTab[];
  edited: readonly EditedTab[];
}

/** A total that no answer has. */
const UNKNOWN = -1;

/** Not every edit leaves a mark, and the cache may lose one: so often all that is edited here is sent in any case. */
export const SWEEP_MS = 10 * MINUTE_MS;
/** A timer comes some seconds early or late. */
const JITTER_MS = 30_000;
/**
 * A try that failed is followed by so many times as long without one. A host that lets everybody wait half a minute would
 * otherwise take all of the ninety minutes that the timers of an account have a day.
 */
const WAITS = 20;
/** Rows that were sorted or deleted by hand are in their places again after this time. */
const FILL_MS = 60 * MINUTE_MS;
/** Keys of the cache that `refreshWindow` reads. */
export function windowKeys(tabs: WindowTabs): string[] {
  return storedKeys(namesOf(tabs));
}

/** Refreshes for the timer, every minute: one call of the cache and of the host while nothing changes, none of the sheet. */
export function refreshWindow(host: Host, tabs: WindowTabs): void {
  const stored = readStored(namesOf(tabs));
  const { state } = stored;
  const startedAt = Date.now();
  if (state.failure && startedAt < state.failure.retryAt) return;
  const failed = (error: unknown) => ({
    since: state.failure?.since ?? startedAt,
    retryAt: Date.now() + WAITS * (Date.now() - startedAt) - JITTER_MS,
    error: errorMessage(error),
  });
  let news: News | undefined;
  try {
    news = askForNews(host, tabs, stored);
  } catch (error) {
    storeState({ ...state, failure: failed(error) });
    return;
  }
  if (!news) return;
  const read = news;
  withUserLock(() => {
    if (isOutdated(stored)) return;
    // Nobody knows what the sheet has while it is written.
    forgetState();
    try {
      storeState(applyNews(tabs, read, stored));
    } catch (error) {
      storeState({ ...NOTHING, failure: failed(error) });
    }
  });
}

/** Handles the sheet's trigger: the next refresh sends what is typed, and where nobody may type the rows are written anew. */
export function markEdit(tabs: WindowTabs, { range }: Partial<GoogleAppsScript.Events.SheetsOnEdit>): void {
  const name = range?.getSheet().getName();
  if (name !== undefined && namesOf(tabs).includes(name)) markEdited(name);
}

/** Shows what these filters let through, from now on. @throws UserError where the host refuses one, and nothing changes */
export function changeQueries(host: Host, tabs: WindowTabs, queries: Queries): void {
  const shown = tabs.shown.map((tab) => [tab.table.name, toRequest(tab, queries)] as const);
  const answer = ask(host, { shown: Object.fromEntries(shown), versions: {}, edited: {} });
  const [refused] = Object.entries(answer.shown).filter(([, rows]) => typeof rows === 'string');
  if (refused) throw new UserError(`${refused[0]}: ${refused[1]}`);
  storeQueries(queries);
  forgetState();
  refreshWindow(host, tabs);
}

/** Answer of the host, and what it was asked. */
interface News {
  answer: WindowAnswer;
  /** The tabs that were sent, and why others cannot be read. */
  requests: Record<string, EditedRequest>;
  refusals: Record<string, readonly string[]>;
  queries: Queries;
  /** The rows that the host was told of as known. */
  known: State['shown'];
  /** Epoch ms. */
  at: number;
  isSweep: boolean;
  isFill: boolean;
}

/** Undefined where nothing has changed. Reads what was edited, and writes nothing. */
function askForNews(host: Host, tabs: WindowTabs, { state, markOf }: Stored): News | undefined {
  const at = Date.now();
  const isSweep = at - state.sweptAt >= SWEEP_MS - JITTER_MS;
  const isFill = at - state.filledAt >= FILL_MS;
  const queries = readQueries();
  const known = isFill ? {} : unmarkedRows(state, markOf);
  const shown = tabs.shown.map((tab) => {
    const request = toRequest(tab, queries, known[tab.table.name]);
    // The rows may be the same: the line above them says when they were.
    return [tab.table.name, isSweep ? { ...request, total: UNKNOWN } : request] as const;
  });
  const isMarked = (tab: EditedTab) => markOf(tab.table.name) !== (state.sent[tab.table.name] ?? '');
  const typed = readAll(tabs.edited.filter((tab) => isSweep || isMarked(tab)));
  const request = { shown: Object.fromEntries(shown), versions: state.versions };
  const first = ask(host, { ...request, edited: typed.requests });
  // The host compares what it has changed with what the sheet has.
  const wanted = readAll(tabs.edited.filter(({ table }) => first.wanted.includes(table.name)));
  const answer = {
    ...first,
    edited: { ...first.edited, ...askAbout(host, wanted.requests, state.versions) },
  };
  const requests = { ...typed.requests, ...wanted.requests };
  const refusals = { ...typed.refusals, ...wanted.refusals };
  const isQuiet = Object.keys({ ...answer.shown, ...answer.edited, ...refusals }).length === 0;
  if (isQuiet && !state.failure) return undefined;
  return { answer, requests, refusals, queries, known, at, isSweep, isFill };
}

/** Writes it into the sheet. Returns what is known then. */
function applyNews(tabs: WindowTabs, news: News, { state, markOf }: Stored): State {
  const { answer, requests, queries, known, at, isSweep, isFill } = news;
  const shown: Record<string, KnownRows> = {};
  const versions: Record<string, string> = { ...state.versions };
  const sentMarks = Object.fromEntries(tabs.edited.map((tab) => [tab.table.name, markOf(tab.table.name)]));
  const refusals: Record<string, readonly string[]> = {
    ...mapValues(answer.edited, (one) => one.refusals.map(({ problem }) => problem)),
    ...news.refusals,
  };
  for (const tab of [...tabs.edited, ...tabs.shown]) {
    const { name } = tab.table;
    const [sent, edited, rows, before] = [
      requests[name],
      answer.edited[name],
      answer.shown[name],
      known[name],
    ];
    try {
      if (sent && edited) {
        applyAnswer(tab, sent, edited);
        versions[name] = edited.version;
      }
      if (rows === undefined || typeof rows === 'string') {
        if (before) shown[name] = before;
        if (rows !== undefined) refusals[name] = [rows];
        continue;
      }
      // A tab becomes a window with its first rows.
      if (!isMade(name)) makeWindow(tab);
      storeMade(name);
      writeShown(tab, rows, { before: before?.rows, isFiltered: (queries[name] ?? '') !== '' });
      const { total, count, top, blocks } = rows;
      shown[name] = { total, rows: count, top, blocks, mark: markOf(name) };
      refusals[name] = [];
    } catch (error) {
      // A tab that is gone, or cannot be written, holds up no other. What it has is not known, so that it is asked about again.
      const isGone = error instanceof LayoutError;
      refusals[name] = [isGone ? error.message : `${name} could not be written: ${errorMessage(error)}`];
      if (!isGone) sentMarks[name] = state.sent[name] ?? '';
    }
  }
  return {
    shown,
    versions,
    sent: sentMarks,
    refusals: { ...state.refusals, ...refusals },
    sweptAt: isSweep ? at : state.sweptAt,
    filledAt: isFill ? at : state.filledAt,
  };
}

/** Returns the rows that nobody has edited since they were written. */
function unmarkedRows(state: State, markOf: Stored['markOf']): State['shown'] {
  const rows = Object.entries(state.shown);
  return Object.fromEntries(rows.filter(([name, { mark }]) => markOf(name) === mark));
}

function toRequest({ table, columns }: ShownTab, queries: Queries, known?: KnownRows): ShownRequest {
  const query = queries[table.name] ?? '';
  return {
    query,
    columns,
    total: known?.total ?? UNKNOWN,
    top: known?.top ?? '',
    blocks: known?.blocks ?? [],
  };
}

interface ReadTabs {
  requests: Record<string, EditedRequest>;
  /** Reasons why tabs cannot be read. */
  refusals: Record<string, readonly string[]>;
}

function readAll(tabs: readonly EditedTab[]): ReadTabs {
  const read: ReadTabs = { requests: {}, refusals: {} };
  for (const tab of tabs) {
    try {
      read.requests[tab.table.name] = readEdited(tab);
    } catch (error) {
      if (!(error instanceof LayoutError)) throw error;
      read.refusals[tab.table.name] = [error.message];
    }
  }
  return read;
}

function askAbout(
  host: Host,
  edited: ReadTabs['requests'],
  versions: State['versions'],
): WindowAnswer['edited'] {
  return Object.keys(edited).length > 0 ? ask(host, { shown: {}, versions, edited }).edited : {};
}

function namesOf({ shown, edited }: WindowTabs): string[] {
  return [...shown, ...edited].map(({ table }) => table.name);
}

function mapValues<V, R>(values: Readonly<Record<string, V>>, map: (value: V) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
