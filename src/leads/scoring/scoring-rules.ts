import { logError } from '../../health/errors';
import * as cache from '../../platform/cache';
import { readLongProperty, toLongProperty } from '../../platform/long-property';
import { properties } from '../../platform/platform';
import { readTexts } from '../../tables/sheet';
import { SCORING } from '../tables';
import { DEFAULT_RULES } from './default-rules';
import { FACT_NAMES, FACTS, type FactName, type Rule } from './scoring';

/** The columns of the Scoring tab. */
export const RULE_COLUMNS = ['rule', 'field', 'when', 'points'] as const;
export type RuleColumn = (typeof RULE_COLUMNS)[number];

/** A row of the Scoring tab as text, with the addresses of its cells for messages. */
export interface RuleLine {
  cells: Readonly<Record<RuleColumn, string>>;
  addressOf: (column: RuleColumn) => string;
}

const MAX_POINTS = 100;
const MAX_RULES = 50;
const MAX_CHARACTERS = 40;
const FIELDS = [...FACT_NAMES, 'filter'];
const BANDS = ['hot', 'warm', 'review'];

/** An edit of the Scoring or Lists tab that no trigger reports takes effect after this time at the latest. */
const TTL_S = 60;

/** The cached rules. */
export const RULES = 'leads.rules';

/** The script property that holds the last valid rules. */
const LAST_VALID = 'scoringRules';
/** The cached copy of that property, so that it is not read every minute. */
const LAST_VALID_CACHED = 'leads.lastGoodRules';
const LAST_VALID_TTL_S = 3_600;
const LAST_VALID_APPLY = 'The last valid rules apply until it is fixed.';

/** Cache keys that `scoringRules` reads, for callers that read ahead. */
export const RULES_KEYS = [RULES, LAST_VALID_CACHED];

/** The rules of the Scoring tab, or the last valid ones while the tab has mistakes. */
export function scoringRules(): Rule[] {
  const { [RULES]: cached, [LAST_VALID_CACHED]: lastValid } = cache.getTexts(RULES_KEYS);
  if (cached) return JSON.parse(cached);
  const { rules, problems } = readScoringTab();
  for (const problem of problems) logError(`${problem} ${LAST_VALID_APPLY}`);
  const isValid = problems.length === 0;
  const text = isValid ? JSON.stringify(rules) : (findLastValid() ?? JSON.stringify(DEFAULT_RULES));
  if (isValid && text !== lastValid) storeLastValid(text);
  cache.setText(RULES, text, TTL_S);
  return JSON.parse(text);
}

/** Lists the mistakes of the Scoring tab as it is now, for Health. */
export function findRuleProblems(): string[] {
  return readScoringTab().problems.map((problem) => `${problem} ${LAST_VALID_APPLY}`);
}

function readScoringTab(): ReturnType<typeof parseRules> {
  return parseRules(readTexts(SCORING, RULE_COLUMNS));
}

function findLastValid(): string | undefined {
  return readLongProperty(properties().getProperties(), LAST_VALID);
}

function storeLastValid(text: string): void {
  if (findLastValid() !== text) properties().setProperties(toLongProperty(LAST_VALID, text));
  cache.setText(LAST_VALID_CACHED, text, LAST_VALID_TTL_S);
}

/** The rules of the Scoring tab, and its mistakes by cell. Blank rows are skipped. */
export function parseRules(lines: readonly RuleLine[]): { rules: Rule[]; problems: string[] } {
  const filled = lines.filter(({ cells }) => Object.values(cells).some((cell) => cell.trim() !== ''));
  const rules = filled.map(toRule);
  const problems = filled.flatMap(findCellProblem);
  if (filled.length > MAX_RULES)
    problems.push(`The Scoring tab must have at most ${MAX_RULES} rules (got ${filled.length}).`);
  if (problems.length > 0) return { rules, problems };
  return { rules, problems: [...findRepetitions(filled, rules), ...findFilterProblems(filled, rules)] };
}

function toRule({ cells }: RuleLine): Rule {
  const when = cells.when.trim().toLowerCase();
  const field = findField(cells.field) as Rule['field'];
  const isNumber = FACTS[field as FactName] === 'number' && when !== 'unknown';
  return {
    rule: cells.rule.trim().slice(0, MAX_CHARACTERS) || `${field} ${when}`,
    field,
    when: isNumber ? String(Number(when)) : when,
    points: Number(cells.points),
  };
}

/** The first mistake of a row. */
function findCellProblem({ cells, addressOf }: RuleLine): string[] {
  const problem = (column: RuleColumn, expected: string) => [
    `${addressOf(column)} must be ${expected} (got "${cells[column]}").`,
  ];
  const field = findField(cells.field);
  if (!field) return problem('field', `one of ${FIELDS.join(', ')}`);
  const { expected, accepts } = conditionOf(field);
  if (!accepts(cells.when.trim().toLowerCase())) return problem('when', expected);
  const points = /^-?\d{1,3}$/.test(cells.points.trim()) ? Number(cells.points) : Number.NaN;
  if (Math.abs(points) <= MAX_POINTS) return [];
  return problem('points', `a whole number from -${MAX_POINTS} to ${MAX_POINTS}`);
}

function findField(cell: string): string | undefined {
  return FIELDS.find((field) => field.toLowerCase() === cell.trim().toLowerCase());
}

/** Says what the column `when` may contain for a field. */
function conditionOf(field: string): { expected: string; accepts: (when: string) => boolean } {
  const oneOf = (words: readonly string[]) => ({
    expected: `one of ${words.join(', ')}`,
    accepts: (when: string) => words.includes(when),
  });
  if (field === 'filter') return oneOf(BANDS);
  const kind = FACTS[field as FactName];
  if (kind === 'yes or no') return oneOf(['yes', 'no', 'unknown']);
  if (kind === 'text')
    return {
      expected: 'text, any or unknown',
      accepts: (when) => when !== '' && when.length <= MAX_CHARACTERS,
    };
  return {
    expected: 'a number or unknown',
    accepts: (when) => when === 'unknown' || /^\d{1,9}(\.\d+)?$/.test(when),
  };
}

function findRepetitions(lines: readonly RuleLine[], rules: readonly Rule[]): string[] {
  const isSame = (a: Rule, b: Rule) => a.field === b.field && a.when === b.when;
  return rules.flatMap((rule, index) => {
    const [first, line] = [lines[rules.findIndex((one) => isSame(one, rule))], lines[index]];
    if (!first || !line || first === line) return [];
    return [
      `${line.addressOf('when')} repeats ${first.addressOf('when')}, the same condition on ${rule.field}.`,
    ];
  });
}

/** Each filter needs its limit, and the one of warm has to be below the one of hot. */
function findFilterProblems(lines: readonly RuleLine[], rules: readonly Rule[]): string[] {
  const indexOf = (band: string) => rules.findIndex(({ field, when }) => field === 'filter' && when === band);
  const missing = BANDS.filter((band) => indexOf(band) < 0);
  if (missing.length > 0) return [`The Scoring tab has no row for the filter ${missing.join(', ')}.`];
  const [hot, warm] = [rules[indexOf('hot')]?.points ?? 0, rules[indexOf('warm')]?.points ?? 0];
  if (warm < hot) return [];
  return [
    `${lines[indexOf('warm')]?.addressOf('points')} must be less than the points of hot, ${hot} (got "${warm}").`,
  ];
}
