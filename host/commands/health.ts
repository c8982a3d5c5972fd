import { ENDPOINT_KINDS } from '../../src/api/pushes';
import { testModeChecks } from '../../src/api/test-mode';
import { cafeChecks } from '../../src/cafe/health';
import { type HealthCheck, toProblem } from '../../src/health/checks';
import { errorChecks } from '../../src/health/errors';
import { leadChecks } from '../../src/leads/health';
import { checkLastRun, checkPending } from '../../src/outbox/health';
import { VERSION } from '../../src/platform/build';
import { errorMessage } from '../../src/platform/platform';
import { pushChecks } from '../../src/pushes/health';
import { query } from '../database/sql';

/** What the sheet's Health shows, as far as it is not about the sheet. */
export function describeHealth(): string {
  const now = Date.now();
  const parts = [
    () => [checkDatabase()],
    testModeChecks,
    () => [checkLastRun(now)],
    () => checkPending(now),
    leadChecks,
    cafeChecks,
    () => pushChecks(ENDPOINT_KINDS),
    () => errorChecks(now),
  ];
  const checks = [{ label: 'Version', detail: VERSION }, ...parts.flatMap(guarded)];
  const problems = checks.filter(({ status }) => status === 'problem').length;
  const state =
    problems === 0 ? 'No problems' : `${problems} problem${problems === 1 ? '' : 's'}, marked with !`;
  const lines = checks.map(
    ({ label, detail, status }) => `${status === 'problem' ? '!' : ' '} ${label}: ${detail}`,
  );
  return [`${state}, as of ${new Date(now).toISOString()}.`, ...lines].join('\n');
}

function checkDatabase(): HealthCheck {
  const [{ version = '' } = {}] = query<{ version: string }>('select version() as version');
  return { label: 'Database', detail: version };
}

/** A check that fails is itself a problem to show; the others go on. */
function guarded(check: () => HealthCheck[]): HealthCheck[] {
  try {
    return check();
  } catch (error) {
    return [toProblem(errorMessage(error))];
  }
}
