import { type Resource, useReading } from '../resource';
import type { Range } from './reports-page';

/** Reads one of the reports for these days. The server counts anew once a minute. */
export function useReport<T>(report: 'days' | 'sources' | 'summary', range: Range): Resource<T> {
  return useReading(`/v1/analytics/${report}?${new URLSearchParams({ ...range })}`, 120);
}
