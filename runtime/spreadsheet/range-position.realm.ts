import { exception } from '../realm/host';
import { toA1 } from './a1';
import { call } from './call.realm';
import type { Area, Dimension, Direction } from './cells';
import { AREA, toRange, toSheet } from './references.realm';

type Range = GoogleAppsScript.Spreadsheet.Range;
type ShiftDimension = GoogleAppsScript.Spreadsheet.Dimension;

/** The place of a range, what is around it, and what moves or merges its cells. */
export class RangePosition {
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

  getColumnIndex(): number {
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
    return toSheet(this[AREA]);
  }

  getA1Notation(): string {
    return toA1(this[AREA]);
  }

  isStartRowBounded(): boolean {
    return !this[AREA].open?.includes('startRow');
  }

  isEndRowBounded(): boolean {
    return !this[AREA].open?.includes('endRow');
  }

  isStartColumnBounded(): boolean {
    return !this[AREA].open?.includes('startColumn');
  }

  isEndColumnBounded(): boolean {
    return !this[AREA].open?.includes('endColumn');
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
    return toRange(
      call('spreadsheet.locate', own, [own.row + rowOffset, own.column + columnOffset, ...size]),
    );
  }

  activate(): Range {
    call('spreadsheet.select', [this[AREA]]);
    return asRange(this);
  }

  activateAsCurrentCell(): Range {
    call('spreadsheet.setCurrentCell', this[AREA]);
    return asRange(this);
  }

  getDataRegion(dimension?: ShiftDimension): Range {
    return toRange(call('spreadsheet.getDataRegion', this[AREA], dimension ? linesOf(dimension) : null));
  }

  getNextDataCell(direction: GoogleAppsScript.Spreadsheet.Direction): Range {
    return toRange(call('spreadsheet.getNextDataCell', this[AREA], String(direction) as Direction));
  }

  merge(): Range {
    call('spreadsheet.merge', this[AREA], 'all');
    return asRange(this);
  }

  mergeAcross(): Range {
    call('spreadsheet.merge', this[AREA], 'rows');
    return asRange(this);
  }

  mergeVertically(): Range {
    call('spreadsheet.merge', this[AREA], 'columns');
    return asRange(this);
  }

  breakApart(): Range {
    call('spreadsheet.breakApart', [this[AREA]]);
    return asRange(this);
  }

  getMergedRanges(): Range[] {
    return call('spreadsheet.getMerges', this[AREA]).map(toRange);
  }

  isPartOfMerge(): boolean {
    return call('spreadsheet.getMerges', this[AREA]).length > 0;
  }

  insertCells(dimension: ShiftDimension): Range {
    call('spreadsheet.insertCells', this[AREA], linesOf(dimension));
    return asRange(this);
  }

  deleteCells(dimension: ShiftDimension): void {
    call('spreadsheet.deleteCells', this[AREA], linesOf(dimension));
  }

  randomize(): Range {
    const keyed = Array.from({ length: this[AREA].rows }, (_, index) => ({ index, key: Math.random() }));
    const order = keyed.sort((a, b) => a.key - b.key).map(({ index }) => index);
    call('spreadsheet.reorder', this[AREA], order);
    return asRange(this);
  }

  /** Columns count from 1 in the sheet. */
  removeDuplicates(columns: number[] = []): Range {
    const { column, columns: width } = this[AREA];
    if (columns.some((compared) => compared < column || compared >= column + width))
      throw new Error('Range.removeDuplicates with columns outside of the range is not emulated here.');
    return toRange(call('spreadsheet.removeDuplicates', this[AREA], columns));
  }
}

/** Setters return their range. */
function asRange(position: RangePosition): Range {
  return position as unknown as Range;
}

function linesOf(dimension: ShiftDimension): Dimension {
  return String(dimension) === 'ROWS' ? 'rows' : 'columns';
}
