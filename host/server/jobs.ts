import { JOBS, PUSH_HANDLERS } from '../../src/api/desks';
import type { JobHandler } from '../../src/outbox/jobs';
import { type Jobs, runWorker } from '../../src/outbox/worker';
import { endExecution } from '../../src/platform/execution';
import type { MaintenanceTask } from '../../src/tables/tables';
import { removeExpiredEntries } from '../services/cache-service';
import { removeOldMarks } from '../services/rate-limit';
import { engineTasks } from '../store/maintain';
import { API_TABLES } from './migrate';

const OLD_ENTRIES: MaintenanceTask = {
  name: 'expired entries',
  everyMinutes: 10,
  run() {
    removeExpiredEntries();
    removeOldMarks();
  },
};

/** The time in which the request that made a change may still be pushing it. */
const FIRST_ATTEMPT_MS = 10_000;

const DUE: Jobs = {
  handlers: JOBS.handlers.map((handler) =>
    PUSH_HANDLERS.includes(handler) ? afterFirstAttempt(handler) : handler,
  ),
  maintenance: [...JOBS.maintenance, ...engineTasks(API_TABLES), OLD_ENTRIES],
  // No row of a database is ever blank.
  compact: [],
};

/** Runs the outbox's due jobs and the maintenance for the timer. Only one of all hosts works at a time. */
export function runDueJobs(): void {
  try {
    runWorker(DUE);
  } finally {
    endExecution();
  }
}

/** The timer looks every two seconds here, so it would often meet a request that is still pushing. */
function afterFirstAttempt(handler: JobHandler): JobHandler {
  return {
    ...handler,
    run(jobs, deadline) {
      const since = Date.now() - FIRST_ATTEMPT_MS;
      const due = jobs.filter(({ attempts, runAt }) => attempts > 0 || !(runAt.getTime() > since));
      return due.length > 0 ? handler.run(due, deadline) : { results: new Map() };
    },
  };
}
