import { ServiceError } from '../execution/service';
import type { Place } from './access';
import { contains, intersects } from './address';
import { type AttributeChange, type Attributes, isFormula, patcher, type Value } from './attributes';
import type { Area, Paste } from './cells';
import type { Evaluation } from './formula/evaluation';
import { copiedFormula } from './formula/rewrite';
import { MESSAGES } from './wording';

interface Cell {
  value: Value;
  attributes: Attributes | undefined;
}

interface Copy {
  to: Area;
  what: Paste;
  /** Rows become columns. */
  transposed?: boolean;
  evaluation: Evaluation;
}

/** Copies cells; a larger target is filled with repetitions of the source, as when pasting. */
export function copyCells(
  from: Place,
  source: Area,
  to: Place,
  { to: target, what, transposed, evaluation }: Copy,
): void {
  const copied = snapshot(from, source, what === 'values' ? evaluation : undefined);
  const cells = transposed ? transpose(copied) : copied;
  const [height, width] = [cells.length, cells[0]?.length ?? 0];
  const rows = Math.max(height, target.rows - (target.rows % height));
  const columns = Math.max(width, target.columns - (target.columns % width));
  assertInside(to, target, { rows, columns });
  const takesLooks = what === 'all' || what === 'no borders' || what === 'formats';
  if (takesLooks) assertSameRules(from, source, to, { ...target, rows, columns });
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const cell = cells[r % height]?.[c % width];
      if (!cell) continue;
      const [row, column] = [target.row + r, target.column + c];
      const offset = {
        rows: row - source.row - (r % height),
        columns: column - source.column - (c % width),
        maxRows: to.sheet.maxRows,
        maxColumns: to.sheet.maxColumns,
      };
      const value = isFormula(cell.value)
        ? { formula: copiedFormula(cell.value.formula, offset) }
        : cell.value;
      paste(to, { row, column }, { ...cell, value, what });
    }
  }
}

function snapshot({ sheet }: Place, area: Area, evaluation?: Evaluation): Cell[][] {
  return Array.from({ length: area.rows }, (_, r) =>
    Array.from({ length: area.columns }, (_, c) => ({
      value: evaluation
        ? evaluation.value(sheet, area.row + r, area.column + c)
        : sheet.grid.value(area.row + r, area.column + c),
      attributes: sheet.grid.attributes(area.row + r, area.column + c),
    })),
  );
}

function transpose(cells: Cell[][]): Cell[][] {
  if (cells.flat().some(({ value }) => isFormula(value)))
    throw new ServiceError(MESSAGES.transposeNotEmulated, { name: 'Error' });
  return (cells[0] ?? []).map((_, column) => cells.map((row) => row[column] as Cell));
}

function assertInside(
  { sheet }: Place,
  { row, column }: Area,
  { rows, columns }: { rows: number; columns: number },
): void {
  if (row + rows - 1 > sheet.maxRows || column + columns - 1 > sheet.maxColumns)
    throw new ServiceError(MESSAGES.outsideGrid);
}

/** Conditional formats would follow: nothing changes for them where both places have all of them or none. */
function assertSameRules(from: Place, source: Area, to: Place, target: Area): void {
  const rules = new Set([...from.sheet.record.conditionalRules, ...to.sheet.record.conditionalRules]);
  for (const { areas } of rules) {
    const isConcerned = areas.some((area) => intersects(area, source) || intersects(area, target));
    const hasBoth = [source, target].every((place) => areas.some((area) => contains(area, place)));
    if (isConcerned && !hasBoth) throw new ServiceError(MESSAGES.rulesNotCopied, { name: 'Error' });
  }
}

function paste(
  { sheet: { grid } }: Place,
  { row, column }: { row: number; column: number },
  { value, attributes, what }: Cell & { what: Paste },
): void {
  if (what !== 'formats' && what !== 'rules') grid.setValue(row, column, value);
  if (what === 'all') {
    grid.setAttributes(row, column, attributes);
    return;
  }
  const own = grid.attributes(row, column);
  grid.setAttributes(row, column, patcher(patchOf(what, attributes, own))(own));
}

function patchOf(
  what: Exclude<Paste, 'all'>,
  attributes: Attributes | undefined,
  own: Attributes | undefined,
): AttributeChange {
  const { format, link, note, rule } = attributes ?? {};
  if (what === 'rules') return { rule: rule ?? null };
  if (what === 'values' || what === 'formulas') return { link: null };
  const cleared = Object.fromEntries(Object.keys(own?.look ?? {}).map((key) => [key, null]));
  const look = { ...cleared, ...attributes?.look };
  if (what === 'formats') return { format: format ?? null, look };
  const border = own?.look?.border ?? null;
  return {
    format: format ?? null,
    link: link ?? null,
    note: note ?? null,
    rule: rule ?? null,
    look: { ...look, border },
  };
}
