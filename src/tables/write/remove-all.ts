import { withScriptLock } from '../../platform/platform';
import { reportProgress } from '../../platform/progress';
import { readIds } from '../grid/locate';
import { readRowsAt } from '../grid/rows';
import { expireClaim } from '../grid/sequence';
import { Tab } from '../grid/tab';
import { REACH, readLinesAt } from '../read/lines';
import { invalidateRows } from '../read/newest';
import type { Table } from '../schema/table';
import { clearRows } from './remove-rows';

/** Others wait for the lock while so many rows are read again and cleared: their ids alone, or all of their cells. */
const ROWS_PER_HOLD = { byId: 500, whole: 50 };
/** Extent of rows that are read again whole, with those between them: ten reads at most, where they lie far apart. */
const EXTENT_PER_HOLD = 10 * REACH;

/** Place of a row before the lock. */
interface Place {
  row: number;
  id: string;
}

/** Tells whether a row is still as it was, by its cells as texts without the blank ones at its end. */
export type IsUnchanged = (id: string, line: readonly string[]) => boolean;

/**
 * Removes many rows of any table, in short holds of the lock: they are cleared, and maintenance deletes blank rows. Where
 * `isUnchanged` is given, rows stay that are not, and so do those that are moved at that very moment.
 * @returns the ids that have no row now
 */
export function removeAll(table: Table, ids: readonly string[], isUnchanged?: IsUnchanged): string[] {
  if (ids.length === 0) return [];
  const wanted = new Set(ids);
  const tab = new Tab(table);
  const places = readIds(tab).flatMap((id, index) => (wanted.has(id) ? [{ row: index + 2, id }] : []));
  const kept = new Set<string>();
  let done = 0;
  for (const some of holdsOf(places, isUnchanged !== undefined)) {
    reportProgress(done, places.length);
    const gone = new Set(removeAt(tab, some, isUnchanged));
    done += some.length;
    for (const { id, row } of some) if (!gone.has(row)) kept.add(id);
  }
  if (places.length > 0) invalidateRows(table);
  return ids.filter((id) => !kept.has(id));
}

/** Groups the rows that are removed under one lock. */
function holdsOf(places: readonly Place[], isWhole: boolean): Place[][] {
  const most = isWhole ? ROWS_PER_HOLD.whole : ROWS_PER_HOLD.byId;
  const holds: Place[][] = [];
  let extent = 0;
  for (const place of places) {
    const hold = holds[holds.length - 1];
    const last = hold?.[hold.length - 1];
    extent += isWhole && last ? Math.min(place.row - last.row, REACH) : 0;
    if (hold && hold.length < most && extent < EXTENT_PER_HOLD) hold.push(place);
    else {
      holds.push([place]);
      extent = 0;
    }
  }
  return holds;
}

/** Removes them under one lock; returns the rows that are gone. */
function removeAt(tab: Tab, places: readonly Place[], isUnchanged: IsUnchanged | undefined): number[] {
  return withScriptLock(() => {
    SpreadsheetApp.flush();
    const ids = new Map(places.map(({ row, id }) => [row, id]));
    const rowsNow = [...ids.keys()];
    const going = isUnchanged
      ? readLinesAt(tab, rowsNow).filter(({ row, id, line }) => ids.get(row) === id && isUnchanged(id, line))
      : (readRowsAt(tab, rowsNow, []) ?? []).filter(({ row, id }) => ids.get(row) === id);
    const { name, ids: numbers } = tab.schema;
    if (numbers) expireClaim(name, ...going.map(({ id }) => numbers.numberOf(id)));
    const rows = going.map(({ row }) => row);
    if (rows.length > 0) clearRows(tab, rows);
    SpreadsheetApp.flush();
    return rows;
  });
}
