import { commit, insert } from '../tables/commit';
import type { Numbered } from '../tables/insert-new';
import { underScriptLock } from '../tables/lock';
import { select } from '../tables/select';
import type { Row, Table } from '../tables/table';

/** Makes a row under the next number, which was never used before: whoever had it may still hold a credential. */
export function add<T extends Table>({ table, toId }: Numbered<T>, make: (id: string) => Row<T>): Row<T> {
  return underScriptLock(() => {
    const row = make(toId(takeNumber(table)));
    commit(insert(table, [row]));
    return row;
  });
}

/** A property, since the rows that had the highest numbers may be deleted. */
function takeNumber(table: Table): number {
  const properties = PropertiesService.getScriptProperties();
  const name = `next${table.name}`;
  const number = Number(properties.getProperty(name) ?? highest(table) + 1);
  properties.setProperty(name, String(number + 1));
  return number;
}

function highest(table: Table): number {
  const numbers = select(table, [table.key]).map((row) => table.numberOf?.(String(row[table.key])) ?? 0);
  return Math.max(0, ...numbers);
}
