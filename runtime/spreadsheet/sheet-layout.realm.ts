import { call } from '../realm/host';
import { SHEET } from './areas.realm';
import { conditionalFormatRule, toConditionalRule } from './conditional-format.realm';
import type { Layout } from './facts';
import { filter } from './filter.realm';
import { namedRange } from './named-range.realm';
import { range } from './range.realm';
import { SheetLines } from './sheet-lines.realm';

type Range = GoogleAppsScript.Spreadsheet.Range;
type Sheet = GoogleAppsScript.Spreadsheet.Sheet;

/** How a sheet stands in its window. */
export class SheetLayout extends SheetLines {
  setFrozenRows(frozenRows: number): void {
    this.layOut({ frozenRows });
  }

  setFrozenColumns(frozenColumns: number): void {
    this.layOut({ frozenColumns });
  }

  getFrozenRows(): number {
    return this.facts.frozenRows;
  }

  getFrozenColumns(): number {
    return this.facts.frozenColumns;
  }

  setTabColor(tabColor: string | null): Sheet {
    return this.layOut({ tabColor });
  }

  getTabColor(): string | null {
    return this.facts.tabColor;
  }

  setHiddenGridlines(hiddenGridlines: boolean): Sheet {
    return this.layOut({ hiddenGridlines });
  }

  hasHiddenGridlines(): boolean {
    return this.facts.hiddenGridlines;
  }

  hideSheet(): Sheet {
    return this.change({ hidden: true });
  }

  showSheet(): Sheet {
    return this.change({ hidden: false });
  }

  isSheetHidden(): boolean {
    return this.facts.hidden;
  }

  getActiveRange(): Range {
    return range(this.facts.selection);
  }

  /** A selection's first cell; where in it a person stands is not emulated. */
  getCurrentCell(): Range {
    return this.getActiveRange().getCell(1, 1);
  }

  setActiveRange(active: Range): Range {
    return active.activate();
  }

  activate(): Sheet {
    call('spreadsheet.change', this[SHEET].book, { active: this[SHEET].sheet });
    return this.self;
  }

  /** A new sheet of that name in the same spreadsheet; copies into others are not emulated. */
  copyTo(spreadsheet: GoogleAppsScript.Spreadsheet.Spreadsheet): Sheet {
    if (spreadsheet.getId() !== this[SHEET].book)
      throw new Error('Sheet.copyTo of another spreadsheet is not emulated by the local runtime.');
    const id = call('spreadsheet.copySheet', this[SHEET]);
    return spreadsheet.getSheetById(id) as Sheet;
  }

  setConditionalFormatRules(rules: GoogleAppsScript.Spreadsheet.ConditionalFormatRule[]): void {
    this.layOut({ conditionalRules: rules.map(toConditionalRule) });
  }

  getConditionalFormatRules(): GoogleAppsScript.Spreadsheet.ConditionalFormatRule[] {
    return this.facts.conditionalRules.map(conditionalFormatRule);
  }

  clearConditionalFormatRules(): void {
    this.layOut({ conditionalRules: [] });
  }

  getFilter(): GoogleAppsScript.Spreadsheet.Filter | null {
    const area = this.facts.filter;
    return area && filter(area);
  }

  getNamedRanges(): GoogleAppsScript.Spreadsheet.NamedRange[] {
    return call('spreadsheet.describe', this[SHEET].book)
      .names.filter(({ area }) => area.sheet === this[SHEET].sheet)
      .map(({ name, area }) => namedRange(name, area));
  }

  private layOut(change: Layout): Sheet {
    call('spreadsheet.layout', this[SHEET], change);
    return this.self;
  }
}
