import { select } from '../tables/tables';
import type { CaseSummary } from './answers';
import { fromCaseNumber } from './case-number';
import type { EmailCounts } from './email-counts';
import { CASES, type Case } from './tables';

const SUMMARY_COLUMNS = [
  'caseNumber',
  'received',
  'sender',
  'subject',
  'issue',
  'status',
] as const satisfies readonly (keyof Case)[];

export type Summarized = Pick<Case, (typeof SUMMARY_COLUMNS)[number]>;

/** The newest first: by the day they were received, then by number. Lines of the owner's own are no cases. */
export function selectCases<C extends keyof Case>(columns: readonly C[]): (Pick<Case, C> & Summarized)[] {
  const rows = select(CASES, [...SUMMARY_COLUMNS, ...columns]);
  return rows.filter(({ caseNumber }) => fromCaseNumber(caseNumber) > 0).sort(byReceived);
}

export function toSummary(row: Summarized, emails: EmailCounts): CaseSummary {
  const { caseNumber, received, sender, subject, issue, status } = row;
  const emailCount = emails.get(caseNumber) ?? 0;
  return { caseNumber, received: toIso(received), sender, subject, issue, status, emailCount };
}

/** A Date in a result would make the platform answer null in its place. */
export function toIso(date: Date): string | null {
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

function byReceived(a: Summarized, b: Summarized): number {
  return timeOf(b) - timeOf(a) || fromCaseNumber(b.caseNumber) - fromCaseNumber(a.caseNumber);
}

function timeOf({ received }: Summarized): number {
  return received.getTime() || 0;
}
