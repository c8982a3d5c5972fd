import { rowsOfIds } from '../grid/locate';
import { parseRow, partsNeeded, spansOf, toFound } from '../grid/rows';
import { Tab } from '../grid/tab';
import type { Cell } from '../schema/column';
import { columnNames, type Row, type Table } from '../schema/table';
import type { Write } from '../schema/write';
import { asWritten, changedCells } from './update';
import { NO_WRITE, toWrite } from './write-all';

/** At most this many rows are read and written together, with at most this many characters. */
const MAX_ROWS = 1_000;
const MAX_CHARACTERS = 5_000_000;

/** Up to this many writes cost less than one over all the rows between. */
const MAX_WRITES = 4;

/** Neighbouring rows as they were read, and what is to be changed in some of them, by row number. */
interface Span<T extends Table> {
  from: number;
  rows: Cell[][];
  patches: ReadonlyMap<number, Partial<Row<T>>>;
}

/**
 * Changes many rows, each by a pure function of its current state, and counts their column `version` up where the table
 * has one, unless the function sets it. Rows near each other are read together and written together, with what lies
 * between them as it is. Rows that are gone are passed over.
 */
export function updateRows<T extends Table>(
  table: T,
  changes: ReadonlyMap<string, (row: Row<T>) => Partial<Row<T>>>,
): Write {
  if (changes.size === 0) return NO_WRITE;
  return toWrite({
    check: (open) => open(table).assertHas(columnNames(table)),
    write(open) {
      const tab = open(table);
      const rows = [...rowsOfIds(tab, [...changes.keys()]).values()];
      const spans = spansWithin(rows, maxRows(tab)).map(([from, to]): Span<T> => {
        const cells = tab.rows(from, to);
        return { from, rows: cells, patches: patchesFor(tab, { from, rows: cells }, changes) };
      });
      const patches = spans.flatMap((span) => [...span.patches.values()]);
      tab.makeRoom(partsNeeded(table, patches));
      for (const span of spans) writeSpan(tab, span);
    },
  });
}

/**
 * The ids in groups whose rows lie near each other; those that are gone are missing. Where rows lie all over a tab, each
 * group is changed under a lock of its own, so that nobody waits long.
 */
export function groupNearby(table: Table, ids: readonly string[]): string[][] {
  if (ids.length === 0) return [];
  const tab = new Tab(table);
  const rows = [...rowsOfIds(tab, ids)];
  return spansWithin(
    rows.map(([, row]) => row),
    maxRows(tab),
  ).map(([from, to]) => rows.flatMap(([id, row]) => (from <= row && row <= to ? [id] : [])));
}

/** As if all rows were as long as the first one. */
function maxRows({ first }: Tab): number {
  return Math.min(MAX_ROWS, Math.ceil(MAX_CHARACTERS / Math.max(1, first.join().length)));
}

/** First and last of the rows that are read together, none longer than so many rows. */
function spansWithin(rows: readonly number[], length: number): [number, number][] {
  const spans: [number, number][] = [];
  for (const row of [...rows].sort((a, b) => a - b)) {
    const span = spans[spans.length - 1];
    if (span && row - span[0] < length) span[1] = row;
    else spans.push([row, row]);
  }
  return spans;
}

function patchesFor<T extends Table>(
  tab: Tab<T>,
  { from, rows }: Pick<Span<T>, 'from' | 'rows'>,
  changes: ReadonlyMap<string, (row: Row<T>) => Partial<Row<T>>>,
): Map<number, Partial<Row<T>>> {
  const patches = new Map<number, Partial<Row<T>>>();
  const pending = new Map(changes);
  for (const [index, cells] of rows.entries()) {
    const found = toFound(tab, from + index, cells);
    const change = pending.get(found.id);
    if (!change) continue;
    // A row that was pasted a second time stays as it is.
    pending.delete(found.id);
    const row = parseRow(tab, found);
    const patch = change(row);
    const { version } = row as { version?: number };
    patches.set(found.row, version === undefined ? patch : { version: version + 1, ...patch });
  }
  return patches;
}

function writeSpan<T extends Table>(tab: Tab<T>, { from, rows, patches }: Span<T>): void {
  const changed = new Map(
    [...patches]
      .map(([row, patch]) => [row, changedCells(tab, rows[row - from] ?? [], patch)] as const)
      .filter(([, cells]) => cells.size > 0),
  );
  if (changed.size === 0) return;
  const runs = spansOf([...changed.keys()], 1);
  const [first, last] = [runs[0]?.[0] ?? 0, runs[runs.length - 1]?.[1] ?? 0];
  for (const [top, bottom] of runs.length > MAX_WRITES ? [[first, last] as const] : runs)
    writeBlock(tab, rows.slice(top - from, bottom + 1 - from), { top, changed });
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
