import type { Table } from '../../../src/tables/tables';
import type { WireCell, WireRow } from '../../../src/window/protocol';
import { meaningOf } from '../../../src/window/wire-cell';

/** Rows by their ids. */
export type Rows = ReadonlyMap<string, WireRow>;

/** The sheet's rows when it was asked last, and those it was told to have then. */
export interface Before {
  seen: Rows;
  offered: Rows;
}

interface Sides {
  sheet: Rows;
  host: Rows;
  /** Undefined the first time. */
  before: Before | undefined;
}

interface Rules {
  table: Table;
  /** The columns in which what a person types in the sheet counts. */
  edited: readonly string[];
  /** Edited columns that the host changes so often that it is right the first time. */
  shared: readonly string[];
  /** Rows missing in the sheet are not taken for deleted. */
  keepsRows: boolean;
  /** Tells if a cell of the sheet is invalid: it stays there, and is not taken. */
  isInvalid(id: string, column: string): boolean;
}

/** Changes that make both sides the same. */
export interface Merged {
  /** Changes for the host: cells by id, new rows, ids of rows that were deleted in the sheet. */
  up: { changed: Record<string, WireRow>; added: WireRow[]; removed: string[] };
  /** Changes for the sheet, likewise. */
  down: { changed: Record<string, WireRow>; added: WireRow[]; removed: string[] };
  /** Rows that the sheet had and that are missing there, and stay with the host. */
  held: Rows;
}

/**
 * A cell of the sheet that is neither what it was nor what the host has told was typed by a person, and counts; any other is
 * the host's to change. A row that both sides knew and one has no more was deleted there.
 */
export function merge(rules: Rules, { sheet, host, before }: Sides): Merged {
  const { isInvalid, keepsRows } = rules;
  const held = new Map<string, WireRow>();
  const merged: Merged = {
    up: { changed: {}, added: [], removed: [] },
    down: { changed: {}, added: [], removed: [] },
    held,
  };
  for (const [id, row] of sheet) {
    const own = host.get(id);
    if (own) mergeRow(rules, { id, row, own, before }, merged);
    else if (before?.seen.has(id) || before?.offered.has(id)) merged.down.removed.push(id);
    else if (!Object.keys(row).some((name) => isInvalid(id, name))) merged.up.added.push(row);
  }
  for (const [id, own] of host) {
    if (sheet.has(id)) continue;
    // Nobody deletes all rows on purpose.
    if (sheet.size === 0 || !before?.seen.has(id)) merged.down.added.push(own);
    else if (keepsRows) held.set(id, own);
    else merged.up.removed.push(id);
  }
  return merged;
}

function mergeRow(
  { table, edited, shared, isInvalid }: Rules,
  { id, row, own, before }: { id: string; row: WireRow; own: WireRow; before: Before | undefined },
  { up, down }: Pick<Merged, 'up' | 'down'>,
): void {
  const isSame = (name: string, one: WireCell | undefined, other: WireCell | undefined) => {
    const column = table.columns[name];
    return !column || meaningOf(column, one ?? '') === meaningOf(column, other ?? '');
  };
  const changes = { up: {} as Record<string, WireCell>, down: {} as Record<string, WireCell> };
  for (const [name, cell] of Object.entries(row)) {
    if (isInvalid(id, name) || isSame(name, cell, own[name])) continue;
    const known = [before?.seen.get(id)?.[name], before?.offered.get(id)?.[name]];
    const isTyped = before
      ? known.every((one) => one === undefined || !isSame(name, cell, one))
      : !shared.includes(name);
    if (edited.includes(name) && isTyped) changes.up[name] = cell;
    else changes.down[name] = own[name] ?? '';
  }
  if (Object.keys(changes.up).length > 0) up.changed[id] = changes.up;
  if (Object.keys(changes.down).length > 0) down.changed[id] = changes.down;
}
