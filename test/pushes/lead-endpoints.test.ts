import { spread, testLong } from '../harness/extent';
import { type Asked, type Endpoint, type PushDesk, startPushDesk, tillAndOrder, toStep } from './push-desk';
import type { Received } from './push-receiver';

const ENDPOINTS = '/v1/push-endpoints';
const EVENTS = ['lead.created', 'lead.updated', 'lead.assigned', 'message.received', 'lead.merged'];
const ORDER = 'O-1-0123456789abcdefghijkl';

type Refused = { error: { param?: string; code: string } };

let desk: PushDesk;
afterEach(() => desk.close());

const toAdd = (body: object, headers = {}): [string, Asked] => [
  `POST ${ENDPOINTS}`,
  { body, headers, as: 'admin' },
];

describe('push endpoints for leads', () => {
  beforeEach(async () => {
    desk = await startPushDesk();
  });

  test('belong to no cafe, and get all events of leads unless some are chosen', async () => {
    const chosen = ['lead.created', 'lead.created'];
    const [first, second] = await desk.callAll(
      toAdd({ url: 'https://crm.example.com/a' }),
      toAdd({ url: 'https://crm.example.com/b', events: chosen }),
    );
    expect(first).toMatchObject({
      status: 201,
      body: { id: 'P-1', cafeId: null, events: EVENTS, state: 'enabled' },
    });
    expect(second?.body).toMatchObject({ id: 'P-2', cafeId: null, events: ['lead.created'] });
    expect(desk.rows('Push endpoints')).toMatchObject([
      { cafeId: '', events: '' },
      { cafeId: '', events: 'lead.created' },
    ]);
  });

  test('with an Idempotency-Key are made once', async () => {
    const key = { 'idempotency-key': 'one' };
    const url = 'https://crm.example.com/a';
    const told = await desk.callAll<Endpoint & Refused>(
      toAdd({ url }, key),
      toAdd({ url }, key),
      toAdd({ url, events: ['lead.created'] }, key),
    );
    expect(told[1]).toMatchObject({ status: 201, body: { ...told[0]?.body, secret: null } });
    expect([told[2]?.status, told[2]?.body.error.param]).toEqual([422, 'idempotency-key']);
  });

  test('are listed apart from those of a cafe', async () => {
    const url = 'https://crm.example.com/a';
    const told = await desk.callAll<{ data: Endpoint[] }>(
      ['POST /v1/cafes/C-1/push-endpoints', { body: { url }, as: 'admin' }],
      toAdd({ url }),
      [`GET ${ENDPOINTS}`, { as: 'admin' }],
      ['GET /v1/cafes/C-1/push-endpoints', { as: 'admin' }],
    );
    const ids = told.slice(2).map(({ body }) => body.data.map(({ id }) => id));
    expect(ids).toEqual([['P-2'], ['P-1']]);
  });

  test.each(
    spread(
      [
        [`GET ${ENDPOINTS}`],
        [`POST ${ENDPOINTS}`],
        [`PATCH ${ENDPOINTS}/P-1`],
        [`DELETE ${ENDPOINTS}/P-1`],
        [`POST ${ENDPOINTS}/P-1/secret`],
        [`POST ${ENDPOINTS}/P-1/test`],
        [`GET ${ENDPOINTS}/P-1/deliveries`],
      ],
      2,
    ),
  )('%s is for admins', async (endpoint) => {
    const body = { POST: { url: 'https://crm.example.com/b' }, PATCH: { events: ['lead.created'] } }[
      endpoint.split(' ')[0] ?? ''
    ];
    const callers = ['manager C-1', 'staff C-1', 'agent', 'admin'];
    const [, ...told] = await desk.callAll(
      toAdd({ url: 'https://crm.example.com/a' }),
      ...callers.map((as): [string, Asked] => [
        endpoint,
        { ...(body && !/secret|test/.test(endpoint) ? { body } : {}), as },
      ]),
    );
    expect(told.map(({ status }) => (status < 300 ? 'done' : status))).toEqual([403, 403, 403, 'done']);
  });

  test('get no update of an order', async () => {
    await desk.runAll(
      toStep(...toAdd({ url: `${desk.address}/crm` })),
      ['addOrder', ORDER],
      ['changeOrder', ORDER, 'x'],
    );
    await desk.deliverAfter(600_000);
    expect(desk.receiver.received).toEqual([]);
  });
});

