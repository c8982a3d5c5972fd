import { keysOfCaller } from '../accounts/authenticate';
import { onAccountEdit } from '../accounts/set-up';
import { onCafeEdit } from '../cafe/sheet-edits';
import { CAFES, MENU, ORDERS } from '../cafe/tables';
import type { Request, Routes } from '../http/route';
import { onVehicleEdit } from '../leads/cells';
import { onLeadEdit } from '../leads/lead/sheet-edits';
import { leadLists } from '../leads/lists';
import { LEADS, LISTS, SCORING } from '../leads/tables';
import { assertServedHere, readMove } from '../move/move';
import { moveRoutes } from '../move/routes';
import { type Jobs, runWorker, workerKeys } from '../outbox/worker';
import * as cache from '../platform/cache';
import { SETTINGS_KEYS } from '../platform/settings';
import { onPushEdit } from '../pushes/receivers';
import { columnNames, rowsChanged } from '../tables/sheet';
import type { Table } from '../tables/tables';
import { editedColumns } from '../window/protocol';
import { markEdit, refreshWindow, type WindowTabs, windowKeys } from '../window/window';
import { DESK_ROUTES, MOVED_TABLES, SEALED_TABLES } from './desks';
import { HEALTH_KEYS, HEALTH_ROUTES } from './health';

/** The tabs of a sheet whose API has moved to a database: those that show its rows, and those that go on to be edited. */
export const WINDOW_TABS: WindowTabs = {
  shown: [LEADS, ORDERS].map((table: Table) => ({
    table,
    columns: readableColumns(table),
    moved: () => ownColumns(table).map((name) => `custom.${name}`),
  })),
  edited: [SCORING, LISTS, CAFES, MENU].map((table: Table) => ({ table, columns: editedColumns(table) })),
};

/** Columns before the version. The others are for the API, and long. */
function readableColumns(table: Table): string[] {
  const names = columnNames(table);
  return names.slice(0, names.indexOf('version'));
}

/** Headers of the columns that the owner has added as fields. */
function ownColumns({ name }: Table): string[] {
  return name === LEADS.name ? leadLists().fields.map((field) => field.name) : [];
}

/** Every endpoint of the API. */
export const API_ROUTES: readonly Routes[] = [HEALTH_ROUTES, ...DESK_ROUTES];

export const MOVE_ROUTES = moveRoutes(MOVED_TABLES, {
  sealedTables: SEALED_TABLES,
  ownColumns,
});

/** Together with what `authenticate` will read, so that it costs no call of its own. @throws HttpError 503 */
export function admit(request: Request): void {
  cache.readAhead([...SETTINGS_KEYS, ...HEALTH_KEYS, ...keysOfCaller(request)]);
  assertServedHere(request);
}

/** Every minute. Once the move has begun nothing is sent from here, so that nothing is sent twice. */
export function runTimer(jobs: Jobs): void {
  cache.readAhead([...SETTINGS_KEYS, ...workerKeys(jobs), ...windowKeys(WINDOW_TABS)]);
  const move = readMove();
  if (move.state === 'none') runWorker(jobs);
  if (move.state === 'moved') refreshWindow(move, WINDOW_TABS);
}

/** The sheet's trigger for edits by hand. */
export function onEdit(edit: Partial<GoogleAppsScript.Events.SheetsOnEdit>): void {
  if (readMove().state === 'moved') {
    markEdit(WINDOW_TABS, edit);
    return;
  }
  const tab = edit.range?.getSheet().getName();
  for (const table of MOVED_TABLES) if (table.name === tab) rowsChanged(table);
  onAccountEdit(edit);
  onCafeEdit(edit);
  onLeadEdit(edit);
  onVehicleEdit(edit);
  onPushEdit(edit);
}
