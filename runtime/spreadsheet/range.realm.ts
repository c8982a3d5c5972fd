import { exception } from '../realm/host';
import { call } from './call.realm';
import type { Area, Aspect, Block, ClearOptions, Input, Look, Paste, Patch } from './cells';
import { areChecked, removeCheckboxes, setCheckboxes } from './checkboxes.realm';
import { type ClearParts, toClearOptions } from './clear-options.realm';
import { toColor, toRgb } from './color.realm';
import { colorOf, toHex } from './color-object.realm';
import { dataValidationBuilder, rule, toRule } from './data-validation.realm';
import { DataValidationCriteria, WrapStrategy } from './enums.realm';
import { filter } from './filter.realm';
import { protection } from './protection.realm';
import { fromR1C1, toR1C1 } from './r1c1';
import { RangeText } from './range-text.realm';
import { AREA, toArea, toFormula, toInput, toRef } from './references.realm';
import { richText, toRichText } from './rich-text.realm';
import { textFinder } from './text-finder.realm';

type Color = GoogleAppsScript.Spreadsheet.Color;
type Range = GoogleAppsScript.Spreadsheet.Range;
type DataValidation = GoogleAppsScript.Spreadsheet.DataValidation;
type RichTextValue = GoogleAppsScript.Spreadsheet.RichTextValue;
type FontLine = GoogleAppsScript.Spreadsheet.FontLine;
type FontStyle = GoogleAppsScript.Spreadsheet.FontStyle;
type FontWeight = GoogleAppsScript.Spreadsheet.FontWeight;
type Sheet = GoogleAppsScript.Spreadsheet.Sheet;
type Type = GoogleAppsScript.Spreadsheet.CopyPasteType;
type CopyOptions = { formatOnly?: boolean | undefined; contentsOnly?: boolean | undefined };
type Strategy = GoogleAppsScript.Spreadsheet.WrapStrategy;

type Text = string | null;
type HorizontalAlignment = 'left' | 'center' | 'normal' | 'right' | null;
type VerticalAlignment = 'top' | 'middle' | 'bottom' | null;
type SortKey = number | { column: number; ascending?: boolean };

/**
 * A block of cells by its address: values, looks, and operations on the whole. It has no state: every getter
 * and setter is a call.
 */
export class EmulatedRange extends RangeText {
  getValues(): unknown[][] {
    return withDates(call('spreadsheet.getValues', this[AREA]), this[AREA].columns);
  }

  getValue(): unknown {
    return this.getCell(1, 1).getValues()[0]?.[0];
  }

  setValues(values: unknown[][]): Range {
    call('spreadsheet.setValues', this[AREA], toBlock('setValues', values));
    return asRange(this);
  }

  setValue(value: unknown): Range {
    call('spreadsheet.setValue', [this[AREA]], toInput(value));
    return asRange(this);
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
    return asRange(this);
  }

  setFormula(formula: string): Range {
    call('spreadsheet.setValue', [this[AREA]], toFormula(formula));
    return asRange(this);
  }

  getFormulasR1C1(): (string | null)[][] {
    const { row, column } = this[AREA];
    return this.getFormulas().map((formulas, r) =>
      formulas.map((formula, c) => (formula ? toR1C1(formula, { row: row + r, column: column + c }) : null)),
    );
  }

  getFormulaR1C1(): string | null {
    return this.getFormulasR1C1()[0]?.[0] ?? null;
  }

  setFormulasR1C1(formulas: string[][]): Range {
    const { row, column } = this[AREA];
    return this.setFormulas(
      formulas.map((line, r) =>
        line.map((formula, c) => fromR1C1(formula, { row: row + r, column: column + c })),
      ),
    );
  }

  setFormulaR1C1(formula: string): Range {
    const { rows, columns } = this[AREA];
    return this.setFormulasR1C1(Array.from({ length: rows }, () => Array<string>(columns).fill(formula)));
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
    return asRange(this);
  }

  setRichTextValue(value: RichTextValue): Range {
    call('spreadsheet.setValue', [this[AREA]], toRichText(value));
    return asRange(this);
  }

  /** A formula fills its cell, whatever it shows. */
  isBlank(): boolean {
    return call('spreadsheet.isBlank', this[AREA]);
  }

