import type { Look, Patch } from './cells';
import { rule, toRule } from './data-validation.realm';
import { RangeValues } from './range-values.realm';

type Range = GoogleAppsScript.Spreadsheet.Range;
type DataValidation = GoogleAppsScript.Spreadsheet.DataValidation;

/** Number format, note, rule and looks of a range. Setters of looks with a plural take a block. */
export class RangeLooks extends RangeValues {
  getNumberFormats(): string[][] {
    return this.aspects(({ format }) => format);
  }

  getNumberFormat(): string {
    return this.getNumberFormats()[0]?.[0] ?? '';
  }

  setNumberFormat(format: string): Range {
    return this.patch({ format });
  }

  setNumberFormats(formats: string[][]): Range {
    return this.patch(formats.map((row) => row.map((format) => ({ format }))));
  }

  getNotes(): string[][] {
    return this.aspects(({ note }) => note);
  }

  getNote(): string {
    return this.getNotes()[0]?.[0] ?? '';
  }

  setNote(note: string | null): Range {
    return this.patch({ note: note || null });
  }

  setNotes(notes: (string | null)[][]): Range {
    return this.patch(notes.map((row) => row.map((note) => ({ note: note || null }))));
  }

  getDataValidations(): (DataValidation | null)[][] {
    return this.aspects((aspect) => aspect.rule && rule(aspect.rule));
  }

  getDataValidation(): DataValidation | null {
    return this.getDataValidations()[0]?.[0] ?? null;
  }

  setDataValidation(validation: DataValidation | null): Range {
    return this.patch({ rule: toRule(validation) });
  }

  setDataValidations(rules: (DataValidation | null)[][]): Range {
    return this.patch(rules.map((row) => row.map((validation) => ({ rule: toRule(validation) }))));
  }

  setBorder(...sides: unknown[]): Range {
    return this.look({ border: JSON.stringify(sides) });
  }

  protected look(look: NonNullable<Patch['look']>): Range {
    return this.patch({ look });
  }

  protected looks<K extends keyof Look>(key: K, values: (Look[K] | null)[][]): Range {
    return this.patch(
      values.map((row) => row.map((value) => ({ look: { [key]: value } as Patch['look'] & object }))),
    );
  }

  protected looking<K extends keyof Look>(key: K, otherwise: NonNullable<Look[K]>): NonNullable<Look[K]>[][] {
    return this.aspects(({ look }) => (look[key] ?? otherwise) as NonNullable<Look[K]>);
  }
}
