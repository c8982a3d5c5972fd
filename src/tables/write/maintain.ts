import { withScriptLock } from '../../platform/platform';
import { idIn, readColumns, readRowsAt, rowReader, spansOf } from '../grid/rows';
import { isQuiet, readSequence } from '../grid/sequence';
import { Tab } from '../grid/tab';
import { invalidateRows } from '../read/newest';
import type { Cell } from '../schema/column';
import { SEARCHABLE } from '../schema/searchable';
import { columnNames, type Table } from '../schema/table';
import { type Filter, filtersOf, type Where } from '../schema/where';

/** Something that a timer does now and then, when nothing else is due. */
export interface MaintenanceTask {
  /** Unique. */
  name: string;
  everyMinutes: number;
  run(): void;
}

/** Neighbouring rows: the first and the last of them. */
type RowRun = [number, number];

/** Runs deleted at a time; the rest goes the next time. */
const MAX_RUNS = 10;
/** Others wait for the lock meanwhile: this many calls, and rows to be read, take a second and a half. */
const RUNS_PER_HOLD = 5;
const ROWS_PER_RUN = 2_000;
/** Rows without an id that have content are looked at each time, and must not keep blank ones from their turn. */
const MAX_RUNS_READ = 30;

/** A reading of a tab before the lock. */
interface Survey {
  /** Ids from row 2 on. */
  ids: string[];
  /** Rows without an id, above the last one that has one: what lies below costs nothing. */
  unnamed: number[];
  /** Rows that meet the filters. */
  matching: number[];
}

/**
 * Deletes the blank rows that removed and unfinished rows have left, and those that meet `where`, unless a row is just
 * being made: call it from a timer. A row without an id that has content is left alone.
 * @returns how many rows were deleted
 */
export function maintain<T extends Table>(table: T, where?: Where<T>): number {
  if (!isQuiet(readSequence(table.name))) return 0;
  const filters = where ? filtersOf(table, where) : [];
  const { ids, ...survey } = surveyOf(table, filters);
  if (survey.unnamed.length + survey.matching.length === 0) return 0;
  const tab = new Tab(table);
  const runs = runsToDelete(tab, survey);
  let deleted = 0;
  for (let at = 0; at < runs.length; at += RUNS_PER_HOLD) {
    const some = runs.slice(at, at + RUNS_PER_HOLD);
    deleted += withScriptLock(() => deleteRuns(tab, { runs: some, ids, filters }));
  }
  if (deleted > 0) invalidateRows(table);
  return deleted;
}

function surveyOf(table: Table, filters: readonly Filter[]): Survey {
  const columns = readColumns(table, [table.key, ...filters.map(({ column }) => column)]);
  const columnOf = (name: string) => columns.find((column) => column.name === name);
  const ids = columnOf(table.key)?.cells.map(idIn) ?? [];
  const last = ids.map(Boolean).lastIndexOf(true) + 2;
  const numbers = ids.map((_, index) => index + 2).filter((row) => row <= last);
  const matches = (row: number) =>
    filters.every((filter) => filter.matches(columnOf(filter.column)?.values[row - 2]));
  return {
    ids,
    unnamed: numbers.filter((row) => ids[row - 2] === ''),
    matching: filters.length > 0 ? numbers.filter((row) => ids[row - 2] !== '' && matches(row)) : [],
  };
}

/** Lists runs from the bottom up, so that the rows above stay where they are. */
function runsToDelete(tab: Tab, { unnamed, matching }: Omit<Survey, 'ids'>): RowRun[] {
  const blank: RowRun[] = [];
  for (const run of deletableRuns(unnamed).slice(0, MAX_RUNS_READ)) {
    if (blank.length < MAX_RUNS) blank.push(...deletableRuns(blankRows(tab, run)));
  }
  return [...blank, ...deletableRuns(matching)].sort(([a], [b]) => b - a).slice(0, MAX_RUNS);
}

/** The lowest first. */
function deletableRuns(rows: readonly number[]): RowRun[] {
  const runs = spansOf(rows, 1).flatMap(([from, to]) =>
    Array.from({ length: Math.ceil((to - from + 1) / ROWS_PER_RUN) }, (_, index): RowRun => {
      const first = from + index * ROWS_PER_RUN;
      return [first, Math.min(to, first + ROWS_PER_RUN - 1)];
    }),
  );
  return runs.reverse();
}

/** The words by which `q` finds a row are no content of it: a person who has blanked it may have left them. */
function blankRows(tab: Tab, [from, to]: RowRun): number[] {
  const words = tab.header.find(SEARCHABLE);
  const isBlank = (cells: readonly Cell[]) => cells.every((cell, at) => cell === '' || at === words);
  return tab.findRows(from, to).flatMap((cells, index) => (isBlank(cells) ? [from + index] : []));
}

/** Deletes under the lock; runs that are no longer as they were read are left to a later run. */
function deleteRuns(
  tab: Tab,
  { runs, ids, filters }: { runs: readonly RowRun[]; ids: string[]; filters: readonly Filter[] },
): number {
  const { schema, sheet } = tab;
  SpreadsheetApp.flush();
  if (!isQuiet(readSequence(schema.name))) return 0;
  const unchanged = unchangedRuns(tab, { runs, ids, filters });
  // All but one where there are no others: no sheet can be without a row below its frozen ones.
  let spare = sheet.getMaxRows() - sheet.getFrozenRows() - 1;
  let deleted = 0;
  for (const [from, to] of unchanged) {
    const count = Math.min(to - from + 1, spare);
    if (count <= 0) break;
    sheet.deleteRows(to - count + 1, count);
    ids.splice(to - count - 1, count);
    spare -= count;
    deleted += count;
  }
  SpreadsheetApp.flush();
  return deleted;
}

/** Up to this many rows are read again with all their columns: someone may have typed into a blank one. */
const MAX_WHOLE_ROWS = 100;

/** Reads only ids and filtered columns of many rows again: where rows have moved, that of the row below shows it. */
function unchangedRuns(
  tab: Tab,
  { runs, ids, filters }: { runs: readonly RowRun[]; ids: readonly string[]; filters: readonly Filter[] },
): RowRun[] {
  const filtered = filters.map(({ column }) => column);
  const read = rowReader(tab.schema, tab.header, filtered);
  const matches = (cells: readonly Cell[], row: number) => {
    const values = read(cells, row);
    return filters.every((filter) => filter.matches(values[filter.column]));
  };
  const checked = runs.map(([from, to]) => rowsBetween(from, Math.min(to + 1, ids.length + 1)));
  const rows = [...new Set(checked.flat())];
  const names = rows.length <= MAX_WHOLE_ROWS ? columnNames(tab.schema) : filtered;
  const found = readRowsAt(tab, rows, names) ?? [];
  const byRow = new Map(found.map((one) => [one.row, one]));
  return runs.filter(([, to], index) =>
    checked[index]?.every((row) => {
      const { id, cells = [] } = byRow.get(row) ?? {};
      if (id !== ids[row - 2]) return false;
      return row > to || (id === '' ? cells.every((cell) => cell === '') : matches(cells, row));
    }),
  );
}

function rowsBetween(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
