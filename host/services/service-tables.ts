import { execute, SqlError } from '../database/sql';
import { CACHE_TABLE } from './cache-service';
import { LEASES_TABLE } from './lock-service';
import { PROPERTIES_TABLE } from './properties-service';
import { RATE_LIMITS_TABLE } from './rate-limit';

/** The errors of a database that logs every table. */
const NOT_SUPPORTED = ['0A000', '42601'];

/** Makes the tables beside those of rows. May be repeated. */
export function createServiceTables(): void {
  for (const text of [CACHE_TABLE, PROPERTIES_TABLE, LEASES_TABLE, RATE_LIMITS_TABLE])
    try {
      execute(text);
    } catch (error) {
      if (!(error instanceof SqlError && NOT_SUPPORTED.includes(error.code))) throw error;
      execute(text.replace('unlogged ', ''));
    }
}
