import { SESSIONS } from '../../src/accounts/tables';
import { LISTS, SCORING } from '../../src/leads/tables';
import { writeSettings } from '../../src/platform/settings';
import type { Table } from '../../src/tables/schema/table';
import { db } from '../database/builder';
import { execute, query } from '../database/sql';
import { sealStored } from '../services/properties-service';
import { createServiceTables } from '../services/service-tables';
import { TIME_ZONE } from '../services/time-zone';
import { layoutOf } from '../store/layout';
import { createTables } from '../store/migrate';
import { compare } from './compare';
import { complete, makeWindowToken } from './complete';
import { copy } from './copy';
import { idsOf, TABLES } from './moved-tables';
import { readMoveState, writeMoveState } from './state';

/**
 * The database's side of the move, as tasks of a worker. Until it is complete nothing counts: a move that is killed begins
 * anew, and what it has left goes.
 */
export const GRADUATE_TASKS = {
  'graduate has ended': hasEnded,
  'graduate begin': begin,
  'graduate copy': copy,
  'graduate compare': compare,
  'graduate complete': complete,
  'graduate make window token': makeWindowToken,
};

/** A host that was started before has filled them. */
const DEFAULTS: readonly Table[] = [SCORING, LISTS];

/** Tells if a sheet has moved into this database, of which nothing may be there. */
function hasEnded(): boolean {
  const known = query(
    `select 1 from information_schema.tables where table_schema = current_schema() and table_name = 'properties'`,
  );
  return known.length > 0 && readMoveState()?.state === 'complete';
}

/** Makes the tables, empty, unless the move is complete. Throws where the database has rows that this move has not brought. */
function begin({ sheet, timeZone }: { sheet: string; timeZone: string }): 'running' | 'complete' {
  createServiceTables();
  sealStored();
  const known = readMoveState();
  if (known && known.sheet !== sheet)
    throw new Error('Another sheet is moving into this database, or has moved there. Use an empty database.');
  if (known?.state === 'complete') return 'complete';
  // The days of the reports are those of the desk's zone, so it has to be known before the first row is counted.
  writeSettings({ [TIME_ZONE]: timeZone });
  if (!known) assertEmpty();
  writeMoveState({ sheet, state: 'running' });
  for (const table of TABLES) execute(db.schema.dropTable(layoutOf(table).name).ifExists());
  execute('delete from totals');
  createTables([...TABLES, SESSIONS]);
  return 'running';
}

function assertEmpty(): void {
  createTables([...TABLES, SESSIONS]);
  const [filled] = TABLES.filter((table) => !DEFAULTS.includes(table) && idsOf(table).length > 0);
  if (filled)
    throw new Error(
      `The database is not empty: it has rows in ${filled.name}. Use an empty one for the move.`,
    );
}
