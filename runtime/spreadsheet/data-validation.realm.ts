import { emulated } from '../realm/emulated';
import type { Rule } from './cells';
import { fromValue, toValue } from './criteria.realm';
import { DataValidationCriteria } from './enums.realm';

type Builder = GoogleAppsScript.Spreadsheet.DataValidationBuilder;

const EMPTY: Rule = { criteria: '', values: [], allowInvalid: true, helpText: null };

type DataValidation = GoogleAppsScript.Spreadsheet.DataValidation;

const RULE = Symbol('rule');

export function rule(state: Rule): DataValidation {
  return emulated('Spreadsheet.DataValidation', {
    [RULE]: state,
    copy: () => dataValidationBuilder(state),
    getAllowInvalid: () => state.allowInvalid,
    getCriteriaType: () => criteriaOf(state),
    getCriteriaValues: () => state.values.map(fromValue),
    // The type says string; the official page says null if there is none.
    getHelpText: () => state.helpText as string,
  } satisfies DataValidation & { [RULE]: Rule });
}

export function toRule(validation: DataValidation | null): Rule | null {
  return validation && (validation as unknown as { [RULE]: Rule })[RULE];
}

/** The type promises one; a new builder has none (test/testsheetsdatavalidations.js of gas-fakes). */
function criteriaOf(state: Rule): GoogleAppsScript.Spreadsheet.DataValidationCriteria {
  return DataValidationCriteria[state.criteria as keyof typeof DataValidationCriteria] ?? (null as never);
}

/** Builds validation rules; invalid data is only marked unless `setAllowInvalid(false)` says otherwise (facts 6.1). */
export function dataValidationBuilder(from: Rule = EMPTY): Builder {
  const state: Rule = { ...from };
  const require =
    (criteria: keyof typeof DataValidationCriteria) =>
    (...values: unknown[]): Builder => {
      Object.assign(state, { criteria, values: values.filter((value) => value !== undefined).map(toValue) });
      return builder;
    };
  const builder: Builder = emulated('Spreadsheet.DataValidationBuilder', {
    build: () => rule({ ...state }),
    copy: () => dataValidationBuilder(state),
    getAllowInvalid: () => state.allowInvalid,
    getCriteriaType: () => criteriaOf(state),
    getCriteriaValues: () => state.values.map(fromValue),
    getHelpText: () => state.helpText,
    requireCheckbox: require('CHECKBOX'),
    requireDate: require('DATE_IS_VALID_DATE'),
    requireDateAfter: require('DATE_AFTER'),
    requireDateBefore: require('DATE_BEFORE'),
    requireDateBetween: require('DATE_BETWEEN'),
    requireDateEqualTo: require('DATE_EQUAL_TO'),
    requireDateNotBetween: require('DATE_NOT_BETWEEN'),
    requireDateOnOrAfter: require('DATE_ON_OR_AFTER'),
    requireDateOnOrBefore: require('DATE_ON_OR_BEFORE'),
    requireFormulaSatisfied: require('CUSTOM_FORMULA'),
    requireNumberBetween: require('NUMBER_BETWEEN'),
    requireNumberEqualTo: require('NUMBER_EQUAL_TO'),
    requireNumberGreaterThan: require('NUMBER_GREATER_THAN'),
    requireNumberGreaterThanOrEqualTo: require('NUMBER_GREATER_THAN_OR_EQUAL_TO'),
    requireNumberLessThan: require('NUMBER_LESS_THAN'),
    requireNumberLessThanOrEqualTo: require('NUMBER_LESS_THAN_OR_EQUAL_TO'),
    requireNumberNotBetween: require('NUMBER_NOT_BETWEEN'),
    requireNumberNotEqualTo: require('NUMBER_NOT_EQUAL_TO'),
    requireTextContains: require('TEXT_CONTAINS'),
    requireTextDoesNotContain: require('TEXT_DOES_NOT_CONTAIN'),
    requireTextEqualTo: require('TEXT_EQUAL_TO'),
    requireTextIsEmail: require('TEXT_IS_VALID_EMAIL'),
    requireTextIsUrl: require('TEXT_IS_VALID_URL'),
    requireValueInList: (values: unknown[], dropdown = true) =>
      require('VALUE_IN_LIST')(values.map(String), dropdown),
    requireValueInRange: (range: unknown, dropdown = true) => require('VALUE_IN_RANGE')(range, dropdown),
    setAllowInvalid(allowInvalid: boolean) {
      state.allowInvalid = allowInvalid;
      return builder;
    },
    setHelpText(helpText: string) {
      state.helpText = helpText;
      return builder;
    },
    withCriteria: (criteria, args) =>
      require(String(criteria) as keyof typeof DataValidationCriteria)(...args),
  } satisfies Builder);
  return builder;
}
