import { dayAt } from '../../platform/day';
import { deskTimeZone } from '../../platform/time-zone';
import { fromTextCells, toTextCells } from './cell-text';
import type { Cell, OwnValues } from './column';

/** The positions of the columns that the owner has added, by their headers. */
type Positions = ReadonlyMap<string, number>;

/** Reads what a row has in the columns that its owner has added. A date is its day. */
export function readOwn(positions: Positions, cells: readonly Cell[]): OwnValues {
  const values = [...positions].map(([text, position]) => [text, toValue(cells[position] ?? '')] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== ''));
}

function toValue(cell: Cell): string | number | boolean {
  const value = fromTextCells([cell]);
  return value instanceof Date ? dayAt(value.getTime(), deskTimeZone()) : value;
}

/** The cells of these values, each at its position. No other column of the owner's is touched. */
export function writeOwn(positions: Positions, values: OwnValues): [position: number, cell: Cell][] {
  return Object.entries(values).flatMap(([text, value]): [number, Cell][] => {
    const position = positions.get(text);
    return position === undefined ? [] : [[position, toOwnCell(value)]];
  });
}

/** Names for the columns that these values need, by which the tab adds those that it lacks. */
export function ownNeeds(name: string, values: OwnValues): string[] {
  return Object.entries(values).flatMap(([text, value]) => (value === null ? [] : [`${name}.${text}`]));
}

function toOwnCell(value: OwnValues[string] = null): Cell {
  return typeof value === 'string' ? (toTextCells(value)[0] ?? '') : (value ?? '');
}
