import { emulated } from '../realm/emulated';
import { AREA, areaOf } from './areas.realm';
import type { Area, Rule } from './cells';
import { dataValidationBuilder } from './data-validation-builder.realm';
import { DataValidationCriteria } from './enums.realm';
import { range } from './range.realm';

type DataValidation = GoogleAppsScript.Spreadsheet.DataValidation;

const RULE = Symbol('rule');

export function rule(own: Rule): DataValidation {
  return emulated('DataValidation', {
    [RULE]: own,
    copy: () => dataValidationBuilder(own),
    getAllowInvalid: () => own.allowInvalid,
    getCriteriaType: () => criteriaOf(own),
    getCriteriaValues: () => own.values.map(fromValue),
    // The type says string; the official page says null where there is none.
    getHelpText: () => own.helpText as string,
  } satisfies DataValidation & { [RULE]: Rule });
}

export function toRule(validation: DataValidation | null): Rule | null {
  return validation && (validation as unknown as { [RULE]: Rule })[RULE];
}

export function criteriaOf(own: Rule): GoogleAppsScript.Spreadsheet.DataValidationCriteria {
  return DataValidationCriteria[own.criteria as keyof typeof DataValidationCriteria];
}

/** Arguments of a criterion cross as JSON: dates by their instant, ranges by their area. */
export function toValue(value: unknown): unknown {
  if (value instanceof Date) return { date: value.getTime() };
  return value !== null && typeof value === 'object' && AREA in value
    ? { area: areaOf(value as unknown as GoogleAppsScript.Spreadsheet.Range) }
    : value;
}

export function fromValue(value: unknown): unknown {
  const { date, area } = (value ?? {}) as { date?: number; area?: Area };
  if (date !== undefined) return new Date(date);
  return area ? range(area) : value;
}
