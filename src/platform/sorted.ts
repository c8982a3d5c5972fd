/** The index of the last of ascending numbers that is not above this one; -1 where all are. */
export function lastNotAfter(ascending: readonly number[], one: number): number {
  let [below, above] = [-1, ascending.length];
  while (above - below > 1) {
    const middle = Math.floor((below + above) / 2);
    if ((ascending[middle] ?? Infinity) <= one) below = middle;
    else above = middle;
  }
  return below;
}
