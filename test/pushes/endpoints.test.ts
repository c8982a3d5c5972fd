import { IS_SQL } from '../harness/engine';
import { spread, testLong } from '../harness/extent';
import { withKillAtCalls } from '../harness/faults';
import { type Endpoint, MANAGER, type PushDesk, startPushDesk } from './push-desk';

/** The last call of an execution may not come. */
const FAULTS = IS_SQL ? 5 : 2;

const ENDPOINTS = '/v1/cafes/C-1/push-endpoints';
const URL = 'https://pos.example.com/orders';
const ORDER = 'O-1-0123456789abcdefghijkl';
const DAY = 86_400_000;

type Refused = { error: { param?: string; code: string } };

describe('push endpoints', () => {
  let desk: PushDesk;
  beforeEach(async () => {
    desk = await startPushDesk();
  });
  afterEach(() => desk.close());

  const add = (headers = {}, url = URL) =>
    desk.call<Endpoint & Refused>(`POST ${ENDPOINTS}`, { body: { url }, headers });
  const list = async () => (await desk.call<{ data: Endpoint[] }>(`GET ${ENDPOINTS}`)).body.data;

  test('are added, with a secret that is shown once and stands in no cell', async () => {
    const { status, body } = await add();
    expect(status).toBe(201);
    expect(body).toEqual({
      id: 'P-1',
      cafeId: 'C-1',
      url: URL,
      events: ['order.updated'],
      state: 'enabled',
      failingSince: null,
      createdAt: expect.stringMatching(/^2026-11-21T09:00/),
      version: 1,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    const { secret, ...shown } = body;
    expect(await list()).toEqual([shown]);
    const cells = desk.realm.spreadsheets.grid('sheet-test').flatMap((tab) => tab.cells.flat());
    expect(cells.join('\n')).not.toContain(secret.slice('whsec_'.length));
  });

  testLong('have secrets of their own', async () => {
    const secrets = [await add(), await add()].map(({ body }) => body.secret);
    expect(new Set(secrets).size).toBe(2);
  });

  test('with an Idempotency-Key are made once; the secret is not shown again', async () => {
    const key = { 'idempotency-key': 'one' };
    const first = await add(key);
    expect(await add(key)).toMatchObject({ status: 201, body: { ...first.body, secret: null } });
    expect((await add(key, `${URL}/other`)).body.error.param).toBe('idempotency-key');
    expect(await list()).toHaveLength(1);
  });

  test('a creation killed at any call, made again, is one endpoint that has a secret', async () => {
    const asked = (n: number) => ({
      method: 'POST',
      path: ENDPOINTS,
      query: '',
      headers: { authorization: MANAGER, 'idempotency-key': `key ${n}` },
      body: JSON.stringify({ url: `${URL}/${n}` }),
      way: 'envelope',
    });
    await withKillAtCalls(FAULTS, async ({ call, n }) => {
      const fault = { call, kind: 'kill after', writes: 'lost' } as const;
      const ended = await desk.execute('serve', [asked(n)], { fault });
      await desk.wait(400_000);
      const reply = (await desk.run('serve', asked(n))) as { status: number; body: string };
      const { id, secret } = JSON.parse(reply.body) as Endpoint;
      const mine = desk.rows('Push endpoints').filter(({ url }) => url === `${URL}/${n}`);
      expect([call, reply.status, mine.map((row) => row.id)]).toEqual([call, 201, [id]]);
      const kept = (await desk.run('properties')) as Record<string, string>;
      // Nobody has seen the first answer, and who renews it then gets one.
      expect([call, secret === null || kept[`push secret ${id}`]?.includes(secret)]).toEqual([call, true]);
      expect([call, kept[`push secret ${id}`] !== undefined]).toEqual([call, true]);
      return ended;
    });
  });

  test('can be disabled and enabled again, unless they have changed since', async () => {
    await add();
    const patch = (state: string, headers = {}) =>
      desk.call<Endpoint>('PATCH /v1/push-endpoints/P-1', { body: { state }, headers });
    expect(await patch('disabled')).toMatchObject({ status: 200, body: { state: 'disabled', version: 2 } });
    expect((await patch('enabled', { 'if-match': '"v1"' })).status).toBe(412);
    expect(await patch('enabled', { 'if-match': '"v2"' })).toMatchObject({ body: { state: 'enabled' } });
    expect((await patch('paused')).status).toBe(422);
  });

  test('get another URL and other events, each on its own', async () => {
    await add();
    const patch = (body: object) => desk.call<Refused>('PATCH /v1/push-endpoints/P-1', { body });
    const other = 'https://pos.example.com/other';
    expect(await patch({ url: other })).toMatchObject({ status: 200, body: { url: other, version: 2 } });
    const events = ['order.updated'];
    expect(await patch({ events })).toMatchObject({ body: { url: other, events, version: 3 } });
    expect(await patch({})).toMatchObject({ status: 200, body: { version: 3 } });
    const refused = await patch({ state: 'disabled', url: 'ftp://pos.example.com/' });
    expect([refused.status, refused.body.error.param]).toEqual([422, 'url']);
    const unknown = await patch({ state: 'disabled', events: ['lead.created'] });
    expect([unknown.status, unknown.body.error.param]).toEqual([422, 'events']);
    expect((await list())[0]).toMatchObject({ state: 'enabled', url: other });
  });

  test('are deleted for good, secret and all', async () => {
    await add();
    const remove = (headers = {}) => desk.call('DELETE /v1/push-endpoints/P-1', { headers });
    expect((await remove({ 'if-match': '"v7"' })).status).toBe(412);
    expect(await remove()).toMatchObject({ status: 200, body: { id: 'P-1', deleted: true } });
    expect((await remove()).status).toBe(404);
    expect(await list()).toEqual([]);
    expect(await desk.run('properties')).not.toHaveProperty(['push secret P-1']);
  });

  test('whose secret is renewed more than once within a day sign with all of them, then with the last', async () => {
    await desk.addEndpoint('/till');
    await desk.run('addOrder', ORDER);
    for (let times = 0; times < 7; times++) await desk.call('POST /v1/push-endpoints/P-1/secret');
    const signatures = async () => {
      await desk.run('changeOrder', ORDER, String(desk.realm.scheduler.now()));
      return String(desk.receiver.received.at(-1)?.headers['webhook-signature']).split(' ').length;
    };
    expect(await signatures()).toBe(5);
    await desk.wait(DAY);
    expect(await signatures()).toBe(1);
  });

  test('list their latest attempts in pages', async () => {
    await desk.addEndpoint('/till');
    await desk.addEndpoint('/kitchen');
    desk.receiver.behaviours.set('/kitchen', { status: 500 });
    await desk.run('addOrder', ORDER);
    for (const note of ['x', 'y']) await desk.run('changeOrder', ORDER, note);
    await desk.run('deliver');
    const told = (page: string) =>
      desk.call('GET /v1/push-endpoints/P-2/deliveries', { query: { page, pageSize: '1' } });
    const line = (version: number) => ({
      id: expect.stringMatching(/^D-/),
      at: expect.stringMatching(/^2026-11-21T09:/),
      eventId: `evt_${ORDER}_${version}`,
      endpointId: 'P-2',
      attempt: 1,
      status: 500,
      error: 'The endpoint returned 500.',
    });
    expect((await told('1')).body).toEqual({ data: [line(3)], page: 1, pageSize: 1, total: 2 });
    expect((await told('2')).body).toEqual({ data: [line(2)], page: 2, pageSize: 1, total: 2 });
    const { body } = await desk.call('GET /v1/push-endpoints/P-1/deliveries');
    expect(body).toMatchObject({ total: 2, data: [{ status: 200, error: null }, { status: 200 }] });
  });

  const CALLS: [string, object | undefined][] = [
    [`GET ${ENDPOINTS}`, undefined],
    [`POST ${ENDPOINTS}`, { url: URL }],
    ['PATCH /v1/push-endpoints/P-1', { state: 'disabled' }],
    ['DELETE /v1/push-endpoints/P-1', undefined],
    ['POST /v1/push-endpoints/P-1/secret', undefined],
    ['POST /v1/push-endpoints/P-1/test', undefined],
    ['GET /v1/push-endpoints/P-1/deliveries', undefined],
  ];

  test.each(spread(CALLS, 2))(
    '%s is for the manager of that very cafe and for admins',
    async (endpoint, body) => {
      await add();
      const statusFor = async (as: string) =>
        (await desk.call(endpoint, { ...(body ? { body } : {}), as })).status;
      for (const as of ['manager C-2', 'staff C-1', 'agent', 'manager'])
        expect([as, await statusFor(as)]).toEqual([as, 403]);
      expect(await statusFor('')).toBe(401);
      expect(await statusFor('admin')).toBeLessThan(300);
    },
  );

  test.each(spread(CALLS.slice(2), 1))(
    '%s answers 404 where there is no such endpoint',
    async (endpoint, body) => {
      expect((await desk.call(endpoint, body ? { body } : {})).status).toBe(404);
    },
  );

  test.each(
    spread<[object, number, string | undefined]>(
      [
        [{}, 422, 'url'],
        [{ url: '' }, 422, 'url'],
        [{ url: 7 }, 422, 'url'],
        [{ url: URL, secret: 'x' }, 422, 'secret'],
        [{ url: URL, events: [] }, 422, 'events'],
        [{ url: URL, events: ['lead.created'] }, 422, 'events.0'],
      ],
      3,
    ),
  )('%j is %d and names %s', async (body, status, param) => {
    const told = await desk.call<Refused>(`POST ${ENDPOINTS}`, { body });
    expect([told.status, told.body.error.param]).toEqual([status, param]);
  });

  test('belong to a cafe that there is', async () => {
    const asked = { body: { url: URL }, as: 'admin' };
    expect((await desk.call('POST /v1/cafes/C-9/push-endpoints', asked)).status).toBe(404);
  });
});

describe('the menu of the push endpoints', () => {
  let desk: PushDesk;
  beforeEach(async () => {
    desk = await startPushDesk();
  });
  afterEach(() => desk.close());

  /** What the person was shown, the last dialog's words. */
  async function click(name: 'newPushEndpoint' | 'renewPushSecret', ...texts: string[]): Promise<string> {
    const answers = texts.map((text) => ({ text }));
    const { error, dialogs } = await desk.execute(name, [], { kind: 'menu', answers });
    if (error) throw new Error(error.message);
    return dialogs.shown.at(-1)?.text ?? '';
  }
  const secretIn = (shown: string) => /^Secret: (whsec_\S+)$/m.exec(shown)?.[1] ?? '';

  test('adds one and renews its secret: pushes are signed with both', async () => {
    const first = secretIn(await click('newPushEndpoint', 'C-1', `${desk.address}/till`));
    const second = secretIn(await click('renewPushSecret', ' p-1 '));
    await desk.run('addOrder', ORDER);
    await desk.run('changeOrder', ORDER, 'x');
    const [push] = desk.receiver.received;
    for (const secret of [first, second])
      expect(desk.receiver.verify(push as never, secret)).toMatchObject({ data: { id: ORDER } });
    expect(first).not.toBe(second);
  });

  test.each(
    spread<[Parameters<typeof click>[0], string[], string]>(
      [
        ['newPushEndpoint', ['C-9', URL], 'There is no cafe "C-9" in the Cafes tab.'],
        ['newPushEndpoint', ['C-1', 'https://user@pos.example.com/'], 'The URL must be an https:// URL'],
        ['renewPushSecret', ['P-9'], 'There is no push endpoint "P-9".'],
      ],
      2,
    ),
  )('%s with %j says what is wrong and writes nothing', async (name, texts, said) => {
    await expect(click(name, ...texts)).rejects.toThrow(said);
    expect(desk.rows('Push endpoints')).toEqual([]);
  });
});
