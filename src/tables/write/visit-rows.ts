import { rowsAreMoving } from '../../platform/user-error';
import { MAX_ATTEMPTS, rowsOfIds } from '../grid/locate';
import type { OpenTab, Tab } from '../grid/tab';
import { columnsChanged } from '../read/kept-columns';
import type { Table } from '../schema/table';
import type { Write } from '../schema/write';
import { NO_WRITE, toWrite } from './write-all';

/** Rows that are visited together, by their ids. */
export type Places = ReadonlyMap<string, number>;

interface Visit<T extends Table> {
  /** Columns that lists keep, and in which something has changed so far. */
  changed?: ReadonlySet<string>;
  /** The columns that the tab has to have. */
  needs: readonly string[];
  /** Limits the rows from the first to the last of those that are visited together. */
  maxRows(tab: Tab<T>): number;
  /** Estimates how long a visit takes under the lock. */
  msFor(tab: Tab<T>, places: Places): number;
  /** Changes these rows under the lock; false, and nothing is changed, where one of them is at another place by now. */
  visit(tab: Tab<T>, places: Places): boolean;
  /** Called with ids that no row has. Without it they are passed over. */
  onMissing?(ids: readonly string[]): never;
}

/**
 * Changes rows where they lie, from top to bottom, those near each other together. They are looked for outside the lock;
 * where rows have been moved since, those that are left are looked for again.
 */
export function visitRows<T extends Table>(table: T, ids: readonly string[], how: Visit<T>): Write {
  if (ids.length === 0) return NO_WRITE;
  let places = new Map<string, number>();
  const visited: number[] = [];
  const locate = (open: OpenTab, wanted: readonly string[]) => {
    places = rowsOfIds(open(table), wanted);
    const missing = wanted.filter((id) => !places.has(id));
    if (missing.length > 0) how.onMissing?.(missing);
  };
  return toWrite({
    prepare(open) {
      open(table).assertHas(how.needs);
      locate(open, ids);
    },
    *write(open) {
      for (let attempt = 0; places.size > 0; attempt++) {
        if (attempt > MAX_ATTEMPTS) throw rowsAreMoving(table.name);
        if (attempt > 0) yield () => locate(open, [...places.keys()]);
        for (const some of neighbours(places, how.maxRows(open(table)))) {
          yield how.msFor(open(table), some);
          if (!how.visit(open(table), some)) break;
          for (const id of some.keys()) places.delete(id);
          visited.push(...some.values());
          attempt = 0;
        }
      }
      const { changed } = how;
      // Outside the lock, after the change has reached the sheet.
      if (changed?.size) yield () => columnsChanged(table, changed, visited);
    },
  });
}

/** Counts the rows from the first to the last of these. */
export function extentOf(places: Places): number {
  const rows = [...places.values()];
  return Math.max(...rows) - Math.min(...rows) + 1;
}

function neighbours(places: Places, maxRows: number): Map<string, number>[] {
  const groups: Map<string, number>[] = [];
  let from = 0;
  for (const [id, row] of [...places].sort(([, a], [, b]) => a - b)) {
    const group = groups[groups.length - 1];
    if (group && row - from < maxRows) group.set(id, row);
    else {
      groups.push(new Map([[id, row]]));
      from = row;
    }
  }
  return groups;
}
