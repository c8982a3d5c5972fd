import type { Constant } from '../attributes';
import { rounded } from '../format';
import type { Arguments } from './arguments';
import { toCriterion } from './criterion';
import type { FormulaFunction, Functions } from './functions';
import { doubtful, fail, finite, formatOfAll, type Result, uncertain } from './result';

const ANY = Number.POSITIVE_INFINITY;

export const NUMBER_FUNCTIONS: Functions = {
  SUM: ofAll((numbers) => numbers.reduce((sum, number) => sum + number, 0)),
  AVERAGE: ofAll((numbers) =>
    numbers.length ? numbers.reduce((sum, number) => sum + number, 0) / numbers.length : fail('#DIV/0!'),
  ),
  MIN: ofAll((numbers) => numbers.reduce((least, number) => Math.min(least, number), numbers[0] ?? 0)),
  MAX: ofAll((numbers) => numbers.reduce((most, number) => Math.max(most, number), numbers[0] ?? 0)),
  COUNT: { takes: [1, ANY], run: count((value) => typeof value === 'number') },
  COUNTA: { takes: [1, ANY], run: count((value) => value !== null) },
  COUNTBLANK: { takes: [1, 1], run: countBlank },
  COUNTIF: {
    takes: [2, 2],
    run: (args) => matching(args).count,
  },
  SUMIF: { takes: [2, 3], run: sumIf },
  ROUND: ofPlaces(Math.round),
  ROUNDUP: ofPlaces(Math.ceil),
  ROUNDDOWN: ofPlaces(Math.floor),
  ABS: ofOne(Math.abs),
  INT: ofOne(Math.floor),
  SIGN: ofOne(Math.sign),
  SQRT: ofOne((number) => (number < 0 ? fail('#NUM!') : Math.sqrt(number))),
  MOD: ofTwo((number, by) => (by === 0 ? fail('#DIV/0!') : number - by * Math.floor(number / by))),
  POWER: ofTwo((base, exponent) => (base === 0 && exponent === 0 ? fail('#NUM!') : base ** exponent)),
};

function ofAll(compute: (numbers: number[]) => number): FormulaFunction {
  return {
    takes: [1, ANY],
    run(args) {
      const results = args.numbers();
      const format = formatOfAll(results);
      const value = finite(compute(results.map(({ value }) => value as number)));
      const isPicked = results.some((result) => result.value === value);
      return { ...(isPicked ? format : doubtless(format)), value };
    },
  };
}

/** A sum of dates is no date for sure; a sum of amounts is an amount. */
function doubtless(format: ReturnType<typeof formatOfAll>): ReturnType<typeof formatOfAll> {
  const doubt = doubtful(format);
  return doubt.doubt === 'date' ? doubt : format;
}

function ofOne(compute: (number: number) => number): FormulaFunction {
  return {
    takes: [1, 1],
    run: (args) => ({ ...doubtful(args.result(0)), value: finite(compute(args.number(0))) }),
  };
}

function ofTwo(compute: (a: number, b: number) => number): FormulaFunction {
  return {
    takes: [2, 2],
    run: (args) => ({
      ...doubtful(args.result(0), args.result(1)),
      value: finite(compute(args.number(0), args.number(1))),
    }),
  };
}

/** Rounds the size of a number, so that halves go away from zero. */
function ofPlaces(round: (size: number) => number): FormulaFunction {
  return {
    takes: [1, 2],
    run(args) {
      const number = args.number(0);
      const places = Math.trunc(args.number(1));
      const size = rounded(Math.abs(number), places, round);
      return { ...doubtful(args.result(0)), value: finite(number < 0 ? -size : size) };
    },
  };
}

function count(counts: (value: Constant) => boolean): FormulaFunction['run'] {
  return (args) => {
    let total = 0;
    for (const index of args.indexes) {
      const range = args.referred(index);
      if (range) {
        for (const { value, isFormula } of args.evaluation.cells(range)) {
          if (value === null && isFormula) return uncertain('a formula with an empty result in a count');
          if (counts(value)) total += 1;
        }
        continue;
      }
      const { value } = args.tried(index);
      if (typeof value !== 'number') return uncertain('a count of arguments that are no numbers');
      total += 1;
    }
    return total;
  };
}

function countBlank(args: Arguments): number {
  const { rows, columns } = args.range(0);
  let filled = 0;
  for (const { value, isFormula } of args.cells(0)) {
    if (value === null && isFormula) return uncertain('a formula with an empty result in a count');
    if (value !== '') filled += 1;
  }
  return rows * columns - filled;
}

/** The cells of the first argument that meet the criterion of the second. */
function matching(args: Arguments): { count: number; at: Set<string> } {
  const { rows, columns } = args.range(0);
  const meets = toCriterion(args.value(1), args.typing);
  const at = new Set<string>();
  let filled = 0;
  for (const { value, row, column, isFormula } of args.cells(0)) {
    filled += 1;
    if (value === null && isFormula) return uncertain('a formula with an empty result beside a criterion');
    if (meets(value)) at.add(`${row} ${column}`);
  }
  if (filled < rows * columns && meets(null)) return uncertain('empty cells beside a criterion');
  return { count: at.size, at };
}

function sumIf(args: Arguments): Result {
  const { at } = matching(args);
  const summed = args.has(2) ? 2 : 0;
  const [tested, added] = [args.range(0), args.range(summed)];
  if (tested.rows !== added.rows || tested.columns !== added.columns)
    return uncertain('a sum over a range of another size');
  const numbers: Result[] = [];
  for (const found of args.cells(summed)) {
    if (!at.has(`${found.row} ${found.column}`)) continue;
    if (found.value !== null && typeof found.value === 'object') return fail(found.value.error);
    if (typeof found.value === 'number') numbers.push(found);
  }
  const value = numbers.reduce((sum, { value }) => sum + (value as number), 0);
  return { ...doubtless(formatOfAll(numbers)), value: finite(value) };
}
