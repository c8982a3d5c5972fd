export interface Sorted {
  by: string;
  isDescending: boolean;
}

/** Rows by what stands in a column, whose values begin at row 2; empty ones last, the lower row first among equals. */
export function sorted(
  rows: readonly number[],
  values: readonly unknown[],
  { isDescending }: Sorted,
): number[] {
  const keys = values.map(toKey);
  const sign = isDescending ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [one, other] = [keys[a - 2], keys[b - 2]];
    if (one === undefined || other === undefined)
      return Number(one === undefined) - Number(other === undefined) || b - a;
    return one === other ? b - a : sign * (one < other ? -1 : 1);
  });
}

function toKey(value: unknown): string | number | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.getTime();
  if (typeof value === 'number' || typeof value === 'boolean') return Number(value);
  return String(value ?? '').toLowerCase() || undefined;
}
