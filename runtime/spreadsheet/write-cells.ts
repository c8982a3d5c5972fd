import { ServiceError } from '../execution/service';
import type { Place } from './access';
import { type Attributes, isFormula, patcher, sharedPatcher } from './attributes';
import type { Book } from './book';
import type { Area, ClearOptions, Input, Patch, RichText } from './cells';
import { isDateFormat, PLAIN_TEXT } from './format';
import { Evaluation } from './formula/evaluation';
import { copiedFormula } from './formula/rewrite';
import { shortDate } from './locale';
import { coveredCells } from './merging';
import { assertEditable } from './protection';
import { toSerial } from './serial';
import { readTyped, storable, type Typed } from './typed-text';
import { assertValid } from './validation';
import { LIMITS, MESSAGES } from './wording';

export interface Writing {
  /** Epoch ms, for dates that are typed without a year. */
  now: number;
  /** appendRow parses text even in plain text columns (facts 6.1). */
  retype?: boolean;
  /** True if a leading apostrophe stays in a plain text cell. */
  keepsApostrophe?: boolean;
  /** Other rules apply to a person's edit than to a script's. */
  byPerson?: boolean;
}

/** Writes a block of values, or one value into all cells, or nothing if one is refused. */
export function writeValues(place: Place, area: Area, values: Input[][], writing: Writing): void {
  const { book, sheet } = place;
  if (!writing.byPerson) assertEditable(book, area);
  const single = values.length === 1 && values[0]?.length === 1;
  const at = (r: number, c: number) => (single ? values[0]?.[0] : values[r]?.[c]) ?? null;
  const read = cellReader(book, writing);
  const put = cellWriter(place);
  const isCovered = coveredCells(sheet, area);
  let evaluation: Evaluation | undefined;
  const evaluate = () => {
    evaluation ??= new Evaluation(book, { now: writing.now });
    return evaluation;
  };
  // A formula for all cells is one that is written into the first and copied into the others (inferred, conformance/sheet-formulas.ts).
  const { maxRows, maxColumns } = sheet;
  const filled = (typed: Typed, offset: { rows: number; columns: number }): Typed =>
    single && isFormula(typed.value)
      ? {
          ...typed,
          value: { formula: copiedFormula(typed.value.formula, { ...offset, maxRows, maxColumns }) },
        }
      : typed;
  const cells: { row: number; column: number; typed: Typed }[] = [];
  for (let r = 0; r < area.rows; r++) {
    for (let c = 0; c < area.columns; c++) {
      const [row, column] = [area.row + r, area.column + c];
      const typed = filled(read(at(r, c), sheet.grid.attributes(row, column)), { rows: r, columns: c });
      // A value for all cells goes into the first one of a merged block (inferred, conformance/sheet-shape.ts).
      if (isCovered(row, column)) {
        if (typed.value === null || (single && area.rows * area.columns > 1)) continue;
        throw new ServiceError(MESSAGES.mergesNotEmulated('Writing'), { name: 'Error' });
      }
      assertFits(typed);
      assertValid(place, { row, column }, { value: typed.value, evaluation: evaluate });
      cells.push({ row, column, typed });
    }
  }
  for (const { row, column, typed } of cells) put(row, column, typed);
}

export function patchCells({ book, sheet }: Place, area: Area, patches: Patch[][]): void {
  assertEditable(book, area);
  const single = patches.length === 1 && patches[0]?.length === 1;
  const shared = sharedPatcher();
  const broadcast = patcher(asKept(patches[0]?.[0] ?? {}));
  for (let r = 0; r < area.rows; r++) {
    for (let c = 0; c < area.columns; c++) {
      const [row, column] = [area.row + r, area.column + c];
      const patch = single ? broadcast : shared(asKept(patches[r]?.[c] ?? {}));
      sheet.grid.setAttributes(row, column, patch(sheet.grid.attributes(row, column)));
    }
  }
}

/**
 * `general` is no format, and an alignment that is `normal` reads as `general-left`: notes/oddities.md of
 * github.com/brucemcpherson/gas-fakes, which tells what its author saw on Google.
 */
