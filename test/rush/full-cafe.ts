import { type Cafe, startCafe } from '../cafe/cafe';
import { fill } from '../cafe/fill';
import { extent } from '../harness/extent';
import type { Receiver } from '../pushes/push-receiver';

export const ROWS = extent({ usual: 2_000, long: 100_000 });

const MINUTE = 60_000;

/** From here on the orders are those of the cafe whose orders are pushed. */
const FIRST_PUSHED = ROWS / 2;

/** Between two rows that are changed: they have no reads in common. */
const STRIDE = 101;

/** A desk in its second year, in the middle of a day. */
export interface FullCafe {
  cafe: Cafe;
  /** A placed order of the cafe whose orders nobody listens to, C-1; each index has its own. */
  orderId(index: number): string;
  /** The same of C-2, which has an endpoint. */
  pushedOrderId(index: number): string;
  leadId(index: number): string;
}

/** Two cafes with so many orders in all, of which C-2 pushes its own to this receiver, and as many leads. */
export async function startFullCafe(receiver?: Receiver): Promise<FullCafe> {
  const cafe = await startCafe();
  const token = cafe.api.tokens.admin;
  const [, , , { body }] = await cafe.callAll(
    ['POST /v1/cafes/C-1/menu', { token, body: { name: 'Tea', price: 300, description: 'x'.repeat(200) } }],
    ['POST /v1/cafes/C-2/menu', { token, body: { name: 'Sushi', price: 1_200 } }],
    ['POST /v1/orders', { body: { cafeId: 'C-1', items: [{ menuItemId: 'I-1' }] } }],
    ['POST /v1/orders', { body: { cafeId: 'C-2', items: [{ menuItemId: 'I-2' }] } }],
    ['POST /v1/leads', { token, body: { name: 'Ann', phone: '+15550000000' } }],
  );
  await cafe.timerAfter(2 * MINUTE);
  const tail = (body as { id: string }).id.slice('O-2'.length);
  const idOf = (number: number) => `O-${number}${tail}`;
  fill(cafe, 'Orders', { last: FIRST_PUSHED - 1, idOf });
  fill(cafe, 'Orders', { last: ROWS, idOf, template: 3 });
  fill(cafe, 'Leads', { last: ROWS, idOf: (number) => `L-${number}` });
  for (const table of ['Orders', 'Leads']) cafe.forget(`counter ${table}`);
  if (receiver) await listen(cafe, receiver);
  // What is known of rows and sequences is made once, and what follows from the filling is done.
  await cafe.callAll(
    ['POST /v1/orders', { body: { cafeId: 'C-1', items: [{ menuItemId: 'I-1' }] } }],
    ['POST /v1/leads', { token, body: { name: 'Bob', phone: '+15551000000' } }],
    [`PATCH /v1/orders/${idOf(FIRST_PUSHED - 1)}`, { token, body: { status: 'accepted' } }],
    [`PATCH /v1/leads/L-${ROWS / 2}`, { token, body: { notes: 'x' } }],
  );
  await cafe.timerAfter(2 * MINUTE);
  return {
    cafe,
    orderId: (index) => idOf(1_000 + index * STRIDE),
    pushedOrderId: (index) => idOf(FIRST_PUSHED + 1_000 + index * STRIDE),
    leadId: (index) => `L-${1_000 + index * STRIDE}`,
  };
}

async function listen(cafe: Cafe, receiver: Receiver): Promise<void> {
  cafe.api.enter({ allowLocalPushes: 'yes' });
  const url = `${await receiver.listen()}/orders`;
  const { status, body } = await cafe.call('POST /v1/cafes/C-2/push-endpoints', {
    token: cafe.api.tokens.admin,
    body: { url },
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
}
