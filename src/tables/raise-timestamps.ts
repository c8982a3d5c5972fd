import type { Cell } from './cell';
import { locate } from './locate';
import { rangeOf } from './ranges';
import { runsOf } from './runs';
import type { ColumnName, Table } from './table';
import { assertColumns, NO_WRITE, type Write } from './write-all';

/** Moves a time on, each row's to its own and never back. Rows that are gone are left out. */
export function raiseTimestamps<T extends Table>(
  table: T,
  column: ColumnName<T>,
  times: ReadonlyMap<string, Date>,
): Write {
  if (times.size === 0) return NO_WRITE;
  return {
    check: (tabs) => assertColumns(tabs, table, [table.key, column]),
    write(tabs) {
      const rows = locate(tabs, table, new Set(times.keys()));
      if (rows.size === 0) return;
      const [at] = tabs.open(table.name).header.letters(column);
      const rangeAt = (address: string) => rangeOf(tabs.spreadsheet, table.name, address);
      const standing = rangeAt(`${at}:${at}`)
        .getValues()
        .map(([cell = '']): Cell => cell);
      for (const [first, run] of runsOf(inFewRuns(laterTimes(rows, times, standing), standing)))
        rangeAt(`${at}${first}:${at}${first + run.length - 1}`).setValues(run.map((cell) => [cell]));
    },
  };
}

/** By row: the times that lie after what stands there. */
function laterTimes(
  rows: ReadonlyMap<string, number>,
  times: ReadonlyMap<string, Date>,
  standing: readonly Cell[],
): Map<number, Cell> {
  const cells = [...rows].map(([id, row]): [number, Cell] => {
    const [time, cell = ''] = [times.get(id) ?? '', standing[row - 1]];
    return [row, cell instanceof Date && cell >= time ? '' : time];
  });
  return new Map(cells.filter(([, cell]) => cell !== ''));
}

/** So many writes cost less than one over all the rows between. */
const MOST_WRITES = 4;

/** Where there would be more, the times in between are written as they stand; anything else there ends a run. */
function inFewRuns(due: ReadonlyMap<number, Cell>, standing: readonly Cell[]): ReadonlyMap<number, Cell> {
  if (runsOf(due).size <= MOST_WRITES) return due;
  const [first, last] = [Math.min(...due.keys()), Math.max(...due.keys())];
  const between = standing
    .map((cell, index): [number, Cell] => [index + 1, cell])
    .filter(([row, cell]) => row > first && row < last && (cell === '' || cell instanceof Date));
  return new Map([...between, ...due]);
}
