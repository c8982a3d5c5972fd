import * as v from 'valibot';
import { rolesWith } from '../../accounts/roles';
import { described } from '../../http/described';
import { HttpError } from '../../http/http-error';
import { type Call, Response, type Routes, route } from '../../http/route';
import { OUTBOX } from '../../outbox/jobs';
import { quote } from '../../platform/quote';
import { pushNow } from '../../pushes/push-now';
import { find, writeAll } from '../../tables/tables';
import * as write from '../../tables/writes';
import { assertMayActFor } from '../cafes';
import { pushJob } from '../jobs';
import { ORDERS } from '../tables';
import { ORDER_EVENTS } from './order-events';

const RepeatPush = v.strictObject({
  orderId: described(
    v.pipe(v.string(), v.nonEmpty(), v.maxLength(80)),
    'The ID of the order.',
    'O-12-4k3vw8qlr1tnb5xyc9dmfa',
  ),
});
type RepeatPush = v.InferOutput<typeof RepeatPush>;

const PushQueued = v.strictObject({
  id: described(
    v.string(),
    'The ID of the event, which stays the same.',
    'evt_O-12-4k3vw8qlr1tnb5xyc9dmfa_3',
  ),
  orderId: v.string(),
  status: described(
    v.literal('queued'),
    'Always queued. It is pushed at once; if that fails, the timer retries it.',
  ),
});

export const REPEAT_PUSH_ROUTES: Routes = {
  'POST /webhooks/orders': route({
    summary: 'Pushes the current state of an order to the endpoints of its cafe again, at once',
    access: rolesWith('orders'),
    body: RepeatPush,
    response: PushQueued,
    status: 202,
    errorStatuses: [404],
    handle: repeatPush,
  }),
};

/**
 * The event keeps its ID, so that an endpoint that has it can ignore it. Endpoints are called at once, failing ones too:
 * one that has just been repaired is what this is for.
 */
function repeatPush({ body: { orderId }, caller }: Call<RepeatPush>): Response {
  const order = find(ORDERS, orderId);
  if (!order) {
    const message = `There is no order ${quote(orderId)}.`;
    throw new HttpError(404, 'not_found', message, { param: 'orderId' });
  }
  assertMayActFor(caller, order.cafeId);
  const update = pushJob(order);
  const job = { ...update, id: `${update.id} again ${Utilities.getUuid()}` };
  writeAll(write.insert(OUTBOX, [job]));
  pushNow(ORDER_EVENTS, [{ job, entity: order }], { wakes: true, toFailing: true });
  return new Response({ id: update.id, orderId, status: 'queued' }, { status: 202 });
}
