import { call } from '../realm/host';
import { AREA, areaOf, sheetOf } from './areas.realm';
import { dataValidationBuilder } from './data-validation-builder.realm';
import { CopyPasteType, DataValidationCriteria } from './enums.realm';
import { filter } from './filter.realm';
import { protection } from './protection.realm';
import { RangeStyle } from './range-style.realm';
import { textFinder } from './text-finder.realm';

type Range = GoogleAppsScript.Spreadsheet.Range;
type SortSpec =
  | number
  | { column: number; ascending?: boolean }
  | (number | { column: number; ascending?: boolean })[];

/** What one does with a range as a whole. */
export class RangeShape extends RangeStyle {
  sort(spec: SortSpec): Range {
    const keys = [spec]
      .flat()
      .map((key) => (typeof key === 'number' ? { column: key, ascending: true } : key));
    call(
      'spreadsheet.sort',
      this[AREA],
      keys.map(({ column, ascending = true }) => ({ column, ascending })),
    );
    return this.self;
  }

  protect(): GoogleAppsScript.Spreadsheet.Protection {
    return protection(this[AREA].book, call('spreadsheet.protect', this[AREA], false));
  }

  createTextFinder(text: string): GoogleAppsScript.Spreadsheet.TextFinder {
    return textFinder(this[AREA], text);
  }

  /** Cells get FALSE, so that they count as content (facts 6.2). */
  insertCheckboxes(checked?: unknown, unchecked?: unknown): Range {
    const builder = dataValidationBuilder();
    const values = [checked, unchecked].filter((value) => value !== undefined);
    this.setDataValidation(
      builder.withCriteria(DataValidationCriteria.CHECKBOX, values).setAllowInvalid(false).build(),
    );
    return this.setValue(unchecked ?? (checked === undefined ? false : ''));
  }

  removeCheckboxes(): Range {
    this.clearDataValidations();
    return this.clearContent();
  }

  check(): Range {
    return this.setValue(true);
  }

  uncheck(): Range {
    return this.setValue(false);
  }

  isChecked(): boolean | null {
    const values = this.getValues().flat();
    if (values.every((value) => value === true)) return true;
    return values.every((value) => value === false) ? false : null;
  }

  copyTo(
    destination: Range,
    how?:
      | { formatOnly?: boolean | undefined; contentsOnly?: boolean | undefined }
      | GoogleAppsScript.Spreadsheet.CopyPasteType,
  ): void {
    call('spreadsheet.copy', this[AREA], areaOf(destination), kindOf(how));
  }

  copyValuesToRange(
    sheet: GoogleAppsScript.Spreadsheet.Sheet | number,
    column: number,
    columnEnd: number,
    row: number,
    rowEnd: number,
  ): void {
    const target = typeof sheet === 'number' ? { book: this[AREA].book, sheet } : sheetOf(sheet);
    const size = [rowEnd - row + 1, columnEnd - column + 1];
    const to = call('spreadsheet.locate', target, [row, column, ...size]);
    call('spreadsheet.copy', this[AREA], to, 'values');
  }

  moveTo(target: Range): void {
    this.copyTo(target);
    this.clearing({ contents: true, formats: true, validations: true });
  }

  createFilter(): GoogleAppsScript.Spreadsheet.Filter {
    call('spreadsheet.layout', this[AREA], { filter: this[AREA] });
    return filter(this[AREA]);
  }

  canEdit(): boolean {
    return true;
  }
}

function kindOf(how: unknown): 'all' | 'values' | 'formats' {
  const { formatOnly, contentsOnly } = (how ?? {}) as { formatOnly?: boolean; contentsOnly?: boolean };
  if (formatOnly || how === CopyPasteType.PASTE_FORMAT) return 'formats';
  return contentsOnly || how === CopyPasteType.PASTE_VALUES ? 'values' : 'all';
}
