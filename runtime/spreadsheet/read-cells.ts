import { toA1 } from './a1';
import type { Place } from './access';
import type { Attributes, Value } from './attributes';
import type { Area, Aspect, Block, RichText } from './cells';
import { AUTOMATIC, display, isDateFormat } from './format';
import { toInstant } from './serial';
import type { Sheet } from './sheet';

/** Values as getValues gives them: empty cells as "", dates as instants in the spreadsheet's zone (facts 6.2). */
export function readValues({ book, sheet }: Place, area: Area): Block {
  const { timeZone } = book.record;
  const dates: number[] = [];
  const rows: Block['rows'] = [];
  for (let r = 0; r < area.rows; r++) {
    const source = sheet.grid.row(area.row + r);
    const row: Block['rows'][number] = [];
    for (let c = 0; c < area.columns; c++) {
      const value = source?.values[area.column + c - 1] ?? null;
      const isDate =
        typeof value === 'number' && isDateFormat(source?.attributes[area.column + c - 1]?.format);
      if (isDate) dates.push(r * area.columns + c);
      row.push(isDate ? toInstant(value, timeZone) : plain(value));
    }
    rows.push(row);
  }
  return { rows, dates };
}

export function readDisplay({ sheet }: Place, area: Area): string[][] {
  return eachCell(area, (row, column) =>
    display(sheet.grid.value(row, column), sheet.grid.attributes(row, column)?.format),
  );
}

export function readFormulas({ sheet }: Place, area: Area): string[][] {
  return eachCell(area, (row, column) => sheet.grid.attributes(row, column)?.formula ?? '');
}

/** An empty cell counts as an empty text, which the official page does not specify. */
export function readRichTexts({ sheet }: Place, area: Area): (RichText | null)[][] {
  return eachCell(area, (row, column) => {
    const value = sheet.grid.value(row, column) ?? '';
    const link = sheet.grid.attributes(row, column)?.link ?? null;
    return typeof value === 'string' ? { text: value, link } : null;
  });
}

export function readAspects({ sheet }: Place, area: Area): Aspect[][] {
  return eachCell(area, (row, column) => aspect(sheet.grid.attributes(row, column)));
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

function plain(value: Value): string | number | boolean {
  if (value === null) return '';
  return typeof value === 'object' ? value.error : value;
}
