import { findPeriodProblem } from '../../platform/day';
import { quote } from '../../platform/quote';
import { deskTimeZone } from '../../platform/time-zone';
import { MAX_DAYS } from '../../reports/report';
import { periodOf, type ReportView, viewReport } from '../../reports/report-view';
import * as shown from '../../reports/shown';
import type { Refused } from '../case/answers';
import { CASE_REPORTS } from '../case/case-reports';
import { answer, day, InputError, input, oneOf, optional, parse, withoutBlanks } from './input';

const IDS = CASE_REPORTS.map(({ id }) => id);

const ReportInput = input('getReport', {
  from: optional(day('from')),
  to: optional(day('to')),
  by: optional(oneOf('by', [...new Set(CASE_REPORTS.flatMap((report) => report.by))])),
});

/** Answers one of the questions; the owner alone reaches the page's functions. */
export function getReport(id: unknown, given: unknown): ReportView | Refused {
  return answer(() => {
    const report = CASE_REPORTS.find((one) => one.id === id);
    if (!report) throw new InputError(`id must be one of ${IDS.join(', ')} (got ${quote(id)})`, {});
    const { by, ...days } = withoutBlanks(parse(ReportInput, given ?? {}));
    const zone = deskTimeZone();
    const period = periodOf(report, { ...days, zone, usualDays: shown.CASES.usualDays });
    const problem = findPeriodProblem(period, MAX_DAYS);
    if (problem !== undefined) throw new InputError(problem, { field: 'to', value: period.to });
    if (by && !report.by.includes(by))
      throw new InputError(`by must be one of ${report.by.join(', ')} (got "${by}")`, {
        field: 'by',
        value: by,
      });
    return viewReport(report, { ...period, zone, by: by ?? report.by[0], scope: undefined });
  });
}
