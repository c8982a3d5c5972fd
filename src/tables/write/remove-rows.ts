import { letter } from '../grid/header';
import { idIn, spansOf } from '../grid/rows';
import type { Tab } from '../grid/tab';
import type { Cell } from '../schema/column';
import type { Table } from '../schema/table';
import type { Write } from '../schema/write';
import { NO_WRITE, toWrite } from './write-all';

/** Blank rows are deleted once this many are next to each other: deleting fewer takes longer than reading them. */
const MIN_BLANK_ROWS = 200;
/** So that others need not wait for the lock any longer. */
const MAX_DELETES = 3;

/**
 * Many rows of a table without allocated rows: they are cleared in one call, however many they are, and blank rows are
 * deleted now and then. An id that is given twice means two rows; those that are gone already are passed over.
 */
export function removeRows(table: Table, ids: readonly string[]): Write {
  if (ids.length === 0) return NO_WRITE;
  return toWrite({
    check: (open) => open(table).assertHas([table.key]),
    write(open) {
      const tab = open(table);
      const rows = tab.rows(2, Math.max(2, tab.sheet.getLastRow()));
      const key = tab.header.get(table.key);
      const gone = rowsWith(
        ids,
        rows.map((cells) => idIn(cells[key])),
      );
      if (gone.length === 0) return;
      clearRows(tab, gone);
      deleteBlankRows(tab, [...gone, ...blankRows(rows)]);
    },
  });
}

/** Under the lock, in one call. */
export function clearRows({ sheet, header }: Tab, rows: readonly number[]): void {
  const right = letter(header.width - 1);
  sheet.getRangeList(spansOf(rows, 1).map(([from, to]) => `A${from}:${right}${to}`)).clearContent();
}

/** Numbers of rows, as the sheet shows them; `rows` begin at row 2. */
function blankRows(rows: readonly Cell[][]): number[] {
  return rows.flatMap((cells, index) => (cells.every((cell) => cell === '') ? [index + 2] : []));
}

/** From the bottom up, so that the rows above stay where they are. The last rows of a tab are blank at no cost. */
function deleteBlankRows({ sheet }: Tab, blank: readonly number[]): void {
  const last = sheet.getLastRow();
  const runs = spansOf(blank, 1)
    .map(([from, to]): [number, number] => [from, Math.min(to, last)])
    .filter(([from, to]) => to - from >= MIN_BLANK_ROWS);
  for (const [from, to] of runs.slice(-MAX_DELETES).reverse()) sheet.deleteRows(from, to - from + 1);
}

/** The uppermost rows with these ids, from top to bottom; `current` are the ids from row 2 on. */
function rowsWith(ids: readonly string[], current: readonly string[]): number[] {
  const wanted = [...ids];
  return current.flatMap((id, index) => {
    const at = id === '' ? -1 : wanted.indexOf(id);
    if (at < 0) return [];
    wanted.splice(at, 1);
    return [index + 2];
  });
}
