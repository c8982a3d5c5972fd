import type { ColumnName } from './tickets';

/** Numbers of tickets, or of lanes, by column. */
export type ByColumn = ReadonlyMap<ColumnName, number>;

/**
 * Shares lanes of one width among the columns that have tickets, at least one each. They stay as they were before unless
 * another share makes the longest lane shorter by more than one ticket: less is no reason to move buttons under a finger.
 */
export function shareLanes(total: number, counts: ByColumn, before: ByColumn): ByColumn {
  const filled = [...counts].filter(([, count]) => count > 0).map(([name]) => name);
  const lanes = new Map(filled.map((name) => [name, before.get(name) ?? 1]));
  const perLane = (name: ColumnName, more = 0) => (counts.get(name) ?? 0) / ((lanes.get(name) ?? 1) + more);
  const used = () => [...lanes.values()].reduce((sum, own) => sum + own, 0);
  const give = (name: ColumnName | undefined, by: number) =>
    name && lanes.set(name, (lanes.get(name) ?? 1) + by);
  const fullest = () => [...filled].sort((a, b) => perLane(b) - perLane(a))[0];
  const emptiest = () =>
    filled.filter((name) => (lanes.get(name) ?? 1) > 1).sort((a, b) => perLane(a, -1) - perLane(b, -1))[0];
  for (let spare = emptiest(); used() > total && spare; spare = emptiest()) give(spare, -1);
  while (filled.length > 0 && used() < total) give(fullest(), 1);
  for (;;) {
    const [from, to] = [emptiest(), fullest()];
    if (!from || !to || from === to || perLane(to) - perLane(from, -1) <= 1) return lanes;
    give(from, -1);
    give(to, 1);
  }
}

interface Card {
  id: string;
  /** Pixels, with what is between two. */
  height: number;
}

interface Packing {
  lanes: number;
  /** The lanes in which cards have been so far, by ID. */
  kept: ReadonlyMap<string, number>;
  /** Pixels from the top that can be seen. */
  fold: number;
}

/**
 * Packs cards, the most urgent first, each below the last one of its lane. One that can be seen stays in its lane; every
 * other goes to the shortest.
 */
export function packCards(cards: readonly Card[], { lanes, kept, fold }: Packing) {
  const ends = new Array<number>(lanes).fill(0);
  const places = cards.map(({ id, height }) => {
    const own = kept.get(id) ?? lanes;
    const lane = (ends[own] ?? fold) < fold ? own : ends.indexOf(Math.min(...ends));
    const top = ends[lane] ?? 0;
    ends[lane] = top + height;
    return { id, lane, top };
  });
  return { places, height: Math.max(0, ...ends) };
}
