import type { Place } from './access';
import { type Attributes, isFormula, patcher, type Value } from './attributes';
import type { Area } from './cells';
import type { Evaluation } from './formula/evaluation';
import { copiedFormula } from './formula/rewrite';

/** Copies cells; a larger target is filled with repetitions of the source, as when pasting. */
export function copyCells(
  from: Place,
  source: Area,
  to: Place,
  { to: target, what, evaluation }: { to: Area; what: 'all' | 'values' | 'formats'; evaluation: Evaluation },
): void {
  const cells = snapshot(from, source, what === 'values' ? evaluation : undefined);
  const rows = Math.max(source.rows, target.rows - (target.rows % source.rows));
  const columns = Math.max(source.columns, target.columns - (target.columns % source.columns));
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const cell = cells[r % source.rows]?.[c % source.columns];
      if (!cell) continue;
      const [row, column] = [target.row + r, target.column + c];
      const offset = {
        rows: row - source.row - (r % source.rows),
        columns: column - source.column - (c % source.columns),
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

function snapshot(
  { sheet }: Place,
  area: Area,
  evaluation?: Evaluation,
): { value: Value; attributes: Attributes | undefined }[][] {
  return Array.from({ length: area.rows }, (_, r) =>
    Array.from({ length: area.columns }, (_, c) => ({
      value: evaluation
        ? evaluation.value(sheet, area.row + r, area.column + c)
        : sheet.grid.value(area.row + r, area.column + c),
      attributes: sheet.grid.attributes(area.row + r, area.column + c),
    })),
  );
}

function paste(
  { sheet: { grid } }: Place,
  { row, column }: { row: number; column: number },
  {
    value,
    attributes,
    what,
  }: { value: Value; attributes: Attributes | undefined; what: 'all' | 'values' | 'formats' },
): void {
  if (what !== 'formats') grid.setValue(row, column, value);
  if (what === 'all') {
    grid.setAttributes(row, column, attributes);
    return;
  }
  const own = grid.attributes(row, column);
  const patch =
    what === 'values' ? { link: null } : { format: attributes?.format ?? null, look: attributes?.look ?? {} };
  grid.setAttributes(row, column, patcher(patch)(own));
}
