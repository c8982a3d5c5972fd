import { call } from '../realm/host';
import { areaOf, SHEET } from './areas.realm';
import type { Dimension } from './cells';
import type { Span, Track } from './facts';
import { SheetCells } from './sheet-cells.realm';

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;
type Range = GoogleAppsScript.Spreadsheet.Range;

/** Rows and columns of a sheet: in, out, elsewhere, hidden, resized. */
export class SheetLines extends SheetCells {
  insertRowAfter(position: number): Sheet {
    return this.insertAfter('rows', position, 1);
  }

  insertRowBefore(position: number): Sheet {
    return this.insertBefore('rows', position, 1);
  }

  insertRowsAfter(position: number, howMany: number): Sheet {
    return this.insertAfter('rows', position, howMany);
  }

  insertRowsBefore(position: number, howMany: number): Sheet {
    return this.insertBefore('rows', position, howMany);
  }

  insertRows(index: number, howMany = 1): void {
    this.insertBefore('rows', index, howMany);
  }

  deleteRow(position: number): Sheet {
    this.deleteRows(position, 1);
    return this.self;
  }

  deleteRows(position: number, howMany: number): void {
    call('spreadsheet.delete', this.span('rows', position, howMany));
  }

  moveRows(spec: Range, destination: number): void {
    call('spreadsheet.move', this.of('rows', spec), destination);
  }

  hideRow(spec: Range): void {
    this.track(this.of('rows', spec), { hidden: true });
  }

  unhideRow(spec: Range): void {
    this.track(this.of('rows', spec), { hidden: false });
  }

  hideRows(index: number, howMany = 1): void {
    this.track(this.span('rows', index, howMany), { hidden: true });
  }

  showRows(index: number, howMany = 1): void {
    this.track(this.span('rows', index, howMany), { hidden: false });
  }

  isRowHiddenByUser(position: number): boolean {
    return call('spreadsheet.getTrack', this.span('rows', position, 1)).hidden ?? false;
  }

  insertColumnAfter(position: number): Sheet {
    return this.insertAfter('columns', position, 1);
  }

  insertColumnBefore(position: number): Sheet {
    return this.insertBefore('columns', position, 1);
  }

  insertColumnsAfter(position: number, howMany: number): Sheet {
    return this.insertAfter('columns', position, howMany);
  }

  insertColumnsBefore(position: number, howMany: number): Sheet {
    return this.insertBefore('columns', position, howMany);
  }

  insertColumns(index: number, howMany = 1): void {
    this.insertBefore('columns', index, howMany);
  }

  deleteColumn(position: number): Sheet {
    this.deleteColumns(position, 1);
    return this.self;
  }

  deleteColumns(position: number, howMany: number): void {
    call('spreadsheet.delete', this.span('columns', position, howMany));
  }

  moveColumns(spec: Range, destination: number): void {
    call('spreadsheet.move', this.of('columns', spec), destination);
  }

  hideColumn(spec: Range): void {
    this.track(this.of('columns', spec), { hidden: true });
  }

  unhideColumn(spec: Range): void {
    this.track(this.of('columns', spec), { hidden: false });
  }

  hideColumns(index: number, howMany = 1): void {
    this.track(this.span('columns', index, howMany), { hidden: true });
  }

  showColumns(index: number, howMany = 1): void {
    this.track(this.span('columns', index, howMany), { hidden: false });
  }

  isColumnHiddenByUser(position: number): boolean {
    return call('spreadsheet.getTrack', this.span('columns', position, 1)).hidden ?? false;
  }

  setRowHeight(position: number, size: number): Sheet {
    return this.setRowHeights(position, 1, size);
  }

  setRowHeights(start: number, howMany: number, size: number): Sheet {
    return this.track(this.span('rows', start, howMany), { size });
  }

  getRowHeight(position: number): number {
    return call('spreadsheet.getTrack', this.span('rows', position, 1)).size ?? 0;
  }

  setColumnWidth(position: number, size: number): Sheet {
    return this.setColumnWidths(position, 1, size);
  }

  setColumnWidths(start: number, howMany: number, size: number): Sheet {
    return this.track(this.span('columns', start, howMany), { size });
  }

  getColumnWidth(position: number): number {
    return call('spreadsheet.getTrack', this.span('columns', position, 1)).size ?? 0;
  }

  /** Nothing is measured: a column keeps its width. */
  autoResizeColumn(column: number): Sheet {
    return this.autoResizeColumns(column, 1);
  }

  autoResizeColumns(start: number, howMany: number): Sheet {
    return this.track(this.span('columns', start, howMany), {});
  }

  private insertAfter(dimension: Dimension, position: number, howMany: number): Sheet {
    call('spreadsheet.insert', this.span(dimension, position + 1, howMany), position);
    return this.self;
  }

  private insertBefore(dimension: Dimension, position: number, howMany: number): Sheet {
    call('spreadsheet.insert', this.span(dimension, position, howMany), position);
    return this.self;
  }

  private track(span: Span, track: Track): Sheet {
    call('spreadsheet.setTrack', span, track);
    return this.self;
  }

  private span(dimension: Dimension, at: number, count: number): Span {
    return { sheet: this[SHEET], dimension, at, count };
  }

  private of(dimension: Dimension, spec: Range): Span {
    const { row, column, rows, columns } = areaOf(spec);
    return dimension === 'rows' ? this.span('rows', row, rows) : this.span('columns', column, columns);
  }
}
