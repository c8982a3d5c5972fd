import { toCreditScore } from './credit-score';

export const FILTERS = ['review', 'hot', 'warm', 'cold'] as const;
export type Filter = (typeof FILTERS)[number];

/** What scoring reads of a lead, and what kind of condition its rules have. */
export const FACTS = {
  creditScore: 'number',
  downPayment: 'number',
  hasBank: 'yes or no',
  idType: 'words',
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

/** A row of the tab Scoring; `when` is as `toRules` has put it: in lower case, without blanks around. */
export interface Rule {
  rule: string;
  field: FactName | 'filter';
  when: string;
  points: number;
}

/** Why a score is what it is: which rule spoke, about what, and what it gave. */
export interface Reason {
  field: string;
  rule: string;
  points: number;
}

export interface Scored {
  /** From 0 to 100. */
  score: number;
  filter: Filter;
  reasons: Reason[];
}

/** One rule a fact speaks; their points are the score. */
export function scoreLead(facts: Facts, rules: readonly Rule[]): Scored {
  const values = knownValues(facts);
  const spoken = FACT_NAMES.flatMap((field) => {
    const own = rules.filter((rule) => rule.field === field);
    return ruleFor(values[field], own) ?? [];
  });
  const sum = spoken.reduce((total, { points }) => total + points, 0);
  const score = Math.min(100, Math.max(0, sum));
  const unknown = FACT_NAMES.filter((field) => values[field] === undefined);
  const reasons = spoken.map(({ field, rule, points }) => ({ field, rule, points }));
  return { score, filter: filterOf(score, unknown.length, rules), reasons };
}

export function readsDifferently(before: Facts, after: Facts): boolean {
  return FACT_NAMES.some((field) => before[field] !== after[field]);
}

type Value = number | boolean | string | undefined;

/** Undefined is what nobody has said, and what cannot be meant. */
function knownValues({ creditScore, downPayment, hasBank, idType, tradeIn }: Facts): Record<FactName, Value> {
  return {
    creditScore: toCreditScore(creditScore),
    downPayment: downPayment !== null && downPayment >= 0 ? downPayment : undefined,
    hasBank: hasBank ?? undefined,
    idType: idType.trim().toLowerCase() || undefined,
    tradeIn: tradeIn ?? undefined,
  };
}

function ruleFor(value: Value, rules: readonly Rule[]): Rule | undefined {
  const saying = (when: string) => rules.find((rule) => rule.when === when);
  if (value === undefined) return saying('unknown');
  if (typeof value === 'boolean') return saying(value ? 'yes' : 'no');
  if (typeof value === 'string')
    return rules.find(({ when }) => !isReserved(when) && value.includes(when)) ?? saying('any');
  return rules
    .filter(({ when }) => when !== 'unknown' && Number(when) <= value)
    .sort((a, b) => Number(b.when) - Number(a.when))[0];
}

function isReserved(when: string): boolean {
  return when === 'unknown' || when === 'any';
}

/** Too little known to judge comes first: somebody has to ask. */
function filterOf(score: number, unknown: number, rules: readonly Rule[]): Filter {
  const limit = (when: Filter) => rules.find((rule) => rule.field === 'filter' && rule.when === when)?.points;
  if (unknown >= (limit('review') ?? Number.POSITIVE_INFINITY)) return 'review';
  if (score >= (limit('hot') ?? Number.POSITIVE_INFINITY)) return 'hot';
  return score >= (limit('warm') ?? Number.POSITIVE_INFINITY) ? 'warm' : 'cold';
}
