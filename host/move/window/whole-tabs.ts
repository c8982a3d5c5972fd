import { invalidateLists } from '../../../src/leads/lead/choices';
import { parseLists } from '../../../src/leads/lists';
import {
  parseRules,
  RULE_COLUMNS,
  type RuleColumn,
  type RuleLine,
} from '../../../src/leads/scoring/scoring-rules';
import { LISTS, SCORING } from '../../../src/leads/tables';
import { columnNames, textOf } from '../../../src/tables/sheet';
import { type Row, scan, type Table, writeAll } from '../../../src/tables/tables';
import * as write from '../../../src/tables/writes';
import type { EditedAnswer, EditedRequest, Refusal } from '../../../src/window/protocol';
import { toTypedRows } from './typed-rows';

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

/** A row without any text is left out. */
function takeLists(request: EditedRequest): EditedAnswer {
  const names = columnNames(LISTS);
  const lines = toTypedRows(LISTS.name, request).map(({ cells, ...row }) => ({
    ...row,
    cells: Object.fromEntries(names.map((name) => [name, textOf(cells[name] ?? '').trim()])) as Row<
      typeof LISTS
    >,
  }));
  const { problems } = parseLists(lines);
  if (problems.length === 0)
    replace(
      LISTS,
      lines.map(({ cells }) => cells).filter((cells) => Object.values(cells).some((text) => text !== '')),
    );
  return toAnswer(
    problems.map(({ at, column, problem }) => ({
      row: lines[at]?.row ?? 0,
      column,
      problem: `${problem} The last valid lists stay in force.`,
    })),
  );
}

function replace<T extends Table>(table: T, rows: readonly Row<T>[]): void {
  const present = scan(table);
  if (JSON.stringify(present) === JSON.stringify(rows)) return;
  const ids = present.map((row) => String(row[table.key as keyof Row<T>]));
  writeAll(write.remove(table, ids), write.insert(table, rows));
  invalidateLists();
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
