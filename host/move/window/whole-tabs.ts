import { invalidateLists } from '../../../src/leads/lead/choices';
import {
  parseRules,
  RULE_COLUMNS,
  type RuleColumn,
  type RuleLine,
} from '../../../src/leads/scoring/scoring-rules';
import { LEAD_STATUSES, LISTS, SCORING } from '../../../src/leads/tables';
import { textOf } from '../../../src/tables/sheet';
import { type Row, scan, type Table, writeAll } from '../../../src/tables/tables';
import * as write from '../../../src/tables/writes';
import type { EditedAnswer, EditedRequest, Refusal } from '../../../src/window/protocol';
import { type TypedRow, toTypedRows } from './typed-rows';

/** Tabs that only the sheet changes: each is taken whole, or not at all. */
export const WHOLE_TABS: Readonly<Record<string, (request: EditedRequest) => EditedAnswer>> = {
  [SCORING.name]: takeScoring,
  [LISTS.name]: takeLists,
};

function takeScoring(request: EditedRequest): EditedAnswer {
  const lines = toTypedRows(SCORING.name, request).map((row): RuleLine => {
    const cells = Object.fromEntries(RULE_COLUMNS.map((name) => [name, textOf(row.cells[name] ?? '')]));
    return { cells: cells as Record<RuleColumn, string>, addressOf: row.addressOf };
  });
  const { rules, problems } = parseRules(lines);
  if (problems.length === 0) replace(SCORING, rules);
  return toAnswer(
    problems.map((problem) => toRefusal(request, `${problem} The last valid rules stay in force.`)),
  );
}

/** The calling code is in the first cell of its column that is not blank. */
function takeLists(request: EditedRequest): EditedAnswer {
  const rows = toTypedRows(LISTS.name, request);
  const line = rows.find((row) => textIn(row, 'defaultCountry') !== '');
  const defaultCountry = line ? textIn(line, 'defaultCountry') : '';
  if (line && !/^\+?[1-9]\d{0,2}$/.test(defaultCountry)) {
    const expected = `must be a calling code such as +1 (got ${JSON.stringify(defaultCountry.slice(0, 80))})`;
    const problem = `${line.addressOf('defaultCountry')} ${expected}. The last valid lists stay in force.`;
    return toAnswer([{ row: line.row, column: 'defaultCountry', problem }]);
  }
  const typed = rows.map((row) => textIn(row, 'leadStatus')).filter(Boolean);
  const statuses = [...new Set(typed.length > 0 ? typed : LEAD_STATUSES)];
  replace(
    LISTS,
    statuses.map((leadStatus, at) => ({ leadStatus, defaultCountry: at === 0 ? defaultCountry : '' })),
  );
  return toAnswer([]);
}

function replace<T extends Table>(table: T, rows: readonly Row<T>[]): void {
  const present = scan(table);
  if (JSON.stringify(present) === JSON.stringify(rows)) return;
  const ids = present.map((row) => String(row[table.key as keyof Row<T>]));
  writeAll(write.remove(table, ids), write.insert(table, rows));
  invalidateLists();
}

function textIn({ cells }: TypedRow, name: string): string {
  return textOf(cells[name] ?? '').trim();
}

/** Makes a refusal, at the cell whose address the text begins with, if it does. */
function toRefusal({ letters, columns }: EditedRequest, problem: string): Refusal {
  const [, letter, row] = /^\w+!([A-Z]+)(\d+) /.exec(problem) ?? [];
  const column = letter && columns[letters.indexOf(letter)];
  return column ? { row: Number(row), column, problem } : { problem };
}

function toAnswer(refusals: Refusal[]): EditedAnswer {
  return { version: '', refusals, changed: {}, added: [], removed: [] };
}
