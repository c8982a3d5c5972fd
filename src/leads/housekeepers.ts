import { type Housekeeper, tidying } from '../tables/housekeeping';
import { LEADS, VEHICLES } from './tables';

/** What the timer does for the lead desk beside sending messages. */
export const LEAD_HOUSEKEEPERS: readonly Housekeeper[] = [tidying(LEADS), tidying(VEHICLES)];