  /** Clears parts; without options everything but notes and rules. */
  clear(options?: ClearParts): Range {
    return clearCells(this, toClearOptions(options) ?? { contents: true, formats: true });
  }

  clearContent(): Range {
    return clearCells(this, { contents: true });
  }

  clearFormat(): Range {
    return clearCells(this, { formats: true });
  }

  clearNote(): Range {
    return clearCells(this, { notes: true });
  }

  clearDataValidations(): Range {
    return clearCells(this, { validations: true });
  }

  getNumberFormats(): string[][] {
    return inspect(this, ({ format }) => {
      if (typeof format === 'string') return format;
      throw exception(format.unknown);
    });
  }

  getNumberFormat(): string {
    return this.getNumberFormats()[0]?.[0] ?? '';
  }

  setNumberFormat(format: string): Range {
    return patchCells(this, { format });
  }

  setNumberFormats(formats: string[][]): Range {
    return patchCells(
      this,
      formats.map((row) => row.map((format) => ({ format }))),
    );
  }

  getNotes(): string[][] {
    return inspect(this, ({ note }) => note);
  }

  getNote(): string {
    return this.getNotes()[0]?.[0] ?? '';
  }

  setNote(note: string | null): Range {
    return patchCells(this, { note: note || null });
  }

  setNotes(notes: (string | null)[][]): Range {
    return patchCells(
      this,
      notes.map((row) => row.map((note) => ({ note: note || null }))),
    );
  }

  getDataValidations(): (DataValidation | null)[][] {
    return inspect(this, (aspect) => aspect.rule && rule(aspect.rule));
  }

  getDataValidation(): DataValidation | null {
    return this.getDataValidations()[0]?.[0] ?? null;
  }

  setDataValidation(validation: DataValidation | null): Range {
    return patchCells(this, { rule: toRule(validation) });
  }

  setDataValidations(rules: (DataValidation | null)[][]): Range {
    return patchCells(
      this,
      rules.map((row) => row.map((validation) => ({ rule: toRule(validation) }))),
    );
  }

  setBorder(...sides: unknown[]): Range {
    const [top, left, bottom, right, vertical, horizontal, color, style] = sides;
    const lines = [top, left, bottom, right, vertical, horizontal, toColor(color as Text | undefined), style];
    return setLook(this, { border: JSON.stringify(lines) });
  }

  setBackground(background: Text): Range {
    return setLook(this, { background: toColor(background) });
  }

  setBackgroundRGB(red: number, green: number, blue: number): Range {
    return setLook(this, { background: toRgb(red, green, blue) });
  }

  setBackgrounds(block: Text[][]): Range {
    return setLooks(
      this,
      'background',
      block.map((row) => row.map(toColor)),
    );
  }

  getBackground(): string {
    return this.getBackgrounds()[0]?.[0] ?? '#ffffff';
  }

  getBackgrounds(): string[][] {
    return getLooks(this, 'background', '#ffffff');
  }

  setBackgroundObject(color: Color | null): Range {
    return this.setBackground(toHex(color));
  }

  setBackgroundObjects(block: (Color | null)[][] | null): Range {
    return block ? this.setBackgrounds(block.map((row) => row.map(toHex))) : this.setBackground(null);
  }

  getBackgroundObject(): Color {
    return colorOf(this.getBackground());
  }

  getBackgroundObjects(): Color[][] {
    return this.getBackgrounds().map((row) => row.map(colorOf));
  }

  setFontColorObject(color: Color | null): Range {
    return this.setFontColor(toHex(color));
  }

  setFontColorObjects(block: (Color | null)[][]): Range {
    return this.setFontColors(block.map((row) => row.map(toHex)));
  }

  getFontColorObject(): Color {
    return colorOf(this.getFontColor());
  }

  getFontColorObjects(): Color[][] {
    return this.getFontColors().map((row) => row.map(colorOf));
  }

  // Older names, which have left the reference.
  getBackgroundColor(): string {
    return this.getBackground();
  }

  getBackgroundColors(): string[][] {
    return this.getBackgrounds();
  }

  setBackgroundColor(color: Text): Range {
    return this.setBackground(color);
  }

  setBackgroundColors(colors: Text[][]): Range {
    return this.setBackgrounds(colors);
  }

  setFontColor(fontColor: Text): Range {
    return setLook(this, { fontColor: toColor(fontColor) });
  }

