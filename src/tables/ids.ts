import { rangeOf } from './ranges';
import { idIn } from './row-cells';
import type { Table } from './table';
import type { Tabs } from './tabs';

/** The ids of a tab from row 2 on, blank where a row has none; the whole column in one call. */
export function readIds(tabs: Tabs, { name, key }: Table): string[] {
  const [at] = tabs.open(name).header.letters(key);
  const cells = rangeOf(tabs.spreadsheet, name, `${at}:${at}`).getValues();
  return cells.slice(1).map(([cell = '']) => idIn(cell));
}

/** The number in an id; 0 where ids have none, and for what somebody typed there. */
export function numberIn({ numberOf }: Table, id: string): number {
  return numberOf?.(id) || 0;
}

/** Whether the rows' ids count down, as the newest are first; always where ids have no numbers. */
export function isNewestFirst(table: Table, ids: readonly string[]): boolean {
  if (!table.numberOf) return true;
  const numbers = ids.map((id) => numberIn(table, id));
  return numbers.every((number, index) => index === 0 || number < (numbers[index - 1] ?? 0));
}

/** The newest first: by the number in the id, else from the bottom up. */
export function byAge(table: Table, ids: readonly string[]): (a: number, b: number) => number {
  const numbers = table.numberOf ? ids.map((id) => numberIn(table, id)) : [];
  return (a, b) => (numbers[b - 2] ?? 0) - (numbers[a - 2] ?? 0) || b - a;
}
