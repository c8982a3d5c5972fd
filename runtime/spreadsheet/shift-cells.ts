import { ServiceError } from '../execution/service';
import { intersects } from './address';
import { type Attributes, isFormula, type Value } from './attributes';
import type { Book } from './book';
import type { Area, Dimension } from './cells';
import { Evaluation } from './formula/evaluation';
import { referredAreas } from './formula/rewrite';
import { assertNoLists } from './listed-areas';
import { assertNoMerges } from './merging';
import { readValues } from './read-cells';
import type { Sheet } from './sheet';
import { MESSAGES } from './wording';

interface Cell {
  value: Value;
  attributes: Attributes | undefined;
}

const EMPTY: Cell = { value: null, attributes: undefined };

/** Inserts empty cells; what was there moves down, or to the right. */
export function insertCells(book: Book, sheet: Sheet, area: Area, dimension: Dimension): void {
  const band = bandOf(sheet, area, dimension);
  assertMovable(book, sheet, band, 'Range.insertCells');
  const cells = cut(sheet, band, dimension);
  const lost = cells.some((line) => line.slice(-area[dimension]).some((cell) => cell.value !== null));
  if (lost) throw new ServiceError(MESSAGES.insertNotEmulated, { name: 'Error' });
  paste(
    sheet,
    band,
    dimension,
    cells.map((line) => [...blanks(area[dimension]), ...line]),
  );
}

/** Deletes cells; what is below moves up, or what is to the right moves left. */
export function deleteCells(book: Book, sheet: Sheet, area: Area, dimension: Dimension): void {
  const band = bandOf(sheet, area, dimension);
  assertMovable(book, sheet, band, 'Range.deleteCells');
  const cells = cut(sheet, band, dimension);
  paste(
    sheet,
    band,
    dimension,
    cells.map((line) => line.slice(area[dimension])),
  );
}

/** Puts the rows of an area into another order: at each place the row that was at this index. */
export function reorderRows(book: Book, sheet: Sheet, area: Area, order: readonly number[]): void {
  assertMovable(book, sheet, area, 'Range.randomize');
  const rows = cut(sheet, area, 'columns');
  paste(
    sheet,
    area,
    'columns',
    order.map((index) => rows[index] ?? []),
  );
}

/**
 * Removes rows whose values are in an earlier row too, in whatever case; the others move up. Only these columns of the
 * sheet are compared, or all. Returns the area that is left.
 */
export function removeDuplicates(book: Book, sheet: Sheet, area: Area, columns: readonly number[]): Area {
  assertMovable(book, sheet, area, 'Range.removeDuplicates');
  // There are no formulas, so that no time matters.
  const { rows: values } = readValues({ book, sheet }, area, new Evaluation(book, { now: 0 }));
  const compared = columns.length
    ? columns.map((column) => column - area.column)
    : [...(values[0] ?? []).keys()];
  const keys = values.map((row) => JSON.stringify(compared.map((index) => folded(row[index]))));
  const kept = keys.flatMap((key, index) => (keys.indexOf(key) === index ? [index] : []));
  const rows = cut(sheet, area, 'columns');
  paste(
    sheet,
    area,
    'columns',
    rows.map((_, index) => rows[kept[index] ?? -1] ?? []),
  );
  const { open: _, ...left } = area;
  return { ...left, rows: kept.length };
}

function folded(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

/** The cells of the area and all behind them, to the border of the grid. */
function bandOf(sheet: Sheet, { open: _, ...area }: Area, dimension: Dimension): Area {
  const start = dimension === 'rows' ? 'row' : 'column';
  return { ...area, [dimension]: sheet.max(dimension) - area[start] + 1 };
}

/** Formulas among the cells, and those that refer to them, would follow on Google. */
function assertMovable(book: Book, sheet: Sheet, area: Area, method: string): void {
  assertUnheld(book, sheet, { area, method });
  const isLed = [...referredAreas(book)].some(({ to }) => intersects(to, area));
  const cells = sheet.grid.hasFormulas ? cut(sheet, area, 'columns').flat() : [];
  if (isLed || cells.some(({ value }) => isFormula(value)))
    throw new ServiceError(MESSAGES.moveNotEmulated(method), { name: 'Error' });
}

/** Names, protections, rules, filters and merged cells would move along on Google. */
export function assertUnheld(
  book: Book,
  sheet: Sheet,
  { area, method }: { area: Area; method: string },
): void {
  assertNoMerges(sheet, area, method);
  assertNoLists(book, method, area);
  const { names, protections } = book.record;
  const areas = [...names, ...protections].map((holder) => holder.area);
  const ruled = [...sheet.record.conditionalRules.flatMap((rule) => rule.areas), sheet.record.filter];
  if ([...areas, ...ruled].some((held) => held && intersects(held, area)))
    throw new ServiceError(MESSAGES.moveNotEmulated(method), { name: 'Error' });
}

/** The cells of an area, line by line along a dimension, up to the last row that exists. */
function cut({ grid }: Sheet, area: Area, dimension: Dimension): Cell[][] {
  const rows = Math.max(0, Math.min(area.rows, grid.rows.length - area.row + 1));
  const cell = (r: number, c: number): Cell => ({
    value: grid.value(area.row + r, area.column + c),
    attributes: grid.attributes(area.row + r, area.column + c),
  });
  const list = <T>(length: number, make: (index: number) => T) =>
    Array.from({ length }, (_, index) => make(index));
  return dimension === 'rows'
    ? list(area.columns, (c) => [...list(rows, (r) => cell(r, c)), ...blanks(area.rows - rows)])
    : list(area.rows, (r) => list(area.columns, (c) => cell(r, c)));
}

function paste({ grid }: Sheet, area: Area, dimension: Dimension, lines: readonly (readonly Cell[])[]): void {
  for (let r = 0; r < area.rows; r++) {
    for (let c = 0; c < area.columns; c++) {
      const [row, column] = [area.row + r, area.column + c];
      const { value, attributes } = (dimension === 'rows' ? lines[c]?.[r] : lines[r]?.[c]) ?? EMPTY;
      const same = grid.value(row, column) === value && grid.attributes(row, column) === attributes;
      if (same) continue;
      grid.setValue(row, column, value);
      grid.setAttributes(row, column, attributes);
    }
  }
}

function blanks(count: number): Cell[] {
  return Array<Cell>(count).fill(EMPTY);
}
