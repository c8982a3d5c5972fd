import { withScriptLock } from '../platform/platform';
import { deskTimeZone } from '../platform/time-zone';
import { blockAt, spansOf, Tab, tabColumns, writeValue } from '../tables/sheet';
import { column, type Table } from '../tables/tables';
import { MAX_ROWS, type ShownRows, type WireCell } from './protocol';

/** A tab whose rows the host has, and which of its columns are filled. */
export interface ShownTab {
  table: Table;
  columns: readonly string[];
  /** Names the columns that the owner has added and that have moved to the host, such as `custom.Tier`. */
  moved?(): string[];
}

/** Google writes ten thousand cells in 200 ms, but a hundred thousand at once in six seconds (facts 11.2). */
const MAX_CELLS = 10_000;

const PROTECTION = 'Kept by Sheetdesk';
/** `5,000 of 10,482,113, as of 09:14` */
const LINE = /^[\d,]+ of (more than )?[\d,]+( that match)?, as of \d\d:\d\d$/;

/**
 * Makes a tab that had all rows one that shows some: cuts it to as many, empties and hides the columns that are not filled,
 * and lets nobody but the owner write into it. May be repeated.
 */
export function makeWindow({ table, columns, moved = () => [] }: ShownTab): void {
  withScriptLock(() => {
    const { sheet, header } = new Tab(table);
    const surplus = sheet.getMaxRows() - (MAX_ROWS + 1);
    if (surplus > 0) sheet.deleteRows(MAX_ROWS + 2, surplus);
    const height = Math.max(1, sheet.getMaxRows() - 1);
    const others = Object.keys(tabColumns(table)).filter(
      (name) => !columns.includes(name) && header.has(name),
    );
    const positions = [...others, ...moved()].flatMap((name) => header.positions(name));
    for (const [from, to] of spansOf(positions, 1)) {
      sheet.getRange(2, from + 1, height, to - from + 1).clearContent();
      sheet.hideColumns(from + 1, to - from + 1);
    }
    const [own] = sheet
      .getProtections(SpreadsheetApp.ProtectionType.SHEET)
      .filter((protection) => protection.getDescription() === PROTECTION);
    const protection = own ?? sheet.protect().setDescription(PROTECTION);
    protection.setUnprotectedRanges([]).setWarningOnly(false);
    protection.removeEditors(protection.getEditors());
    if (protection.canDomainEdit()) protection.setDomainEdit(false);
    SpreadsheetApp.flush();
  });
}

/**
 * Writes the rows that have changed, in short holds of the lock, and how much of all they are. `before`: how many rows were
 * shown; undefined where that is unknown. Columns of the owner's own are left alone.
 */
export function writeShown(
  { table, columns }: ShownTab,
  rows: ShownRows,
  { before, isFiltered }: { before: number | undefined; isFiltered: boolean },
): void {
  const tab = new Tab(table);
  const { sheet, header } = tab;
  const present = columns.filter((name) => header.has(name));
  const spans = spansOf(
    present.map((name) => header.get(name)),
    1,
  );
  const nameAt = new Map(present.map((name) => [header.get(name), name]));
  // Between rows of the table, so that it is as long as before for charts, pivots and formulas.
  if (rows.shift > 0) sheet.insertRowsAfter(2, rows.shift);
  const last = before === undefined ? sheet.getLastRow() : before + 1 + rows.shift;
  const surplus = last - (rows.count + 1);
  if (rows.shift > 0 && surplus > 0) sheet.deleteRows(rows.count + 2, surplus);
  for (const [left, right] of spans) {
    const width = right - left + 1;
    const places = Array.from({ length: width }, (_, at) => columns.indexOf(nameAt.get(left + at) ?? ''));
    const height = Math.floor(MAX_CELLS / width);
    for (const block of rows.changed)
      for (let at = 0; at < block.rows.length; at += height) {
        const part = block.rows.slice(at, at + height);
        const cells = part.map((row) => places.map((place) => toCell(table, columns[place], row[place])));
        withScriptLock(() => {
          const top = 2 + block.from + at;
          blockAt(sheet, top, cells.length, 1).offset(0, left, cells.length, width).setValues(cells);
          SpreadsheetApp.flush();
        });
      }
    if (rows.shift === 0 && surplus > 0)
      sheet.getRange(rows.count + 2, left + 1, surplus, width).clearContent();
  }
  writeLine(tab, rows, isFiltered);
}

/** A date is a number on the way. */
function toCell({ columns }: Table, name = '', cell: WireCell = ''): WireCell | Date {
  if (typeof cell === 'string') return (writeValue(column.text(), cell)[0] ?? '') as string;
  return columns[name]?.type === 'timestamp' && typeof cell === 'number' ? new Date(cell) : cell;
}

/** Writes into the header of a column behind all others: no row moves for it, and no chart or pivot looks there. */
function writeLine(
  { sheet, header }: Tab,
  { total, isAtLeast, count }: ShownRows,
  isFiltered: boolean,
): void {
  const position = header.findText(LINE) ?? header.width;
  if (position === sheet.getMaxColumns()) sheet.insertColumnsAfter(position, 1);
  const all = `${isAtLeast ? 'more than ' : ''}${toText(total)}${isFiltered ? ' that match' : ''}`;
  const time = Utilities.formatDate(new Date(), deskTimeZone(), 'HH:mm');
  sheet
    .getRange(1, position + 1)
    .setNumberFormat('@')
    .setValue(`${toText(count)} of ${all}, as of ${time}`);
}

function toText(count: number): string {
  return count.toLocaleString('en-US');
}
