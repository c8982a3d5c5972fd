import { formatDuration, type HealthCheck, toProblem } from '../health/checks';
import { readMove } from './move';

/** While the API moves nobody is served: its owner should know for how long. */
export const MOVE_CHECK: HealthCheck = {
  light: 'in',
  label: 'Move to a database',
  find({ now }) {
    const { state, address, startedAt } = readMove();
    if (state !== 'moving') return [];
    return toProblem(
      `The API is moving to ${address}, started ${formatDuration(now - startedAt)} ago. Nothing is served or sent until it is finished.`,
      'Run npm run graduate, or choose API > Stop the move.',
    );
  },
};
