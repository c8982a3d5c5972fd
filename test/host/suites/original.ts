import { runSql, type Sql } from '../harness';

/**
 * What all tables have at this moment is kept in a schema beside them, and goes along with copies of the database. To go back
 * to it takes a tenth of what another copy does.
 */
export async function keepOriginal(database: string): Promise<void> {
  const copies = forEachTable('public', 'create table original.%1$I as table public.%1$I');
  await runSql(database, `create schema original; ${copies}`);
}

/** All tables have again what they had when that was kept, beside what a host's timer writes at this moment. */
export async function restoreOriginal(sql: Sql): Promise<void> {
  const statement =
    'delete from public.%1$I; insert into public.%1$I select * from original.%1$I on conflict do nothing';
  await sql.run(forEachTable('original', statement));
}

function forEachTable(schema: string, statement: string): string {
  return `do $$ declare name text; begin
    for name in select tablename from pg_catalog.pg_tables where schemaname = '${schema}'
    loop execute format('${statement}', name); end loop; end $$`;
}
