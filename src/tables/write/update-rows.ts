import { parseRow, partsNeeded, readRowsAt, rowReader, spansOf, toCells, toFound } from '../grid/rows';
import type { Tab } from '../grid/tab';
import { keepable } from '../read/kept-columns';
import type { Cell } from '../schema/column';
import { letter } from '../schema/header';
import { type ColumnName, columnNames, type Row, type Table, tabColumns } from '../schema/table';
import { nextVersion } from '../schema/version';
import type { Write } from '../schema/write';
import { asWritten, changedCells } from './update';
import { extentOf, type Places, visitRows } from './visit-rows';

/** Limits of what is read and written together: more would keep others waiting for the lock. */
const MAX_ROWS = 1_000;
const MAX_CELLS = 20_000;
const MAX_CHARACTERS = 2_000_000;

/** Up to this many writes cost less than one over all the rows between. */
const MAX_WRITES = 4;

/** Neighbouring rows as they were read, and what is to be changed in some of them, by row number. */
interface Span<T extends Table> {
  from: number;
  rows: Cell[][];
  patches: ReadonlyMap<number, Partial<Row<T>>>;
}

/**
 * Changes many rows, from top to bottom, each by a pure function of its current state, and counts their column `version` up
 * where the table has one, unless the function sets it. Rows near each other are read together and written together, with
 * what lies between them as it is. Rows that are gone are passed over.
 */
export function updateRows<T extends Table>(
  table: T,
  changes: ReadonlyMap<string, (row: Row<T>) => Partial<Row<T>>>,
): Write {
  const changed = new Set<string>();
  return visitRows<T>(table, [...changes.keys()], {
    changed,
    needs: Object.keys(tabColumns(table)),
    maxRows,
    msFor,
    visit(tab, places) {
      const from = Math.min(...places.values());
      const rows = tab.findRows(from, from + extentOf(places) - 1);
      const found = [...places.values()].map((row) => toFound(tab, row, rows[row - from] ?? []));
      if (!found.every(({ id, row }) => places.get(id) === row)) return false;
      const patches = new Map(
        found.flatMap((one) => {
          const change = changes.get(one.id);
          if (!change) return [];
          const row = parseRow(tab, one);
          return [[one.row, { ...nextVersion(row), ...change(row) }] as const];
        }),
      );
      tab.makeRoom(partsNeeded(table, [...patches.values()]));
      for (const name of writeSpan(tab, { from, rows, patches })) changed.add(name);
      return true;
    },
  });
}

/** Counts as if all rows were as long as the first one. */
function maxRows({ header, first }: Tab): number {
  const rows = Math.min(MAX_CELLS / header.width, MAX_CHARACTERS / Math.max(1, first.join().length));
  return Math.min(MAX_ROWS, Math.ceil(rows));
}

/** The model's time to read these rows with all between them, and to write what changes. */
function msFor(tab: Tab, places: Places): number {
  const rows = extentOf(places);
  const cells = rows * tab.header.width;
  const ms = places.size > MAX_WRITES ? 300 + cells * 0.055 : 100 + cells * 0.01 + places.size * 170;
  return ms + (rows * tab.first.join().length) / 5_000;
}

/** Returns the columns in which something has changed, of those that lists keep. */
function writeSpan<T extends Table>(tab: Tab<T>, { from, rows, patches }: Span<T>): string[] {
  const changed = new Map(
    [...patches]
      .map(([row, patch]) => [row, changedCells(tab, rows[row - from] ?? [], patch)] as const)
      .filter(([, cells]) => cells.size > 0),
  );
  if (changed.size === 0) return [];
  const runs = spansOf([...changed.keys()], 1);
  const [first, last] = [runs[0]?.[0] ?? 0, runs[runs.length - 1]?.[1] ?? 0];
  for (const [top, bottom] of runs.length > MAX_WRITES ? [[first, last] as const] : runs)
    writeBlock(tab, rows.slice(top - from, bottom + 1 - from), { top, changed });
  const positions = new Set([...changed.values()].flatMap((cells) => [...cells.keys()]));
  return keepable(tab.schema).filter((name) => positions.has(tab.header.find(name) ?? -1));
}

/** One write; a formula in a cell that is not changed stays a formula. */
function writeBlock(
  { sheet }: Tab,
  rows: readonly Cell[][],
  { top, changed }: { top: number; changed: ReadonlyMap<number, ReadonlyMap<number, Cell>> },
): void {
  const own = rows.map((_, index) => changed.get(top + index) ?? new Map<number, Cell>());
  const positions = own.flatMap((cells) => [...cells.keys()]);
  const [left, right] = [Math.min(...positions), Math.max(...positions)];
  const width = right - left + 1;
  const range = sheet.getRange(top, left + 1, rows.length, width);
  const formulas = positions.length < rows.length * width ? range.getFormulas() : [];
  const block = rows.map((present, index) =>
    Array.from({ length: width }, (_, at): Cell => {
      const written = own[index]?.get(left + at);
      return written ?? (formulas[index]?.[at] || asWritten(present[left + at] ?? ''));
    }),
  );
  range.setValues(block);
}

/** The most cells that are read under the lock at once, those of the rows between included. */
const MAX_READ_CELLS = 120_000;

export interface SetOptions<T extends Table, C extends ColumnName<T>> {
  /** None may need more than one cell. */
  values: Partial<Row<T>>;
  /** Columns that `onSet` gets of each row, as it is then. */
  columns: readonly C[];
  /** Called several times where the rows lie far apart. */
  onSet: (rows: Pick<Row<T>, C>[]) => void;
  /** Called with ids that no row has, before anything is written, unless a row goes at that very moment. */
  onMissing: (ids: readonly string[]) => never;
}

/**
 * Sets the same values in several rows, wherever they lie, and touches no other cell: in all of them, or in none where one
 * is gone. Of neighbours it is one write a column.
 */
export function setInRows<T extends Table, C extends ColumnName<T>>(
  table: T,
  ids: readonly string[],
  { values, columns, onSet, onMissing }: SetOptions<T, C>,
): Write {
  const places = [table.key, ...columns].map((name) => columnNames(table).indexOf(name));
  const width = Math.max(...places) - Math.min(...places) + 1;
  return visitRows(table, ids, {
    needs: columnNames(table),
    maxRows: () => MAX_READ_CELLS / width,
    msFor: (_, rows) => 100 + extentOf(rows) * width * 0.009 + Object.keys(values).length * 90,
    visit(tab, rows) {
      const found = readRowsAt(tab, [...rows.values()], columns);
      if (!found?.every(({ id, row }) => rows.get(id) === row)) return false;
      const spans = spansOf([...rows.values()], 1);
      for (const [position, cell] of toCells(tab, values)) {
        const at = letter(position);
        tab.sheet.getRangeList(spans.map(([from, to]) => `${at}${from}:${at}${to}`)).setValue(cell);
      }
      const parse = rowReader(table, tab.header, columns);
      onSet(found.map(({ cells, row }) => ({ ...parse(cells, row), ...values })));
      return true;
    },
    onMissing,
  });
}
