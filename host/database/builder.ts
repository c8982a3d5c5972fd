import {
  DummyDriver,
  expressionBuilder,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import type { SqlValue } from './statement';

type Tables = Record<string, Record<string, unknown>>;

/**
 * Builds statements; `./sql` runs them. A table is made of what `src/` declares, so that the compiler knows no columns. The
 * text of a statement has no values in it: it is the same whatever is asked for, and each connection prepares it once.
 */
export const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Builds parts of them. */
export const eb = expressionBuilder<Tables, string>();

/** A name as it stands in a statement that is not built. */
export function quoted(name: string): string {
  return `"${name}"`;
}

/** One of several values, with one placeholder for them all. */
export function isAnyOf(column: string, values: SqlValue) {
  return eb(column, '=', sql`any(${values})`);
}