function asKept(patch: Patch): Patch {
  const isGeneral = patch.format?.toLowerCase() === 'general';
  const isNormal = patch.look?.horizontalAlignment === 'normal';
  if (!isGeneral && !isNormal) return patch;
  return {
    ...patch,
    ...(isGeneral && { format: null }),
    ...(isNormal && { look: { ...patch.look, horizontalAlignment: 'general-left' } }),
  };
}

/** Text loses the white space around it, and has single spaces within; it stays text whatever it looks like then. */
export function trimWhitespace({ book, sheet: { grid } }: Place, area: Area): void {
  assertEditable(book, area);
  const last = Math.min(area.row + area.rows - 1, grid.rows.length);
  for (let row = area.row; row <= last; row++)
    for (let column = area.column; column < area.column + area.columns; column++) {
      const value = grid.value(row, column);
      if (typeof value !== 'string') continue;
      const trimmed = value.trim().replace(/\s+/g, ' ');
      if (trimmed !== value) grid.setValue(row, column, trimmed === '' ? null : trimmed);
    }
}

/** Clearing content keeps formats; clearing formats keeps notes and validations. */
export function clearCells({ book, sheet }: Place, area: Area, options: ClearOptions): void {
  assertEditable(book, area);
  const clearAttributes = patcher({
    ...(options.contents && { link: null }),
    ...(options.formats && { format: null, look: { ...CLEARED } }),
    ...(options.notes && { note: null }),
    ...(options.validations && { rule: null }),
  });
  const lastRow = Math.min(area.row + area.rows - 1, sheet.grid.rows.length);
  for (let row = area.row; row <= lastRow; row++) {
    const known = sheet.grid.row(row);
    const width = Math.max(known?.values.length ?? 0, known?.attributes.length ?? 0);
    for (let column = area.column; column <= Math.min(width, area.column + area.columns - 1); column++) {
      if (options.contents) sheet.grid.setValue(row, column, null);
      sheet.grid.setAttributes(row, column, clearAttributes(sheet.grid.attributes(row, column)));
    }
  }
}

const CLEARED = Object.fromEntries(
  'background fontColor fontFamily fontLine fontSize fontStyle fontWeight horizontalAlignment verticalAlignment wrapStrategy border rotation direction'
    .split(' ')
    .map((key) => [key, null]),
);

/** Makes the parser of values for this spreadsheet once for a block, since blocks may be large. */
function cellReader(
  book: Book,
  { now, retype = false, keepsApostrophe = false }: Writing,
): (input: Input, attributes?: Attributes) => Typed {
  const typing = book.typing(now);
  const { timeZone } = book.record;
  const day = shortDate(typing.conventions);
  return (input, attributes) => {
    if (typeof input === 'string')
      return readTyped(input, {
        ...typing,
        plain: attributes?.format === PLAIN_TEXT && !retype,
        keepsApostrophe,
      });
    if (input === null || typeof input !== 'object' || 'error' in input) return { value: input };
    if ('text' in input) return readRichText(input);
    const serial = toSerial(input.date, timeZone);
    return { value: serial, format: Number.isInteger(serial) ? day : `${day} H:mm:ss` };
  };
}

/** Rich text is never parsed. */
function readRichText({ text, link }: RichText): Typed {
  const value = storable(text);
  return value === '' ? { value: null } : { value, ...(link && { link }) };
}

function assertFits({ value }: Typed): void {
  const text = isFormula(value) ? value.formula : value;
  if (typeof text === 'string' && text.length > LIMITS.cellCharacters)
    throw new ServiceError(MESSAGES.cellTooLong);
}

/** Writes parsed values into cells; equal cells share their attributes. */
function cellWriter({ sheet: { grid } }: Place): (row: number, column: number, typed: Typed) => void {
  const restyle = sharedPatcher();
  return (row, column, { value, format, link }) => {
    grid.setValue(row, column, value);
    const attributes = grid.attributes(row, column);
    const takesFormat = format !== undefined && !keepsFormat(attributes?.format, format);
    if (!takesFormat && attributes?.link === link) return;
    const change = { link: link ?? null, ...(takesFormat && { format }) };
    grid.setAttributes(row, column, restyle(change)(attributes));
  };
}

/** A cell keeps a date format when it gets a date, and any format of its own when it gets a number. */
function keepsFormat(own: string | undefined, asked: string): boolean {
  if (own === undefined || own === PLAIN_TEXT) return false;
  return isDateFormat(asked) ? isDateFormat(own) : true;
}
