import { CELL_NOTES } from '../cafe/cells';
import type { Jobs } from '../outbox/worker';
import { JOBS } from './jobs';
import { MIGRATION } from './sheet';

/** What the timer has to do where the API runs in a sheet. */
export const SHEET_JOBS: Jobs = {
  ...JOBS,
  maintenance: [MIGRATION, ...JOBS.maintenance, CELL_NOTES],
};
