import type { Constant } from '../attributes';
import { readLiteral, type Typing } from '../typed-text';
import { compareValues } from './coerce';
import { uncertain } from './result';

export type Criterion = (value: Constant) => boolean;

/** A criterion of COUNTIF and SUMIF, such as `5`, `">5"`, `"<>done"` or `"a*"`. */
export function toCriterion(criterion: Constant, typing: Typing): Criterion {
  if (criterion === null || criterion === '') return uncertain('an empty criterion');
  if (typeof criterion === 'object') return uncertain('an error as criterion');
  if (typeof criterion !== 'string') return equals(criterion, typing);
  const [, operator = '=', operand = ''] = /^(<>|<=|>=|<|>|=)?(.*)$/s.exec(criterion) ?? [];
  if (operand === '') return operator === '<>' ? isFilled : uncertain('a criterion for empty cells');
  const wanted = readLiteral(operand.trim(), typing)?.value ?? operand;
  if (operator === '=') return equals(wanted as string | number | boolean, typing);
  if (operator === '<>') return differs(equals(wanted as string | number | boolean, typing));
  if (typeof wanted !== 'number') return uncertain('an order of texts as criterion');
  return (value) => typeof value === 'number' && isOrdered(operator, compareValues(value, wanted));
}

/** Makes a test for texts that match one with `*`, `?`, and `~` in front of either as itself. */
function toWildcard(text: string): (value: string) => boolean {
  const source = text.replace(
    /~([*?~])|([*?])|[\\^$.*+?()[\]{}|/]/g,
    (all, escaped?: string, wild?: string) => {
      if (escaped) return `\\${escaped}`;
      if (wild) return wild === '*' ? '.*' : '.';
      return `\\${all}`;
    },
  );
  const pattern = new RegExp(`^${source}$`, 'isu');
  return (value) => pattern.test(value);
}

function equals(wanted: string | number | boolean, typing: Typing): Criterion {
  if (typeof wanted === 'string') {
    const matches = toWildcard(wanted);
    return (value) => typeof value === 'string' && matches(value);
  }
  return (value) => {
    if (typeof value === 'string' && typeof readLiteral(value.trim(), typing)?.value === typeof wanted)
      return uncertain('a text that reads as a number beside a criterion');
    return typeof value === typeof wanted && compareValues(value, wanted) === 0;
  };
}

function differs(matches: Criterion): Criterion {
  return (value) => {
    if (value === null || value === '') return uncertain('empty cells beside a criterion with <>');
    return !matches(value);
  };
}

function isFilled(value: Constant): boolean {
  return value === '' ? uncertain('an empty text beside the criterion <>') : value !== null;
}

export function isOrdered(operator: string, order: number): boolean {
  if (operator === '=') return order === 0;
  if (operator === '<>') return order !== 0;
  if (operator === '<') return order < 0;
  if (operator === '>') return order > 0;
  return operator === '<=' ? order <= 0 : order >= 0;
}
