type Sheet = GoogleAppsScript.Spreadsheet.Sheet;
type Range = GoogleAppsScript.Spreadsheet.Range;
type RangeList = GoogleAppsScript.Spreadsheet.RangeList;

/** The methods that a spreadsheet passes on to its active sheet. */
export abstract class ActiveSheetMethods {
  abstract getActiveSheet(): Sheet;

  getActiveRange(): Range | null {
    return this.getActiveSheet().getActiveRange();
  }

  getActiveRangeList(): RangeList | null {
    return this.getActiveSheet().getActiveRangeList();
  }

  getActiveCell(): Range {
    return this.getActiveSheet().getActiveCell();
  }

  getCurrentCell(): Range | null {
    return this.getActiveSheet().getCurrentCell();
  }

  getSelection(): GoogleAppsScript.Spreadsheet.Selection {
    return this.getActiveSheet().getSelection();
  }

  getDataRange(): Range {
    return this.getActiveSheet().getDataRange();
  }

  getSheetValues(row: number, column: number, rows: number, columns: number): unknown[][] {
    return this.getActiveSheet().getSheetValues(row, column, rows, columns);
  }

  getLastRow(): number {
    return this.getActiveSheet().getLastRow();
  }

  getLastColumn(): number {
    return this.getActiveSheet().getLastColumn();
  }

  getSheetName(): string {
    return this.getActiveSheet().getName();
  }

  getSheetId(): number {
    return this.getActiveSheet().getSheetId();
  }

  renameActiveSheet(name: string): void {
    this.getActiveSheet().setName(name);
  }

  appendRow(values: unknown[]): Sheet {
    return this.getActiveSheet().appendRow(values);
  }

  sort(column: number, ascending = true): Sheet {
    return this.getActiveSheet().sort(column, ascending);
  }

  getFrozenRows(): number {
    return this.getActiveSheet().getFrozenRows();
  }

  getFrozenColumns(): number {
    return this.getActiveSheet().getFrozenColumns();
  }

  setFrozenRows(rows: number): void {
    this.getActiveSheet().setFrozenRows(rows);
  }

  setFrozenColumns(columns: number): void {
    this.getActiveSheet().setFrozenColumns(columns);
  }

  insertRowAfter(position: number): Sheet {
    return this.getActiveSheet().insertRowAfter(position);
  }

  insertRowBefore(position: number): Sheet {
    return this.getActiveSheet().insertRowBefore(position);
  }

  insertRowsAfter(position: number, howMany: number): Sheet {
    return this.getActiveSheet().insertRowsAfter(position, howMany);
  }

  insertRowsBefore(position: number, howMany: number): Sheet {
    return this.getActiveSheet().insertRowsBefore(position, howMany);
  }

  insertColumnAfter(position: number): Sheet {
    return this.getActiveSheet().insertColumnAfter(position);
  }

  insertColumnBefore(position: number): Sheet {
    return this.getActiveSheet().insertColumnBefore(position);
  }

  insertColumnsAfter(position: number, howMany: number): Sheet {
    return this.getActiveSheet().insertColumnsAfter(position, howMany);
  }

  insertColumnsBefore(position: number, howMany: number): Sheet {
    return this.getActiveSheet().insertColumnsBefore(position, howMany);
  }

  deleteRow(position: number): Sheet {
    return this.getActiveSheet().deleteRow(position);
  }

  deleteRows(position: number, howMany: number): void {
    this.getActiveSheet().deleteRows(position, howMany);
  }

  deleteColumn(position: number): Sheet {
    return this.getActiveSheet().deleteColumn(position);
  }

  deleteColumns(position: number, howMany: number): void {
    this.getActiveSheet().deleteColumns(position, howMany);
  }

  hideRow(rows: Range): void {
    this.getActiveSheet().hideRow(rows);
  }

  unhideRow(rows: Range): void {
    this.getActiveSheet().unhideRow(rows);
  }

  hideColumn(columns: Range): void {
    this.getActiveSheet().hideColumn(columns);
  }

  unhideColumn(columns: Range): void {
    this.getActiveSheet().unhideColumn(columns);
  }

  isRowHiddenByUser(position: number): boolean {
    return this.getActiveSheet().isRowHiddenByUser(position);
  }

  isRowHiddenByFilter(position: number): boolean {
    return this.getActiveSheet().isRowHiddenByFilter(position);
  }

  isColumnHiddenByUser(position: number): boolean {
    return this.getActiveSheet().isColumnHiddenByUser(position);
  }

  getRowHeight(position: number): number {
    return this.getActiveSheet().getRowHeight(position);
  }

  setRowHeight(position: number, height: number): Sheet {
    return this.getActiveSheet().setRowHeight(position, height);
  }

  getColumnWidth(position: number): number {
    return this.getActiveSheet().getColumnWidth(position);
  }

  setColumnWidth(position: number, width: number): Sheet {
    return this.getActiveSheet().setColumnWidth(position, width);
  }

  autoResizeColumn(position: number): Sheet {
    return this.getActiveSheet().autoResizeColumn(position);
  }
}
