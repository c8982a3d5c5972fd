import type { CaseSummary } from '../../src/tracker/answers';
import { call, type Search } from '../server';
import { type Counts, takeIn } from './listed';
import { isAll } from './listings';

export interface Span {
  offset: number;
  limit: number;
}

interface Answer {
  total: number;
  cases: CaseSummary[];
  counts?: Counts;
}

/** A part of what a search finds; other parts of the page know these cases from then on. */
export async function readCases(search: Search, span: Span): Promise<Answer> {
  const since = performance.now();
  const answer = await ask(search, span);
  takeIn(answer.cases, since, answer.counts);
  return answer;
}

async function ask(search: Search, span: Span): Promise<Answer> {
  if (isAll(search)) {
    const { counts, cases } = await call('listCases', span);
    return { total: counts.total, cases, counts };
  }
  const { count, cases } = await call('searchCases', { ...search, ...span });
  return { total: count, cases };
}
