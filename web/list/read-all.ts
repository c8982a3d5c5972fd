import type { CaseSummary } from '../../src/tracker/answers';
import type { Search } from '../server';
import { readCases } from './read-cases';

/** The script's own limit, and how many calls wait for it at a time. */
const LIMIT = 500;
const AT_ONCE = 4;

interface Options {
  onProgress: (read: number, total: number) => void;
  signal: AbortSignal;
}

/** Every case that a search finds, in order. @throws where the list changes while it is read */
export async function readAll(search: Search, { onProgress, signal }: Options): Promise<CaseSummary[]> {
  const read = new Map<string, CaseSummary>();
  let total = 1;
  for (let offset = 0; offset < total; ) {
    const offsets = Array.from({ length: offset === 0 ? 1 : AT_ONCE }, (_, at) => offset + at * LIMIT);
    const answers = await Promise.all(
      offsets.filter((one) => one < total).map((one) => readCases(search, { offset: one, limit: LIMIT })),
    );
    signal.throwIfAborted();
    for (const answer of answers) {
      total = answer.total;
      for (const one of answer.cases) read.set(one.caseNumber, one);
    }
    onProgress(read.size, total);
    offset += offsets.length * LIMIT;
  }
  if (read.size !== total) throw new Error('Cases came or went while they were read.');
  return [...read.values()];
}
