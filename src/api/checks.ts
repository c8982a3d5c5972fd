import { CAFE_CHECKS } from '../cafe/health';
import type { HealthCheck, LightTitles } from '../health/checks';
import { LEAD_CHECKS } from '../leads/health';
import { outboxChecks } from '../outbox/health';
import { pushCheck } from '../pushes/health';
import { JOBS } from './jobs';
import { ENDPOINT_KINDS } from './pushes';
import { TEST_MODE_CHECK } from './test-mode';

export const LIGHTS: LightTitles = {
  in: 'Requests come in',
  out: 'Messages and payments go out',
  room: 'Room is left',
  rest: 'Everything else',
};

/** What Health looks at wherever the API runs; the sheet and the host add what is theirs. */
export const SERVICE_CHECKS: readonly HealthCheck[] = [
  ...outboxChecks(JOBS.handlers),
  TEST_MODE_CHECK,
  ...LEAD_CHECKS,
  ...CAFE_CHECKS,
  pushCheck(ENDPOINT_KINDS),
];
