import { noteCells, readCells, Tab } from '../tables/sheet';
import { type Row, type Table, writeAll } from '../tables/tables';
import * as write from '../tables/writes';
import type { EditedAnswer, EditedRequest, WireRow } from './protocol';
import { meaningOf, toValue, toWire } from './wire-cell';

const LABEL = 'Not taken';

/** A tab that is edited in the sheet, and which of its columns are sent to the host. */
export interface EditedTab {
  table: Table;
  columns: readonly string[];
}

/** The rows as people have typed them, blank ones left out. @throws LayoutError where the tab or its key is missing */
export function readEdited(tab: EditedTab): EditedRequest {
  const { table, columns } = asPresent(tab);
  const rows = readCells<Table, string>(table, columns);
  const [first] = rows;
  const letterOf = (name: string) => /!([A-Z]+)/.exec(first?.addressOf(name) ?? '')?.[1] ?? '';
  return {
    columns,
    letters: columns.map(letterOf),
    rows: rows
      .map(({ row, cells }) => [row, ...columns.map((name) => toWire(cells[name] ?? ''))])
      .filter(([, ...cells]) => cells.some((cell) => cell !== '')),
  };
}

/**
 * Brings the host's changes into the tab, but for cells that somebody has changed since they were read, and puts a note on
 * each cell that the host has refused.
 */
export function applyAnswer(tab: EditedTab, sent: EditedRequest, answer: EditedAnswer): void {
  const { table, columns } = asPresent(tab);
  const { changed, added, removed, refusals } = answer;
  const keyAt = sent.columns.indexOf(table.key) + 1;
  const sentRows = new Map(
    sent.rows.map((line) => [
      String(line[keyAt]),
      Object.fromEntries(sent.columns.map((name, at) => [name, line[at + 1] ?? ''])),
    ]),
  );
  const changes = Object.entries(changed).map(([id, next]) => {
    const change = (current: Row<Table>) =>
      unchangedCells(table, next, { current, sent: sentRows.get(id) ?? {} });
    return [id, change] as const;
  });
  if (changes.length + added.length + removed.length > 0)
    writeAll(
      write.update(table, new Map(changes)),
      write.insert(
        table,
        added.map((row) => toWhole(table, row)),
      ),
      write.remove(table, removed),
    );
  const rows = sent.rows.map(([row]) => Number(row));
  const textsOf = (name: string) => {
    // A refusal of something missing has no row for a note.
    const texts = new Map(rows.map((row) => [row, '']));
    for (const { row, column: at, problem } of refusals)
      if (row !== undefined && texts.has(row) && at === name) texts.set(row, problem);
    return texts;
  };
  noteCells(table, { label: LABEL, texts: new Map(columns.map((name) => [name, textsOf(name)])) });
}

/** Leaves out columns that a later release has added: the tabs of a window stay as they are. */
function asPresent({ table, columns }: EditedTab): EditedTab {
  const { header } = new Tab(table);
  if (!header.has(table.key)) throw header.missing(table.key);
  const present = Object.entries(table.columns).filter(([name]) => header.has(name));
  return {
    table: { ...table, columns: Object.fromEntries(present) },
    columns: columns.filter((name) => header.has(name)),
  };
}

/** The host's cells for those that still are what the host was told. */
function unchangedCells(
  table: Table,
  next: WireRow,
  { current, sent }: { current: Row<Table>; sent: WireRow },
): Partial<Row<Table>> {
  const values = Object.entries(next).flatMap(([name, cell]) => {
    const own = table.columns[name];
    if (!own) return [];
    const isUntouched =
      meaningOf(own, toWire(own.toCell(current[name]))) === meaningOf(own, sent[name] ?? '');
    return isUntouched ? [[name, toValue(own, cell)] as const] : [];
  });
  return Object.fromEntries(values);
}

/** A row of which the host has told some cells. */
function toWhole(table: Table, cells: WireRow): Row<Table> {
  const values = Object.entries(table.columns).map(([name, own]) => [name, toValue(own, cells[name] ?? '')]);
  return Object.fromEntries(values);
}
