import { randomBytes } from 'node:crypto';
import { LIGHTS, SERVICE_CHECKS } from '../../src/api/desks';
import {
  type HealthCheck,
  runChecks,
  toOk,
  toProblem,
  toReport,
  toText,
  VERSION_CHECK,
} from '../../src/health/checks';
import { ERRORS_CHECK } from '../../src/health/errors';
import type { Finding, HealthLine } from '../../src/health/report';
import { execute, query, SqlError, transaction } from '../database/sql';
import { DISK_FULL } from '../database/statement';

const PROBE = 'room for a row';
const PROBE_BYTES = 500_000;

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
  return isFull()
    ? toProblem(
        `The disk of the database is full, of which it takes ${size}. No change is stored.`,
        'Free some of the disk, or add to it.',
      )
    : toOk(`The database takes ${size}. It does not say how much room its disk has left.`);
}

/** A database does not say it until a row finds no room. */
function isFull(): boolean {
  try {
    transaction(() => {
      execute('insert into properties (name, value) values ($1, $2)', [
        PROBE,
        randomBytes(PROBE_BYTES).toString('hex'),
      ]);
      execute('delete from properties where name = $1', [PROBE]);
    });
    return false;
  } catch (error) {
    if (error instanceof SqlError && error.code === DISK_FULL) return true;
    throw error;
  }
}
