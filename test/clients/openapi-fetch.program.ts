/** What an integrator writes with openapi-typescript and openapi-fetch. */
import createClient from 'openapi-fetch';
import type { paths, webhooks } from './openapi-types';

const { BASE_URL = '', EMAIL = '', PASSWORD = '' } = process.env;
const client = createClient<paths>({ baseUrl: BASE_URL });

type OrderUpdated = webhooks['order.updated']['post']['requestBody']['content']['application/json'];

/** What a receiver of pushes does with a body. */
export function toTotal({ data }: OrderUpdated): number {
  // @ts-expect-error an order that is too large comes without its items
  void data.items.length;
  return data.total;
}

async function main() {
  const login = await client.POST('/v1/auth/login', { body: { email: EMAIL, password: PASSWORD } });
  if (!login.data) throw new Error(login.error.error.message);
  const role: 'admin' | 'agent' | 'manager' | 'staff' = login.data.user.role;
  client.use({
    onRequest({ request }) {
      request.headers.set('authorization', `Bearer ${login.data.token}`);
      return request;
    },
  });

  const created = await client.POST('/v1/leads', {
    body: { name: 'Ada Fetch', phone: '+15550104040', hasBank: true, downPayment: 3_000 },
    params: { header: { 'Idempotency-Key': 'fetch-1' } },
  });
  if (!created.data) throw new Error(created.error.error.message);
  const score: number = created.data.score;

  const listed = await client.GET('/v1/leads', {
    params: {
      query: {
        page: 1,
        pageSize: 5,
        hasBank: true,
        status: ['new', 'contacted'],
        scoreMin: 1,
        phone: '+15550104040',
        sort: '-score',
      },
    },
  });
  if (typeof listed.data !== 'object') throw new Error('Only format=csv returns text.');
  // @ts-expect-error a page is a number
  void (() => client.GET('/v1/leads', { params: { query: { page: 'one' } } }));
  // @ts-expect-error no lead is without a name
  void (() => client.POST('/v1/leads', { body: { phone: '+15550104040' } }));

  const placed = await client.POST('/v1/orders', {
    body: { cafeId: 'C-1', items: [{ menuItemId: 'I-2', quantity: 2 }], tip: 50 },
  });
  if (!placed.data) throw new Error(placed.error.error.message);
  const total: number = placed.data.total;
  const order = await client.GET('/v1/orders/{id}', { params: { path: { id: placed.data.id } } });

  const refused = await client.POST('/v1/leads', { body: { name: 'Bob', phone: '555' } });
  const problem: { code: string; param?: string } | undefined = refused.error?.error;

  console.log(
    JSON.stringify({
      role,
      score,
      listed: listed.data.data.map(({ id }) => id),
      created: created.data.id,
      total,
      status: order.data?.status,
      refused: [refused.response.status, problem?.code, problem?.param],
    }),
  );
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
