/** First and last of the places that are read together: those no farther apart than `reach`. */
export function spansOf(places: readonly number[], reach: number): [number, number][] {
  const spans: [number, number][] = [];
  for (const place of [...places].sort((a, b) => a - b)) {
    const span = spans[spans.length - 1];
    if (span && place - span[1] <= reach) span[1] = place;
    else spans.push([place, place]);
  }
  return spans;
}
