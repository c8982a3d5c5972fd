import { textOf } from './cell';
import { contentsOf, fromTextCells } from './cell-text';
import { rangeOf } from './ranges';
import type { Table } from './table';
import type { Tabs } from './tabs';

type Range = GoogleAppsScript.Spreadsheet.Range;

/** From so many rows on the sheet itself looks faster than its column is read (platform facts 11.2). */
const MANY_ROWS = 44_000;

/** The uppermost row below the header with just this text in a column, as the whole column says it. */
export function rowOfText(tabs: Tabs, table: Table, column: string, text: string): number | undefined {
  return rowsOfText(tabs, table, column, text)[0];
}

/** All of them, from top to bottom. */
export function rowsOfText(tabs: Tabs, table: Table, column: string, text: string): number[] {
  const [at] = tabs.open(table.name).header.letters(column);
  const cells = rangeOf(tabs.spreadsheet, table.name, `${at}:${at}`);
  const rows = cells.getNumRows() < MANY_ROWS ? readThrough(cells, text) : search(cells, text);
  return rows.filter((row) => row > 1);
}

function readThrough(cells: Range, text: string): number[] {
  return cells
    .getValues()
    .flatMap(([cell = ''], index) => (textOf(fromTextCells([cell])) === text ? [index + 1] : []));
}

function search(cells: Range, text: string): number[] {
  const rows = contentsOf(text).flatMap((content) => rowsHolding(cells, content));
  return rows.sort((a, b) => a - b);
}

function rowsHolding(cells: Range, content: string): number[] {
  return cells
    .createTextFinder(content)
    .matchCase(true)
    .matchEntireCell(true)
    .findAll()
    .map((cell) => cell.getRow());
}
