/** What a connection asks for, so that the database tells it how it has run each of its statements. */
const OPTIONS = [
  'session_preload_libraries=auto_explain',
  'auto_explain.log_min_duration=0',
  'auto_explain.log_level=notice',
  'auto_explain.log_analyze=on',
  'auto_explain.log_timing=off',
  'auto_explain.log_format=json',
];

/** The URL for those whose statements are explained. */
export function explained(database: string): string {
  const url = new URL(database);
  url.searchParams.set('options', OPTIONS.map((option) => `-c ${option}`).join(' '));
  return url.href;
}

/** A statement as the database has run it. */
export interface RunStatement {
  text: string;
  scans: Scan[];
}

/** A part of a plan that reads a table. */
export interface Scan {
  table: string;
  /** Such as `Index Scan`. */
  kind: string;
  /** Those that it had in its hands, whether or not they were wanted. */
  rows: number;
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

/** What a notice says of a statement: others say nothing of any. */
export function toStatement(notice: string): RunStatement[] {
  const [, json] = /^duration: [\d.]+ ms {2}plan:\n([\s\S]*)$/.exec(notice) ?? [];
  if (json === undefined) return [];
  const { 'Query Text': text, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: Plan };
  return [{ text, scans: scansOf(plan) }];
}

function scansOf(plan: Plan): Scan[] {
  const inner = (plan.Plans ?? []).flatMap(scansOf);
  const { 'Node Type': kind, 'Relation Name': table, 'Actual Loops': loops = 0 } = plan;
  if (table === undefined || !kind.endsWith('Scan')) return inner;
  const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  return [{ table, kind, rows: ((plan['Actual Rows'] ?? 0) + removed) * loops }, ...inner];
}