  setFontColors(block: Text[][]): Range {
    return setLooks(
      this,
      'fontColor',
      block.map((row) => row.map(toColor)),
    );
  }

  getFontColor(): string {
    return this.getFontColors()[0]?.[0] ?? '#000000';
  }

  getFontColors(): string[][] {
    return getLooks(this, 'fontColor', '#000000');
  }

  setFontFamily(fontFamily: Text): Range {
    return setLook(this, { fontFamily });
  }

  setFontFamilies(block: Text[][]): Range {
    return setLooks(this, 'fontFamily', block);
  }

  getFontFamily(): string {
    return this.getFontFamilies()[0]?.[0] ?? 'Arial';
  }

  getFontFamilies(): string[][] {
    return getLooks(this, 'fontFamily', 'Arial');
  }

  setFontLine(fontLine: FontLine | null): Range {
    return setLook(this, { fontLine });
  }

  setFontLines(block: (FontLine | null)[][]): Range {
    return setLooks(this, 'fontLine', block);
  }

  getFontLine(): FontLine {
    return (this.getFontLines()[0]?.[0] ?? 'none') as FontLine;
  }

  getFontLines(): FontLine[][] {
    const lines = getLooks(this, 'fontLine', 'none');
    if (lines.flat().some((line) => line.includes(' ')))
      throw new Error('Range.getFontLine of text with two lines is not emulated here.');
    return lines as FontLine[][];
  }

  setFontSize(fontSize: number): Range {
    return setLook(this, { fontSize });
  }

  setFontSizes(block: number[][]): Range {
    return setLooks(this, 'fontSize', block);
  }

  getFontSize(): number {
    return this.getFontSizes()[0]?.[0] ?? 10;
  }

  getFontSizes(): number[][] {
    return getLooks(this, 'fontSize', 10);
  }

  setFontStyle(fontStyle: FontStyle | null): Range {
    return setLook(this, { fontStyle });
  }

  setFontStyles(block: (FontStyle | null)[][]): Range {
    return setLooks(this, 'fontStyle', block);
  }

  getFontStyle(): FontStyle {
    return (this.getFontStyles()[0]?.[0] ?? 'normal') as FontStyle;
  }

  getFontStyles(): FontStyle[][] {
    return getLooks(this, 'fontStyle', 'normal') as FontStyle[][];
  }

  setFontWeight(fontWeight: FontWeight | null): Range {
    return setLook(this, { fontWeight });
  }

  setFontWeights(block: (FontWeight | null)[][]): Range {
    return setLooks(this, 'fontWeight', block);
  }

  getFontWeight(): FontWeight {
    return (this.getFontWeights()[0]?.[0] ?? 'normal') as FontWeight;
  }

  getFontWeights(): FontWeight[][] {
    return getLooks(this, 'fontWeight', 'normal') as FontWeight[][];
  }

  setHorizontalAlignment(horizontalAlignment: HorizontalAlignment): Range {
    return setLook(this, { horizontalAlignment });
  }

  setHorizontalAlignments(block: HorizontalAlignment[][]): Range {
    return setLooks(this, 'horizontalAlignment', block);
  }

  getHorizontalAlignment(): string {
    return this.getHorizontalAlignments()[0]?.[0] ?? 'general';
  }

  getHorizontalAlignments(): string[][] {
    return getLooks(this, 'horizontalAlignment', 'general');
  }

  setVerticalAlignment(verticalAlignment: VerticalAlignment): Range {
    return setLook(this, { verticalAlignment });
  }

  setVerticalAlignments(block: VerticalAlignment[][]): Range {
    return setLooks(this, 'verticalAlignment', block);
  }

  getVerticalAlignment(): string {
    return this.getVerticalAlignments()[0]?.[0] ?? 'bottom';
  }

  getVerticalAlignments(): string[][] {
    return getLooks(this, 'verticalAlignment', 'bottom');
  }

  setWrapStrategy(strategy: Strategy): Range {
    return setLook(this, { wrapStrategy: String(strategy) });
  }

  setWrapStrategies(block: Strategy[][]): Range {
    return setLooks(
      this,
      'wrapStrategy',
      block.map((row) => row.map(String)),
    );
  }

