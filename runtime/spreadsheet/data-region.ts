import type { Area, Dimension, Direction } from './cells';
import type { Sheet } from './sheet';

const STEPS = { UP: [-1, 0], DOWN: [1, 0], PREVIOUS: [0, -1], NEXT: [0, 1] } as const;

/** The area with every adjacent row and column that has content beside it, as Ctrl+A selects; both ways or one. */
export function dataRegion(sheet: Sheet, { open: _, ...start }: Area, dimension: Dimension | null): Area {
  const area = { ...start };
  const grow = (key: 'row' | 'column', length: Dimension): boolean => {
    const line = (at: number) => ({ ...area, [key]: at, [length]: 1 });
    const before = area[key] > 1 && hasContent(sheet, line(area[key] - 1));
    const next = area[key] + area[length];
    const after = next <= sheet.max(length) && hasContent(sheet, line(next));
    if (before) area[key]--;
    area[length] += Number(before) + Number(after);
    return before || after;
  };
  let grows = true;
  while (grows) {
    const byRows = dimension !== 'columns' && grow('row', 'rows');
    const byColumns = dimension !== 'rows' && grow('column', 'columns');
    grows = byRows || byColumns;
  }
  return area;
}

/** Returns the cell that Ctrl and an arrow lead to: the last filled one of this block, the next filled one, or the border. */
export function nextDataCell(sheet: Sheet, area: Area, direction: Direction): Area {
  const [down, right] = STEPS[direction];
  let { row, column } = area;
  const isInside = () =>
    row + down >= 1 &&
    row + down <= sheet.maxRows &&
    column + right >= 1 &&
    column + right <= sheet.maxColumns;
  const step = () => {
    row += down;
    column += right;
  };
  const leavesBlock =
    isFilled(sheet, row, column) && isInside() && isFilled(sheet, row + down, column + right);
  if (leavesBlock) while (isInside() && isFilled(sheet, row + down, column + right)) step();
  else
    while (isInside()) {
      step();
      if (isFilled(sheet, row, column)) break;
    }
  return { book: area.book, sheet: area.sheet, row, column, rows: 1, columns: 1 };
}

function hasContent(sheet: Sheet, { row, column, rows, columns }: Area): boolean {
  for (let r = row; r < Math.min(row + rows, sheet.grid.rows.length + 1); r++)
    for (let c = column; c < column + columns; c++) if (isFilled(sheet, r, c)) return true;
  return false;
}

function isFilled({ grid }: Sheet, row: number, column: number): boolean {
  return grid.value(row, column) !== null;
}
