import { SESSIONS } from '../../src/accounts/tables';
import { LISTS, SCORING } from '../../src/leads/tables';
import { writeSettings } from '../../src/platform/settings';
import type { Table } from '../../src/tables/schema/table';
import { writeAll } from '../../src/tables/tables';
import * as write from '../../src/tables/writes';
import { execute, query, transaction } from '../database/sql';
import { sealStored } from '../services/properties-service';
import { SERVICE_TABLES } from '../services/service-tables';
import { TIME_ZONE } from '../services/time-zone';
import { createTables } from '../store/migrate';
import { compare } from './compare';
import { complete, makeWindowToken } from './complete';
import { PAGES_TABLE, readPages, replace } from './copied-pages';
import { idsOf, TABLES } from './moved-tables';
import type { Place } from './source';
import { readMoveState, writeMoveState } from './state';

/**
 * The database's side of the move, as tasks of a worker. What has been done stands in the database, written together with
 * the rows: a move that is killed goes on from there.
 */
export const GRADUATE_TASKS = {
  'graduate has ended': hasEnded,
  'graduate begin': begin,
  'graduate replace': replace,
  'graduate compare': compare,
  'graduate complete': complete,
  'graduate make window token': makeWindowToken,
};

/** A host that was started before has filled them. */
const DEFAULTS: readonly Table[] = [SCORING, LISTS];

export interface Progress {
  state: 'running' | 'complete';
  pages: (Place & { etag: string })[];
}

/** Whether a sheet has moved into this database, of which nothing may be there. */
function hasEnded(): boolean {
  const known = query(
    `select 1 from information_schema.tables where table_schema = current_schema() and table_name = 'properties'`,
  );
  return known.length > 0 && readMoveState()?.state === 'complete';
}

/** Makes the tables. Throws where the database has rows that this move has not brought. */
function begin({ sheet, timeZone }: { sheet: string; timeZone: string }): Progress {
  for (const text of [...SERVICE_TABLES, PAGES_TABLE]) execute(text);
  sealStored();
  const known = readMoveState();
  if (known && known.sheet !== sheet)
    throw new Error('Another sheet is moving into this database, or has moved there. Use an empty database.');
  if (known) return { state: known.state, pages: known.state === 'running' ? readPages() : [] };
  // The days of the reports are those of the desk's zone, so it has to be known before the first row is counted.
  writeSettings({ [TIME_ZONE]: timeZone });
  createTables([...TABLES, SESSIONS]);
  const [filled] = TABLES.filter((table) => !DEFAULTS.includes(table) && idsOf(table).length > 0);
  if (filled)
    throw new Error(
      `The database is not empty: it has rows in ${filled.name}. Use an empty one for the move.`,
    );
  transaction(() => {
    for (const table of DEFAULTS) writeAll(write.remove(table, idsOf(table)));
    writeMoveState({ sheet, state: 'running' });
  });
  return { state: 'running', pages: [] };
}
