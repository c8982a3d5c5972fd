import { call } from './call.realm';
import type { Area, Dimension, SheetRef } from './cells';
import { chartBuilder, charts, insertChart, removeChart, updateChart } from './chart.realm';
import { toColor } from './color.realm';
import { colorOf, toHex } from './color-object.realm';
import { conditionalFormatRule, toConditionalRule } from './conditional-format.realm';
import { SheetType } from './enums.realm';
import type { Layout, SheetChange, SheetFacts, Span, Track } from './facts';
import { filter } from './filter.realm';
import { namedRange } from './named-range.realm';
import { protection, protections } from './protection.realm';
import { rangeList } from './range-list.realm';
import { SHEET, toArea, toInput, toRange, toSheet, toSpreadsheet } from './references.realm';
import { selectionIn } from './selection.realm';
import { textFinder } from './text-finder.realm';

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;
type Range = GoogleAppsScript.Spreadsheet.Range;
type Chart = GoogleAppsScript.Spreadsheet.EmbeddedChart;
type RangeList = GoogleAppsScript.Spreadsheet.RangeList;

/** One tab by its id: its cells, layout, rows and columns. It has no state: every getter and setter is a call. */
export class EmulatedSheet implements Place {
  readonly [SHEET]: SheetRef;

  constructor(ref: SheetRef) {
    this[SHEET] = ref;
  }

  getSheetId(): number {
    return this[SHEET].sheet;
  }

  getParent(): GoogleAppsScript.Spreadsheet.Spreadsheet {
    return toSpreadsheet(this[SHEET].book);
  }

  getName(): string {
    return describe(this).name;
  }

  getSheetName(): string {
    return describe(this).name;
  }

  setName(name: string): Sheet {
    return changeSheet(this, { name });
  }

  getIndex(): number {
    return describe(this).index;
  }

  getLastRow(): number {
    return describe(this).lastRow;
  }

  getLastColumn(): number {
    return describe(this).lastColumn;
  }

  getMaxRows(): number {
    return describe(this).maxRows;
  }

  getMaxColumns(): number {
    return describe(this).maxColumns;
  }

  getRange(row: number | string, column?: number, rows?: number, columns?: number): Range {
    const address = typeof row === 'string' ? row : [row, column ?? 1, rows ?? 1, columns ?? 1];
    return toRange(call('spreadsheet.locate', this[SHEET], address));
  }

  /** A1 to the last cell with content; A1 alone on an empty sheet (facts 6.2). */
  getDataRange(): Range {
    const { lastRow, lastColumn } = describe(this);
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
    return asSheet(this);
  }

  clear(options?: { contentsOnly?: boolean | undefined; formatOnly?: boolean | undefined }): Sheet {
    if (options) allCells(this).clear(options);
    else allCells(this).clear();
    return asSheet(this);
  }

  clearContents(): Sheet {
    allCells(this).clearContent();
    return asSheet(this);
  }

  clearFormats(): Sheet {
    allCells(this).clearFormat();
    return asSheet(this);
  }

  clearNotes(): Sheet {
    allCells(this).clearNote();
    return asSheet(this);
  }

  createTextFinder(text: string): GoogleAppsScript.Spreadsheet.TextFinder {
    const { maxRows, maxColumns } = describe(this);
    return textFinder({ ...this[SHEET], row: 1, column: 1, rows: maxRows, columns: maxColumns }, text);
  }

  /** Sorts everything below the frozen rows. */
  sort(column: number, ascending = true): Sheet {
    const { frozenRows, lastRow, lastColumn } = describe(this);
    if (lastRow > frozenRows)
      this.getRange(frozenRows + 1, 1, lastRow - frozenRows, Math.max(lastColumn, column)).sort({
        column,
        ascending,
      });
    return asSheet(this);
  }

  protect(): GoogleAppsScript.Spreadsheet.Protection {
    const { maxRows, maxColumns } = describe(this);
    const area = { ...this[SHEET], row: 1, column: 1, rows: maxRows, columns: maxColumns };
    return protection(area.book, call('spreadsheet.protect', area, true));
  }

  getProtections(
    type: GoogleAppsScript.Spreadsheet.ProtectionType,
  ): GoogleAppsScript.Spreadsheet.Protection[] {
    return protections(this[SHEET].book, type, this[SHEET].sheet);
  }

