import { LIGHTS, SERVICE_CHECKS } from '../../src/api/desks';
import { type HealthCheck, runChecks, toOk, toReport, toText, VERSION_CHECK } from '../../src/health/checks';
import { ERRORS_CHECK } from '../../src/health/errors';
import type { Finding, HealthLine } from '../../src/health/report';
import { query } from '../database/sql';

const CHECKS: readonly HealthCheck[] = [
  { light: 'in', label: 'Database', find: findDatabase },
  ...SERVICE_CHECKS,
  { light: 'room', label: 'Size of the database', find: findSize },
  VERSION_CHECK,
  ERRORS_CHECK,
];

/** The lights first, then everything that was looked at. */
export function describeHealth(): string {
  const now = Date.now();
  const { summary, lights, lines } = toReport(LIGHTS, runChecks(CHECKS, { now }), now);
  const short = lights.map(({ detail: _, ...light }) => light);
  return [summary.sentence, ...short.map(toLine), '', ...lines.map(toLine)].join('\n');
}

function toLine({ label, ...finding }: HealthLine): string {
  return `${finding.state.padEnd('problem'.length)}  ${label}: ${toText(finding)}`;
}

function findDatabase(): Finding {
  const [{ version = '' } = {}] = query<{ version: string }>('select version() as version');
  return toOk('The database answers.', version);
}

function findSize(): Finding {
  const [{ size = '' } = {}] = query<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  );
  return toOk(`The database takes ${size}. It does not say how much room its disk has left.`);
}
