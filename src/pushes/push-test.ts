import * as v from 'valibot';
import { writeAll } from '../tables/tables';
import { logAttempts } from './delivery-log';
import { eventType } from './event-source';
import { type Attempt, sendPushes, toPayload } from './push-send';
import type { PushEndpoint } from './tables';

/** Pushed to see whether an endpoint answers. */
const TEST_EVENT = 'endpoint.test';

export const TEST_EVENTS = {
  [TEST_EVENT]: eventType({
    summary: 'The endpoint was tested',
    description: 'Pushed once, by POST /v1/push-endpoints/{id}/test.',
    tag: 'push-endpoints',
    data: v.strictObject({ endpointId: v.string() }),
    exampleId: 'evt_test_5b1c0d2e-8f47-4a39-b6d1-93e07c5a2f18',
    toPush: ({ id }: Pick<PushEndpoint, 'id'>) => ({
      timestamp: new Date().toISOString(),
      data: { endpointId: id },
    }),
  }),
};

/** Pushes an event that is about no change. What came of it is logged, and neither helps nor harms the endpoint. */
export function sendTest({ id, url }: PushEndpoint): Attempt | undefined {
  const eventId = `evt_test_${Utilities.getUuid()}`;
  const payload = toPayload({ type: TEST_EVENT, ...TEST_EVENTS[TEST_EVENT].toPush({ id }) });
  const [attempt] = sendPushes([{ eventId, payload, receiver: { id, url } }]);
  if (attempt) writeAll(...logAttempts([{ eventId, count: 1, attempt }]));
  return attempt;
}