  setFrozenRows(frozenRows: number): void {
    layOut(this, { frozenRows });
  }

  setFrozenColumns(frozenColumns: number): void {
    layOut(this, { frozenColumns });
  }

  getFrozenRows(): number {
    return describe(this).frozenRows;
  }

  getFrozenColumns(): number {
    return describe(this).frozenColumns;
  }

  setTabColor(tabColor: string | null): Sheet {
    return layOut(this, { tabColor: toColor(tabColor) });
  }

  getTabColor(): string | null {
    return describe(this).tabColor;
  }

  setTabColorObject(color: GoogleAppsScript.Spreadsheet.Color | null): Sheet {
    return this.setTabColor(toHex(color));
  }

  getTabColorObject(): GoogleAppsScript.Spreadsheet.Color | null {
    const color = this.getTabColor();
    return color === null ? null : colorOf(color);
  }

  setHiddenGridlines(hiddenGridlines: boolean): Sheet {
    return layOut(this, { hiddenGridlines });
  }

  hasHiddenGridlines(): boolean {
    return describe(this).hiddenGridlines;
  }

  hideSheet(): Sheet {
    return changeSheet(this, { hidden: true });
  }

  showSheet(): Sheet {
    return changeSheet(this, { hidden: false });
  }

  isSheetHidden(): boolean {
    return describe(this).hidden;
  }

  getActiveRange(): Range {
    const { selection } = describe(this);
    return toRange(selection[selection.length - 1] as Area);
  }

  getActiveRangeList(): RangeList {
    return rangeList(describe(this).selection);
  }

  getActiveCell(): Range {
    return this.getCurrentCell();
  }

  getCurrentCell(): Range {
    return toRange(describe(this).currentCell);
  }

  getSelection(): GoogleAppsScript.Spreadsheet.Selection {
    return selectionIn(asSheet(this));
  }

  setActiveRange(active: Range): Range {
    return active.activate();
  }

  setActiveRangeList(list: RangeList): RangeList {
    return list.activate();
  }

  setActiveSelection(selected: Range | string): Range {
    return typeof selected === 'string' ? this.getRange(selected).activate() : selected.activate();
  }

  setCurrentCell(cell: Range): Range {
    return cell.activateAsCurrentCell();
  }

  activate(): Sheet {
    call('spreadsheet.change', this[SHEET].book, { active: this[SHEET].sheet });
    return asSheet(this);
  }

  /** Copies to the end, and the active sheet stays (inferred, conformance/sheet-shape.ts). */
  copyTo(spreadsheet: GoogleAppsScript.Spreadsheet.Spreadsheet): Sheet {
    const to = { book: spreadsheet.getId(), name: null, index: spreadsheet.getNumSheets(), activate: false };
    return toSheet({ book: to.book, sheet: call('spreadsheet.copySheet', this[SHEET], to) });
  }

  getType(): GoogleAppsScript.Spreadsheet.SheetType {
    return SheetType.GRID;
  }

  asDataSourceSheet(): null {
    return null;
  }

  /** No form is linked here. */
  getFormUrl(): null {
    return null;
  }

  isRightToLeft(): boolean {
    return describe(this).rightToLeft ?? false;
  }

  setRightToLeft(rightToLeft: boolean): Sheet {
    return layOut(this, { rightToLeft });
  }

  newChart(): GoogleAppsScript.Spreadsheet.EmbeddedChartBuilder {
    return chartBuilder();
  }

  insertChart(chart: Chart): void {
    insertChart(this[SHEET], chart);
  }

  updateChart(chart: Chart): void {
    updateChart(this[SHEET], chart);
  }

  removeChart(chart: Chart): void {
    removeChart(this[SHEET], chart);
  }

  getCharts(): Chart[] {
    return charts(this[SHEET]);
  }

  getImages(): GoogleAppsScript.Spreadsheet.OverGridImage[] {
    return [];
  }

  getDrawings(): GoogleAppsScript.Spreadsheet.Drawing[] {
    return [];
  }

  getSlicers(): GoogleAppsScript.Spreadsheet.Slicer[] {
    return [];
  }

  getPivotTables(): GoogleAppsScript.Spreadsheet.PivotTable[] {
    return [];
  }

  getBandings(): GoogleAppsScript.Spreadsheet.Banding[] {
    return [];
  }

