/** Counts those in order before the first that is reached: once one is, all behind it are. */
export function countUntil(count: number, isReached: (index: number) => boolean): number {
  let [below, above] = [-1, count];
  while (above - below > 1) {
    const middle = Math.floor((below + above) / 2);
    if (isReached(middle)) above = middle;
    else below = middle;
  }
  return above;
}

/** The index of the last of ascending numbers that is not above this one; -1 where all are. */
export function lastNotAfter(ascending: readonly number[], one: number): number {
  return countUntil(ascending.length, (index) => (ascending[index] ?? Infinity) > one) - 1;
}
