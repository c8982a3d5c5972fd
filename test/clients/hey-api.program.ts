/** What an integrator writes with the client of @hey-api/openapi-ts. */

import type { OnOrderUpdatedWebhookPayload } from './hey-client';
import * as api from './hey-client';
import { client } from './hey-client/client.gen';

const { BASE_URL = '', EMAIL = '', PASSWORD = '' } = process.env;

/** What a receiver of pushes does with a body. */
export function toTotal({ data }: OnOrderUpdatedWebhookPayload): number {
  // @ts-expect-error an order that is too large comes without its items
  void data.items.length;
  return data.total;
}

async function main() {
  client.setConfig({ baseUrl: BASE_URL });
  const login = await api.postAuthLogin({ body: { email: EMAIL, password: PASSWORD } });
  if (!login.data) throw new Error(login.error.error.message);
  const { token, user } = login.data;
  const role: 'admin' | 'agent' | 'manager' | 'staff' = user.role;
  client.setConfig({ auth: () => token });

  const created = await api.postLeads({
    body: { name: 'Ada Hey', phone: '+15550105050', hasBank: true, downPayment: 3_000 },
    headers: { 'Idempotency-Key': 'hey-1' },
  });
  if (!created.data) throw new Error(created.error.error.message);
  const score: number = created.data.score;

  const listed = await api.getLeads({
    query: {
      page: 1,
      pageSize: 5,
      hasBank: true,
      status: ['new', 'contacted'],
      scoreMin: 1,
      phone: '+15550105050',
      sort: '-score',
    },
  });
  // @ts-expect-error a page is a number
  void (() => api.getLeads({ query: { page: 'one' } }));
  // @ts-expect-error no lead is without a name
  void (() => api.postLeads({ body: { phone: '+15550105050' } }));

  const placed = await api.postOrders({
    body: { cafeId: 'C-1', items: [{ menuItemId: 'I-2', quantity: 2 }], tip: 50 },
  });
  if (!placed.data) throw new Error(placed.error.error.message);
  const total: number = placed.data.total;
  const order = await api.getOrdersById({ path: { id: placed.data.id } });

  const refused = await api.postLeads({ body: { name: 'Bob', phone: '555' } });
  const problem: { code: string; param?: string } | undefined = refused.error?.error;

  console.log(
    JSON.stringify({
      role,
      score,
      listed: listed.data?.data.map(({ id }) => id),
      created: created.data.id,
      total,
      status: order.data?.status,
      refused: [refused.response?.status, problem?.code, problem?.param],
    }),
  );
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