  getDataSourceTables(): GoogleAppsScript.Spreadsheet.DataSourceTable[] {
    return [];
  }

  getDeveloperMetadata(): GoogleAppsScript.Spreadsheet.DeveloperMetadata[] {
    return [];
  }

  getRowGroupDepth(position: number): number {
    return call('spreadsheet.getTrack', span(this, 'rows', position, 1)).depth ?? 0;
  }

  getColumnGroupDepth(position: number): number {
    return call('spreadsheet.getTrack', span(this, 'columns', position, 1)).depth ?? 0;
  }

  collapseAllRowGroups(): Sheet {
    call('spreadsheet.collapseRowGroups', this[SHEET]);
    return asSheet(this);
  }

  setConditionalFormatRules(rules: GoogleAppsScript.Spreadsheet.ConditionalFormatRule[]): void {
    layOut(this, { conditionalRules: rules.map(toConditionalRule) });
  }

  getConditionalFormatRules(): GoogleAppsScript.Spreadsheet.ConditionalFormatRule[] {
    return describe(this).conditionalRules.map(conditionalFormatRule);
  }

  clearConditionalFormatRules(): void {
    layOut(this, { conditionalRules: [] });
  }

  getFilter(): GoogleAppsScript.Spreadsheet.Filter | null {
    const area = describe(this).filter;
    return area && filter(area);
  }

  getNamedRanges(): GoogleAppsScript.Spreadsheet.NamedRange[] {
    return call('spreadsheet.describe', this[SHEET].book)
      .names.filter(({ area }) => area.sheet === this[SHEET].sheet)
      .map(({ name, area }) => namedRange(name, area));
  }

  insertRowAfter(position: number): Sheet {
    return insertAfter(this, 'rows', position, 1);
  }

  insertRowBefore(position: number): Sheet {
    return insertBefore(this, 'rows', position, 1);
  }

  insertRowsAfter(position: number, howMany: number): Sheet {
    return insertAfter(this, 'rows', position, howMany);
  }

  insertRowsBefore(position: number, howMany: number): Sheet {
    return insertBefore(this, 'rows', position, howMany);
  }

  insertRows(index: number, howMany = 1): void {
    insertBefore(this, 'rows', index, howMany);
  }

  deleteRow(position: number): Sheet {
    this.deleteRows(position, 1);
    return asSheet(this);
  }

  deleteRows(position: number, howMany: number): void {
    call('spreadsheet.delete', span(this, 'rows', position, howMany));
  }

  moveRows(spec: Range, destination: number): void {
    call('spreadsheet.move', spanOf(this, 'rows', spec), destination);
  }

  hideRow(spec: Range): void {
    setTracks(this, spanOf(this, 'rows', spec), { hidden: true });
  }

  unhideRow(spec: Range): void {
    setTracks(this, spanOf(this, 'rows', spec), { hidden: false });
  }

  hideRows(index: number, howMany = 1): void {
    setTracks(this, span(this, 'rows', index, howMany), { hidden: true });
  }

  showRows(index: number, howMany = 1): void {
    setTracks(this, span(this, 'rows', index, howMany), { hidden: false });
  }

  isRowHiddenByUser(position: number): boolean {
    return call('spreadsheet.getTrack', span(this, 'rows', position, 1)).hidden ?? false;
  }

  insertColumnAfter(position: number): Sheet {
    return insertAfter(this, 'columns', position, 1);
  }

  insertColumnBefore(position: number): Sheet {
    return insertBefore(this, 'columns', position, 1);
  }

  insertColumnsAfter(position: number, howMany: number): Sheet {
    return insertAfter(this, 'columns', position, howMany);
  }

  insertColumnsBefore(position: number, howMany: number): Sheet {
    return insertBefore(this, 'columns', position, howMany);
  }

  insertColumns(index: number, howMany = 1): void {
    insertBefore(this, 'columns', index, howMany);
  }

  deleteColumn(position: number): Sheet {
    this.deleteColumns(position, 1);
    return asSheet(this);
  }

  deleteColumns(position: number, howMany: number): void {
    call('spreadsheet.delete', span(this, 'columns', position, howMany));
  }

  moveColumns(spec: Range, destination: number): void {
    call('spreadsheet.move', spanOf(this, 'columns', spec), destination);
  }

  hideColumn(spec: Range): void {
    setTracks(this, spanOf(this, 'columns', spec), { hidden: true });
  }

