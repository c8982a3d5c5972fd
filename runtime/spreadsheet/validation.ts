import { ServiceError } from '../execution/service';
import { toA1 } from './a1';
import type { Place } from './access';
import { fitted } from './address';
import { type Constant, isFormula, type Value } from './attributes';
import type { Area, Rule } from './cells';
import { display } from './format';
import type { Evaluation } from './formula/evaluation';
import { toSerial } from './serial';
import { MESSAGES } from './wording';

interface Judged {
  value: Constant;
  text: string;
  /** The arguments of the criterion, dates as serial numbers of the spreadsheet's zone. */
  limits: unknown[];
  inRange: (text: string) => boolean;
  isDate: boolean;
}

/** A strict rule refuses scripts too (facts 6.1); empty cells pass. */
export function assertValid(
  place: Place,
  cell: { row: number; column: number },
  { value: written, evaluation }: { value: Value; evaluation: () => Evaluation },
): void {
  const attributes = place.sheet.grid.attributes(cell.row, cell.column);
  if (!attributes?.rule || attributes.rule.allowInvalid || written === null) return;
  const value = isFormula(written)
    ? evaluation().formula({ sheet: place.sheet, ...cell }, written).value
    : written;
  if (accepts({ rule: attributes.rule, evaluation }, { value, format: attributes.format })) return;
  const address = toA1({ ...cell, rows: 1, columns: 1 });
  throw new ServiceError(MESSAGES.invalid(address) + enumerated(attributes.rule));
}

function enumerated(rule: Rule): string {
  return rule.criteria === 'VALUE_IN_LIST' ? MESSAGES.allowed((rule.values[0] as string[]).join(', ')) : '';
}

function accepts(
  { rule, evaluation }: { rule: Rule; evaluation: () => Evaluation },
  cell: { value: Constant; format: string | undefined },
): boolean {
  const test = TESTS[rule.criteria];
  if (!test) throw new ServiceError(MESSAGES.ruleNotEmulated(rule.criteria), { name: 'Error' });
  return test({
    value: cell.value,
    // Most rules do not ask for it, and not every locale is known.
    get text() {
      return display(cell.value, cell.format, evaluation().typing.conventions);
    },
    limits: rule.values.map((limit) => toLimit(limit, evaluation().book.record.timeZone)),
    inRange: (text) => isInRange(evaluation(), rule, text),
    isDate: typeof cell.value === 'number',
  });
}

function toLimit(limit: unknown, zone: string): unknown {
  const date = (limit as { date?: number } | null)?.date;
  return date === undefined ? limit : toSerial(date, zone);
}

function isInRange(evaluation: Evaluation, rule: Rule, text: string): boolean {
  const listed = (rule.values[0] as { area?: Area }).area;
  const sheet = listed && evaluation.book.findSheet(listed.sheet);
  if (!listed || !sheet) throw new ServiceError(MESSAGES.ruleNotEmulated(rule.criteria), { name: 'Error' });
  const area = fitted(listed, sheet);
  for (let row = area.row; row < area.row + area.rows; row++)
    for (let column = area.column; column < area.column + area.columns; column++)
      if (evaluation.shown(sheet, row, column) === text) return true;
  return false;
}

const compare =
  (holds: (value: number, a: number, b: number) => boolean) =>
  ({ value, limits }: Judged) =>
    typeof value === 'number' && holds(value, Number(limits[0]), Number(limits[1]));

const text =
  (holds: (text: string, wanted: string) => boolean) =>
  ({ text, limits }: Judged) =>
    holds(text.toLowerCase(), String(limits[0]).toLowerCase());

const day = Math.floor;

/** Checks by criterion; one that is not here, such as a formula, throws. */
const TESTS: Record<string, (judged: Judged) => boolean> = {
  VALUE_IN_LIST: ({ text, limits }) => (limits[0] as unknown[]).map(String).includes(text),
  VALUE_IN_RANGE: ({ text, inRange }) => inRange(text),
  CHECKBOX: ({ value, limits }) =>
    limits.length ? limits.some((limit) => String(limit) === String(value)) : typeof value === 'boolean',
  NUMBER_BETWEEN: compare((value, a, b) => value >= a && value <= b),
  NUMBER_NOT_BETWEEN: compare((value, a, b) => value < a || value > b),
  NUMBER_EQUAL_TO: compare((value, a) => value === a),
  NUMBER_NOT_EQUAL_TO: compare((value, a) => value !== a),
  NUMBER_GREATER_THAN: compare((value, a) => value > a),
  NUMBER_GREATER_THAN_OR_EQUAL_TO: compare((value, a) => value >= a),
  NUMBER_LESS_THAN: compare((value, a) => value < a),
  NUMBER_LESS_THAN_OR_EQUAL_TO: compare((value, a) => value <= a),
  DATE_IS_VALID_DATE: ({ isDate }) => isDate,
  DATE_AFTER: compare((value, a) => day(value) > day(a)),
  DATE_BEFORE: compare((value, a) => day(value) < day(a)),
  DATE_EQUAL_TO: compare((value, a) => day(value) === day(a)),
  DATE_ON_OR_AFTER: compare((value, a) => day(value) >= day(a)),
  DATE_ON_OR_BEFORE: compare((value, a) => day(value) <= day(a)),
  DATE_BETWEEN: compare((value, a, b) => day(value) >= day(a) && day(value) <= day(b)),
  DATE_NOT_BETWEEN: compare((value, a, b) => day(value) < day(a) || day(value) > day(b)),
  TEXT_CONTAINS: text((actual, wanted) => actual.includes(wanted)),
  TEXT_DOES_NOT_CONTAIN: text((actual, wanted) => !actual.includes(wanted)),
  TEXT_EQUAL_TO: text((actual, wanted) => actual === wanted),
  TEXT_IS_VALID_EMAIL: ({ text }) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text),
  TEXT_IS_VALID_URL: ({ text }) => /^(https?:\/\/)?[^\s/.]+\.[^\s]+$/.test(text),
};
