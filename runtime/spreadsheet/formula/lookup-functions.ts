import type { Arguments } from './arguments';
import { compareValues } from './coerce';
import type { Functions } from './functions';
import { fail, type Result, uncertain } from './result';

export const LOOKUP_FUNCTIONS: Functions = {
  INDEX: { takes: [1, 3], run: index },
  MATCH: { takes: [2, 3], run: match },
  VLOOKUP: { takes: [3, 4], run: vlookup },
};

function index(args: Arguments): Result {
  const { sheet, row, column, rows, columns } = args.range(0);
  const [down, right] = [Math.trunc(args.number(1)), Math.trunc(args.number(2, columns === 1 ? 1 : 0))];
  if (down < 1 || right < 1) return uncertain('INDEX of whole rows or columns');
  if (down > rows || right > columns) return uncertain('INDEX outside of its range');
  return args.evaluation.result(sheet, row + down - 1, column + right - 1);
}

/** Only the exact kind (0): the others rely on the order of the cells. */
function match(args: Arguments): number {
  const { rows, columns } = args.range(1);
  if (args.number(2, 1) !== 0) return uncertain('MATCH in a sorted range');
  if (rows > 1 && columns > 1) return uncertain('MATCH in several rows and columns');
  const found = find(args, { index: 1 });
  return Math.max(found.row, found.column) + 1;
}

/** Only the exact kind (FALSE): the other relies on the order of the cells. */
function vlookup(args: Arguments): Result {
  const { sheet, row, column, columns } = args.range(1);
  if (!args.has(3) || args.boolean(3)) return uncertain('VLOOKUP in a sorted range');
  const wanted = Math.trunc(args.number(2));
  if (wanted < 1) return uncertain('VLOOKUP of a column before the first');
  if (wanted > columns) return fail('#REF!');
  const found = find(args, { index: 1, column: 0 });
  return args.evaluation.result(sheet, row + found.row, column + wanted - 1);
}

/** The first cell of a range that equals the first argument; texts in any case. */
function find(
  args: Arguments,
  { index, column }: { index: number; column?: number },
): { row: number; column: number } {
  const key = args.value(0);
  if (key === null || key === '') return uncertain('a search for nothing');
  if (typeof key === 'string' && /[*?~]/.test(key)) return uncertain('a search with wildcards');
  const range = args.range(index);
  for (const found of args.evaluation.cells(
    column === undefined ? range : { ...range, columns: column + 1 },
  )) {
    const { value } = found;
    if (typeof value === typeof key && value !== null && compareValues(value, key) === 0) return found;
  }
  return fail('#N/A');
}
