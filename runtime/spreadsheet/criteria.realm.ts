import type { Area } from './cells';
import { BooleanCriteria, RelativeDate } from './enums.realm';
import { AREA, toArea, toRange } from './references.realm';

/** The conditions that filters and conditional formats share: what they say is recorded by its criterion. */
export function conditions<B>(record: (criteria: string, values: unknown[]) => B) {
  const when =
    (criteria: string) =>
    (...values: unknown[]): B =>
      record(criteria, values.map(toValue));
  const whenDate =
    (criteria: string) =>
    (date: unknown): B =>
      record(isRelative(date) ? `${criteria}_RELATIVE` : criteria, [toValue(date)]);
  return {
    whenCellEmpty: when('CELL_EMPTY'),
    whenCellNotEmpty: when('CELL_NOT_EMPTY'),
    whenDateAfter: whenDate('DATE_AFTER'),
    whenDateBefore: whenDate('DATE_BEFORE'),
    whenDateEqualTo: whenDate('DATE_EQUAL_TO'),
    whenFormulaSatisfied: when('CUSTOM_FORMULA'),
    whenNumberBetween: when('NUMBER_BETWEEN'),
    whenNumberEqualTo: when('NUMBER_EQUAL_TO'),
    whenNumberGreaterThan: when('NUMBER_GREATER_THAN'),
    whenNumberGreaterThanOrEqualTo: when('NUMBER_GREATER_THAN_OR_EQUAL_TO'),
    whenNumberLessThan: when('NUMBER_LESS_THAN'),
    whenNumberLessThanOrEqualTo: when('NUMBER_LESS_THAN_OR_EQUAL_TO'),
    whenNumberNotBetween: when('NUMBER_NOT_BETWEEN'),
    whenNumberNotEqualTo: when('NUMBER_NOT_EQUAL_TO'),
    whenTextContains: when('TEXT_CONTAINS'),
    whenTextDoesNotContain: when('TEXT_DOES_NOT_CONTAIN'),
    whenTextEndsWith: when('TEXT_ENDS_WITH'),
    whenTextEqualTo: when('TEXT_EQUAL_TO'),
    whenTextStartsWith: when('TEXT_STARTS_WITH'),
    withCriteria: (criteria: unknown, values: unknown[]) => record(String(criteria), values.map(toValue)),
  };
}

export function criteriaType(criteria: string): GoogleAppsScript.Spreadsheet.BooleanCriteria {
  return BooleanCriteria[criteria as keyof typeof BooleanCriteria] ?? (null as never);
}

/** Arguments of a criterion cross as JSON: dates by their instant or name, ranges by their area. */
export function toValue(value: unknown): unknown {
  if (value instanceof Date) return { date: value.getTime() };
  if (isRelative(value)) return { relative: String(value) };
  return value !== null && typeof value === 'object' && AREA in value
    ? { area: toArea(value as unknown as GoogleAppsScript.Spreadsheet.Range) }
    : value;
}

export function fromValue(value: unknown): unknown {
  const { date, area, relative } = (value ?? {}) as { date?: number; area?: Area; relative?: string };
  if (date !== undefined) return new Date(date);
  if (relative !== undefined) return RelativeDate[relative as keyof typeof RelativeDate];
  return area ? toRange(area) : value;
}

function isRelative(value: unknown): boolean {
  return Object.values(RelativeDate).includes(value as never);
}
