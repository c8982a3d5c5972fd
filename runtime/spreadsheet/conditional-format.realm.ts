import { emulated } from '../realm/emulated';
import { toColor } from './color.realm';
import { conditions, criteriaType, fromValue } from './criteria.realm';
import type { ConditionalRule } from './facts';
import { toArea, toRange } from './references.realm';

type Rule = GoogleAppsScript.Spreadsheet.ConditionalFormatRule;
type BooleanCondition = GoogleAppsScript.Spreadsheet.BooleanCondition;
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
  const record = (criteria: string, values: unknown[]) => {
    Object.assign(state, { criteria, values });
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
    setBackground: (color: string | null) => style('background')(toColor(color)),
    setBold: style('bold'),
    setFontColor: (color: string | null) => style('fontColor')(toColor(color)),
    setItalic: style('italic'),
    setStrikethrough: style('strikethrough'),
    setUnderline: style('underline'),
    ...conditions(record),
  } satisfies Partial<Builder>);
  return builder;
}

function condition({ criteria, values, style }: ConditionalRule): BooleanCondition {
  const get =
    <T>(key: string) =>
    () =>
      (style[key] ?? null) as T | null;
  return emulated('Spreadsheet.BooleanCondition', {
    getCriteriaType: () => criteriaType(criteria),
    getCriteriaValues: () => values.map(fromValue),
    getBackground: get<string>('background'),
    getFontColor: get<string>('fontColor'),
    getBold: get<boolean>('bold'),
    getItalic: get<boolean>('italic'),
    getStrikethrough: get<boolean>('strikethrough'),
    getUnderline: get<boolean>('underline'),
  } satisfies BooleanCondition);
}
