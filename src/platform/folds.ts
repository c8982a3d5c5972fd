/** Figures of many numbers; null of nothing, where one needs a number. Databases fold in the same way. */
export const FOLDS = {
  sum,
  count: (numbers) => numbers.length,
  average: (numbers) => (numbers.length === 0 ? null : sum(numbers) / numbers.length),
  median: (numbers) => quantile(numbers, 0.5),
  /** The number that nine in ten do not exceed. */
  ninetieth: (numbers) => quantile(numbers, 0.9),
} satisfies Record<string, (numbers: readonly number[]) => number | null>;
export type Fold = keyof typeof FOLDS;

/** Figures by their names. */
export interface Group<N extends string = string> {
  label: string;
  values: Readonly<Record<N, number | null>>;
}

/** Collects numbers by group. The figures of all together are those of one group, which is there in any case. */
export function collect(figures: Readonly<Record<string, { fold: Fold }>>, areTogether: boolean) {
  const all = Object.entries(figures);
  const groups = new Map<string, number[][]>(areTogether ? [['', all.map(() => [])]] : []);
  return {
    /** The numbers are in the order of the figures. */
    add(label: string, numbers: readonly (number | undefined)[]): void {
      const group = groups.get(label) ?? all.map((): number[] => []);
      groups.set(label, group);
      numbers.forEach((number, at) => {
        if (number !== undefined) group[at]?.push(number);
      });
    },
    fold: (): Group[] =>
      [...groups].map(([label, numbers]) => ({
        label,
        values: Object.fromEntries(all.map(([name, { fold }], at) => [name, FOLDS[fold](numbers[at] ?? [])])),
      })),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Interpolates between the two numbers beside the place, as spreadsheets do in PERCENTILE. */
function quantile(numbers: readonly number[], part: number): number | null {
  const sorted = [...numbers].sort((a, b) => a - b);
  const place = (sorted.length - 1) * part;
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low === undefined || high === undefined ? null : low + (high - low) * (place % 1);
}
