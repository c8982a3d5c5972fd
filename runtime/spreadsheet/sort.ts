import type { Place } from './access';
import type { Attributes, Value } from './attributes';
import type { Area } from './cells';

interface SortKey {
  /** Column of the sheet. */
  column: number;
  ascending: boolean;
}

interface Line {
  values: Value[];
  attributes: (Attributes | undefined)[];
}

const collator = new Intl.Collator('en', { sensitivity: 'base' });
const RANKS = { number: 0, string: 1, boolean: 2, object: 3 } as Record<string, number>;

/** Sorts the rows of an area; cells move whole, with format, note and rule. Empty cells come last either way. */
export function sortArea({ sheet: { grid } }: Place, area: Area, keys: readonly SortKey[]): void {
  const lines = Array.from({ length: area.rows }, (_, index): Line => {
    const columns = Array.from({ length: area.columns }, (_, c) => area.column + c);
    return {
      values: columns.map((column) => grid.value(area.row + index, column)),
      attributes: columns.map((column) => grid.attributes(area.row + index, column)),
    };
  });
  lines.sort((a, b) => {
    for (const { column, ascending } of keys) {
      const at = column - area.column;
      const order = compare(a.values[at] ?? null, b.values[at] ?? null, ascending);
      if (order !== 0) return order;
    }
    return 0;
  });
  for (const [index, { values, attributes }] of lines.entries()) {
    for (let c = 0; c < area.columns; c++) {
      grid.setValue(area.row + index, area.column + c, values[c] ?? null);
      grid.setAttributes(area.row + index, area.column + c, attributes[c]);
    }
  }
}

function compare(a: Value, b: Value, ascending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return ascending ? filled(a, b) : filled(b, a);
}

function filled(a: NonNullable<Value>, b: NonNullable<Value>): number {
  const ranks = (RANKS[typeof a] ?? 0) - (RANKS[typeof b] ?? 0);
  if (ranks !== 0) return ranks;
  return typeof a === 'string' ? collator.compare(a, b as string) : Number(a) - Number(b);
}
