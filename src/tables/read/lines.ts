import { readIds, untilStill } from '../grid/locate';
import { idIn, spansOf } from '../grid/rows';
import type { Tab } from '../grid/tab';
import { type Cell, textOf } from '../schema/column';
import { SEARCHABLE } from '../schema/searchable';
import { columnNames, type Table } from '../schema/table';

/** Rows as their cells are, every column of the tab in its order, those of the owner too, but not the words for `q`: to be
 * copied and compared. */
export interface Lines {
  header: string[];
  /** Lines by id. */
  lines: Map<string, string[]>;
}

/** Rows that are this near to each other are read together. */
export const REACH = 20;

/** The rows with these ids that are there, from top to bottom. */
export function readLines(table: Table, ids: readonly string[]): Lines {
  const wanted = new Set(ids);
  return untilStill(table, (tab) => {
    const places = readIds(tab).flatMap((id, index) => (wanted.has(id) ? [index + 2] : []));
    const found = readLinesAt(tab, places);
    if (!found.every(({ id }) => wanted.has(id))) return undefined;
    return { header: headerCells(tab), lines: new Map(found.map(({ id, line }) => [id, line])) };
  });
}

interface Line {
  row: number;
  id: string;
  /** Cells of the row without the blank ones at its end. */
  line: string[];
}

/** Reads these rows, as they are now. */
export function readLinesAt(tab: Tab, rows: readonly number[]): Line[] {
  const key = tab.header.get(tab.schema.key);
  const wanted = new Set(rows);
  const read = spansOf(rows, REACH).flatMap(([from, to]) =>
    tab.findRows(from, to).map((cells, index) => ({ row: from + index, cells })),
  );
  return read
    .filter(({ row }) => wanted.has(row))
    .map(({ row, cells }) => ({ row, id: idIn(cells[key]), line: toLine(own(tab, cells)) }));
}

function toLine(cells: readonly Cell[]): string[] {
  const texts = cells.map(textOf);
  while (texts[texts.length - 1] === '') texts.pop();
  return texts;
}

function headerCells(tab: Tab): string[] {
  const { schema, sheet, header } = tab;
  if (header.width === 0) return columnNames(schema);
  const [cells = []]: Cell[][] = sheet.getRange(1, 1, 1, header.width).getValues();
  return own(tab, cells).map(textOf);
}

/** Leaves out the words by which `q` finds a row: the other cells have them. */
function own({ header }: Tab, cells: readonly Cell[]): readonly Cell[] {
  const searchable = header.find(SEARCHABLE);
  return cells.filter((_, position) => position !== searchable);
}