  getWrapStrategy(): Strategy {
    return this.getWrapStrategies()[0]?.[0] ?? WrapStrategy.OVERFLOW;
  }

  getWrapStrategies(): Strategy[][] {
    const names = getLooks(this, 'wrapStrategy', 'OVERFLOW') as (keyof typeof WrapStrategy)[][];
    return names.map((row) => row.map((name) => WrapStrategy[name]));
  }

  setWrap(wrap: boolean): Range {
    return this.setWrapStrategy(wrap ? WrapStrategy.WRAP : WrapStrategy.OVERFLOW);
  }

  setWraps(block: boolean[][]): Range {
    return this.setWrapStrategies(
      block.map((row) => row.map((wrap) => (wrap ? WrapStrategy.WRAP : WrapStrategy.OVERFLOW))),
    );
  }

  /** A cell that nothing was set for says that it wraps, though its strategy is to overflow (conformance/sheet-looks.ts). */
  getWrap(): boolean {
    return this.getWraps()[0]?.[0] ?? true;
  }

  getWraps(): boolean[][] {
    return getLooks(this, 'wrapStrategy', 'WRAP').map((row) => row.map((strategy) => strategy === 'WRAP'));
  }

  shiftRowGroupDepth(delta: number): Range {
    const { sheet, book, row, rows } = this[AREA];
    call(
      'spreadsheet.shiftGroupDepth',
      { sheet: { book, sheet }, dimension: 'rows', at: row, count: rows },
      delta,
    );
    return asRange(this);
  }

  sort(spec: SortKey | SortKey[]): Range {
    const keys = [spec]
      .flat()
      .map((key) => (typeof key === 'number' ? { column: key, ascending: true } : key));
    if (keys.length === 0 || !keys.every((key) => typeof key?.column === 'number'))
      throw new Error('Range.sort by anything but columns is not emulated here.');
    call(
      'spreadsheet.sort',
      this[AREA],
      keys.map(({ column, ascending = true }) => ({ column, ascending })),
    );
    return asRange(this);
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
    removeCheckboxes(this[AREA]);
    return asRange(this);
  }

  check(): Range {
    setCheckboxes([this[AREA]], true);
    return asRange(this);
  }

  uncheck(): Range {
    setCheckboxes([this[AREA]], false);
    return asRange(this);
  }

  isChecked(): boolean | null {
    return areChecked(this[AREA], this.getValues());
  }

  trimWhitespace(): Range {
    call('spreadsheet.trimWhitespace', [this[AREA]]);
    return asRange(this);
  }

  /** A type is heeded only if `transposed` is given too (issuetracker.google.com/issues/427192537). */
  copyTo(destination: Range, how?: CopyOptions | Type, transposed?: boolean): void {
    const { formatOnly, contentsOnly } = (how ?? {}) as CopyOptions;
    if (formatOnly && contentsOnly)
      throw new Error('Range.copyTo of formats only and contents only is not emulated here.');
    const to = toArea(destination);
    if (transposed !== undefined) copyAs(this[AREA], to, { type: String(how), transposed });
    else if (formatOnly) call('spreadsheet.copy', this[AREA], to, 'formats');
    else call('spreadsheet.copy', this[AREA], to, contentsOnly ? 'values' : 'all');
  }

  copyValuesToRange(
    sheet: Sheet | number,
    column: number,
    columnEnd: number,
    row: number,
    rowEnd: number,
  ): void {
    const to = targetOf(this, sheet, [row, column, rowEnd - row + 1, columnEnd - column + 1]);
    call('spreadsheet.copy', this[AREA], to, 'values');
  }

  copyFormatToRange(
    sheet: Sheet | number,
    column: number,
    columnEnd: number,
    row: number,
    rowEnd: number,
  ): void {
    const to = targetOf(this, sheet, [row, column, rowEnd - row + 1, columnEnd - column + 1]);
    call('spreadsheet.copy', this[AREA], to, 'formats');
  }

  moveTo(target: Range): void {
    call('spreadsheet.moveCells', this[AREA], toArea(target));
  }

  createFilter(): GoogleAppsScript.Spreadsheet.Filter {
    call('spreadsheet.layout', this[AREA], { filter: this[AREA], filterRules: [] });
    return filter(this[AREA]);
  }

