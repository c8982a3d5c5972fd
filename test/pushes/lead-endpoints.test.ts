import { spread, testLong } from '../harness/extent';
import { type Endpoint, type PushDesk, startPushDesk } from './push-desk';
import type { Received } from './push-receiver';

const ENDPOINTS = '/v1/push-endpoints';
const EVENTS = ['lead.created', 'lead.updated', 'message.received'];
const ORDER = 'O-1-0123456789abcdefghijkl';

type Refused = { error: { param?: string; code: string } };

let desk: PushDesk;
beforeEach(async () => {
  desk = await startPushDesk();
});
afterEach(() => desk.close());

const add = (body: object, headers = {}) =>
  desk.call<Endpoint & Refused>(`POST ${ENDPOINTS}`, { body, headers, as: 'admin' });

describe('push endpoints for leads', () => {
  test('belong to no cafe, and get all events of leads unless some are chosen', async () => {
    const { status, body } = await add({ url: 'https://crm.example.com/a' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ id: 'P-1', cafeId: null, events: EVENTS, state: 'enabled' });
    const chosen = ['lead.created', 'lead.created'];
    const second = await add({ url: 'https://crm.example.com/b', events: chosen });
    expect(second.body).toMatchObject({ id: 'P-2', cafeId: null, events: ['lead.created'] });
    expect(desk.rows('Push endpoints')).toMatchObject([
      { cafeId: '', events: '' },
      { cafeId: '', events: 'lead.created' },
    ]);
  });

  test('with an Idempotency-Key are made once', async () => {
    const key = { 'idempotency-key': 'one' };
    const url = 'https://crm.example.com/a';
    const first = await add({ url }, key);
    expect(await add({ url }, key)).toMatchObject({ status: 201, body: { ...first.body, secret: null } });
    const other = await add({ url, events: ['lead.created'] }, key);
    expect([other.status, other.body.error.param]).toEqual([422, 'idempotency-key']);
  });

  test('are listed apart from those of a cafe', async () => {
    await desk.addEndpoint('/till');
    await add({ url: 'https://crm.example.com/a' });
    const ids = async (path: string) => {
      const { body } = await desk.call<{ data: Endpoint[] }>(`GET ${path}`, { as: 'admin' });
      return body.data.map(({ id }) => id);
    };
    expect(await ids(ENDPOINTS)).toEqual(['P-2']);
    expect(await ids('/v1/cafes/C-1/push-endpoints')).toEqual(['P-1']);
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
    await add({ url: 'https://crm.example.com/a' });
    const body = { POST: { url: 'https://crm.example.com/b' }, PATCH: { events: ['lead.created'] } }[
      endpoint.split(' ')[0] ?? ''
    ];
    const call = (as: string) =>
      desk.call(endpoint, { ...(body && !/secret|test/.test(endpoint) ? { body } : {}), as });
    for (const as of ['manager C-1', 'staff C-1', 'agent'])
      expect([as, (await call(as)).status]).toEqual([as, 403]);
    expect((await call('admin')).status).toBeLessThan(300);
  });

  test('get no update of an order', async () => {
    await add({ url: `${desk.address}/crm` });
    await desk.run('addOrder', ORDER);
    await desk.run('changeOrder', ORDER, 'x');
    await desk.deliverAfter(600_000);
    expect(desk.receiver.received).toEqual([]);
  });
});

describe('the events that an endpoint has chosen', () => {
  test('may be typed in the sheet, apart by commas; what was blank before means all of them', async () => {
    const { id } = await desk.addEndpoint('/till');
    await desk.run('addOrder', ORDER);
    const eventsOf = async () =>
      (await desk.call<{ data: { events: string[] }[] }>('GET /v1/cafes/C-1/push-endpoints')).body.data[0]
        ?.events;
    expect([id, await eventsOf()]).toEqual(['P-1', ['order.updated']]);
    desk.edit('Push endpoints', 'J2', 'order.paid, order.updated');
    expect(await eventsOf()).toEqual(['order.updated']);
    await desk.run('changeOrder', ORDER, 'x');
    expect(desk.receiver.received).toHaveLength(1);
  });

  test('are the only ones that it gets', async () => {
    await desk.addEndpoint('/till');
    await desk.run('addOrder', ORDER);
    desk.edit('Push endpoints', 'J2', 'order.paid');
    await desk.wait(301_000);
    await desk.run('changeOrder', ORDER, 'x');
    await desk.deliverAfter(600_000);
    expect(desk.receiver.received).toEqual([]);
    expect(desk.rows('Outbox')).toEqual([]);
  });
});

describe('a test of an endpoint', () => {
  const ping = (id: string) =>
    desk.call<{ status: number; error: string | null }>(`POST ${ENDPOINTS}/${id}/test`, { as: 'admin' });

  test('pushes a signed event at once, and says what came of it', async () => {
    const { id, secret } = await desk.addEndpoint('/till');
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
    const { id } = await desk.addEndpoint('/till');
    desk.receiver.behaviours.set('/till', { status: 410 });
    expect((await ping(id)).body).toEqual({ status: 410, error: 'The endpoint returned 410.' });
    expect(desk.rows('Push endpoints')).toMatchObject([{ state: 'enabled', failingSince: '' }]);
    await desk.call(`PATCH ${ENDPOINTS}/${id}`, { body: { state: 'disabled' } });
    desk.receiver.behaviours.delete('/till');
    expect((await ping(id)).body).toEqual({ status: 200, error: null });
    expect(desk.rows('Push endpoints')).toMatchObject([{ state: 'disabled' }]);
  });

  testLong('that succeeds leaves a failing endpoint failing: only its events count', async () => {
    const { id } = await desk.addEndpoint('/till');
    await desk.run('addOrder', ORDER);
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
    const { id } = await desk.addEndpoint('/till');
    await desk.run('enter', { [`push secret ${id}`]: '[]' });
    expect((await ping(id)).body).toEqual({
      status: 0,
      error: 'Not sent: the endpoint has no secret. Renew it.',
    });
    expect(desk.receiver.received).toEqual([]);
  });
});
