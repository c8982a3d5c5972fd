import { countDays } from '../platform/day';
import { invalid } from './http-error';

/** Two days, both included. @throws HttpError 422 */
export function assertPeriod({ from, to }: { from: string; to: string }, maxDays?: number): void {
  if (from > to) throw invalid(`to must not be before from (got from=${from}, to=${to}).`, 'to');
  if (maxDays !== undefined && countDays(from, to) > maxDays)
    throw invalid(`from and to must span at most ${maxDays} days (got from=${from}, to=${to}).`, 'to');
}
