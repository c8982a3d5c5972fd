import type { Constant } from '../attributes';
import type { Arguments } from './arguments';
import { DATE_FUNCTIONS } from './date-functions';
import { LOGIC_FUNCTIONS } from './logic-functions';
import { LOOKUP_FUNCTIONS } from './lookup-functions';
import { NUMBER_FUNCTIONS } from './number-functions';
import type { Result } from './result';
import { TEXT_FUNCTIONS } from './text-functions';

export interface FormulaFunction {
  /** The least and the greatest number of arguments; any other is `#N/A`. */
  takes: readonly [least: number, most: number];
  run(args: Arguments): Result | Constant;
}

export type Functions = Readonly<Record<string, FormulaFunction>>;

/**
 * The functions that are computed, as support.google.com/docs/table/25273 describes each. Where a description leaves a
 * case open, they throw `Uncertain`.
 */
export const FUNCTIONS: Functions = {
  ...NUMBER_FUNCTIONS,
  ...LOGIC_FUNCTIONS,
  ...TEXT_FUNCTIONS,
  ...DATE_FUNCTIONS,
  ...LOOKUP_FUNCTIONS,
};
