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
