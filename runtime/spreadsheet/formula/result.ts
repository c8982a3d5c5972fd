import { ServiceError } from '../../execution/service';
import type { Constant } from '../attributes';
import { isDateFormat } from '../format';

/**
 * The result of a formula: a value, and the number format that it takes over if its cell has none. Google's choice of that format
 * is not documented; if it is doubtful, `doubt` says whether the number may even be a date.
 */
export interface Result {
  value: Constant;
  format?: string;
  doubt?: 'number' | 'date';
}

/** A cell that is read has a formula which Google computes and this runtime does not. */
export class NotComputed extends ServiceError {}

/** Ends the computation of a formula in an error value, which IFERROR may catch. */
export class FormulaError extends Error {
  readonly error: string;

  constructor(error: string) {
    super(error);
    this.error = error;
  }
}

/** Ends the computation of a formula since it is not known what Google would make of it. */
export class Uncertain extends Error {}

export function fail(error: string): never {
  throw new FormulaError(error);
}

export function uncertain(what: string): never {
  throw new Uncertain(what);
}

/** The number, unless it is too large or none. */
export function finite(value: number): number {
  if (!Number.isFinite(value)) fail('#NUM!');
  return value === 0 ? 0 : value;
}

export type Format = Pick<Result, 'format' | 'doubt'>;

/** The format of a sum or a difference. */
export function formatOfSum(operator: string, a: Result, b: Result): Format {
  if (a.doubt || b.doubt) return doubtful(a, b);
  const [left, right] = [a.format, b.format];
  if (left === undefined && right === undefined) return {};
  if (left !== undefined && right !== undefined) {
    const dates = isDateFormat(left) && isDateFormat(right);
    const days = dates && operator === '-' && !/h/i.test(left + right);
    if (days) return {};
    return left === right && !dates ? { format: left } : doubtful(a, b);
  }
  const subtractsDate = operator === '-' && isDateFormat(right);
  return subtractsDate ? { doubt: 'date' } : { format: left ?? right ?? '' };
}

/** The format of numbers that a function takes together. */
export function formatOfAll(results: readonly Format[]): Format {
  const [first] = results;
  const isSame = results.every(({ format, doubt }) => format === first?.format && doubt === first?.doubt);
  if (!first || isSame) return first ? pick(first) : {};
  return doubtful(...results);
}

/** The format of a number that was computed from others in any other way. */
export function doubtful(...results: readonly Format[]): Format {
  if (results.some(({ format, doubt }) => doubt === 'date' || isDateFormat(format))) return { doubt: 'date' };
  return results.some(({ format, doubt }) => doubt || format !== undefined) ? { doubt: 'number' } : {};
}

function pick({ format, doubt }: Format): Format {
  return { ...(format !== undefined && { format }), ...(doubt && { doubt }) };
}
