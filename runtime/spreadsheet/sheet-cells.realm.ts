import { call } from '../realm/host';
import { SHEET, toInput } from './areas.realm';
import type { SheetRef } from './cells';
import type { SheetChange, SheetFacts } from './facts';
import { protection, protections } from './protection.realm';
import { range } from './range.realm';
import { rangeList } from './range-list.realm';
import { spreadsheet } from './spreadsheet.realm';
import { textFinder } from './text-finder.realm';

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;
type Range = GoogleAppsScript.Spreadsheet.Range;

/** A sheet's name, its place and its cells. */
export class SheetCells {
  readonly [SHEET]: SheetRef;

  constructor(ref: SheetRef) {
    this[SHEET] = ref;
  }

  getSheetId(): number {
    return this[SHEET].sheet;
  }

  getParent(): GoogleAppsScript.Spreadsheet.Spreadsheet {
    return spreadsheet(this[SHEET].book);
  }

  getName(): string {
    return this.facts.name;
  }

  getSheetName(): string {
    return this.facts.name;
  }

  setName(name: string): Sheet {
    return this.change({ name });
  }

  getIndex(): number {
    return this.facts.index;
  }

  getLastRow(): number {
    return this.facts.lastRow;
  }

  getLastColumn(): number {
    return this.facts.lastColumn;
  }

  getMaxRows(): number {
    return this.facts.maxRows;
  }

  getMaxColumns(): number {
    return this.facts.maxColumns;
  }

  getRange(row: number | string, column?: number, rows?: number, columns?: number): Range {
    const address = typeof row === 'string' ? row : [row, column ?? 1, rows ?? 1, columns ?? 1];
    return range(call('spreadsheet.locate', this[SHEET], address));
  }

  /** A1 to the last cell with content; A1 alone on an empty sheet (facts 6.2). */
  getDataRange(): Range {
    const { lastRow, lastColumn } = this.facts;
    return this.getRange(1, 1, Math.max(lastRow, 1), Math.max(lastColumn, 1));
  }

  getSheetValues(row: number, column: number, rows: number, columns: number): unknown[][] {
    return this.getRange(row, column, rows, columns).getValues();
  }

  getRangeList(addresses: string[]): GoogleAppsScript.Spreadsheet.RangeList {
    return rangeList(addresses.map((address) => call('spreadsheet.locate', this[SHEET], address)));
  }

  appendRow(values: unknown[]): Sheet {
    call('spreadsheet.appendRow', this[SHEET], Array.from(values, toInput));
    return this.self;
  }

  clear(options?: { contentsOnly?: boolean | undefined; formatOnly?: boolean | undefined }): Sheet {
    if (options) this.whole.clear(options);
    else this.whole.clear();
    return this.self;
  }

  clearContents(): Sheet {
    this.whole.clearContent();
    return this.self;
  }

  clearFormats(): Sheet {
    this.whole.clearFormat();
    return this.self;
  }

  clearNotes(): Sheet {
    this.whole.clearNote();
    return this.self;
  }

  createTextFinder(text: string): GoogleAppsScript.Spreadsheet.TextFinder {
    const { maxRows, maxColumns } = this.facts;
    return textFinder({ ...this[SHEET], row: 1, column: 1, rows: maxRows, columns: maxColumns }, text);
  }

  /** Sorts everything below the frozen rows. */
  sort(column: number, ascending = true): Sheet {
    const { frozenRows, lastRow, lastColumn } = this.facts;
    if (lastRow > frozenRows)
      this.getRange(frozenRows + 1, 1, lastRow - frozenRows, lastColumn).sort({ column, ascending });
    return this.self;
  }

  protect(): GoogleAppsScript.Spreadsheet.Protection {
    const { maxRows, maxColumns } = this.facts;
    const area = { ...this[SHEET], row: 1, column: 1, rows: maxRows, columns: maxColumns };
    return protection(area.book, call('spreadsheet.protect', area, true));
  }

  getProtections(
    type: GoogleAppsScript.Spreadsheet.ProtectionType,
  ): GoogleAppsScript.Spreadsheet.Protection[] {
    return protections(this[SHEET].book, type, this[SHEET].sheet);
  }

  protected get facts(): SheetFacts {
    return call('spreadsheet.describeSheet', this[SHEET]);
  }

  protected get whole(): Range {
    const { maxRows, maxColumns } = this.facts;
    return this.getRange(1, 1, maxRows, maxColumns);
  }

  protected change(wanted: SheetChange): Sheet {
    call('spreadsheet.changeSheet', this[SHEET], wanted);
    return this.self;
  }

  protected get self(): Sheet {
    return this as unknown as Sheet;
  }
}
