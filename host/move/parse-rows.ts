import { fromTextCells } from '../../src/tables/schema/cell-text';
import { type Cell, type Column, textOf } from '../../src/tables/schema/column';
import { Header } from '../../src/tables/schema/header';
import { readOwn } from '../../src/tables/schema/own-columns';
import { columnNames, columnOf, isOwn, type Row, type Table } from '../../src/tables/schema/table';

/** A cell as it travels: a date is an object. */
export type RawCell = string | number | boolean | { date: string };

/** Rows of a tab as its cells are; the first of them is in the row `from`. */
export interface RawRows {
  from: number;
  header: readonly string[];
  rows: readonly (readonly RawCell[])[];
  /** The columns that the owner has added and that move too. */
  own?: readonly string[];
}

/** Something that a person has to know, with its cell: `Leads!C7`. */
export interface Remark {
  cell: string;
  text: string;
}

export interface ParsedRow {
  /** The address of its key. */
  cell: string;
  row: Row<Table>;
}

interface ParsedRows {
  rows: ParsedRow[];
  /** Cells and rows that cannot be moved as they are. */
  problems: Remark[];
  /** Cells that are moved as the desk has understood them so far, in other words than they have. */
  notes: Remark[];
}

/**
 * Parses the cells. A value without a meaning becomes an empty one, as the desk has treated it in the sheet, and is a problem;
 * so is a row without the id that the desk gives.
 *
 * @throws LayoutError where the tab lacks a column
 */
export function parseRows(table: Table, { from, header: texts, rows: raw }: RawRows): ParsedRows {
  const header = new Header(table, texts);
  const columns = columnNames(table).map((name) => ({
    name,
    column: columnOf(table, name),
    positions: header.positions(name),
    own: isOwn(table, name) ? header.own() : undefined,
  }));
  const parsed: ParsedRows = { rows: [], problems: [], notes: [] };
  raw.forEach((line, index) => {
    const cells = line.map((raw) => (typeof raw === 'object' ? new Date(raw.date) : raw));
    if (columns.every(({ positions }) => positions.every((at) => (cells[at] ?? '') === ''))) return;
    const rowNumber = from + index;
    const row: Record<string, unknown> = {};
    for (const { name, column, positions, own } of columns) {
      if (own) row[name] = readOwn(own, cells);
      if (own) continue;
      const cell = fromTextCells(positions.map((at) => cells[at] ?? ''));
      const { value, problem, note } = readCell(column, cell);
      const at = header.addressOf(name, rowNumber);
      if (problem !== undefined) parsed.problems.push({ cell: at, text: problem });
      if (note !== undefined) parsed.notes.push({ cell: at, text: note });
      row[name] = value;
    }
    const cell = header.addressOf(table.key, rowNumber);
    // A key that the owner types may be missing or be there twice.
    if (row[table.key] !== '' || table.edited.includes(table.key))
      parsed.rows.push({ cell, row: row as Row<Table> });
    else parsed.problems.push({ cell, text: 'The row has no ID. Give it one, or delete the row.' });
  });
  return parsed;
}

/** The columns that the owner has added, and that stay in the sheet. */
export function ownColumnsOf(table: Table, { header, own = [] }: Omit<RawRows, 'from'>): string[] {
  return [...new Header(table, header).own().keys()].filter((text) => !own.includes(text));
}

interface ReadCell {
  value: unknown;
  problem?: string;
  note?: string;
}

/** A text that no person types. */
const NONSENSE = '\uFFFF?';

function readCell(column: Column<unknown>, cell: Cell): ReadCell {
  if (cell === '') return { value: column.empty };
  const value = column.fromCell(cell);
  const shown = JSON.stringify(textOf(cell).slice(0, 80));
  if (value === undefined || !isSame(again(column, value), value))
    return { value: column.empty, problem: `${shown} must be ${column.holds}.` };
  // Columns that make something of everything lose the words, though not what they have meant so far.
  const isMadeUp = isSame(value, column.fromCell(NONSENSE)) && plain(column.toCell(value)) !== plain(cell);
  return isMadeUp ? { value, note: `${shown} is moved as ${JSON.stringify(value)}.` } : { value };
}

/** The value once it was stored and read. */
function again(column: Column<unknown>, value: unknown): unknown {
  const stored = column.toCell(value);
  return stored === '' ? column.empty : column.fromCell(stored);
}

/** Compares values that a row may have: an invalid date is as empty as null. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function plain(cell: Cell): string {
  return textOf(cell).trim().toLowerCase();
}
