import type { Arguments } from './arguments';
import { toBoolean } from './coerce';
import type { FormulaFunction, Functions } from './functions';
import { fail, type Result, uncertain } from './result';

const ANY = Number.POSITIVE_INFINITY;

export const LOGIC_FUNCTIONS: Functions = {
  TRUE: { takes: [0, 0], run: () => true },
  FALSE: { takes: [0, 0], run: () => false },
  IF: {
    takes: [2, 3],
    run(args) {
      if (args.boolean(0)) return args.result(1);
      return args.indexes.length > 2 ? args.result(2) : false;
    },
  },
  IFS: {
    takes: [2, ANY],
    run(args) {
      if (args.indexes.length % 2 > 0) return fail('#N/A');
      const first = args.indexes.find((index) => index % 2 === 0 && args.boolean(index));
      return first === undefined ? fail('#N/A') : args.result(first + 1);
    },
  },
  IFERROR: { takes: [1, 2], run: (args) => unless(args, () => true) },
  IFNA: { takes: [1, 2], run: (args) => unless(args, (error) => error === '#N/A') },
  AND: { takes: [1, ANY], run: (args) => truths(args).every(Boolean) },
  OR: { takes: [1, ANY], run: (args) => truths(args).some(Boolean) },
  NOT: { takes: [1, 1], run: (args) => !args.boolean(0) },
  ISBLANK: {
    takes: [1, 1],
    run(args) {
      const range = args.referred(0);
      if (range && range.rows * range.columns === 1)
        return range.sheet.grid.value(range.row, range.column) === null;
      return args.tried(0).value === null ? uncertain('whether an empty result is blank') : false;
    },
  },
  ISNUMBER: asks(({ value }) => typeof value === 'number'),
  ISTEXT: asks(({ value }) => typeof value === 'string'),
  ISLOGICAL: asks(({ value }) => typeof value === 'boolean'),
  ISERROR: asks(({ value }) => value !== null && typeof value === 'object'),
  ISNA: asks(({ value }) => value !== null && typeof value === 'object' && value.error === '#N/A'),
};

function asks(holds: (result: Result) => boolean): FormulaFunction {
  return { takes: [1, 1], run: (args) => holds(args.tried(0)) };
}

function unless(args: Arguments, isCaught: (error: string) => boolean): Result {
  const tried = args.tried(0);
  const { value } = tried;
  if (value === null || typeof value !== 'object' || !isCaught(value.error)) return tried;
  return args.result(1);
}

/** The truth values of all arguments; text and empty cells in ranges are skipped. */
function truths(args: Arguments): boolean[] {
  const all = args.indexes.flatMap((index) => {
    const range = args.referred(index);
    if (!range) return [args.boolean(index)];
    return [...args.evaluation.cells(range)]
      .filter(({ value }) => value !== null && typeof value !== 'string')
      .map(toBoolean);
  });
  return all.length > 0 ? all : uncertain('AND and OR of nothing');
}
