import { findPeriodProblem } from '../platform/day';
import type { Question } from '../reports/report';
import { invalid } from './http-error';

/** Two days, both included; nothing is wrong where one of them is not named. @throws HttpError 422 */
export function assertPeriod({ from, to }: Question, maxDays?: number): void {
  const problem = from && to && findPeriodProblem({ from, to }, maxDays);
  if (problem) throw invalid(`${problem}.`, 'to');
}
