import { toA1 } from './a1';
import type { Place } from './access';
import { type Attributes, type Constant, isFormula } from './attributes';
import type { Area, Aspect, Block, RichText } from './cells';
import { AUTOMATIC, display, isAutomatic, isDateFormat, NotShown } from './format';
import type { Evaluation } from './formula/evaluation';
import { NotComputed } from './formula/result';
import { ENGLISH, isGuessed, withoutGuess } from './locale';
import { toInstant } from './serial';
import type { Sheet } from './sheet';

const UNKNOWN_DATE_FORMAT =
  "The format of dates without one in the spreadsheet's locale is not emulated here.";

/** Values as getValues gives them: empty cells as "", dates as instants in the spreadsheet's zone (facts 6.2). */
export function readValues({ book, sheet }: Place, area: Area, evaluation: Evaluation): Block {
  const { timeZone } = book.record;
  const dates: number[] = [];
  const rows: Block['rows'] = [];
  for (let r = 0; r < area.rows; r++) {
    const source = sheet.grid.row(area.row + r);
    const row: Block['rows'][number] = [];
    for (let c = 0; c < area.columns; c++) {
      const held = source?.values[area.column + c - 1] ?? null;
      const value = isFormula(held) ? evaluation.value(sheet, area.row + r, area.column + c) : held;
      const isDate =
        typeof value === 'number' &&
        (isFormula(held)
          ? evaluation.isDate(sheet, area.row + r, area.column + c)
          : isDateFormat(source?.attributes[area.column + c - 1]?.format));
      if (isDate) dates.push(r * area.columns + c);
      row.push(isDate ? toInstant(value, timeZone) : plain(value));
    }
    rows.push(row);
  }
  return { rows, dates };
}

export function readDisplay({ sheet }: Place, area: Area, evaluation: Evaluation): string[][] {
  const { conventions } = evaluation.typing;
  return eachCell(area, (row, column) => {
    const value = sheet.grid.value(row, column);
    return isFormula(value)
      ? evaluation.shown(sheet, row, column)
      : display(value, sheet.grid.attributes(row, column)?.format, conventions);
  });
}

/** Reads what a person sees: a formula that is not computed shows itself, and what is not known of formats is as in English. */
export function readShown({ sheet }: Place, area: Area, evaluation: Evaluation): string[][] {
  return eachCell(area, (row, column) =>
    orFormula(sheet, { row, column }, () => {
      try {
        return evaluation.shown(sheet, row, column);
      } catch (error) {
        if (!(error instanceof NotShown)) throw error;
        const { value, format } = evaluation.result(sheet, row, column);
        return inEnglish(value, format);
      }
    }),
  );
}

function inEnglish(value: Constant, format: string | undefined): string {
  try {
    return display(value, format && withoutGuess(format), ENGLISH);
  } catch (error) {
    if (!(error instanceof NotShown)) throw error;
    return display(value, undefined, ENGLISH);
  }
}

/** Reads a cell, or its formula if that is not computed. */
export function orFormula<T>(
  { grid }: Sheet,
  { row, column }: { row: number; column: number },
  read: () => T,
): T | string {
  try {
    return read();
  } catch (error) {
    const value = grid.value(row, column);
    if (!(error instanceof NotComputed) || !isFormula(value)) throw error;
    return value.formula;
  }
}

/** Tells if no cell has content; a formula is content, whatever it shows. */
export function isBlank({ sheet: { grid } }: Place, area: Area): boolean {
  const last = Math.min(area.row + area.rows - 1, grid.rows.length);
  for (let row = area.row; row <= last; row++)
    for (let column = area.column; column < area.column + area.columns; column++)
      if (grid.value(row, column) !== null) return false;
  return true;
}

export function readFormulas({ sheet }: Place, area: Area): string[][] {
  return eachCell(area, (row, column) => {
    const value = sheet.grid.value(row, column);
    return isFormula(value) ? value.formula : '';
  });
}

/** An empty cell counts as an empty text, which the official page does not specify. */
export function readRichTexts({ sheet }: Place, area: Area, evaluation: Evaluation): (RichText | null)[][] {
  return eachCell(area, (row, column) => {
    const value = evaluation.value(sheet, row, column) ?? '';
    const link = sheet.grid.attributes(row, column)?.link ?? null;
    return typeof value === 'string' ? { text: value, link } : null;
  });
}

export function readAspects({ sheet }: Place, area: Area, evaluation: Evaluation): Aspect[][] {
  return eachCell(area, (row, column) => {
    const attributes = sheet.grid.attributes(row, column);
    const known = (format = AUTOMATIC) => (isGuessed(format) ? { unknown: UNKNOWN_DATE_FORMAT } : format);
    if (!isFormula(sheet.grid.value(row, column)) || !isAutomatic(attributes?.format))
      return { ...aspect(attributes), format: known(attributes?.format) };
    try {
      return { ...aspect(attributes), format: known(evaluation.format(sheet, row, column)) };
    } catch (error) {
      if (!(error instanceof NotComputed)) throw error;
      return { ...aspect(attributes), format: { unknown: error.message } };
    }
  });
}

/** The links of the cells of an area, by address. */
export function linksIn(
  { grid }: Sheet,
  { row: first, rows, column: left, columns }: Area,
): Record<string, string> {
  const links: Record<string, string> = {};
  for (let row = first; row < first + rows; row++) {
    for (let column = left; column < left + columns; column++) {
      const link = grid.attributes(row, column)?.link;
      if (link) links[toA1({ row, column, rows: 1, columns: 1 })] = link;
    }
  }
  return links;
}

function eachCell<T>(area: Area, read: (row: number, column: number) => T): T[][] {
  return Array.from({ length: area.rows }, (_, r) =>
    Array.from({ length: area.columns }, (_, c) => read(area.row + r, area.column + c)),
  );
}

function aspect(attributes: Attributes | undefined): Aspect {
  return {
    format: attributes?.format ?? AUTOMATIC,
    note: attributes?.note ?? '',
    rule: attributes?.rule ?? null,
    look: attributes?.look ?? {},
  };
}

function plain(value: Constant): string | number | boolean {
  if (value === null) return '';
  return typeof value === 'object' ? value.error : value;
}
