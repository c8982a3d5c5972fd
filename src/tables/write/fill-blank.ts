import { withScriptLock } from '../../platform/platform';
import { readBlock, rowReader, spansOf, writeValue } from '../grid/rows';
import { Tab } from '../grid/tab';
import type { Cell } from '../schema/column';
import { type ColumnName, columnOf, type Row, type Table } from '../schema/table';

/** What is filled in one hold of the lock: rows, and runs of neighbouring rows, each of which is a write per column. */
const ROWS_AT_ONCE = 2_000;
const RUNS_AT_ONCE = 4;

/**
 * Fills columns that are computed from others, in the rows in which the first of them is blank: for columns that an update
 * has added. None may need more than one cell. Two reads where nothing is blank.
 */
export function fillBlank<T extends Table, C extends ColumnName<T>, S extends ColumnName<T>>(
  table: T,
  columns: readonly [C, ...C[]],
  { from, toValues }: { from: readonly S[]; toValues: (row: Pick<Row<T>, S>) => Pick<Row<T>, C> },
): void {
  const [first] = columns;
  const [ids, filled] = [readCellsOf(table, table.key), readCellsOf(table, first)];
  const blank = ids.flatMap((id, index) => (id !== '' && filled[index] === '' ? [index + 2] : []));
  for (const [start, end] of holdsOf(blank)) {
    withScriptLock(() => {
      fillRows(new Tab(table), { start, end, columns, from, toValues });
      SpreadsheetApp.flush();
    });
  }
}

/** The first row and the last one of each. */
function holdsOf(rows: readonly number[]): [number, number][] {
  const holds: [number, number][] = [];
  let runs = 0;
  for (const row of rows) {
    const hold = holds[holds.length - 1];
    if (!hold || row !== hold[1] + 1) runs++;
    if (hold && runs <= RUNS_AT_ONCE && row - hold[0] < ROWS_AT_ONCE) hold[1] = row;
    else {
      holds.push([row, row]);
      runs = 1;
    }
  }
  return holds;
}

function readCellsOf(table: Table, name: string): Cell[] {
  const { header, rows } = readBlock(table, [name]);
  return rows.map((cells) => cells[header.get(name)] ?? '');
}

interface Filling<T extends Table, C extends string, S extends ColumnName<T>> {
  /** The first row and the last. */
  start: number;
  end: number;
  columns: readonly C[];
  from: readonly S[];
  toValues: (row: Pick<Row<T>, S>) => Record<C, unknown>;
}

/** A column at a time, so that nothing between them is read. Other rows, which may just be written, are left alone. */
function fillRows<T extends Table, C extends ColumnName<T>, S extends ColumnName<T>>(
  tab: Tab<T>,
  { start, end, columns, from, toValues }: Filling<T, C, S>,
): void {
  const { schema, sheet, header } = tab;
  const height = Math.min(end, sheet.getLastRow()) - start + 1;
  if (height < 1) return;
  const rangeOf = (name: string) => sheet.getRange(start, header.get(name) + 1, height, 1);
  const read = new Map([schema.key, ...from, ...columns].map((name) => [name, rangeOf(name).getValues()]));
  const cellAt = (name: string, index: number): Cell => read.get(name)?.[index]?.[0] ?? '';
  const parse = rowReader(schema, header, from);
  const isBlank = (index: number) =>
    cellAt(schema.key, index) !== '' && cellAt(columns[0] ?? '', index) === '';
  const computed = Array.from({ length: height }, (_, index) => {
    if (!isBlank(index)) return undefined;
    const cells: Cell[] = Array(header.width).fill('');
    for (const name of from) cells[header.get(name)] = cellAt(name, index);
    return toValues(parse(cells, start + index));
  });
  const filled = computed.flatMap((values, index) => (values ? [index] : []));
  for (const [from, to] of spansOf(filled, 1)) {
    const some = computed.slice(from, to + 1);
    for (const name of columns) {
      const written = some.map((values): Cell[] => [
        writeValue(columnOf(schema, name), values?.[name])[0] ?? '',
      ]);
      sheet.getRange(start + from, header.get(name) + 1, written.length, 1).setValues(written);
    }
  }
}
