import { ServiceError } from '../execution/service';
import { contains, intersects } from './address';
import type { Area, MergeKind } from './cells';
import type { Sheet } from './sheet';
import { MESSAGES } from './wording';

/** Merges cells into one block, or those of each row or each column; only the first cell of a block keeps its content. */
export function mergeCells(sheet: Sheet, area: Area, kind: MergeKind): void {
  const blocks = blocksOf(area, kind).filter(({ rows, columns }) => rows * columns > 1);
  for (const block of blocks) assertOneRegion(sheet, block);
  dissolve(sheet, area);
  sheet.record.merges = [...mergesOf(sheet), ...blocks];
  for (const { row: top, column: left, rows, columns } of blocks)
    for (let row = top; row < top + rows; row++)
      for (let column = left; column < left + columns; column++)
        if (row !== top || column !== left) empty(sheet, row, column);
}

export function breakApart(sheet: Sheet, area: Area): void {
  dissolve(sheet, area);
}

export function mergesOf({ record }: Sheet): Area[] {
  return record.merges ?? [];
}

/** The merged blocks that have a cell in the area. */
export function mergesIn(sheet: Sheet, area: Area): Area[] {
  return mergesOf(sheet).filter((merge) => intersects(merge, area));
}

/** Tells which cells of an area are behind the first cell of a merged block. */
export function coveredCells(sheet: Sheet, area: Area): (row: number, column: number) => boolean {
  const merges = mergesIn(sheet, area);
  return (row, column) =>
    merges.some(
      (merge) =>
        (row !== merge.row || column !== merge.column) &&
        intersects(merge, { ...area, row, column, rows: 1, columns: 1 }),
    );
}

/** Throws for merged cells, with which Google deals in ways that are not known here. */
export function assertNoMerges(sheet: Sheet, area: Area, method: string): void {
  if (mergesIn(sheet, area).length > 0)
    throw new ServiceError(MESSAGES.mergesNotEmulated(method), { name: 'Error' });
}

export function assertFreezes(sheet: Sheet, dimension: 'rows' | 'columns', count: number): void {
  const start = dimension === 'rows' ? 'row' : 'column';
  const cut = mergesOf(sheet).some(
    (merge) => merge[start] <= count && merge[start] + merge[dimension] - 1 > count,
  );
  if (cut) throw new ServiceError(MESSAGES.freezesMerge(dimension));
}

function blocksOf({ open: _, ...area }: Area, kind: MergeKind): Area[] {
  if (kind === 'all') return [area];
  const start = kind === 'rows' ? 'row' : 'column';
  return Array.from({ length: area[kind] }, (_, index) => ({
    ...area,
    [start]: area[start] + index,
    [kind]: 1,
  }));
}

/** Takes merged blocks apart, which have to be in the area as a whole. */
function dissolve(sheet: Sheet, area: Area): void {
  const hit = mergesIn(sheet, area);
  if (!hit.every((merge) => contains(area, merge))) throw new ServiceError(MESSAGES.partOfMerge);
  sheet.record.merges = mergesOf(sheet).filter((merge) => !hit.includes(merge));
}

function assertOneRegion({ record }: Sheet, { row, column, rows, columns }: Area): void {
  if (row <= record.frozenRows && row + rows - 1 > record.frozenRows)
    throw new ServiceError(MESSAGES.mergesFrozen('rows'));
  if (column <= record.frozenColumns && column + columns - 1 > record.frozenColumns)
    throw new ServiceError(MESSAGES.mergesFrozen('columns'));
}

function empty({ grid }: Sheet, row: number, column: number): void {
  if (grid.value(row, column) !== null) grid.setValue(row, column, null);
  const { link: _, ...kept } = grid.attributes(row, column) ?? {};
  if (grid.attributes(row, column))
    grid.setAttributes(row, column, Object.keys(kept).length ? kept : undefined);
}
