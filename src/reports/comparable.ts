import type { ReportView } from './report-view';

/** The measures that one scale can show: the first one, and the second where it has the same unit. */
export function comparable({ measures }: Pick<ReportView, 'measures'>): ReportView['measures'] {
  return measures.slice(0, 2).filter(({ unit }) => unit === measures[0]?.unit);
}
