import { UserError } from '../platform/user-error';
import type { Cell } from './cell';
import { letter } from './header';
import { rangeOf } from './ranges';
import { idIn, keyOf } from './row-cells';
import { spansOf } from './spans';
import type { Table } from './table';
import type { Tabs } from './tabs';

/** Some cells of a row, each at its column's position. */
export interface RowAt {
  row: number;
  id: string;
  cells: Cell[];
}

/** A read costs as much as so many cells of one (platform facts 11.2). */
const READ_IN_CELLS = 80 / 0.009;

/**
 * The cells of these rows that some columns and the key need, in as few reads as pay. Undefined where the tab has
 * become shorter.
 */
export function readRowsAt(
  tabs: Tabs,
  table: Table,
  { rows, names }: { rows: readonly number[]; names: readonly string[] },
): RowAt[] | undefined {
  const { header } = tabs.open(table.name);
  const positions = [table.key, ...names].flatMap((name) => header.positions(name));
  const [left, right] = [Math.min(...positions), Math.max(...positions)];
  const spans = spansOf(rows, READ_IN_CELLS / (right - left + 1));
  const address = ([from, to]: [number, number]) => `${letter(left)}${from}:${letter(right)}${to}`;
  const blocks = spans.map((span) => cellsAt(tabs, table, address(span)));
  if (!blocks.every((block) => block !== undefined)) return undefined;
  const key = keyOf(tabs, table);
  return rows.map((row) => {
    const index = spans.findIndex(([from, to]) => from <= row && row <= to);
    const read = blocks[index]?.[row - (spans[index]?.[0] ?? 0)] ?? [];
    const cells = [...Array<Cell>(left).fill(''), ...read];
    return { row, id: idIn(cells[key]), cells };
  });
}

function cellsAt({ spreadsheet }: Tabs, { name }: Table, address: string): Cell[][] | undefined {
  try {
    return rangeOf(spreadsheet, name, address).getValues();
  } catch (error) {
    if (error instanceof UserError) throw error;
    return undefined;
  }
}
