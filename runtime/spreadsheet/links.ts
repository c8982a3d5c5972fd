import { toA1 } from './address';
import type { Area } from './cells';
import type { Sheet } from './sheet';

/** Where the linked cells of an area lead, by their addresses. */
export function linksIn(
  { grid }: Sheet,
  { row: first, rows, column: left, columns }: Area,
): Record<string, string> {
  const links: Record<string, string> = {};
  for (let row = first; row < first + rows; row++) {
    for (let column = left; column < left + columns; column++) {
      const link = grid.mark(row, column)?.link;
      if (link) links[toA1({ row, column, rows: 1, columns: 1 })] = link;
    }
  }
  return links;
}
