import { call, exception } from '../realm/host';
import { AREA, letters } from './areas.realm';
import type { Area } from './cells';
import { range } from './range.realm';
import { sheet } from './sheet.realm';

type Range = GoogleAppsScript.Spreadsheet.Range;

/** Where a range is. Nothing here leaves the script but the check of an address. */
export class RangePlace {
  readonly [AREA]: Area;

  constructor(area: Area) {
    this[AREA] = area;
  }

  getRow(): number {
    return this[AREA].row;
  }

  getRowIndex(): number {
    return this[AREA].row;
  }

  getColumn(): number {
    return this[AREA].column;
  }

  getNumRows(): number {
    return this[AREA].rows;
  }

  getNumColumns(): number {
    return this[AREA].columns;
  }

  getHeight(): number {
    return this[AREA].rows;
  }

  getWidth(): number {
    return this[AREA].columns;
  }

  getLastRow(): number {
    return this[AREA].row + this[AREA].rows - 1;
  }

  getLastColumn(): number {
    return this[AREA].column + this[AREA].columns - 1;
  }

  getGridId(): number {
    return this[AREA].sheet;
  }

  getSheet(): GoogleAppsScript.Spreadsheet.Sheet {
    return sheet(this[AREA]);
  }

  getA1Notation(): string {
    const { row, column, rows, columns } = this[AREA];
    const first = `${letters(column)}${row}`;
    return rows === 1 && columns === 1
      ? first
      : `${first}:${letters(this.getLastColumn())}${this.getLastRow()}`;
  }

  /** Row and column count from 1 within the range. */
  getCell(row: number, column: number): Range {
    const { rows, columns } = this[AREA];
    if (row < 1 || row > rows || column < 1 || column > columns)
      throw exception('Cell reference out of range');
    return this.offset(row - 1, column - 1, 1, 1);
  }

  offset(rowOffset: number, columnOffset: number, rows?: number, columns?: number): Range {
    const own = this[AREA];
    const size = [rows ?? own.rows, columns ?? own.columns];
    return range(call('spreadsheet.locate', own, [own.row + rowOffset, own.column + columnOffset, ...size]));
  }

  activate(): Range {
    call('spreadsheet.select', this[AREA]);
    return this.self;
  }

  protected get self(): Range {
    return this as unknown as Range;
  }
}
