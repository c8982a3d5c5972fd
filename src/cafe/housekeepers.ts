import { type Housekeeper, tidying } from '../tables/housekeeping';
import { PUSH_ENDPOINTS } from './pushes/push-tables';
import { MENU, ORDERS } from './tables';

/** What the timer does for the cafe beside payments and pushes. */
export const CAFE_HOUSEKEEPERS: readonly Housekeeper[] = [MENU, ORDERS, PUSH_ENDPOINTS].map(tidying);
