import { compaction, type MaintenanceTask } from '../tables/tables';
import { LEADS, VEHICLES } from './tables';

/** What the timer does for the lead desk beside sending messages. */
export const LEAD_MAINTENANCE: readonly MaintenanceTask[] = [compaction(LEADS), compaction(VEHICLES)];
