import * as v from 'valibot';
import { rolesWith } from '../../accounts/roles';
import { described } from '../../http/described';
import { orNotFound } from '../../http/http-error';
import { type Call, type Response, type Routes, route } from '../../http/route';
import { quote } from '../../platform/quote';
import { pushQueued, repeatPush } from '../../pushes/repeat';
import { find } from '../../tables/tables';
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

export const REPEAT_PUSH_ROUTES: Routes = {
  'POST /webhooks/orders': route({
    summary: 'Pushes the current state of an order to the endpoints of its cafe again, at once',
    access: rolesWith('orders'),
    body: RepeatPush,
    response: pushQueued('orderId', 'evt_O-12-4k3vw8qlr1tnb5xyc9dmfa_3'),
    status: 202,
    errorStatuses: [404],
    handle: repeatOrder,
  }),
};

function repeatOrder({ body: { orderId }, caller }: Call<RepeatPush>): Response {
  const order = orNotFound(find(ORDERS, orderId), `order ${quote(orderId)}`, 'orderId');
  assertMayActFor(caller, order.cafeId);
  const job = pushJob(order);
  return repeatPush(ORDER_EVENTS, { job, entity: order }, 'orderId');
}
