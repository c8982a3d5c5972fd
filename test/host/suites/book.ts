import { isDate } from 'node:util/types';
import { openSyncSql } from './sync-sql';

export type Cell = string | number | boolean;
export type Row = Record<string, Cell>;

/** A database as a suite looks at it that knows a spreadsheet: tables are tabs, an empty cell is an empty text. */
export interface Book {
  /** `rows('Push endpoints')`, keyed by the names of the columns in code; dates as ISO 8601 in UTC. */
  rows(tab: string): Row[];
  /** Every table of the desks, with its rows. */
  sheets(): { name: string; cells: string[][] }[];
  /** The owner types into a cell of a tab that is edited in a sheet. */
  edit(tab: string, a1: string, text: string): void;
  /** What the owner has entered is there from now on. */
  enter(properties: Readonly<Record<string, string>>): void;
  properties(): Record<string, string>;
  forget(property: string): void;
  close(): Promise<void>;
}

/** What the engine and the services keep for themselves: it may change where no row does. */
const OWN_TABLES = [
  'cache',
  'claims',
  'counters',
  'leases',
  'properties',
  'rate_limits',
  'test_clock',
  'totals',
];

export function openBook(database: string): Book {
  const { query, close } = openSyncSql(database);
  const rows = (tab: string) =>
    query(`select * from "${toSnakeCase(tab)}" order by row_order`).map((row) =>
      Object.fromEntries(
        Object.entries(row)
          .filter(([name]) => isColumn(name, row))
          .map(([name, value]) => [HEADERS[name] ?? toCamelCase(name), toCell(value)]),
      ),
    );
  const tables = () =>
    query('select table_name from information_schema.tables where table_schema = current_schema() order by 1')
      .map(({ table_name: name }) => String(name))
      .filter((name) => !OWN_TABLES.includes(name));
  const addRow = (table: string, above: number) =>
    query(`insert into "${table}" (row_order) values ($1) returning row_order`, [above + 1])[0]?.row_order;
  return {
    rows,
    sheets: () =>
      tables().map((name) => ({
        name: toTab(name),
        cells: rows(name).map((row) => Object.values(row).map(String)),
      })),
    edit(tab, a1, text) {
      if (!EDITED.includes(tab)) throw new Error(`Over SQL nobody types into the tab ${tab}.`);
      const [, letter = '', line = ''] = /^([A-Z])(\d+)$/.exec(a1) ?? [];
      const table = toSnakeCase(tab);
      const columns = query(
        `select column_name as name, data_type as type from information_schema.columns
         where table_schema = current_schema() and table_name = $1 order by ordinal_position`,
        [table],
      );
      const { name = '', type = '' } = columns[letter.charCodeAt(0) - 'A'.charCodeAt(0)] ?? {};
      const value = type === 'text' ? '$1' : `nullif($1, '')::${type}`;
      const hasTwin = columns.some((column) => column.name === `${name}_key`);
      const twin = hasTwin ? `, "${name}_key" = lower(trim($1))` : '';
      const all = query(`select row_order from "${table}" order by row_order`);
      const at = all[Number(line) - 2]?.row_order ?? addRow(table, all.length);
      query(`update "${table}" set "${name}" = ${value}${twin} where row_order = $2`, [text, at]);
      // As where a tab goes up: what was read of it before counts no more.
      query('delete from cache');
    },
    enter(properties) {
      for (const entry of Object.entries(properties)) query(ENTER, entry);
      query(CHANGED);
    },
    properties: () =>
      Object.fromEntries(query('select * from properties').map(({ name, value }) => [name, value])),
    forget: (property) => void query('delete from properties where name = $1', [property]),
    close,
  };
}

/** As the code itself does: what somebody is just reading of the settings counts no more. */
const CHANGED = `insert into cache (key, value, expires_at)
  values ('settings changed', (extract(epoch from now()) * 1000)::bigint::text, now() + interval '6 hours')
  on conflict (key) do update set value = excluded.value, expires_at = excluded.expires_at`;

/** What people edit goes up from the sheet as a whole; nothing is counted of it. */
const EDITED = ['Scoring', 'Lists', 'Cafes'];

const ENTER = `insert into properties (name, value) values ($1, $2)
  on conflict (name) do update set value = excluded.value`;

/** Of columns whose header in the sheet is another than their name in code; no two tables disagree on one. */
const HEADERS: Readonly<Record<string, string>> = { entity_id: 'targetId', run_at: 'due', attempts: 'tries' };

/** Not what is kept beside the columns, for indexes and the order of the rows. */
function isColumn(name: string, row: object): boolean {
  const isTwin = name.endsWith('_key') && name.replace(/_key$/, '') in row;
  return !isTwin && name !== 'row_order' && name !== 'searchable';
}

function toCell(value: unknown): Cell {
  if (value === null) return '';
  // Of another realm than the tests'.
  return isDate(value) ? value.toISOString() : (value as Cell);
}

function toSnakeCase(tab: string): string {
  return tab.toLowerCase().replace(/ /g, '_');
}

function toCamelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function toTab(table: string): string {
  const words = table.replace(/_/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
