import { ServiceError } from '../execution/service';
import type { Place } from './access';
import { contains, intersects } from './address';
import type { Area } from './cells';
import { moveReferences, referredAreas } from './formula/rewrite';
import { assertUnheld } from './shift-cells';
import { MESSAGES } from './wording';

const METHOD = 'Range.moveTo';

/** Cuts cells with all that they have, and pastes them from the first cell of the target on; formulas refer to them there. */
export function moveCells(
  from: Place,
  { open: _, ...source }: Area,
  to: Place,
  { row, column, sheet }: Area,
): void {
  const target = { ...source, sheet, row, column };
  if (row + source.rows - 1 > to.sheet.maxRows || column + source.columns - 1 > to.sheet.maxColumns)
    throw new ServiceError(MESSAGES.outsideGrid);
  assertUnheld(from.book, from.sheet, { area: source, method: METHOD });
  assertUnheld(to.book, to.sheet, { area: target, method: METHOD });
  assertFollowed(from, source, target);
  const cells = Array.from({ length: source.rows }, (_, r) =>
    Array.from({ length: source.columns }, (_, c) => ({
      value: from.sheet.grid.value(source.row + r, source.column + c),
      attributes: from.sheet.grid.attributes(source.row + r, source.column + c),
    })),
  );
  for (const [r, line] of cells.entries())
    for (const c of line.keys()) {
      from.sheet.grid.setValue(source.row + r, source.column + c, null);
      from.sheet.grid.setAttributes(source.row + r, source.column + c, undefined);
    }
  for (const [r, line] of cells.entries())
    for (const [c, { value, attributes }] of line.entries()) {
      to.sheet.grid.setValue(row + r, column + c, value);
      to.sheet.grid.setAttributes(row + r, column + c, attributes);
    }
  moveReferences(from.book, from.sheet, (area) =>
    contains(source, area)
      ? { ...area, row: area.row - source.row + row, column: area.column - source.column + column }
      : area,
  );
}

/** Throws for formulas that refer to cells pasted over, or whose cells go to another sheet: not emulated as on Google. */
function assertFollowed({ book }: Place, source: Area, target: Area): void {
  for (const { from, to } of referredAreas(book)) {
    const leaves = source.sheet !== target.sheet && (intersects(from, source) || intersects(to, source));
    const isPastedOver = intersects(to, target) && !contains(source, to) && !contains(target, from);
    if (leaves || isPastedOver) throw new ServiceError(MESSAGES.moveNotEmulated(METHOD), { name: 'Error' });
  }
}
