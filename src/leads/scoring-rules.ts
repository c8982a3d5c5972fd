import { FACT_NAMES, FACTS, type FactName, type Rule } from './scoring';

/** The columns of the tab Scoring. */
export const RULE_COLUMNS = ['rule', 'field', 'when', 'points'] as const;
type Column = (typeof RULE_COLUMNS)[number];

/** A row as it stands in the tab, and what its cells are called there. */
export interface RuleLine {
  cells: Readonly<Record<Column, string>>;
  addressOf: (column: Column) => string;
}

const MOST_POINTS = 100;
/** So that a script property, 9 kB, can keep them all. */
const MOST_RULES = 50;
const LONGEST = 40;
const FIELDS = [...FACT_NAMES, 'filter'];
const BANDS = ['hot', 'warm', 'review'];

/** What set up writes into the tab Scoring, where the owner changes it; the best of each fact make 100. */
export const DEFAULT_RULES: readonly Rule[] = [
  { rule: 'Credit 740 or more', field: 'creditScore', when: '740', points: 40 },
  { rule: 'Credit 670 or more', field: 'creditScore', when: '670', points: 32 },
  { rule: 'Credit 580 or more', field: 'creditScore', when: '580', points: 20 },
  { rule: 'Credit below 580', field: 'creditScore', when: '300', points: 8 },
  { rule: 'Credit unknown', field: 'creditScore', when: 'unknown', points: 12 },
  { rule: '5,000 down or more', field: 'downPayment', when: '5000', points: 25 },
  { rule: '2,500 down or more', field: 'downPayment', when: '2500', points: 19 },
  { rule: '1,000 down or more', field: 'downPayment', when: '1000', points: 12 },
  { rule: 'Less than 1,000 down', field: 'downPayment', when: '1', points: 6 },
  { rule: 'Nothing down', field: 'downPayment', when: '0', points: 0 },
  { rule: 'Down payment unknown', field: 'downPayment', when: 'unknown', points: 5 },
  { rule: 'Bank account', field: 'hasBank', when: 'yes', points: 15 },
  { rule: 'No bank account', field: 'hasBank', when: 'no', points: 0 },
  { rule: 'Bank account unknown', field: 'hasBank', when: 'unknown', points: 5 },
  { rule: 'No identification', field: 'idType', when: 'none', points: 0 },
  { rule: 'Identification', field: 'idType', when: 'any', points: 10 },
  { rule: 'Identification unknown', field: 'idType', when: 'unknown', points: 3 },
  { rule: 'Trade-in', field: 'tradeIn', when: 'yes', points: 10 },
  { rule: 'No trade-in', field: 'tradeIn', when: 'no', points: 0 },
  { rule: 'Trade-in unknown', field: 'tradeIn', when: 'unknown', points: 3 },
  { rule: 'Hot from this score on', field: 'filter', when: 'hot', points: 70 },
  { rule: 'Warm from this score on', field: 'filter', when: 'warm', points: 45 },
  { rule: 'To review with so many facts unknown', field: 'filter', when: 'review', points: 4 },
];

/** The rules of a tab, or what is wrong with it, cell by cell. Blank rows are nothing. */
export function toRules(lines: readonly RuleLine[]): { rules: Rule[]; faults: string[] } {
  const written = lines.filter(({ cells }) => Object.values(cells).some((cell) => cell.trim() !== ''));
  const faults = [...written.flatMap(faultOf), ...tooMany(written)];
  const rules = written.map(toRule);
  if (faults.length > 0) return { rules, faults };
  return { rules, faults: [...repeated(written, rules), ...wrongBands(written, rules)] };
}

function toRule({ cells }: RuleLine): Rule {
  const when = cells.when.trim().toLowerCase();
  const field = FIELDS.find((one) => isSame(one, cells.field)) as Rule['field'];
  const isNumber = FACTS[field as FactName] === 'number' && when !== 'unknown';
  return {
    rule: cells.rule.trim().slice(0, LONGEST) || `${field} ${when}`,
    field,
    when: isNumber ? String(Number(when)) : when,
    points: Number(cells.points),
  };
}

function faultOf({ cells, addressOf }: RuleLine): string[] {
  const fault = (column: Column, wanted: string) => [
    `${addressOf(column)} must be ${wanted} (got "${cells[column]}").`,
  ];
  const field = FIELDS.find((one) => isSame(one, cells.field));
  if (!field) return fault('field', `one of ${FIELDS.join(', ')}`);
  const wanted = conditionOf(field);
  if (!wanted.accepts(cells.when.trim().toLowerCase())) return fault('when', wanted.holds);
  const points = /^-?\d{1,3}$/.test(cells.points.trim()) ? Number(cells.points) : Number.NaN;
  if (Math.abs(points) <= MOST_POINTS) return [];
  return fault('points', `a whole number from -${MOST_POINTS} to ${MOST_POINTS}`);
}

/** What the cell `when` may say for a field. */
function conditionOf(field: string): { holds: string; accepts: (when: string) => boolean } {
  if (field === 'filter') return oneOf(BANDS);
  const kind = FACTS[field as FactName];
  if (kind === 'yes or no') return oneOf(['yes', 'no', 'unknown']);
  if (kind === 'words')
    return {
      holds: 'text, any or unknown',
      accepts: (when) => when !== '' && when.length <= LONGEST,
    };
  return {
    holds: 'a number or unknown',
    accepts: (when) => when === 'unknown' || /^\d{1,9}(\.\d+)?$/.test(when),
  };
}

function tooMany({ length }: readonly RuleLine[]): string[] {
  return length > MOST_RULES
    ? [`The Scoring tab must have at most ${MOST_RULES} rules (got ${length}).`]
    : [];
}

function oneOf(words: readonly string[]) {
  return { holds: `one of ${words.join(', ')}`, accepts: (when: string) => words.includes(when) };
}

function repeated(lines: readonly RuleLine[], rules: readonly Rule[]): string[] {
  const first = (rule: Rule) =>
    rules.findIndex(({ field, when }) => field === rule.field && when === rule.when);
  return rules.flatMap((rule, index) => {
    const [earlier, line] = [lines[first(rule)], lines[index]];
    if (!earlier || !line || earlier === line) return [];
    return [
      `${line.addressOf('when')} repeats ${earlier.addressOf('when')}, the same condition on ${rule.field}.`,
    ];
  });
}

/** Without each of its limits nothing could be told apart; warm ends where hot begins. */
function wrongBands(lines: readonly RuleLine[], rules: readonly Rule[]): string[] {
  const at = (band: string) => rules.findIndex(({ field, when }) => field === 'filter' && when === band);
  const missing = BANDS.filter((band) => at(band) < 0);
  if (missing.length > 0) return [`The Scoring tab has no row for the filter ${missing.join(', ')}.`];
  const [hot, warm] = [rules[at('hot')]?.points ?? 0, rules[at('warm')]?.points ?? 0];
  if (warm < hot) return [];
  return [
    `${lines[at('warm')]?.addressOf('points')} must be less than the points of hot, ${hot} (got "${warm}").`,
  ];
}

function isSame(name: string, cell: string): boolean {
  return name.toLowerCase() === cell.trim().toLowerCase();
}
