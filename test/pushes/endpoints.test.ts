import { spread, testLong } from '../harness/extent';
import { withKillAtCalls } from '../harness/faults';
import { FAULTS } from './endings';
import {
  type Asked,
  type Endpoint,
  type PushDesk,
  startPushDesk,
  type Told,
  toRequest,
  toStep,
} from './push-desk';
import type { Step } from './push-script';

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

  const toAdd = (headers = {}, url = URL): [string, Asked] => [
    `POST ${ENDPOINTS}`,
    { body: { url }, headers },
  ];
  const LIST: [string] = [`GET ${ENDPOINTS}`];

  test('are added, with a secret that is shown once and stands in no cell', async () => {
    const told = await desk.callAll<Endpoint>(toAdd(), LIST);
    const [{ status, body }, listed] = told as [Told<Endpoint>, Told<unknown>];
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
    expect(listed.body).toEqual({ data: [shown] });
    const cells = desk.realm.spreadsheets.grid('sheet-test').flatMap((tab) => tab.cells.flat());
    expect(cells.join('\n')).not.toContain(secret.slice('whsec_'.length));
  });

  testLong('have secrets of their own', async () => {
    const told = await desk.callAll<Endpoint>(toAdd(), toAdd());
    expect(new Set(told.map(({ body }) => body.secret)).size).toBe(2);
  });

  test('with an Idempotency-Key are made once; the secret is not shown again', async () => {
    const key = { 'idempotency-key': 'one' };
    const told = await desk.callAll<Endpoint & Refused & { data: object[] }>(
      toAdd(key),
      toAdd(key),
      toAdd(key, `${URL}/other`),
      LIST,
    );
    expect(told[1]).toMatchObject({ status: 201, body: { ...told[0]?.body, secret: null } });
    expect(told[2]?.body.error.param).toBe('idempotency-key');
    expect(told[3]?.body.data).toHaveLength(1);
  });

  test('a creation killed at any call, made again, is one endpoint that has a secret', async () => {
    const asked = (n: number) => toRequest(...toAdd({ 'idempotency-key': `key ${n}` }, `${URL}/${n}`));
    await withKillAtCalls(FAULTS, async ({ call, n }) => {
      const fault = { call, kind: 'kill after', writes: 'lost' } as const;
      const ended = await desk.execute('serve', [asked(n)], { fault });
      await desk.wait(400_000);
      const [told, properties] = await desk.runAll(['serve', asked(n)], ['properties']);
      const reply = told as { status: number; body: string };
      const { id, secret } = JSON.parse(reply.body) as Endpoint;
      const mine = desk.rows('Push endpoints').filter(({ url }) => url === `${URL}/${n}`);
      expect([call, reply.status, mine.map((row) => row.id)]).toEqual([call, 201, [id]]);
      const kept = properties as Record<string, string>;
      // Nobody has seen the first answer, and who renews it then gets one.
      expect([call, secret === null || kept[`push secret ${id}`]?.includes(secret)]).toEqual([call, true]);
      expect([call, kept[`push secret ${id}`] !== undefined]).toEqual([call, true]);
      return ended;
    });
  });

  test('can be disabled and enabled again, unless they have changed since', async () => {
    const patch = (state: string, headers = {}): [string, Asked] => [
      'PATCH /v1/push-endpoints/P-1',
      { body: { state }, headers },
    ];
    const [, ...told] = await desk.callAll(
      toAdd(),
      patch('disabled'),
      patch('enabled', { 'if-match': '"v1"' }),
      patch('enabled', { 'if-match': '"v2"' }),
      patch('paused'),
    );
    expect(told).toMatchObject([
      { status: 200, body: { state: 'disabled', version: 2 } },
      { status: 412 },
      { status: 200, body: { state: 'enabled' } },
      { status: 422 },
    ]);
  });

  test('get another URL and other events, each on its own', async () => {
    const patch = (body: object): [string, Asked] => ['PATCH /v1/push-endpoints/P-1', { body }];
    const url = 'https://pos.example.com/other';
    const events = ['order.updated'];
    const [, ...told] = await desk.callAll(
      toAdd(),
      patch({ url }),
      patch({ events }),
      patch({}),
      patch({ state: 'disabled', url: 'ftp://pos.example.com/' }),
      patch({ state: 'disabled', events: ['lead.created'] }),
      LIST,
    );
    expect(told).toMatchObject([
      { status: 200, body: { url, version: 2 } },
      { body: { url, events, version: 3 } },
      { status: 200, body: { version: 3 } },
      { status: 422, body: { error: { param: 'url' } } },
      { status: 422, body: { error: { param: 'events' } } },
      { body: { data: [{ state: 'enabled', url }] } },
    ]);
  });

  test('are deleted for good, secret and all', async () => {
    const remove = (headers = {}) => toStep('DELETE /v1/push-endpoints/P-1', { headers });
    const told = await desk.runAll(
      toStep(...toAdd()),
      remove({ 'if-match': '"v7"' }),
      remove(),
      remove(),
      toStep(...LIST),
      ['properties'],
    );
    const replies = told.slice(1, 5) as { status: number; body: string }[];
    expect(replies.map(({ status }) => status)).toEqual([412, 200, 404, 200]);
    const bodies = replies.map(({ body }) => JSON.parse(body));
    expect([bodies[1], bodies[3]]).toEqual([{ id: 'P-1', deleted: true }, { data: [] }]);
    expect(told.at(-1)).not.toHaveProperty(['push secret P-1']);
  });

  test('whose secret is renewed more than once within a day sign with all of them, then with the last', async () => {
    await desk.runAll(
      toStep(...toAdd({}, `${desk.address}/till`)),
      ['addOrder', ORDER],
      ...Array<Step>(7).fill(toStep('POST /v1/push-endpoints/P-1/secret')),
    );
    const signatures = async () => {
      await desk.run('changeOrder', ORDER, String(desk.realm.scheduler.now()));
      return String(desk.receiver.received.at(-1)?.headers['webhook-signature']).split(' ').length;
    };
    expect(await signatures()).toBe(5);
    await desk.wait(DAY);
    expect(await signatures()).toBe(1);
  });

  test('list their latest attempts in pages', async () => {
    await desk.addEndpoints('/till', '/kitchen');
    desk.receiver.behaviours.set('/kitchen', { status: 500 });
    await desk.runAll(
      ['addOrder', ORDER],
      ['changeOrder', ORDER, 'x'],
      ['changeOrder', ORDER, 'y'],
      ['deliver'],
    );
    const ask = (page: string): [string, Asked] => [
      'GET /v1/push-endpoints/P-2/deliveries',
      { query: { page, pageSize: '1' } },
    ];
    const line = (version: number) => ({
      id: expect.stringMatching(/^D-/),
      at: expect.stringMatching(/^2026-11-21T09:/),
      eventId: `evt_${ORDER}_${version}`,
      endpointId: 'P-2',
      attempt: 1,
      status: 500,
      error: 'The endpoint returned 500.',
    });
    const told = await desk.callAll(ask('1'), ask('2'), ['GET /v1/push-endpoints/P-1/deliveries']);
    const [first, second, till] = told.map(({ body }) => body);
    expect(first).toEqual({ data: [line(3)], page: 1, pageSize: 1, total: 2 });
    expect(second).toEqual({ data: [line(2)], page: 2, pageSize: 1, total: 2 });
    expect(till).toMatchObject({ total: 2, data: [{ status: 200, error: null }, { status: 200 }] });
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
      const refused = ['manager C-2', 'staff C-1', 'agent', 'manager', ''];
      const [, ...told] = await desk.callAll(
        toAdd(),
        ...[...refused, 'admin'].map((as): [string, Asked] => [endpoint, { ...(body ? { body } : {}), as }]),
      );
      expect(told.slice(0, -1).map(({ status }) => status)).toEqual([403, 403, 403, 403, 401]);
      expect(told.at(-1)?.status).toBeLessThan(300);
    },
  );

  test('are 404 where there is no such endpoint or no such cafe', async () => {
    const told = await desk.callAll(
      ...CALLS.slice(2).map(([endpoint, body]): [string, Asked] => [endpoint, body ? { body } : {}]),
      ['POST /v1/cafes/C-9/push-endpoints', { body: { url: URL }, as: 'admin' }],
    );
    expect(told.map(({ status }) => status)).toEqual(told.map(() => 404));
  });

  test('are refused by the name of a field', async () => {
    const cells: readonly [object, string][] = [
      [{}, 'url'],
      [{ url: '' }, 'url'],
      [{ url: 7 }, 'url'],
      [{ url: URL, secret: 'x' }, 'secret'],
      [{ url: URL, events: [] }, 'events'],
      [{ url: URL, events: ['lead.created'] }, 'events.0'],
    ];
    const told = await desk.callAll<Refused>(
      ...cells.map(([body]): [string, Asked] => [`POST ${ENDPOINTS}`, { body }]),
    );
    expect(told.map(({ status, body }, at) => [cells[at]?.[0], status, body.error.param])).toEqual(
      cells.map(([body, param]) => [body, 422, param]),
    );
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
    await desk.runAll(['addOrder', ORDER], ['changeOrder', ORDER, 'x']);
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
