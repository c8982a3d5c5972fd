import { emulated } from '../realm/emulated';
import { call } from './call.realm';
import type { Area, ClearOptions, Patch } from './cells';
import { setCheckboxes } from './checkboxes.realm';
import { type ClearParts, toClearOptions } from './clear-options.realm';
import { toColor, toRgb } from './color.realm';
import { toFormula, toInput, toRange } from './references.realm';

type RangeList = GoogleAppsScript.Spreadsheet.RangeList;

/** Several ranges of one sheet, written by one call. */
export function rangeList(areas: Area[]): RangeList {
  const clear = (options: ClearOptions) => {
    call('spreadsheet.clear', areas, options);
    return self;
  };
  const patch = (patch: Patch) => {
    call('spreadsheet.format', areas, [[patch]]);
    return self;
  };
  const look = (key: keyof NonNullable<Patch['look']>) => (value: unknown) =>
    patch({ look: { [key]: value } as NonNullable<Patch['look']> });
  const write = (value: unknown) => {
    call('spreadsheet.setValue', areas, toInput(value));
    return self;
  };
  const each =
    <A extends unknown[]>(act: (range: GoogleAppsScript.Spreadsheet.Range, ...args: A) => unknown) =>
    (...args: A) => {
      for (const area of areas) act(toRange(area), ...args);
      return self;
    };
  const self: RangeList = emulated('Spreadsheet.RangeList', {
    getRanges: () => areas.map(toRange),
    /** The last range becomes the active one. */
    activate() {
      call('spreadsheet.select', areas);
      return self;
    },
    breakApart() {
      call('spreadsheet.breakApart', areas);
      return self;
    },
    setValue: write,
    setFormula: (formula: string) => write(toFormula(formula)),
    setFormulaR1C1: each((range, formula: string) => range.setFormulaR1C1(formula)),
    setTextDirection: each((range, direction: GoogleAppsScript.Spreadsheet.TextDirection | null) =>
      range.setTextDirection(direction),
    ),
    setTextRotation: each((range, degrees: number) => range.setTextRotation(degrees)),
    setVerticalText: each((range, isVertical: boolean) => range.setVerticalText(isVertical)),
    check() {
      setCheckboxes(areas, true);
      return self;
    },
    uncheck() {
      setCheckboxes(areas, false);
      return self;
    },
    insertCheckboxes: each((range, ...values: [unknown?, unknown?]) =>
      (range.insertCheckboxes as (...values: unknown[]) => unknown)(...values),
    ),
    removeCheckboxes: each((range) => range.removeCheckboxes()),
    trimWhitespace() {
      call('spreadsheet.trimWhitespace', areas);
      return self;
    },
    /** Other than the one of a range it clears rules too, as its page says. */
    clear: (options?: ClearParts) =>
      clear(toClearOptions(options) ?? { contents: true, formats: true, validations: true }),
    clearContent: () => clear({ contents: true }),
    clearFormat: () => clear({ formats: true }),
    clearNote: () => clear({ notes: true }),
    clearDataValidations: () => clear({ validations: true }),
    setNumberFormat: (format: string) => patch({ format }),
    setNote: (note: string | null) => patch({ note: note || null }),
    setBackground: (color: string | null) => look('background')(toColor(color)),
    setBackgroundRGB: (red: number, green: number, blue: number) =>
      look('background')(toRgb(red, green, blue)),
    setBorder: each((range, ...sides: unknown[]) =>
      (range.setBorder as (...sides: unknown[]) => unknown)(...sides),
    ),
    setFontColor: (color: string | null) => look('fontColor')(toColor(color)),
    setFontFamily: look('fontFamily'),
    setFontLine: look('fontLine'),
    setFontSize: look('fontSize'),
    setFontStyle: look('fontStyle'),
    setFontWeight: look('fontWeight'),
    setHorizontalAlignment: look('horizontalAlignment'),
    setVerticalAlignment: look('verticalAlignment'),
    setWrap: each((range, wrap: boolean) => range.setWrap(wrap)),
    setWrapStrategy: each((range, strategy: GoogleAppsScript.Spreadsheet.WrapStrategy) =>
      range.setWrapStrategy(strategy),
    ),
  } satisfies Partial<RangeList>);
  return self;
}
