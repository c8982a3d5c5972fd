import type { Local } from '../../local/local';
import type { Row, Value } from '../../runtime/spreadsheet/attributes';
import type { Sheet } from '../../runtime/spreadsheet/sheet';
import { CASES } from '../../src/tracker/case/tables';

/** What a case's cells say; the rest is as in the first case. */
export interface Cells {
  sender?: string;
  senderName?: string;
  subject?: string;
  issue?: string;
  status?: string;
  /** Days after the first case, of the first mail and the last; the newest is listed first. */
  day?: number;
  /** Days after the first case at which the owner answered. */
  repliedDay?: number;
  /** How many messages were seen. */
  seen?: number;
  due?: string;
}

/** So that a check has room for more. */
const SPARE_ROWS = 500;

const COLUMNS = Object.keys(CASES.columns);

/** Puts cases behind those of the tab, as the script would have written them, but in no time. */
export function addCases(local: Local, cases: readonly Cells[]): void {
  const sheet = local.services.spreadsheets.books
    .get(local.scripts.desk.spreadsheetId)
    .findByName('Cases') as Sheet;
  const { grid } = sheet;
  const first = grid.row(2) as Row;
  // The header is the first row.
  const next = grid.lastRow;
  cases.forEach((cells, at) => {
    const values = [...valuesOf(first, next + at, cells), ...first.values.slice(COLUMNS.length)];
    grid.rows[next + at] = { values, attributes: first.attributes };
  });
  grid.maxRows = Math.max(grid.maxRows, grid.lastRow + SPARE_ROWS);
}

function valuesOf(first: Row, number: number, { day = 0, repliedDay, ...cells }: Cells): Value[] {
  const own: Record<string, Value> = {
    caseNumber: `CASE-${String(number).padStart(4, '0')}`,
    threadId: (0x1000_0000_0000_0000n + BigInt(number)).toString(16),
    received: (first.values[2] as number) + day,
    lastMailAt: (first.values[2] as number) + day,
    senderName: '',
    repliedAt: repliedDay === undefined ? null : (first.values[2] as number) + repliedDay,
    ...cells,
  };
  return COLUMNS.map((name, at) => own[name] ?? first.values[at] ?? null);
}
