export const FILTERS = ['review', 'hot', 'warm', 'cold'] as const;
type Filter = (typeof FILTERS)[number];

/** The fields of a lead that are scored, with the kind of condition that their rules have. */
export const FACTS = {
  creditScore: 'number',
  downPayment: 'number',
  hasBank: 'yes or no',
  idType: 'text',
  tradeIn: 'yes or no',
} as const;

export type FactName = keyof typeof FACTS;
export const FACT_NAMES = Object.keys(FACTS) as FactName[];

export interface Facts {
  creditScore: string;
  downPayment: number | null;
  hasBank: boolean | null;
  idType: string;
  tradeIn: boolean | null;
}

/** A row of the Scoring tab; `when` is trimmed and in lower case. */
export interface Rule {
  rule: string;
  field: FactName | 'filter';
  when: string;
  points: number;
}

/** A rule that has contributed to a score, and its points. */
export interface Reason {
  field: string;
  rule: string;
  points: number;
}

interface Scored {
  /** Number from 0 to 100. */
  score: number;
  filter: Filter;
  reasons: Reason[];
}

/** Adds up the points of the rules that apply: at most one to each fact. */
export function scoreLead(facts: Facts, rules: readonly Rule[]): Scored {
  const values = toValues(facts);
  const applied = FACT_NAMES.flatMap((field) => {
    const candidates = rules.filter((rule) => rule.field === field);
    return findRule(values[field], candidates) ?? [];
  });
  const sum = applied.reduce((total, { points }) => total + points, 0);
  const score = Math.min(100, Math.max(0, sum));
  const unknown = FACT_NAMES.filter((field) => values[field] === undefined).length;
  const reasons = applied.map(({ field, rule, points }) => ({ field, rule, points }));
  return { score, filter: toFilter({ score, unknown }, rules), reasons };
}

export function haveFactsChanged(before: Facts, after: Facts): boolean {
  return FACT_NAMES.some((field) => before[field] !== after[field]);
}

/** Undefined where a fact is unknown or makes no sense. */
type Value = number | boolean | string | undefined;

function toValues({ creditScore, downPayment, hasBank, idType, tradeIn }: Facts): Record<FactName, Value> {
  return {
    creditScore: toCreditScore(creditScore),
    downPayment: downPayment !== null && downPayment >= 0 ? downPayment : undefined,
    hasBank: hasBank ?? undefined,
    idType: idType.trim().toLowerCase() || undefined,
    tradeIn: tradeIn ?? undefined,
  };
}

/** Finds for a number the rule with the highest limit that it reaches; for a text, the first whose condition it contains. */
function findRule(value: Value, rules: readonly Rule[]): Rule | undefined {
  const withCondition = (condition: string) => rules.find(({ when }) => when === condition);
  if (value === undefined) return withCondition('unknown');
  if (typeof value === 'boolean') return withCondition(value ? 'yes' : 'no');
  if (typeof value === 'string') {
    const named = rules.filter(({ when }) => when !== 'unknown' && when !== 'any');
    return named.find(({ when }) => value.includes(when)) ?? withCondition('any');
  }
  return rules
    .filter(({ when }) => when !== 'unknown' && Number(when) <= value)
    .sort((a, b) => Number(b.when) - Number(a.when))[0];
}

/** A lead with too many unknown facts needs a review, whatever its score. */
function toFilter({ score, unknown }: { score: number; unknown: number }, rules: readonly Rule[]): Filter {
  const limitOf = (filter: Filter) =>
    rules.find(({ field, when }) => field === 'filter' && when === filter)?.points ??
    Number.POSITIVE_INFINITY;
  if (unknown >= limitOf('review')) return 'review';
  if (score >= limitOf('hot')) return 'hot';
  return score >= limitOf('warm') ? 'warm' : 'cold';
}

const MIN_CREDIT_SCORE = 300;
const MAX_CREDIT_SCORE = 850;

/** Words that people say instead of a number, with the middle of the band that lenders use. */
const CREDIT_WORDS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    exceptional: 820,
    excellent: 780,
    great: 760,
    'very good': 760,
    good: 700,
    fair: 620,
    average: 620,
    okay: 620,
    ok: 620,
    poor: 520,
    bad: 520,
    low: 520,
  }),
);

/** A hyphen, an en or em dash, a slash or `to` between the ends. */
const RANGE = /^(\d{3})\s*(?:-|\u2013|\u2014|\/|to)\s*(\d{3})$/;

/** Understands a score from 300 to 850, a range such as "640-680" (its middle) and words such as "good credit". */
export function toCreditScore(text: string): number | undefined {
  const plain = text.trim().toLowerCase().replace(/\s+/g, ' ');
  const isScore = (score: number) => score >= MIN_CREDIT_SCORE && score <= MAX_CREDIT_SCORE;
  if (/^\d{3}$/.test(plain)) return isScore(Number(plain)) ? Number(plain) : undefined;
  const range = RANGE.exec(plain);
  if (!range) return CREDIT_WORDS.get(plain.replace(/^credit:? | credit$/, ''));
  const [from, to] = [Number(range[1]), Number(range[2])];
  return isScore(from) && isScore(to) && from <= to ? Math.floor((from + to) / 2) : undefined;
}
