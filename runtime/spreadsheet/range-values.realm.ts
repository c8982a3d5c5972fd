import { call, exception } from '../realm/host';
import { AREA, toInput } from './areas.realm';
import type { Aspect, ClearOptions, Input, Patch } from './cells';
import { RangePlace } from './range-place.realm';
import { richText, toRichText } from './rich-text.realm';

type RichTextValue = GoogleAppsScript.Spreadsheet.RichTextValue;
type Range = GoogleAppsScript.Spreadsheet.Range;

type Parts = Partial<
  Record<'contentsOnly' | 'formatOnly' | 'validationsOnly' | 'commentsOnly', boolean | undefined>
>;

/** What a range says. */
export class RangeValues extends RangePlace {
  getValues(): unknown[][] {
    const { rows, dates } = call('spreadsheet.getValues', this[AREA]);
    const values: unknown[][] = rows;
    const width = this[AREA].columns;
    for (const at of dates) {
      const row = values[Math.floor(at / width)];
      if (row) row[at % width] = new Date(row[at % width] as number);
    }
    return values;
  }

  getValue(): unknown {
    return this.getCell(1, 1).getValues()[0]?.[0];
  }

  setValues(values: unknown[][]): Range {
    call('spreadsheet.setValues', this[AREA], toBlock('setValues', values));
    return this.self;
  }

  setValue(value: unknown): Range {
    call('spreadsheet.setValue', [this[AREA]], toInput(value));
    return this.self;
  }

  getDisplayValues(): string[][] {
    return call('spreadsheet.getDisplayValues', this[AREA]);
  }

  getDisplayValue(): string {
    return this.getDisplayValues()[0]?.[0] ?? '';
  }

  getFormulas(): string[][] {
    return call('spreadsheet.getFormulas', this[AREA]);
  }

  getFormula(): string {
    return this.getFormulas()[0]?.[0] ?? '';
  }

  setFormulas(formulas: string[][]): Range {
    const block = toBlock('setFormulas', formulas);
    call(
      'spreadsheet.setValues',
      this[AREA],
      block.map((row) => row.map(toFormula)),
    );
    return this.self;
  }

  setFormula(formula: string): Range {
    call('spreadsheet.setValue', [this[AREA]], toFormula(formula));
    return this.self;
  }

  getRichTextValues(): (RichTextValue | null)[][] {
    return call('spreadsheet.getRichTexts', this[AREA]).map((row) =>
      row.map((text) => text && richText(text)),
    );
  }

  getRichTextValue(): RichTextValue | null {
    return this.getRichTextValues()[0]?.[0] ?? null;
  }

  setRichTextValues(values: RichTextValue[][]): Range {
    call(
      'spreadsheet.setValues',
      this[AREA],
      values.map((row) => row.map(toRichText)),
    );
    return this.self;
  }

  setRichTextValue(value: RichTextValue): Range {
    call('spreadsheet.setValue', [this[AREA]], toRichText(value));
    return this.self;
  }

  isBlank(): boolean {
    return this.getDisplayValues().every((row) => row.every((text) => text === ''));
  }

  /** Without options everything goes but the notes and the rules. */
  clear(options?: Parts): Range {
    return this.clearing({
      contents: options?.contentsOnly ?? !options,
      formats: options?.formatOnly ?? !options,
      validations: options?.validationsOnly ?? false,
      notes: options?.commentsOnly ?? false,
    });
  }

  clearContent(): Range {
    return this.clearing({ contents: true });
  }

  clearFormat(): Range {
    return this.clearing({ formats: true });
  }

  clearNote(): Range {
    return this.clearing({ notes: true });
  }

  clearDataValidations(): Range {
    return this.clearing({ validations: true });
  }

  protected clearing(options: ClearOptions): Range {
    call('spreadsheet.clear', [this[AREA]], options);
    return this.self;
  }

  /** One patch for all cells, or one a cell. */
  protected patch(patches: Patch | Patch[][]): Range {
    call('spreadsheet.format', [this[AREA]], Array.isArray(patches) ? patches : [[patches]]);
    return this.self;
  }

  protected aspects<T>(read: (aspect: Aspect) => T): T[][] {
    return call('spreadsheet.inspect', this[AREA]).map((row) => row.map(read));
  }
}

/** A block as the platform's signature wants it; its size is checked where the range is known. */
function toBlock(method: string, values: unknown): Input[][] {
  if (!Array.isArray(values) || !values.every(Array.isArray)) {
    const given = Array.isArray(values) ? 'number[]' : typeof values;
    const shown = given === 'string' ? 'String' : given;
    throw exception(
      `The parameters (${shown}) don't match the method signature for SpreadsheetApp.Range.${method}.`,
    );
  }
  return values.map((row: unknown[]) => Array.from(row, toInput));
}

function toFormula(text: Input): Input {
  const formula = String(text ?? '');
  return formula === '' || formula.startsWith('=') ? formula : `=${formula}`;
}
