import { invalidateEveryCafe } from '../../../src/cafe/cafe-cache';
import { checkCafes, checkMenu, type InvalidCell, type TypedRow } from '../../../src/cafe/cell-rules';
import { recordSoldOut } from '../../../src/cafe/menu/sold-out';
import { CAFES, MENU } from '../../../src/cafe/tables';
import { digest } from '../../../src/platform/platform';
import { textOf } from '../../../src/tables/sheet';
import { type column, find, type Row, scan, type Table, update, writeAll } from '../../../src/tables/tables';
import * as write from '../../../src/tables/writes';
import {
  type EditedAnswer,
  type EditedRequest,
  editedColumns,
  type Refusal,
  type WireCell,
  type WireRow,
} from '../../../src/window/protocol';
import { toValue, toWire } from '../../../src/window/wire-cell';
import { type Before, type Merged, merge, type Rows } from './merge';
import { WINDOW_TABS } from './tables';
import { toTypedRows } from './typed-rows';

/** A tab that both sides change: its owner in the sheet, orders and staff on the host. */
interface MergedTab {
  table: Table;
  /** Edited columns that staff and orders change all the time. */
  shared: readonly string[];
  check(rows: readonly TypedRow[]): readonly InvalidCell[];
}

const TABS: readonly MergedTab[] = [
  { table: CAFES, shared: ['isPaused'], check: (rows) => checkCafes(rows).invalid },
  {
    table: MENU,
    shared: ['stock', 'availability'],
    check: (rows) =>
      checkMenu(
        rows,
        scan(CAFES).map((cafe) => ({ cells: toWireRow(CAFES, cafe) })),
      ).invalid,
  },
];

const KEPT = 'The host keeps its last valid value.';
const NEW_ROW =
  'is not an id that the host knows. Restore the previous id, or delete the row. Until then, no row of this tab is deleted on the host. New items are added through the API or on the staff page.';
const MAX_REFUSALS = 50;

/** Returns a version by tab: another text whenever the host's rows have changed. */
export function mergedVersions(): Record<string, string> {
  return Object.fromEntries(TABS.map(({ table }) => [table.name, versionOf(readHost(table))]));
}

/**
 * Takes what people have typed since the tab was sent last, and answers what the host has changed. It may be repeated: what
 * the sheet has seen is written down last. `version`: of the answer that the sheet has written into the tab.
 */
export function takeMerged(
  tab: string,
  request: EditedRequest,
  version: string | undefined,
): EditedAnswer | undefined {
  const merged = TABS.find(({ table }) => table.name === tab);
  if (!merged) return undefined;
  const { table, shared, check } = merged;
  const rows = toTypedRows(tab, request);
  const invalid = check(rows);
  const rowOf = new Map<string, number>();
  const sheet = new Map<string, WireRow>();
  for (const { row, cells } of rows) {
    const id = idOf(table, cells);
    // The first of several rows with the same id counts.
    if (id === '' || sheet.has(id)) continue;
    sheet.set(id, cells as WireRow);
    rowOf.set(id, row);
  }
  const refused = new Set(invalid.map(({ row, column }) => `${row} ${column}`));
  const isInvalid = (id: string, name: string) =>
    [name, table.key].some((one) => refused.has(`${rowOf.get(id)} ${one}`));
  const host = readHost(table);
  const before = readBefore(table);
  // Rows as before the answer were typed anew if they stand there now.
  const isWritten = before && versionOf(before.offered) === version;
  const mayAdd = table.edited.includes(table.key);
  const isKnown = (id: string) => [host, before?.seen, before?.offered].some((one) => one?.has(id));
  // A row whose id somebody has overwritten was not deleted.
  const keepsRows =
    invalid.some(({ column }) => column === table.key) || (!mayAdd && ![...sheet.keys()].every(isKnown));
  const { up, down, held } = merge(
    { table, edited: table.edited, shared, isInvalid, keepsRows },
    { sheet, host, before: isWritten ? { ...before, seen: before.offered } : before },
  );
  takeUp(table, mayAdd ? up : { ...up, added: [] });
  const offered = readHost(table);
  // A row that was refused is nobody's but the sheet's.
  const seen = [...held, ...sheet].filter(([id]) => isKnown(id) || offered.has(id));
  storeBefore(table, { seen: new Map(seen), offered });
  const foreign = mayAdd ? [] : up.added.map((row) => idOf(table, row));
  const addressOf = new Map(rows.map((row) => [row.row, row.addressOf(table.key)]));
  return {
    ...down,
    version: versionOf(offered),
    refusals: [
      ...invalid.map(({ row, column, address, problem }): Refusal => {
        return { row, column, problem: `${address}: ${column} ${problem} ${KEPT}` };
      }),
      ...foreign.map((id): Refusal => {
        const row = rowOf.get(id) ?? 0;
        return { row, column: table.key, problem: `${addressOf.get(row)} ${NEW_ROW}` };
      }),
    ].slice(0, MAX_REFUSALS),
  };
}

