import { emulated } from '../realm/emulated';
import { fromValue, toValue } from './data-validation.realm';
import { BooleanCriteria } from './enums.realm';
import type { ConditionalRule } from './facts';
import { toArea, toRange } from './references.realm';

type Rule = GoogleAppsScript.Spreadsheet.ConditionalFormatRule;
type Builder = GoogleAppsScript.Spreadsheet.ConditionalFormatRuleBuilder;

const RULE = Symbol('rule');
const EMPTY: ConditionalRule = { criteria: '', values: [], areas: [], style: {} };

export function conditionalFormatRule(state: ConditionalRule): Rule {
  return emulated('Spreadsheet.ConditionalFormatRule', {
    [RULE]: state,
    copy: () => conditionalFormatRuleBuilder(state),
    getRanges: () => state.areas.map(toRange),
    getBooleanCondition: () => condition(state),
    getGradientCondition: () => null,
  } satisfies Rule & { [RULE]: ConditionalRule });
}

export function toConditionalRule(rule: Rule): ConditionalRule {
  return (rule as unknown as { [RULE]: ConditionalRule })[RULE];
}

/** Builds rules that are stored with the sheet; gradients are not emulated. */
export function conditionalFormatRuleBuilder(from: ConditionalRule = EMPTY): Builder {
  const state: ConditionalRule = { ...from, style: { ...from.style } };
  const when =
    (criteria: string) =>
    (...values: unknown[]): Builder => {
      Object.assign(state, { criteria, values: values.map(toValue) });
      return builder;
    };
  const style = (key: string) => (value: unknown) => {
    state.style[key] = value;
    return builder;
  };
  const builder: Builder = emulated('Spreadsheet.ConditionalFormatRuleBuilder', {
    build: () => conditionalFormatRule({ ...state }),
    copy: () => conditionalFormatRuleBuilder(state),
    getRanges: () => state.areas.map(toRange),
    getBooleanCondition: () => condition(state),
    getGradientCondition: () => null,
    setRanges(ranges: GoogleAppsScript.Spreadsheet.Range[]) {
      state.areas = ranges.map(toArea);
      return builder;
    },
    setBackground: style('background'),
    setBold: style('bold'),
    setFontColor: style('fontColor'),
    setItalic: style('italic'),
    setStrikethrough: style('strikethrough'),
    setUnderline: style('underline'),
    whenCellEmpty: when('CELL_EMPTY'),
    whenCellNotEmpty: when('CELL_NOT_EMPTY'),
    whenDateAfter: when('DATE_AFTER'),
    whenDateBefore: when('DATE_BEFORE'),
    whenDateEqualTo: when('DATE_EQUAL_TO'),
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
    withCriteria: (criteria, args) => when(String(criteria))(...args),
  } satisfies Partial<Builder>);
  return builder;
}

function condition({ criteria, values }: ConditionalRule): GoogleAppsScript.Spreadsheet.BooleanCondition {
  return emulated('Spreadsheet.BooleanCondition', {
    getCriteriaType: () => BooleanCriteria[criteria as keyof typeof BooleanCriteria],
    getCriteriaValues: () => values.map(fromValue),
  });
}