  unhideColumn(spec: Range): void {
    setTracks(this, spanOf(this, 'columns', spec), { hidden: false });
  }

  hideColumns(index: number, howMany = 1): void {
    setTracks(this, span(this, 'columns', index, howMany), { hidden: true });
  }

  showColumns(index: number, howMany = 1): void {
    setTracks(this, span(this, 'columns', index, howMany), { hidden: false });
  }

  /** Which rows a filter hides is not computed. */
  isRowHiddenByFilter(position: number): boolean {
    const { filter: area, filterRules } = describe(this);
    call('spreadsheet.getTrack', span(this, 'rows', position, 1));
    const isBelow = area && position > area.row && position < area.row + area.rows;
    if (isBelow && filterRules.length > 0)
      throw new Error('Sheet.isRowHiddenByFilter of a filter with criteria is not emulated here.');
    return false;
  }

  isColumnHiddenByUser(position: number): boolean {
    return call('spreadsheet.getTrack', span(this, 'columns', position, 1)).hidden ?? false;
  }

  setRowHeight(position: number, size: number): Sheet {
    return this.setRowHeights(position, 1, size);
  }

  setRowHeights(start: number, howMany: number, size: number): Sheet {
    return setTracks(this, span(this, 'rows', start, howMany), { size });
  }

  setRowHeightsForced(start: number, howMany: number, size: number): Sheet {
    return this.setRowHeights(start, howMany, size);
  }

  /** Text is not measured: a row keeps its height. */
  autoResizeRows(start: number, howMany: number): Sheet {
    return setTracks(this, span(this, 'rows', start, howMany), {});
  }

  getRowHeight(position: number): number {
    return call('spreadsheet.getTrack', span(this, 'rows', position, 1)).size ?? 0;
  }

  setColumnWidth(position: number, size: number): Sheet {
    return this.setColumnWidths(position, 1, size);
  }

  setColumnWidths(start: number, howMany: number, size: number): Sheet {
    return setTracks(this, span(this, 'columns', start, howMany), { size });
  }

  getColumnWidth(position: number): number {
    return call('spreadsheet.getTrack', span(this, 'columns', position, 1)).size ?? 0;
  }

  /** Text is not measured: a column keeps its width. */
  autoResizeColumn(column: number): Sheet {
    return this.autoResizeColumns(column, 1);
  }

  autoResizeColumns(start: number, howMany: number): Sheet {
    return setTracks(this, span(this, 'columns', start, howMany), {});
  }
}

interface Place {
  readonly [SHEET]: SheetRef;
}

/** Setters return their sheet. */
function asSheet(place: Place): Sheet {
  return place as unknown as Sheet;
}

function describe(place: Place): SheetFacts {
  return call('spreadsheet.describeSheet', place[SHEET]);
}

function allCells(place: Place): Range {
  const { maxRows, maxColumns } = describe(place);
  return toRange(call('spreadsheet.locate', place[SHEET], [1, 1, maxRows, maxColumns]));
}

function changeSheet(place: Place, change: SheetChange): Sheet {
  call('spreadsheet.changeSheet', place[SHEET], change);
  return asSheet(place);
}

function layOut(place: Place, change: Layout): Sheet {
  call('spreadsheet.layout', place[SHEET], change);
  return asSheet(place);
}

function insertAfter(place: Place, dimension: Dimension, position: number, howMany: number): Sheet {
  call('spreadsheet.insert', span(place, dimension, position + 1, howMany), position);
  return asSheet(place);
}

function insertBefore(place: Place, dimension: Dimension, position: number, howMany: number): Sheet {
  call('spreadsheet.insert', span(place, dimension, position, howMany), position);
  return asSheet(place);
}

function setTracks(place: Place, rowsOrColumns: Span, track: Track): Sheet {
  call('spreadsheet.setTrack', rowsOrColumns, track);
  return asSheet(place);
}

function span(place: Place, dimension: Dimension, at: number, count: number): Span {
  return { sheet: place[SHEET], dimension, at, count };
}

/** The rows, or the columns, of a range. */
function spanOf(place: Place, dimension: Dimension, range: Range): Span {
  const { row, column, rows, columns } = toArea(range);
  return dimension === 'rows' ? span(place, 'rows', row, rows) : span(place, 'columns', column, columns);
}