  /** Returns the filter of the sheet, wherever it is. */
  getFilter(): GoogleAppsScript.Spreadsheet.Filter | null {
    const area = call('spreadsheet.describeSheet', this[AREA]).filter;
    return area && filter(area);
  }

  /** The parts are read as if typed. */
  splitTextToColumns(delimiter?: string | GoogleAppsScript.Spreadsheet.TextToColumnsDelimiter): void {
    const { columns } = this[AREA];
    if (delimiter === undefined || columns > 1)
      throw new Error(
        'Range.splitTextToColumns of several columns, or without a delimiter, is not emulated here.',
      );
    const separator = typeof delimiter === 'string' ? delimiter : DELIMITERS[String(delimiter)];
    for (const [row, [value]] of this.getValues().entries()) {
      if (typeof value !== 'string' || !separator || !value.includes(separator)) continue;
      const parts = value.split(separator);
      this.offset(row, 0, 1, parts.length).setValues([parts]);
    }
  }

  canEdit(): boolean {
    return true;
  }
}

const DELIMITERS: Record<string, string> = { COMMA: ',', SEMICOLON: ';', PERIOD: '.', SPACE: ' ' };

interface Place {
  readonly [AREA]: Area;
}

/** Setters return their range. */
function asRange(place: Place): Range {
  return place as unknown as Range;
}

function clearCells(place: Place, options: ClearOptions): Range {
  call('spreadsheet.clear', [place[AREA]], options);
  return asRange(place);
}

/** One patch for all cells, or one for each cell. */
function patchCells(place: Place, patches: Patch | Patch[][]): Range {
  call('spreadsheet.format', [place[AREA]], Array.isArray(patches) ? patches : [[patches]]);
  return asRange(place);
}

function inspect<T>(place: Place, read: (aspect: Aspect) => T): T[][] {
  return call('spreadsheet.inspect', place[AREA]).map((row) => row.map(read));
}

function setLook(place: Place, look: NonNullable<Patch['look']>): Range {
  return patchCells(place, { look });
}

function setLooks<K extends keyof Look>(place: Place, key: K, values: (Look[K] | null)[][]): Range {
  return patchCells(
    place,
    values.map((row) => row.map((value) => ({ look: { [key]: value } as Patch['look'] & object }))),
  );
}

function getLooks<K extends keyof Look>(
  place: Place,
  key: K,
  byDefault: NonNullable<Look[K]>,
): NonNullable<Look[K]>[][] {
  return inspect(place, ({ look }) => (look[key] ?? byDefault) as NonNullable<Look[K]>);
}

/** Turns instants into the realm's own dates. */
function withDates({ rows, dates }: Block, width: number): unknown[][] {
  const values: unknown[][] = rows;
  for (const at of dates) {
    const row = values[Math.floor(at / width)];
    if (row) row[at % width] = new Date(row[at % width] as number);
  }
  return values;
}

/** Checks that values are a block, as Google's signature requires; its size is checked on the main thread. */
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

function copyAs(from: Area, to: Area, { type, transposed }: { type: string; transposed: boolean }): void {
  if (type === 'PASTE_COLUMN_WIDTHS') {
    copyWidths(from, to);
    return;
  }
  const what = PASTES[type];
  if (!what) throw new Error(`Range.copyTo with ${type} is not emulated here.`);
  call('spreadsheet.copy', from, to, what, transposed);
}

const PASTES: Record<string, Paste> = {
  PASTE_NORMAL: 'all',
  PASTE_NO_BORDERS: 'no borders',
  PASTE_VALUES: 'values',
  PASTE_FORMULA: 'formulas',
  PASTE_FORMAT: 'formats',
  PASTE_DATA_VALIDATION: 'rules',
};

function copyWidths(from: Area, to: Area): void {
  const column = (area: Area, index: number) =>
    ({ sheet: area, dimension: 'columns', at: area.column + index, count: 1 }) as const;
  for (let index = 0; index < from.columns; index++) {
    const { size } = call('spreadsheet.getTrack', column(from, index));
    call('spreadsheet.setTrack', column(to, index), size === undefined ? {} : { size });
  }
}

function targetOf(range: Place, sheet: Sheet | number, place: number[]): Area {
  const ref = typeof sheet === 'number' ? { book: range[AREA].book, sheet } : toRef(sheet);
  return call('spreadsheet.locate', ref, place);
}
