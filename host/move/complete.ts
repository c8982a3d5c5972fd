import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { MENU } from '../../src/cafe/tables';
import { properties } from '../../src/platform/platform';
import { writeSettings } from '../../src/platform/settings';
import type { Table } from '../../src/tables/schema/table';
import { execute, transaction } from '../database/sql';
import { layoutOf, ROW_ORDER, toSnakeCase } from '../store/layout';
import { idsOf, TABLES } from './moved-tables';
import { readMoveState, writeMoveState } from './state';
import { WINDOW_TOKEN_HASH } from './window/token';

interface Completion {
  /** The next number by table: ids go on where they were. */
  nextNumbers: Readonly<Record<string, number>>;
  settings: Readonly<Record<string, string>>;
  signingSecret: string;
  /** The ids of the menu as they stand in the sheet. */
  menu: readonly string[];
}

/** The database is ready to serve. */
export function complete({ nextNumbers, settings, signingSecret, menu }: Completion): void {
  const state = readMoveState();
  if (!state) throw new Error('No move has been started in this database.');
  transaction(() => {
    for (const [name, next] of Object.entries(nextNumbers))
      execute(
        `insert into "counters" ("name", "value") values ($1, $2)
         on conflict ("name") do update set "value" = greatest("counters"."value", excluded."value")`,
        [toSnakeCase(name), Math.max(next - 1, highestNumber(name))],
      );
    keepOrder(MENU, menu);
    properties().setProperty('accountsSecret', signingSecret);
    // The settings that a host has read before are out of date.
    writeSettings(settings);
    writeMoveState({ ...state, state: 'complete' });
  });
}

/** Makes the token that the sheet shows the host from now on, to get the rows of its window. Only a hash of it is stored. */
export function makeWindowToken(): string {
  const windowToken = randomBytes(32).toString('hex');
  properties().setProperty(WINDOW_TOKEN_HASH, createHash('sha256').update(windowToken).digest('hex'));
  return windowToken;
}

/** Reads the highest number from the ids themselves, since the sheet may have lost count. */
function highestNumber(name: string): number {
  const table = TABLES.find((one) => one.name === name);
  const { ids } = table ?? {};
  if (!table || !ids) return 0;
  return idsOf(table).reduce((highest, id) => Math.max(highest, ids.numberOf(id)), 0);
}

/** Rows that the API shows in the order in which their owner has put them. Those with higher numbers, which are new, follow. */
function keepOrder(table: Table, ids: readonly string[]): void {
  const { name, key } = layoutOf(table);
  const places = sql`unnest(${ids}::text[], ${ids.map((_, index) => index + 1)}::bigint[])`;
  execute(sql`
    update ${sql.table(name)} set ${sql.ref(ROW_ORDER)} = place.number from ${places} as place (id, number)
    where ${sql.ref(`${name}.${key.storedAs}`)} = place.id`);
}
