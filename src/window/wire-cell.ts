import type { column } from '../tables/tables';
import type { WireCell } from './protocol';

type Column = column.Column<unknown>;

/** A cell as JSON has it: a date is its epoch ms. */
export function toWire(cell: column.Cell): WireCell {
  return cell instanceof Date ? cell.getTime() : cell;
}

/** Returns what a cell of this column means; its empty value where it means nothing. */
export function toValue(own: Column, cell: WireCell): unknown {
  if (cell === '') return own.empty;
  const read = own.type === 'timestamp' && typeof cell === 'number' ? new Date(cell) : cell;
  return own.fromCell(read) ?? own.empty;
}

/** Cells that mean the same have the same text. */
export function meaningOf(own: Column, cell: WireCell): string {
  return String(toWire(own.toCell(toValue(own, cell))));
}
