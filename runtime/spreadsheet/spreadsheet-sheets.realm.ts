import { call } from '../realm/host';
import { BOOK, sheetOf } from './areas.realm';
import { sheet } from './sheet.realm';
import { SpreadsheetFacts } from './spreadsheet-facts.realm';

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;
type Range = GoogleAppsScript.Spreadsheet.Range;

/** The sheets of a spreadsheet, and what it passes on to the active one. */
export class SpreadsheetSheets extends SpreadsheetFacts {
  getSheets(): Sheet[] {
    return this.facts.sheets.map(({ id }) => this.sheet(id));
  }

  getNumSheets(): number {
    return this.facts.sheets.length;
  }

  getSheetByName(name: string): Sheet | null {
    const found = this.facts.sheets.find((known) => known.name === name);
    return found ? this.sheet(found.id) : null;
  }

  getSheetById(id: number): Sheet | null {
    return this.facts.sheets.some((known) => known.id === id) ? this.sheet(id) : null;
  }

  getActiveSheet(): Sheet {
    return this.sheet(this.facts.active);
  }

  setActiveSheet(active: Sheet): Sheet {
    this.change({ active: sheetOf(active).sheet });
    return active;
  }

  getActiveRange(): Range | null {
    return this.getActiveSheet().getActiveRange();
  }

  getCurrentCell(): Range | null {
    return this.getActiveSheet().getCurrentCell();
  }

  setActiveRange(range: Range): Range {
    return range.activate();
  }

  /** Name, index from 0, or both; templates are not emulated. */
  insertSheet(...parts: (string | number | object)[]): Sheet {
    if (parts.some((part) => typeof part === 'object'))
      throw new Error('insertSheet with options is not emulated by the local runtime.');
    const name = parts.find((part): part is string => typeof part === 'string') ?? null;
    const index = parts.find((part): part is number => typeof part === 'number') ?? null;
    return this.sheet(call('spreadsheet.insertSheet', this[BOOK], name, index));
  }

  deleteSheet(gone: Sheet): void {
    call('spreadsheet.deleteSheet', sheetOf(gone));
  }

  deleteActiveSheet(): Sheet {
    this.deleteSheet(this.getActiveSheet());
    return this.getActiveSheet();
  }

  moveActiveSheet(index: number): void {
    call('spreadsheet.changeSheet', { book: this[BOOK], sheet: this.facts.active }, { index });
  }

  getDataRange(): Range {
    return this.getActiveSheet().getDataRange();
  }

  getLastRow(): number {
    return this.getActiveSheet().getLastRow();
  }

  getLastColumn(): number {
    return this.getActiveSheet().getLastColumn();
  }

  appendRow(values: unknown[]): Sheet {
    return this.getActiveSheet().appendRow(values);
  }

  getSheetName(): string {
    return this.getActiveSheet().getName();
  }

  getSheetId(): number {
    return this.facts.active;
  }

  private sheet(id: number): Sheet {
    return sheet({ book: this[BOOK], sheet: id });
  }
}
