import { type Days, findPeriodProblem } from '../platform/day';
import { invalid } from './http-error';

/** Two days, both included. @throws HttpError 422 */
export function assertPeriod(days: Days, maxDays?: number): void {
  const problem = findPeriodProblem(days, maxDays);
  if (problem !== undefined) throw invalid(`${problem}.`, 'to');
}
