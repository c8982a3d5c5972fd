import { type Change, insert } from '../../tables/commit';
import type { Row } from '../../tables/table';
import { trim } from '../../tables/trim';
import type { Attempt } from './push-send';
import { DELIVERIES } from './push-tables';

/** Some weeks of a busy cafe; older lines go. */
const MOST_LINES = 5_000;

/** A line an attempt, all of a batch in one write. */
export function keepDeliveries(eventId: string, attempts: readonly Attempt[], attempt: number): Change[] {
  const lines = attempts.map(({ endpointId, at, status, error }): Row<typeof DELIVERIES> => {
    const id = `D-${Utilities.getUuid()}`;
    return { id, at: new Date(at), eventId, endpointId, attempt, status, error };
  });
  return [insert(DELIVERIES, lines), trim(DELIVERIES, 'at', MOST_LINES)];
}
