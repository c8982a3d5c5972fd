const LOWEST = 300;

const HIGHEST = 850;

/** Where lenders put the words that people use, at the middle of each band. */
const WORDS: ReadonlyMap<string, number> = new Map(
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

const RANGE = /^(\d{3})\s*(?:-|\u2013|\u2014|\/|to)\s*(\d{3})$/;

export const FILTERS = ['review', 'hot', 'warm', 'cold'] as const;
type Filter = (typeof FILTERS)[number];

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

interface Scored {
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

/** A score from 300 to 850; the middle of a range such as "640-680"; a usual word's. Undefined for all else. */
export function toCreditScore(text: string): number | undefined {
  const plain = text.trim().toLowerCase().replace(/\s+/g, ' ');
  if (/^\d{3}$/.test(plain)) return within(Number(plain));
  const [, from, to] = RANGE.exec(plain) ?? [];
  if (from && to) return middleOf(Number(from), Number(to));
  return WORDS.get(plain.replace(/^credit:? | credit$/, ''));
}

function middleOf(from: number, to: number): number | undefined {
  if (within(from) === undefined || within(to) === undefined || from > to) return undefined;
  return Math.floor((from + to) / 2);
}

function within(score: number): number | undefined {
  return score >= LOWEST && score <= HIGHEST ? score : undefined;
}
