import type { Cell } from './cell';

/** Cells that stand next to each other, by the position of the first: they are written together. */
export function runsOf(cells: ReadonlyMap<number, Cell>): Map<number, Cell[]> {
  const runs = new Map<number, Cell[]>();
  let first = -1;
  for (const [position, cell] of [...cells].sort(([a], [b]) => a - b)) {
    const run = runs.get(first);
    if (run && position === first + run.length) run.push(cell);
    else {
      first = position;
      runs.set(first, [cell]);
    }
  }
  return runs;
}
