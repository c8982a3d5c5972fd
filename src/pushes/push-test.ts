import { writeAll } from '../tables/tables';
import { logAttempts } from './delivery-log';
import { type Attempt, sendPushes, toPayload } from './push-send';
import type { PushEndpoint } from './tables';

/** Pushed to see whether an endpoint answers. */
export const TEST_EVENT = 'endpoint.test';

/** Pushes an event that is about no change. What came of it is logged, and neither helps nor harms the endpoint. */
export function sendTest({ id, url }: PushEndpoint): Attempt | undefined {
  const eventId = `evt_test_${Utilities.getUuid()}`;
  const data = { endpointId: id };
  const payload = toPayload({ type: TEST_EVENT, timestamp: new Date().toISOString(), data });
  const [attempt] = sendPushes([{ eventId, payload, receiver: { id, url } }]);
  if (attempt) writeAll(...logAttempts([{ eventId, count: 1, attempt }]));
  return attempt;
}