function takeUp(table: Table, { changed, added, removed }: Merged['up']): void {
  for (const [id, cells] of Object.entries(changed)) update(table, id, () => toPatch(table, cells));
  const now = new Date();
  const rows = added.map((cells): Row<Table> => {
    const values = Object.entries(table.columns).map(([name, own]) => [
      name,
      toValue(own, cells[name] ?? ''),
    ]);
    return { ...Object.fromEntries(values), ...stampsOf(table, ['createdAt', 'updatedAt'], now), version: 1 };
  });
  if (rows.length + removed.length > 0) writeAll(write.insert(table, rows), write.remove(table, removed));
  if (Object.keys(changed).length + rows.length + removed.length === 0) return;
  invalidateEveryCafe();
  if (table === MENU) recordSoldOut();
}

function toPatch(table: Table, cells: WireRow): Partial<Row<Table>> {
  const values = Object.entries(cells).flatMap(([name, cell]) => {
    const own = table.columns[name];
    return own ? [[name, toValue(own, cell)]] : [];
  });
  return { ...Object.fromEntries(values), ...stampsOf(table, ['updatedAt'], new Date()) };
}

/** Stamps those of these columns that the table has. */
function stampsOf({ columns }: Table, names: readonly string[], at: Date): Record<string, Date> {
  return Object.fromEntries(names.filter((name) => name in columns).map((name) => [name, at]));
}

function readHost(table: Table): Rows {
  return toRows(
    table,
    scan(table).map((row) => toWireRow(table, row)),
  );
}

function readBefore(table: Table): Before | undefined {
  const stored = find(WINDOW_TABS, table.name);
  return stored && { seen: toRows(table, stored.seen), offered: toRows(table, stored.offered) };
}

function storeBefore(table: Table, { seen, offered }: Before): void {
  const values = { seen: [...seen.values()], offered: [...offered.values()] };
  if (update(WINDOW_TABS, table.name, () => values)) return;
  writeAll(write.insert(WINDOW_TABS, [{ id: table.name, version: 1, ...values }]));
}

/** Keeps the first of several rows with the same id. */
function toRows(table: Table, rows: readonly WireRow[]): Rows {
  const byId = new Map<string, WireRow>();
  for (const row of rows) {
    const id = idOf(table, row);
    if (!byId.has(id)) byId.set(id, row);
  }
  return byId;
}

function toWireRow(table: Table, row: Row<Table>): WireRow {
  return Object.fromEntries(
    editedColumns(table).map((name): [string, WireCell] => {
      const cell = table.columns[name]?.toCell(row[name]) ?? '';
      return [name, toWire(cell)];
    }),
  );
}

function idOf(table: Table, cells: Readonly<Record<string, column.Cell>>): string {
  return textOf(cells[table.key] ?? '').trim();
}

function versionOf(rows: Rows): string {
  return digest(JSON.stringify([...rows.values()]), 11);
}
