import type { Row, Write } from '../tables/tables';
import * as write from '../tables/writes';
import type { Attempt } from './push-send';
import { DELIVERIES } from './tables';

/** The log holds some weeks of a busy cafe. */
export const MAX_DELIVERIES = 5_000;

interface LoggedAttempt {
  eventId: string;
  /** 1 for the first attempt. */
  count: number;
  attempt: Attempt;
}

/** Makes the write of attempts into the log. */
export function logAttempts(attempts: readonly LoggedAttempt[]): Write[] {
  if (attempts.length === 0) return [];
  const rows = attempts.map(({ eventId, count, attempt }): Row<typeof DELIVERIES> => {
    const { endpointId, status, error } = attempt;
    const [id, at] = [`D-${Utilities.getUuid()}`, new Date(attempt.at)];
    return { id, at, eventId, endpointId, attempt: count, status, error };
  });
  return [write.insert(DELIVERIES, rows), write.truncate(DELIVERIES, 'at', MAX_DELIVERIES)];
}
