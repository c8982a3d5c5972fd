import { numberIn } from './ids';
import { cellsWithinGrid, type Found, idIn, keyOf } from './row-cells';
import type { Table } from './table';
import type { Tabs } from './tabs';

/** Rows read on each side of where one should stand: what is deleted and inserted moves it by less, mostly. */
const MARGIN = 48;

/** Rows that stand together, with the numbers in their ids; 0 where there is none. */
interface Window {
  rows: readonly Found[];
  numbers: readonly number[];
}

/**
 * Where ids count upwards: one read about where counting from the tab's first row leads, whatever the size of the
 * tab, and one more where the rows read there tell how many are gone. Undefined where the owner has sorted the tab.
 */
export function findNear(tabs: Tabs, table: Table, id: string): Found | undefined {
  const wanted = numberIn(table, id);
  const begin = numberIn(table, idIn(tabs.open(table.name).first[keyOf(tabs, table)]));
  if (!wanted || !begin) return undefined;
  const [window, found] = lookAbout(tabs, table, { id, row: 2 + wanted - begin });
  if (found) return found;
  const row = correctedRow(window, { wanted, begin });
  return row === undefined ? undefined : lookAbout(tabs, table, { id, row })[1];
}

function lookAbout(
  tabs: Tabs,
  table: Table,
  { id, row }: { id: string; row: number },
): [Window, Found | undefined] {
  const position = keyOf(tabs, table);
  const from = Math.max(2, row - MARGIN);
  const rows = cellsWithinGrid(tabs, table, from, from + 2 * MARGIN).map((cells, index) => ({
    row: from + index,
    cells,
  }));
  const ids = rows.map(({ cells }) => idIn(cells[position]));
  const numbers = ids.map((one) => numberIn(table, one));
  return [{ rows, numbers }, rows[ids.indexOf(id)]];
}

/** As many rows from the nearest one as numbers lie between, less what is gone of those above. */
function correctedRow(
  { rows, numbers }: Window,
  { wanted, begin }: { wanted: number; begin: number },
): number | undefined {
  const known = numbers.filter(Boolean);
  const [low, high] = [known[0] ?? 0, known[known.length - 1] ?? 0];
  const isAscending = known.every((number, index) => index === 0 || number > (known[index - 1] ?? 0));
  if (known.length < 2 || !isAscending || (low <= wanted && wanted <= high)) return undefined;
  const nearest = wanted < low ? low : high;
  const row = rows[numbers.indexOf(nearest)]?.row ?? 2;
  const share = nearest > begin ? Math.min(1, (row - 2) / (nearest - begin)) : 1;
  return Math.max(2, row + Math.round((wanted - nearest) * share));
}
