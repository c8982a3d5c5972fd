import { withScriptLock } from '../platform/lock';
import { boundSpreadsheet } from '../platform/spreadsheet';
import { rowsAreMoving } from '../platform/user-error';
import { TRIES } from './locate';
import { rowOfText } from './look-up';
import { findNear } from './near';
import { type Found, findAt } from './row-cells';
import type { Table } from './table';
import { Tabs } from './tabs';

/**
 * Does something to the row with this id under the lock, where it has just been read. It is looked for in the whole
 * tab outside the lock. Undefined where there is none.
 */
export function atRow<R>(table: Table, id: string, work: (tabs: Tabs, found: Found) => R): R | undefined {
  if (id === '') return undefined;
  const ahead = new Tabs(boundSpreadsheet());
  ahead.open(table.name);
  let row: number | undefined;
  for (let tries = 0; tries <= TRIES; tries++) {
    const done = withScriptLock((hasWaited) => {
      SpreadsheetApp.flush();
      const tabs = hasWaited || tries > 1 ? new Tabs(ahead.spreadsheet) : ahead;
      const found = row === undefined ? findNear(tabs, table, id) : findAt(tabs, table, { id, row });
      if (!found) return undefined;
      const result = work(tabs, found);
      SpreadsheetApp.flush();
      return { result };
    });
    if (done) return done.result;
    SpreadsheetApp.flush();
    row = rowOfText(ahead, table, table.key, id);
    if (row === undefined) return undefined;
  }
  throw rowsAreMoving(table.name);
}