describe('the events that an endpoint has chosen', () => {
  beforeEach(async () => {
    desk = await startPushDesk({ begin: tillAndOrder(ORDER) });
  });

  test('may be typed in the sheet, apart by commas; what was blank before means all of them', async () => {
    const eventsOf = async () =>
      (await desk.call<{ data: { events: string[] }[] }>('GET /v1/cafes/C-1/push-endpoints')).body.data[0]
        ?.events;
    expect(await eventsOf()).toEqual(['order.updated']);
    desk.edit('Push endpoints', 'J2', 'order.paid, order.updated');
    expect(await eventsOf()).toEqual(['order.updated']);
    await desk.run('changeOrder', ORDER, 'x');
    expect(desk.receiver.received).toHaveLength(1);
  });

  test('are the only ones that it gets', async () => {
    desk.edit('Push endpoints', 'J2', 'order.paid');
    await desk.wait(301_000);
    await desk.run('changeOrder', ORDER, 'x');
    await desk.deliverAfter(600_000);
    expect(desk.receiver.received).toEqual([]);
    expect(desk.rows('Outbox')).toEqual([]);
  });
});

describe('a test of an endpoint', () => {
  const id = 'P-1';
  beforeEach(async () => {
    desk = await startPushDesk({ begin: tillAndOrder(ORDER) });
  });

  const ping = (id: string) =>
    desk.call<{ status: number; error: string | null }>(`POST ${ENDPOINTS}/${id}/test`, { as: 'admin' });

  test('pushes a signed event at once, and says what came of it', async () => {
    const { secret } = await desk.endpoint(id);
    expect(await ping(id)).toMatchObject({ status: 200, body: { status: 200, error: null } });
    const [push] = desk.receiver.received as [Received];
    expect(desk.receiver.verify(push, secret)).toEqual({
      type: 'endpoint.test',
      timestamp: expect.stringMatching(/^2026-11-21T09:/),
      data: { endpointId: id },
    });
    expect(push.headers['webhook-id']).toMatch(/^evt_test_/);
    expect(desk.rows('Outbox')).toEqual([]);
    expect(desk.rows('Deliveries')).toMatchObject([
      { eventId: push.headers['webhook-id'], endpointId: id, attempt: 1, status: 200, error: '' },
    ]);
  });

  test('that fails does not make the endpoint a failing one; a disabled one can be tested', async () => {
    desk.receiver.behaviours.set('/till', { status: 410 });
    expect((await ping(id)).body).toEqual({ status: 410, error: 'The endpoint returned 410.' });
    expect(desk.rows('Push endpoints')).toMatchObject([{ state: 'enabled', failingSince: '' }]);
    await desk.call(`PATCH ${ENDPOINTS}/${id}`, { body: { state: 'disabled' } });
    desk.receiver.behaviours.delete('/till');
    expect((await ping(id)).body).toEqual({ status: 200, error: null });
    expect(desk.rows('Push endpoints')).toMatchObject([{ state: 'disabled' }]);
  });

  testLong('that succeeds leaves a failing endpoint failing: only its events count', async () => {
    desk.receiver.behaviours.set('/till', { status: 500 });
    await desk.run('changeOrder', ORDER, 'x');
    await desk.run('deliver');
    const since = desk.rows('Push endpoints')[0]?.failingSince;
    expect(since).not.toBe('');
    desk.receiver.behaviours.delete('/till');
    await ping(id);
    expect(desk.rows('Push endpoints')).toMatchObject([{ failingSince: since }]);
  });

  test('that cannot be sent says why', async () => {
    const [, told] = await desk.runAll(
      ['enter', { [`push secret ${id}`]: '[]' }],
      toStep(`POST ${ENDPOINTS}/${id}/test`, { as: 'admin' }),
    );
    expect(JSON.parse((told as { body: string }).body)).toEqual({
      status: 0,
      error: 'Not sent: the endpoint has no secret. Renew it.',
    });
    expect(desk.receiver.received).toEqual([]);
  });
});
