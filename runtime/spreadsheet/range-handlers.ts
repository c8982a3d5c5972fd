import type { Execution } from '../execution/execution';
import type { Handlers } from '../execution/service';
import type { Access } from './access';
import type { Book } from './book';
import type { RangeCalls } from './calls';
import type { Area } from './cells';
import { dataRegion, nextDataCell } from './data-region';
import { breakApart, mergeCells, mergesIn } from './merging';
import { assertEditable } from './protection';
import type { Sheet } from './sheet';
import { deleteCells, insertCells, removeDuplicates, reorderRows } from './shift-cells';

/** Handlers of merged cells, of cells that move, and of the areas around a range. */
export function rangeHandlers(access: Access): Handlers<RangeCalls> {
  const change = <T>(execution: Execution, area: Area, make: (book: Book, sheet: Sheet) => T) =>
    access.change(execution, area, (book) => {
      assertEditable(book, area);
      return make(book, book.getSheet(area));
    });
  const look = <T>(execution: Execution, area: Area, what: string, read: (sheet: Sheet) => T) =>
    access.describe(execution, area, {
      what: `${what} ${[area.row, area.column, area.rows, area.columns]}`,
      read: () => read(access.place(area).sheet),
    });
  return {
    'spreadsheet.merge': (execution, area, kind) =>
      change(execution, area, (_, sheet) => mergeCells(sheet, area, kind)),
    'spreadsheet.breakApart': (execution, areas) => {
      for (const area of areas) change(execution, area, (_, sheet) => breakApart(sheet, area));
    },
    'spreadsheet.getMerges': (execution, area) =>
      look(execution, area, 'merges', (sheet) => mergesIn(sheet, area)),
    'spreadsheet.getDataRegion': (execution, area, dimension) =>
      look(execution, area, `region ${dimension}`, (sheet) => dataRegion(sheet, area, dimension)),
    'spreadsheet.getNextDataCell': (execution, area, direction) =>
      look(execution, area, `next ${direction}`, (sheet) => nextDataCell(sheet, area, direction)),
    'spreadsheet.insertCells': (execution, area, dimension) =>
      change(execution, area, (book, sheet) => insertCells(book, sheet, area, dimension)),
    'spreadsheet.deleteCells': (execution, area, dimension) =>
      change(execution, area, (book, sheet) => deleteCells(book, sheet, area, dimension)),
    'spreadsheet.reorder': (execution, area, order) =>
      change(execution, area, (book, sheet) => reorderRows(book, sheet, area, order)),
    'spreadsheet.removeDuplicates': (execution, area, columns) =>
      change(execution, area, (book, sheet) => removeDuplicates(book, sheet, area, columns)),
  };
}
