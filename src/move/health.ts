import { formatDuration, type HealthCheck } from '../health/checks';
import { readMove } from './move';

/** While the API moves nobody is served: its owner should know for how long. */
export function moveChecks(now: number): HealthCheck[] {
  const { state, address, startedAt } = readMove();
  if (state !== 'moving') return [];
  const detail = `To ${address}, started ${formatDuration(now - startedAt)} ago. Nothing is served or sent until it is finished: run npm run graduate, or choose API > Stop the move.`;
  return [{ label: 'Move to a database', detail, status: 'problem' }];
}
