import type { Search } from '../server';
import { isAll, isCounted, keep, keyOf, type Listing, listings } from './listings';
import { merge, type Part } from './numbers';
import { readCases, type Span } from './read-cases';
import { view } from './view';

/** What is read first is small, to be there soon; the script takes as long for many more (its own limit is 500). */
const FIRST: Span = { offset: 0, limit: 100 };
const MOST = 500;

/** Spans that are being read, so that none is read twice at a time. */
const reading = new Map<string, Promise<void>>();

/** What the list shows now; none while the page shows something else. */
let shown: Search | undefined;

/** Shows what a search finds: at once what it found last time, then what it finds now. Answers how to leave it. */
export function openListing(search: Search): () => void {
  shown = search;
  keep(find(search));
  void refresh(search);
  return () => {
    shown = undefined;
  };
}

/** Reads the top of a list, and what the owner sees of it, again; until the answer all stays as it is. */
export function refresh(search: Search): Promise<void> {
  const { key, from, to } = view.get();
  const isShown = key === keyOf(search) && (find(search).numbers?.length ?? 0) > from;
  const others = isShown ? [spanAt(from), spanAt(to - 1)] : [];
  return once(nameOf(search), async () => {
    const { error, ...rest } = find(search);
    if (error) keepAs(search, rest);
    await take(search, [
      FIRST,
      ...others.filter(({ offset }, at) => offset > 0 && offset !== others[at - 1]?.offset),
    ]);
    if (isCounted(search) && !isAll(search)) await refresh({});
  });
}

/** What is shown now, read again quietly: there is something new, which what is being read may be too old for. */
export async function refreshList(): Promise<void> {
  if (shown) await reading.get(nameOf(shown));
  if (shown) await refresh(shown);
}

function nameOf(search: Search): string {
  return `refresh ${keyOf(search)}`;
}

/** Reads what is missing between two places of a list. */
export function fill(search: Search, from: number, to: number): void {
  const { numbers = [], error } = find(search);
  if (error) return;
  const missing = numbers.slice(from, to).flatMap((number, at) => (number ? [] : [spanAt(from + at)]));
  for (const span of missing) {
    void once(`${span.offset} ${keyOf(search)}`, () => take(search, [span]));
  }
}

async function take(search: Search, spans: readonly Span[]): Promise<void> {
  try {
    const parts = await Promise.all(spans.map((span) => readPart(search, span)));
    const { numbers = [] } = find(search);
    const hasMoved = numbers.length > 0 && parts.some(({ total }) => total !== numbers.length);
    if (hasMoved && spans[0] !== FIRST) return refresh(search);
    keepAs(search, { search, numbers: merge(numbers, parts as [Part, ...Part[]]) });
  } catch (error) {
    keepAs(search, { ...find(search), error: error as Error });
  }
}

async function readPart(search: Search, span: Span): Promise<Part> {
  const { total, cases } = await readCases(search, span);
  return { offset: span.offset, total, numbers: cases.map(({ caseNumber }) => caseNumber) };
}

function spanAt(place: number): Span {
  if (place < FIRST.limit) return FIRST;
  if (place < MOST) return { offset: FIRST.limit, limit: MOST - FIRST.limit };
  return { offset: place - (place % MOST), limit: MOST };
}

function find(search: Search): Listing {
  return listings.get().get(keyOf(search)) ?? { search };
}

function keepAs(search: Search, listing: Listing): void {
  // An answer to an older search does not make it the latest one.
  const standing = listings.get();
  const key = keyOf(search);
  if (standing.has(key)) listings.set(new Map(standing).set(key, listing));
  else keep(listing);
}

function once(name: string, work: () => Promise<void>): Promise<void> {
  const running = reading.get(name);
  if (running) return running;
  const started = work().finally(() => reading.delete(name));
  reading.set(name, started);
  return started;
}
