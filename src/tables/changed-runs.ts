import type { Cell } from './cell';
import { withMark } from './cell-text';
import type { Header } from './header';
import { runsOf } from './runs';
import { columnNames, type Table } from './table';

interface Rewriting {
  /** The cells of the row as they were read. */
  standing: readonly Cell[];
  /** What is to stand there, by position. */
  cells: ReadonlyMap<number, Cell>;
}

/**
 * The cells of a row that change, and none where only the version would, in as few runs as can be: a write costs more
 * than the table's own cells in between, which are written as they stand. Columns of the owner's own are left alone.
 */
export function changedRuns(table: Table, header: Header, rewriting: Rewriting): Map<number, Cell[]> {
  const { standing, cells } = rewriting;
  const changed = [...cells].filter(([position, cell]) => !isSame(cell, standing[position] ?? ''));
  if (changed.every(([position]) => position === header.get('version'))) return new Map();
  const own = new Set(columnNames(table).flatMap((name) => header.positions(name)));
  const between = standing
    .map((cell, position): [number, Cell] => [position, asWritten(cell)])
    .filter(([position]) => own.has(position) && !isError(standing[position]));
  const runs = runsOf(new Map([...between, ...changed]));
  return trimmed(runs, new Set(changed.map(([position]) => position)));
}

/** Each run from its first changed cell to its last. */
function trimmed(
  runs: ReadonlyMap<number, readonly Cell[]>,
  changed: ReadonlySet<number>,
): Map<number, Cell[]> {
  const needed = new Map<number, Cell[]>();
  for (const [first, run] of runs) {
    const places = run.map((_, index) => first + index).filter((position) => changed.has(position));
    const [from, to] = [places[0], places[places.length - 1]];
    if (from !== undefined && to !== undefined) needed.set(from, run.slice(from - first, to - first + 1));
  }
  return needed;
}

function isSame(written: Cell, standing: Cell): boolean {
  const there = asWritten(standing);
  if (written instanceof Date && there instanceof Date) return written.getTime() === there.getTime();
  return written === there;
}

function asWritten(cell: Cell): Cell {
  return typeof cell === 'string' && cell !== '' ? withMark(cell) : cell;
}

/** What a formula answers that cannot be computed; as a text it would stay when the trouble is over. */
function isError(cell: Cell | undefined): boolean {
  return typeof cell === 'string' && /^#(?:REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|ERROR!)$/.test(cell);
}
