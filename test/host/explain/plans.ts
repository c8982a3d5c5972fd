/** Before each entry of the server's log. */
const MARK = '@log ';

/** Settings of a server that logs how it runs each statement, where a connection asks for it. */
const SETTINGS = [
  'session_preload_libraries=auto_explain',
  // Statistics are as the tests make them.
  'autovacuum=off',
  'auto_explain.log_analyze=on',
  'auto_explain.log_timing=off',
  'auto_explain.log_format=json',
  `log_line_prefix=${MARK}`,
];

/** The URL for those whose statements are written down. */
export function explained(database: string): string {
  const url = new URL(database);
  url.searchParams.set('options', '-c auto_explain.log_min_duration=0');
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

/** The log of a server with these settings, as statements with their plans. */
export function newPlanLog() {
  let text = '';
  return {
    settings: SETTINGS,
    onLog(more: string) {
      text += more;
    },
    /** What was logged since the last time; an entry is whole once another has begun. */
    read(): RunStatement[] {
      const end = text.lastIndexOf(MARK);
      const entries = text.slice(0, Math.max(0, end)).split(MARK);
      text = text.slice(Math.max(0, end));
      return entries.flatMap(toStatement);
    },
  };
}

function toStatement(entry: string): RunStatement[] {
  const [, json] = /^LOG: {2}duration: [\d.]+ ms {2}plan:\n([\s\S]*)$/.exec(entry) ?? [];
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
