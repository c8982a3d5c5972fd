import { ServiceError } from '../execution/service';
import type { Place } from './access';
import { type Attributes, type Constant, isFormula, type Value } from './attributes';
import type { Area } from './cells';
import type { Evaluation } from './formula/evaluation';
import { dependsOnRow } from './formula/rewrite';
import { MESSAGES } from './wording';

interface SortKey {
  /** Column of the sheet. */
  column: number;
  ascending: boolean;
}

interface Line {
  row: number;
  values: Value[];
  /** The values that rows are sorted by. */
  keys: Constant[];
  attributes: (Attributes | undefined)[];
}

const collator = new Intl.Collator('en', { sensitivity: 'base' });
const RANKS = { number: 0, string: 1, boolean: 2, object: 3 } as Record<string, number>;

/** Sorts the rows of an area; cells move whole, with format, note and rule. Empty cells come last either way. */
export function sortArea(
  { sheet }: Place,
  area: Area,
  { keys, evaluation }: { keys: readonly SortKey[]; evaluation: Evaluation },
): void {
  const { grid } = sheet;
  const lines = Array.from({ length: area.rows }, (_, index): Line => {
    const columns = Array.from({ length: area.columns }, (_, c) => area.column + c);
    const row = area.row + index;
    return {
      row,
      values: columns.map((column) => grid.value(row, column)),
      keys: keys.map(({ column }) => evaluation.value(sheet, row, column)),
      attributes: columns.map((column) => grid.attributes(row, column)),
    };
  });
  lines.sort((a, b) => {
    for (const [at, { ascending }] of keys.entries()) {
      const order = compare(a.keys[at] ?? null, b.keys[at] ?? null, ascending);
      if (order !== 0) return order;
    }
    return 0;
  });
  if (grid.hasFormulas) assertIndependent(lines, area);
  for (const [index, { values, attributes }] of lines.entries()) {
    for (let c = 0; c < area.columns; c++) {
      grid.setValue(area.row + index, area.column + c, values[c] ?? null);
      grid.setAttributes(area.row + index, area.column + c, attributes[c]);
    }
  }
}

/** Throws for formulas whose references would change: how Google adjusts them when it sorts is not documented. */
function assertIndependent(lines: readonly Line[], area: Area): void {
  for (const [index, { row, values }] of lines.entries()) {
    if (row === area.row + index) continue;
    const formula = values.filter(isFormula).find(({ formula }) => dependsOnRow(formula));
    if (formula) throw new ServiceError(MESSAGES.sortedFormula(formula.formula));
  }
}

function compare(a: Constant, b: Constant, ascending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return ascending ? filled(a, b) : filled(b, a);
}

function filled(a: NonNullable<Constant>, b: NonNullable<Constant>): number {
  const ranks = (RANKS[typeof a] ?? 0) - (RANKS[typeof b] ?? 0);
  if (ranks !== 0) return ranks;
  return typeof a === 'string' ? collator.compare(a, b as string) : Number(a) - Number(b);
}
