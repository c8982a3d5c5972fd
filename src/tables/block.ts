import { boundSpreadsheet } from '../platform/spreadsheet';
import { UserError } from '../platform/user-error';
import type { Cell } from './cell';
import { isFull } from './cell-text';
import { Header, letter } from './header';
import { rangeOf } from './ranges';

/** Columns of a tab as one read brought them: their header, and the rows below it, from row 2 on. */
export interface Block {
  header: Header;
  rows: Cell[][];
}

/**
 * Whole columns in one read, found where they are expected to stand. They bring their own headers along: where
 * those are others, somebody has moved columns, and the header row tells where to. The same where a text goes on
 * in other columns.
 */
export function readBlock(tab: string, expected: readonly string[], names: readonly string[]): Block {
  const block = tryToRead(
    tab,
    names.map((name) => expected.indexOf(name)),
  );
  if (block && isWhole(block, names)) return block;
  const header = new Header(tab, cellsIn(tab, '1:1')[0] ?? []);
  return readSpan(
    tab,
    names.flatMap((name) => header.positions(name)),
  );
}

function isWhole({ header, rows }: Block, names: readonly string[]): boolean {
  if (!names.every((name) => header.has(name))) return false;
  const positions = names.map((name) => header.get(name));
  return !rows.some((cells) => positions.some((position) => isFull(cells[position])));
}

/** Undefined where the tab has fewer columns than expected. */
function tryToRead(tab: string, positions: readonly number[]): Block | undefined {
  try {
    return readSpan(tab, positions);
  } catch (error) {
    if (error instanceof UserError) throw error;
    return undefined;
  }
}

function readSpan(tab: string, positions: readonly number[]): Block {
  const [left, right] = [Math.min(...positions), Math.max(...positions)];
  const [first = [], ...rows] = cellsIn(tab, `${letter(left)}:${letter(right)}`);
  return { header: new Header(tab, first, left), rows };
}

function cellsIn(tab: string, address: string): Cell[][] {
  return rangeOf(boundSpreadsheet(), tab, address).getValues();
}
