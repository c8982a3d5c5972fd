import { refOf } from '../spreadsheet/address';
import { Evaluation } from '../spreadsheet/formula/evaluation';
import { linksIn, readShown } from '../spreadsheet/read-cells';
import type { Spreadsheets } from '../spreadsheet/spreadsheets';

export interface SheetWindow {
  /** The row that comes first in `cells`, from 1. */
  from: number;
  /** The last row with content. */
  lastRow: number;
  columns: number;
  header: string[];
  cells: string[][];
  /** The links of cells, by address. */
  links: Record<string, string>;
}

/** Reads rows of a sheet with displayed values, for paging through a large sheet. */
export function readWindow(
  { books }: Spreadsheets,
  { book: id, tab }: { book: string; tab: string },
  { from, rows }: { from: number; rows: number },
): SheetWindow {
  const book = books.get(id);
  const sheet = book.findByName(tab);
  if (!sheet) throw new Error(`The spreadsheet has no tab "${tab}".`);
  const { lastRow, lastColumn } = sheet.grid;
  const area = (row: number, count: number) => ({
    ...refOf(book, sheet),
    ...{ row, column: 1, rows: count, columns: lastColumn },
  });
  const evaluation = new Evaluation(book, { now: Date.now() });
  const count = Math.max(0, Math.min(rows, lastRow - from + 1));
  const shown = area(from, count);
  return {
    ...{ from, lastRow, columns: lastColumn },
    header: readShown({ book, sheet }, area(1, 1), evaluation)[0] ?? [],
    cells: readShown({ book, sheet }, shown, evaluation),
    links: linksIn(sheet, shown),
  };
}
