import type { TypedRow } from '../../../src/cafe/cell-rules';
import type { EditedRequest } from '../../../src/window/protocol';

export type { TypedRow };

/** The rows of a tab as people have typed them there, with the addresses that its owner sees. */
export function toTypedRows(tab: string, { columns, letters, rows }: EditedRequest): TypedRow[] {
  return rows.map(([row, ...cells]) => ({
    row: Number(row),
    cells: Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ''])),
    addressOf: (name) => `${tab}!${letters[columns.indexOf(name)]}${row}`,
  }));
}
