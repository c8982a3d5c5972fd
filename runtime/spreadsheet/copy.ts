import type { Place } from './access';
import { type Attributes, patcher, type Value } from './attributes';
import type { Area } from './cells';

/** Copies cells; a larger target is filled with repetitions of the source, as when pasting. */
export function copyCells(
  from: Place,
  source: Area,
  to: Place,
  { to: target, what }: { to: Area; what: 'all' | 'values' | 'formats' },
): void {
  const cells = snapshot(from, source);
  const rows = Math.max(source.rows, target.rows - (target.rows % source.rows));
  const columns = Math.max(source.columns, target.columns - (target.columns % source.columns));
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const cell = cells[r % source.rows]?.[c % source.columns];
      if (cell) paste(to, { row: target.row + r, column: target.column + c }, { ...cell, what });
    }
  }
}

function snapshot(
  { sheet: { grid } }: Place,
  area: Area,
): { value: Value; attributes: Attributes | undefined }[][] {
  return Array.from({ length: area.rows }, (_, r) =>
    Array.from({ length: area.columns }, (_, c) => ({
      value: grid.value(area.row + r, area.column + c),
      attributes: grid.attributes(area.row + r, area.column + c),
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
    what === 'values'
      ? { formula: null, link: null }
      : { format: attributes?.format ?? null, look: attributes?.look ?? {} };
  grid.setAttributes(row, column, patcher(patch)(own));
}
