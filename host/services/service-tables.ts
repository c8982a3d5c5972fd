import { CACHE_TABLE } from './cache-service';
import { LEASES_TABLE } from './lock-service';
import { PROPERTIES_TABLE } from './properties-service';
import { RATE_LIMITS_TABLE } from './rate-limit';

/** The tables beside those of rows, in statements that may be repeated. */
export const SERVICE_TABLES: readonly string[] = [
  CACHE_TABLE,
  PROPERTIES_TABLE,
  LEASES_TABLE,
  RATE_LIMITS_TABLE,
];
