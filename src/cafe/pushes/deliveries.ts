import { insertAll, type Row, truncateLog, type Write } from '../../tables/tables';
import type { Attempt } from './push-send';
import { DELIVERIES } from './push-tables';

/** Some weeks of a busy cafe; older lines go. */
const MOST_LINES = 5_000;

/** A line an attempt, all of a batch in one write. */
export function keepDeliveries(eventId: string, attempts: readonly Attempt[], attempt: number): Write[] {
  const lines = attempts.map(({ endpointId, at, status, error }): Row<typeof DELIVERIES> => {
    const id = `D-${Utilities.getUuid()}`;
    return { id, at: new Date(at), eventId, endpointId, attempt, status, error };
  });
  return [insertAll(DELIVERIES, lines), truncateLog(DELIVERIES, 'at', MOST_LINES)];
}
