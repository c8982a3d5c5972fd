import * as v from 'valibot';
import { ORDER_STATUSES } from '../../../src/cafe/orders/states';
import { ORDERS } from '../../../src/cafe/tables';
import { choicesFilter, InstantFilter, TextsFilter } from '../../../src/http/filters';
import { HttpError } from '../../../src/http/http-error';
import { listsIn, parse } from '../../../src/http/parse';
import { parseQuery } from '../../../src/http/query';
import { LeadSelection, selectLeads } from '../../../src/leads/lead/list-leads';
import { LEADS } from '../../../src/leads/tables';
import { digest } from '../../../src/platform/platform';
import { type column, list, type Table } from '../../../src/tables/tables';
import {
  BLOCK_ROWS,
  MAX_ROWS,
  type ShownRequest,
  type ShownRows,
  type WireCell,
} from '../../../src/window/protocol';
import { toWire } from '../../../src/window/wire-cell';

/** A longer text would make the tab slow, and goes on beyond its cell. */
const MAX_CHARACTERS = 2_000;

/** Orders of all cafes, by what the list of one cafe takes. */
const OrderSelection = v.strictObject({
  cafeId: TextsFilter,
  status: choicesFilter(ORDER_STATUSES),
  since: InstantFilter,
});

interface Listed {
  data: readonly Readonly<Record<string, unknown>>[];
  total: number;
  totalIsAtLeast?: true;
}

interface Source {
  table: Table;
  list(query: string, columns: readonly string[]): Listed;
}

/** The newest rows come first. A filter is not counted to its end: that may take longer than all the rest. */
const SOURCES: readonly Source[] = [
  {
    table: LEADS,
    list: (query, columns) =>
      list(LEADS, {
        ...windowOf(query),
        ...selectLeads(parseSelection(LeadSelection, query), undefined),
        columns: knownColumns(LEADS, columns),
      }),
  },
  {
    table: ORDERS,
    list(query, columns) {
      const { cafeId, status, since } = parseSelection(OrderSelection, query);
      const where = { cafeId, status, updatedAt: since && { gte: since } };
      return list(ORDERS, { ...windowOf(query), where, columns: knownColumns(ORDERS, columns) });
    },
  },
];

/** Finds what has changed of the rows that a tab shows; undefined if nothing has, a text if its query is refused. */
export function findShown(
  tab: string,
  { query, columns, total: known, top: before, blocks: present }: ShownRequest,
): ShownRows | string | undefined {
  const source = SOURCES.find(({ table }) => table.name === tab);
  if (!source) return `The host does not know the ${tab} tab. Update the host to the version of the sheet.`;
  let listed: Listed;
  try {
    listed = source.list(query, columns);
  } catch (error) {
    if (error instanceof HttpError && error.status < 500) return error.message;
    throw error;
  }
  const { data, total, totalIsAtLeast: isAtLeast = false } = listed;
  const rows = data.map((row) => columns.map((name) => toCell(source.table.columns[name], row[name])));
  const blocks = digestsOf(rows);
  if (total === known && JSON.stringify(blocks) === JSON.stringify(present)) return undefined;
  const top = String(rows[0]?.[0] ?? '');
  const shift = findShift(rows, { before, present });
  const changed = changesOf(rows, shift, present);
  return { total, isAtLeast, count: rows.length, top, blocks, shift, changed };
}

type Rows = readonly (readonly WireCell[])[];

/** Counts the new rows before those that the sheet has; 0 if most of these have changed as well. */
function findShift(rows: Rows, { before, present }: { before: string; present: readonly string[] }): number {
  const shift = rows.findIndex(([id]) => id === before);
  if (shift <= 0) return 0;
  const same = digestsOf(rows.slice(shift)).filter((digest, index) => digest === present[index]);
  return same.length * 2 > present.length ? shift : 0;
}

/** Lists changed rows. New ones come with the first of the others, below which the sheet makes room. */
function changesOf(rows: Rows, shift: number, present: readonly string[]): { from: number; rows: Rows }[] {
  const first = shift > 0 ? [{ from: 0, rows: rows.slice(0, shift + 1) }] : [];
  const spans: [number, number][] = [];
  for (const [index, digest] of digestsOf(rows.slice(shift)).entries()) {
    if (digest === present[index]) continue;
    const from = shift + index * BLOCK_ROWS;
    const last = spans[spans.length - 1];
    if (last?.[1] === from) last[1] = from + BLOCK_ROWS;
    else spans.push([from, from + BLOCK_ROWS]);
  }
  return [...first, ...spans.map(([from, to]) => ({ from, rows: rows.slice(from, to) }))];
}

function digestsOf(rows: Rows): string[] {
  return Array.from({ length: Math.ceil(rows.length / BLOCK_ROWS) }, (_, index) =>
    digest(JSON.stringify(rows.slice(index * BLOCK_ROWS, (index + 1) * BLOCK_ROWS)), 8),
  );
}

function windowOf(query: string) {
  return { page: 1, pageSize: MAX_ROWS, count: query === '' ? 'exact' : 'capped' } as const;
}

/** Parses a query as the API does. @throws HttpError 400 or 422 */
function parseSelection<S extends v.GenericSchema>(schema: S, query: string): v.InferOutput<S> {
  return parse(schema, parseQuery(query, listsIn({ query: schema })));
}

/** A sheet of a newer release may ask for more. */
function knownColumns<T extends Table>(
  table: T,
  columns: readonly string[],
): (keyof T['columns'] & string)[] {
  return columns.filter((name) => name in table.columns);
}

function toCell(own: column.Column<unknown> | undefined, value: unknown): WireCell {
  if (!own) return '';
  const cell = toWire(own.toCell(value));
  return typeof cell === 'string' && cell.length > MAX_CHARACTERS
    ? `${cell.slice(0, MAX_CHARACTERS)}…`
    : cell;
}
