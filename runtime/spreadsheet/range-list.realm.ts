import { emulated } from '../realm/emulated';
import { call } from '../realm/host';
import type { Area, ClearOptions, Patch } from './cells';
import { toInput, toRange } from './references.realm';

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
    check: () => write(true),
    uncheck: () => write(false),
    clear: () => clear({ contents: true, formats: true }),
    clearContent: () => clear({ contents: true }),
    clearFormat: () => clear({ formats: true }),
    clearNote: () => clear({ notes: true }),
    clearDataValidations: () => clear({ validations: true }),
    setNumberFormat: (format: string) => patch({ format }),
    setNote: (note: string | null) => patch({ note: note || null }),
    setBackground: look('background'),
    setFontColor: look('fontColor'),
    setFontSize: look('fontSize'),
    setFontStyle: look('fontStyle'),
    setFontWeight: look('fontWeight'),
    setHorizontalAlignment: look('horizontalAlignment'),
    setVerticalAlignment: look('verticalAlignment'),
  } satisfies Partial<RangeList>);
  return self;
}
