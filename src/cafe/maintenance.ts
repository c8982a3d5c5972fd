import { compaction, type MaintenanceTask } from '../tables/tables';
import { PUSH_ENDPOINTS } from './pushes/push-tables';
import { MENU, ORDERS } from './tables';

/** What the timer does for the cafe beside payments and pushes. */
export const CAFE_MAINTENANCE: readonly MaintenanceTask[] = [MENU, ORDERS, PUSH_ENDPOINTS].map(compaction);
