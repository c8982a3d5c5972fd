import { rowsAreMoving } from '../../platform/user-error';
import { findRow, MAX_ATTEMPTS, rowsOfIds, rowsOfTexts, untilStill } from '../grid/locate';
import { idIn, parseRow, readCellsAt, readColumns, readRowsAt, rowReader } from '../grid/rows';
import { rangeIn, Tab } from '../grid/tab';
import { type ColumnName, columnNames, type Row, type Table } from '../schema/table';

type Range = GoogleAppsScript.Spreadsheet.Range;

/** The row with this id; undefined where there is none. */
export function find<T extends Table>(table: T, id: string): Row<T> | undefined {
  const tab = new Tab(table);
  const found = findRow(tab, id);
  return found && parseRow(tab, found);
}

/**
 * The rows that have one of these texts in a column, from top to bottom; of rows with the same id only the upper one. All of
 * their cells are read, and of other rows only that column. Where some columns are enough, these are read whole: many texts
 * cost as much as one, wherever their rows are.
 */
export function findAll<T extends Table, C extends ColumnName<T> = ColumnName<T>>(
  table: T,
  column: ColumnName<T>,
  texts: readonly string[],
  names?: readonly C[],
): Pick<Row<T>, C>[] {
  if (texts.length === 0) return [];
  if (names) return findColumns(table, { column, texts }, names);
  return untilStill(table, (tab) => {
    const isKey = column === table.key;
    const rows = isKey ? [...rowsOfIds(tab, texts).values()] : rowsOfTexts(tab, column, texts);
    if (rows.length === 0) return [];
    const parse = rowReader(table, tab.header, columnNames(table));
    const found = readRowsAt(tab, rows, columnNames(table))?.map(({ cells, row }) => parse(cells, row));
    return found?.every((row) => texts.includes(row[column] as string)) ? found : undefined;
  });
}

function findColumns<T extends Table, C extends ColumnName<T>>(
  table: T,
  { column, texts }: { column: ColumnName<T>; texts: readonly string[] },
  names: readonly C[],
): Pick<Row<T>, C>[] {
  const wanted = new Set<unknown>(texts);
  const read = () => readColumns(table, [column])[0]?.values ?? [];
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const before = read();
    const found = before.flatMap((value, index) => (wanted.has(value) ? [index] : []));
    if (found.length === 0) return [];
    const columns = readColumns(table, names);
    const after = read();
    if (found.every((index) => after[index] === before[index]))
      return found.map(
        (index) =>
          Object.fromEntries(columns.map(({ name, values }) => [name, values[index]])) as Pick<Row<T>, C>,
      );
    SpreadsheetApp.flush();
  }
  throw rowsAreMoving(table.name);
}

/**
 * The rows in which one of these columns contains what any of these regular expressions finds (see `storedPattern`), and
 * which of them, from top to bottom. The columns are not read: long texts stay in the sheet. A text that crosses from one
 * cell to its continuation, at 49,000 characters, is not found.
 */
export function search<T extends Table, C extends ColumnName<T>>(
  table: T,
  { columns, patterns }: { columns: readonly ColumnName<T>[]; patterns: readonly string[] },
  names: readonly C[],
): { row: Pick<Row<T>, C>; contains: boolean[] }[] {
  if (columns.length === 0 || patterns.length === 0) return [];
  return untilStill(table, (tab) => {
    const matches = patterns.map((pattern) => rowsContaining(tab, columns, pattern));
    const rows = [...new Set(matches.flatMap((found) => [...found]))].sort((a, b) => a - b);
    if (rows.length === 0) return [];
    const parse = rowReader(table, tab.header, names);
    const cells = readCellsAt(tab, rows, names);
    return (
      cells &&
      rows.map((row) => ({
        row: parse(cells.get(row) ?? [], row),
        contains: matches.map((found) => found.has(row)),
      }))
    );
  });
}

function rowsContaining(tab: Tab, columns: readonly string[], pattern: string): Set<number> {
  const cells = columns
    .flatMap((name) => tab.header.letters(name))
    .flatMap((at) =>
      rangeIn(tab.schema, `${at}:${at}`).createTextFinder(pattern).useRegularExpression(true).findAll(),
    );
  return new Set(cells.map((cell) => cell.getRow()).filter((row) => row > 1));
}

/** The rows in which a person's edit has touched a column, and that column's cells; blank rows are left out. */
export function editedRows(table: Table, column: string, edited: Range): { id: string; cell: Range }[] {
  const tab = new Tab(table);
  const at = tab.header.get(column) + 1;
  return rowsWithin(tab, [column], edited).map(({ id, row }) => ({ id, cell: tab.sheet.getRange(row, at) }));
}

/** The ids of the rows in which a person's edit has touched one of these columns. */
export function editedIds(table: Table, columns: readonly string[], edited: Range): string[] {
  return rowsWithin(new Tab(table), columns, edited).map(({ id }) => id);
}

function rowsWithin(
  { schema, header }: Tab,
  columns: readonly string[],
  edited: Range,
): { id: string; row: number }[] {
  const isTouched = (at: number) => at >= edited.getColumn() && at <= edited.getLastColumn();
  if (!columns.some((name) => header.positions(name).some((at) => isTouched(at + 1)))) return [];
  const from = Math.max(2, edited.getRow());
  const to = edited.getLastRow();
  if (to < from) return [];
  const [key] = header.letters(schema.key);
  const ids = rangeIn(schema, `${key}${from}:${key}${to}`).getValues();
  return ids.flatMap(([cell], index) => {
    const id = idIn(cell);
    return id === '' ? [] : [{ id, row: from + index }];
  });
}
