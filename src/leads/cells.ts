import { type HealthCheck, toProblem } from '../health/checks';
import { quote } from '../platform/quote';
import { editedIds, noteCells, readCells, textOf } from '../tables/sheet';
import { type column, writeAll } from '../tables/tables';
import * as write from '../tables/writes';
import { findListProblems } from './lists';
import { findRuleProblems } from './scoring/scoring-rules';
import { VEHICLES } from './tables';

/** Columns of the tab Vehicles that people type, except its location, which may be any text. */
const COLUMNS = ['miles', 'price', 'status'] as const;

/** A column may have been pasted. */
const MAX_LINES = 50;

interface InvalidCell {
  row: number;
  column: string;
  address: string;
  problem: string;
}

/** Each cell that is not valid in the tabs Vehicles, Scoring and Lists. */
export const LEAD_CELLS_CHECK: HealthCheck = {
  light: 'in',
  label: 'Cells of Vehicles, Scoring and Lists',
  find() {
    const { invalid } = checkVehicles();
    const found = invalid
      .slice(0, MAX_LINES)
      .map(({ address, column, problem }) => `${address}: ${column} ${problem}`);
    const others = invalid.length - found.length;
    const more = others > 0 ? [`${others} more cells in the Vehicles tab are not valid.`] : [];
    return [...found, ...more, ...findRuleProblems(), ...findListProblems()].map((problem) =>
      toProblem(problem, 'Correct the cell.'),
    );
  },
};

/** Puts a note on each cell of the tab Vehicles that is not valid, until it is fixed. The sheet's trigger calls it. */
export function onVehicleEdit({ range }: Partial<GoogleAppsScript.Events.SheetsOnEdit>): void {
  if (range?.getSheet().getName() !== VEHICLES.name) return;
  // Nothing of them changes but the words by which they are found.
  const named = editedIds(VEHICLES, VEHICLES.lookups?.search ?? [], range);
  writeAll(write.update(VEHICLES, new Map(named.map((id) => [id, () => ({})]))));
  const { rows, invalid } = checkVehicles();
  const textsOf = (name: string) => {
    const texts = new Map(rows.map((row) => [row, '']));
    for (const { column, row, problem } of invalid) if (column === name) texts.set(row, problem);
    return texts;
  };
  noteCells(VEHICLES, { label: 'Not valid', texts: new Map(COLUMNS.map((name) => [name, textsOf(name)])) });
}

function checkVehicles(): { rows: number[]; invalid: InvalidCell[] } {
  const typed = readCells(VEHICLES, COLUMNS);
  const invalid = typed.flatMap(({ row, cells, addressOf }) =>
    COLUMNS.flatMap((column): InvalidCell[] => {
      const problem = findProblem(column, cells[column]);
      return problem === undefined ? [] : [{ row, column, address: addressOf(column), problem }];
    }),
  );
  return { rows: typed.map(({ row }) => row), invalid };
}

function findProblem(name: (typeof COLUMNS)[number], cell: column.Cell): string | undefined {
  const { empty, fromCell, holds } = VEHICLES.columns[name];
  const value = cell === '' ? empty : fromCell(cell);
  const got = `(got ${quote(textOf(cell))})`;
  if (value === undefined) return `must be ${holds} ${got}. It reads as ${empty ?? 'unknown'} until then.`;
  return typeof value === 'number' && value < 0 ? `must be at least 0 ${got}.` : undefined;
}
