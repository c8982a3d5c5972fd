import type { Store } from '../store';
import { toA1 } from './a1';
import { locate, refOf } from './address';
import type { Book } from './book';
import { Books } from './books';
import type { Area } from './cells';
import { isDateFormat } from './format';
import { Evaluation } from './formula/evaluation';
import { renameInFormulas } from './formula/rewrite';
import type { MenuTree } from './menu';
import { linksIn, orFormula, readShown } from './read-cells';
import { toInstant } from './serial';
import type { Sheet } from './sheet';
import { changeBook, selectionOf, share } from './sheets';
import { sortArea } from './sort';
import { deleteLines, insertLines } from './structure';
import { writeValues } from './write-cells';

export interface SheetView {
  name: string;
  rows: number;
  columns: number;
  /** The displayed values from A1 to the last cell with content. */
  cells: string[][];
  /** The links of cells, by address. */
  links: Record<string, string>;
}

type Json = string | number | boolean | null;

/** A date, a formula or an error. */
export const UNKNOWN = Symbol('no plain value');
export type CellContent = string | number | boolean | typeof UNKNOWN;

/** The spreadsheets for people: what they see and what they do by hand. */
export class Spreadsheets {
  readonly books: Books;
  readonly menusByScript = new Map<string, MenuTree[]>();

  constructor(store: Store, now: () => number) {
    this.books = new Books(store, now);
  }

  /** A formula that is not computed shows itself. */
  grid(id: string, now = Date.now()): SheetView[] {
    const book = this.books.get(id);
    const evaluation = new Evaluation(book, { now });
    return book.sheets.map((sheet) => ({
      name: sheet.record.name,
      rows: sheet.maxRows,
      columns: sheet.maxColumns,
      cells: readShown({ book, sheet }, filled(book, sheet), evaluation),
      links: linksIn(sheet, filled(book, sheet)),
    }));
  }

  /** The rows below the header, keyed by it; dates as ISO 8601 in UTC, empty cells as empty text, as scripts read them. */
  rows(id: string, name: string, now = Date.now()): Record<string, Json>[] {
    const { book, sheet } = this.find(id, name);
    const evaluation = new Evaluation(book, { now });
    const [header = []] = readShown({ book, sheet }, { ...filled(book, sheet), rows: 1 }, evaluation);
    const rows: Record<string, Json>[] = [];
    for (let row = 2; row <= sheet.grid.lastRow; row++) {
      const cells = header.map((title, index) => [title, toJson(evaluation, sheet, row, index + 1)]);
      rows.push(Object.fromEntries(cells));
    }
    return rows;
  }

  /** Returns the selection in the active sheet. */
  selection(id: string): { tab: string; a1: string } {
    const book = this.books.get(id);
    return { tab: book.active.record.name, a1: toA1(selectionOf(book, book.active)) };
  }

  menus(script: string): MenuTree[] {
    return this.menusByScript.get(script) ?? [];
  }

  /** Returns what a cell holds by itself: nothing is an empty text. */
  contentOf(id: string, name: string, a1: string): CellContent {
    const { book, sheet } = this.find(id, name);
    const { row, column } = locate(book, sheet, a1);
    const value = sheet.grid.value(row, column) ?? '';
    const isDate = typeof value === 'number' && isDateFormat(sheet.grid.attributes(row, column)?.format);
    if (isDate || typeof value === 'object') return UNKNOWN;
    return value;
  }

  /** Types a text into a cell. A strict rule refuses it; warnings are dismissed. */
  editAs(
    id: string,
    name: string,
    { a1, text, now = Date.now() }: { a1: string; text: string; now?: number },
  ): void {
    this.change(id, name, (book, sheet) => {
      const area = locate(book, sheet, a1);
      writeValues({ book, sheet }, area, [[text]], { now, byPerson: true });
    });
  }

  /** Sorts everything below the frozen rows (or the first row) by a column. */
  sort(
    id: string,
    name: string,
    { column, ascending = true }: { column: number; ascending?: boolean },
  ): void {
    this.change(id, name, (book, sheet) => {
      const top = Math.max(sheet.record.frozenRows, 1) + 1;
      const all = filled(book, sheet);
      const area = { ...all, row: top, rows: Math.max(all.rows - top + 1, 0) };
      const evaluation = new Evaluation(book, { now: Date.now() });
      sortArea({ book, sheet }, area, { keys: [{ column, ascending }], evaluation });
    });
  }

  insertLines(
    id: string,
    name: string,
    lines: { dimension: 'rows' | 'columns'; at: number; count: number },
  ): void {
    this.change(id, name, (book, sheet) => insertLines(book, sheet, { ...lines, from: lines.at - 1 }));
  }

  deleteLines(
    id: string,
    name: string,
    lines: { dimension: 'rows' | 'columns'; at: number; count: number },
  ): void {
    this.change(id, name, (book, sheet) => deleteLines(book, sheet, lines));
  }

  renameSheet(id: string, name: string, to: string): void {
    this.change(id, name, (book, sheet) => {
      renameInFormulas(book, sheet, to);
      sheet.record.name = to;
    });
  }

  /** Name, time zone or locale of the spreadsheet. */
  settings(id: string, change: { name?: string; timeZone?: string; locale?: string }): void {
    const book = this.books.get(id);
    changeBook(book, change);
    book.changed = true;
    this.books.save(book);
  }

  /** Adds an editor. */
  share(id: string, email: string): void {
    const book = this.books.get(id);
    share(book.record, [email]);
    book.changed = true;
    this.books.save(book);
  }

  /** Protects a range as somebody else would, without the script's user among its editors. */
  protectFromScripts(id: string, name: string, a1: string): void {
    this.change(id, name, (book, sheet) => {
      const plain = { whole: false, description: '', warningOnly: false, editors: [], unprotected: [] };
      const area = locate(book, sheet, a1);
      book.record.protections.push({ id: book.record.nextProtection++, area, ...plain, foreign: true });
    });
  }

  private find(id: string, name: string): { book: Book; sheet: Sheet } {
    const book = this.books.get(id);
    const sheet = book.findByName(name);
    if (!sheet) throw new Error(`The spreadsheet ${id} has no sheet "${name}".`);
    return { book, sheet };
  }

  private change(id: string, name: string, make: (book: Book, sheet: Sheet) => void): void {
    const { book, sheet } = this.find(id, name);
    make(book, sheet);
    book.changed = true;
    this.books.save(book);
  }
}

function filled(book: Book, sheet: Sheet): Area {
  const { lastRow, lastColumn } = sheet.grid;
  return { ...refOf(book, sheet), row: 1, column: 1, rows: lastRow, columns: lastColumn };
}

function toJson(evaluation: Evaluation, sheet: Sheet, row: number, column: number): Json {
  return orFormula(sheet, { row, column }, () => {
    const value = evaluation.value(sheet, row, column);
    if (typeof value === 'number' && evaluation.isDate(sheet, row, column))
      return new Date(toInstant(value, evaluation.book.record.timeZone)).toISOString();
    return value !== null && typeof value === 'object' ? value.error : (value ?? '');
  });
}
