/**
 * Messages of the sheet and the host each minute, in one request: `POST /v1/window`. The host remembers nothing of the rows that
 * it has sent: the sheet says what it has.
 */

import type { Table } from '../tables/tables';

/** A cell as JSON has it; a date is its epoch ms. */
export type WireCell = string | number | boolean;
/** Cells by column. */
export type WireRow = Readonly<Record<string, WireCell>>;

/** Number of rows of a tab that are shown at most. */
export const MAX_ROWS = 5_000;
/** Rows are compared, and sent, in blocks of so many. */
export const BLOCK_ROWS = 50;

/** Rows that the sheet shows, of one tab. */
export interface ShownRequest {
  /** Query as in a URL of the API: `status=new,contacted&scoreMin=50`. */
  query: string;
  columns: readonly string[];
  /** State that the host told last: how many rows there were, the id of the first, and a digest of each block, from the top. */
  total: number;
  top: string;
  blocks: readonly string[];
}

/** The rows of a tab that is edited in the sheet, as people have typed them. */
export interface EditedRequest {
  columns: readonly string[];
  /** Letters of the columns, `C`, for messages. */
  letters: readonly string[];
  /** The number that the sheet shows, then the cells. */
  rows: readonly (readonly WireCell[])[];
}

/** Request of the sheet, by the names of tabs. */
export interface WindowRequest {
  shown: Readonly<Record<string, ShownRequest>>;
  /** Versions that the host named last of the tabs that are edited here. */
  versions: Readonly<Record<string, string>>;
  edited: Readonly<Record<string, EditedRequest>>;
}

export interface ShownRows {
  /** Number of rows, of which the newest are shown. */
  total: number;
  /** More than that. */
  isAtLeast: boolean;
  /** Number of rows that are shown. */
  count: number;
  top: string;
  blocks: readonly string[];
  /** Number of new rows before those that were there: these move down, and the last ones out. */
  shift: number;
  /** The rows that differ then from what the sheet has, from the first row of a block on; the newest row is 0. */
  changed: readonly { from: number; rows: readonly (readonly WireCell[])[] }[];
}

/** A cell that is invalid. */
export interface Refusal {
  /** Row, and column, where it is one cell. */
  row?: number;
  column?: string;
  /** `Scoring!C7 must be a number or unknown (got "many").` */
  problem: string;
}

export interface EditedAnswer {
  version: string;
  refusals: readonly Refusal[];
  /** Changes by the host: cells by the row's id and column, new rows, and the ids of those that are gone. */
  changed: Readonly<Record<string, WireRow>>;
  added: readonly WireRow[];
  removed: readonly string[];
}

export interface WindowAnswer {
  /** Absent where nothing has changed; a text says why the query is refused. */
  shown: Readonly<Record<string, ShownRows | string>>;
  /** Answers on every tab that was sent. */
  edited: Readonly<Record<string, EditedAnswer>>;
  /** Tabs that the host has changed: it needs to know what the sheet has there. */
  wanted: readonly string[];
}

/** Columns that nobody looks at, and only the host needs. */
const INTERNAL = ['held', 'soldOut', 'requestKey', 'requestHash'];

/** The columns of a tab that is edited in the sheet of which the two tell each other. */
export function editedColumns({ columns }: Pick<Table, 'columns'>): string[] {
  return Object.keys(columns).filter((name) => !INTERNAL.includes(name));
}
