import { locate } from './address';
import type { Book } from './book';
import type { Area } from './cells';
import type { Sheet } from './sheet';

/** What is selected in a sheet. */
export function selectionOf(book: Book, sheet: Sheet): Area {
  return sheet.record.selection ?? locate(book, sheet, 'A1');
}

/** Selects cells, whose sheet becomes the active one. */
export function select(book: Book, area: Area): void {
  book.record.active = area.sheet;
  book.getSheet(area).record.selection = area;
}
