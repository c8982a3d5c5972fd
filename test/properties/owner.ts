import { copyCells } from '../../runtime/spreadsheet/copy';
import { Evaluation } from '../../runtime/spreadsheet/formula/evaluation';
import { moveLines } from '../../runtime/spreadsheet/structure';
import type { Desk } from '../harness/local';
import type { Details, OwnerStep } from './steps';

type Work = { [N in OwnerStep['name']]: (desk: Desk, details: Details<N>) => void };

/** What the owner does with a sheet. The header, the keys of settings and the product's own columns stay. */
const WORK: Work = {
  edit: (desk, { header, at, words }) => editCase(desk, { header, at, words }),
  choose: (desk, { at, status }) => editCase(desk, { header: 'status', at, words: status }),
  sort(desk, { tab, column }) {
    desk.sort(tab, desk.grid(tab)[0]?.[column % widthOf(desk, tab)] ?? '');
  },
  insertColumn(desk, { tab, at }) {
    const column = 1 + (at % (widthOf(desk, tab) + 1));
    desk.insertColumn(tab, column);
    desk.edit(tab, `${letterOf(column)}1`, 'my own');
  },
  moveColumn(desk, { tab, at, before }) {
    const { book, sheet } = placeOf(desk, tab);
    const [from, to] = [at, before].map((column) => 1 + (column % widthOf(desk, tab))) as [number, number];
    moveLines(book, sheet, { dimension: 'columns', at: from, count: 1, before: to });
  },
  deleteOwnColumn(desk, { tab }) {
    const own = desk.grid(tab)[0]?.indexOf('my own') ?? -1;
    if (own >= 0) desk.deleteColumn(tab, own + 1);
  },
  insertRow(desk, { tab, at }) {
    const lines = { dimension: 'rows', at: rowAt(desk, tab, at), count: 1 } as const;
    desk.spreadsheets.insertLines(bookOf(desk), tab, lines);
  },
  deleteRow(desk, { tab, at }) {
    if (desk.grid(tab).length > 1) desk.deleteRow(tab, rowAt(desk, tab, at));
  },
  /** Copied and pasted below everything else. */
  duplicateRow(desk, { tab, at }) {
    const place = placeOf(desk, tab);
    const { grid, record } = place.sheet;
    const row = { book: bookOf(desk), sheet: record.id, column: 1, rows: 1, columns: grid.maxColumns };
    if (grid.lastRow < 2) return;
    const [from, to] = [rowAt(desk, tab, at), grid.lastRow + 1];
    const evaluation = new Evaluation(place.book, { now: Date.now() });
    copyCells(place, { ...row, row: from }, place, { to: { ...row, row: to }, what: 'all', evaluation });
  },
  noteBelow(desk, { tab, gap, column }) {
    const at = letterOf(1 + (column % widthOf(desk, tab)));
    typeOrLeave(desk, tab, { a1: `${at}${desk.grid(tab).length + 1 + gap}`, text: 'note' });
  },
  moveAbroad: (desk, region) => desk.spreadsheets.settings(bookOf(desk), region),
};

export function work(desk: Desk, { name, details }: OwnerStep): void {
  const doIt = WORK[name] as (desk: Desk, details: OwnerStep['details']) => void;
  doIt(desk, details);
}

/** Where a drop-down refuses the text, the cell stays as it was. */
function typeOrLeave(desk: Desk, tab: string, { a1, text }: { a1: string; text: string }): void {
  try {
    desk.edit(tab, a1, text);
  } catch (error) {
    if (!/data validation/.test(String(error))) throw error;
  }
}

function editCase(
  desk: Desk,
  { header, at, words }: Details<'edit'> | { header: 'status'; at: number; words: string },
) {
  const [titles = [], ...rows] = desk.grid('Cases');
  if (rows.length > 0)
    desk.edit('Cases', `${letterOf(titles.indexOf(header) + 1)}${rowAt(desk, 'Cases', at)}`, words);
}

function bookOf(desk: Desk): string {
  return desk.local.scripts.desk.spreadsheetId;
}

function placeOf(desk: Desk, tab: string) {
  const book = desk.spreadsheets.books.get(bookOf(desk));
  const sheet = book.findByName(tab);
  if (!sheet) throw new Error(`There is no tab "${tab}".`);
  return { book, sheet };
}

function widthOf(desk: Desk, tab: string): number {
  return desk.grid(tab)[0]?.length ?? 1;
}

function rowAt(desk: Desk, tab: string, at: number): number {
  return 2 + (at % Math.max(1, desk.grid(tab).length - 1));
}

function letterOf(column: number): string {
  return String.fromCharCode(64 + column);
}
