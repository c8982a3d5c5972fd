/** Case numbers in the order of a list, with holes where it has not been read yet. */
export type Numbers = readonly (string | undefined)[];

/** A part of a list, as the script answered it. */
export interface Part {
  offset: number;
  /** Of the whole list at that time. */
  total: number;
  numbers: readonly string[];
}

/**
 * A list after parts of it were read again. What is new stands on top as a rule, so the rest has moved down; where
 * the parts say otherwise, nothing but them is still known.
 */
export function merge(known: Numbers, parts: readonly [Part, ...Part[]]): Numbers {
  const total = Math.max(...parts.map((part) => part.total));
  const moved = shift(known, total);
  const isKept = parts.every((part) => agrees(moved, part));
  const merged: (string | undefined)[] = isKept ? [...moved] : new Array(total).fill(undefined);
  for (const { offset, numbers } of parts) {
    const own = new Set(numbers);
    merged.forEach((number, at) => {
      if (number && own.has(number)) merged[at] = undefined;
    });
    merged.splice(offset, numbers.length, ...numbers);
  }
  return merged;
}

function shift(known: Numbers, total: number): Numbers {
  const by = known.length === 0 ? 0 : total - known.length;
  return Array.from({ length: total }, (_, at) => known[at - by]);
}

function agrees(moved: Numbers, { offset, numbers }: Part): boolean {
  return numbers.every((number, at) => [undefined, number].includes(moved[offset + at]));
}
