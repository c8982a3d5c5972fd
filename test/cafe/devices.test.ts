import { EXECUTION_START_MS } from '../../runtime/execution/costs';
import { type Asked, type Call, PLAIN, type Told } from '../harness/api';
import { describeLong, spread } from '../harness/extent';
import { withKillAtCalls } from '../harness/faults';
import { type Cafe, type Item, startCafe } from './cafe';

const DEVICES = '/v1/cafes/C-1/devices';
const ORDERS = 'GET /v1/cafes/C-1/orders';
const REFUSED = { error: { code: 'invalid_token' } };
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let cafe: Cafe;
let token: string;
let id: string;
/** A cafe with its first device. */
async function startWithDevice(): Promise<void> {
  cafe = await startCafe();
  ({ token, id } = (await add({ name: ' Counter ' })) as { token: string; id: string });
}

async function add(body: object, headers: Record<string, string> = {}): Promise<Item> {
  return (await cafe.call(`POST ${DEVICES}`, asManager(body, headers))).body as Item;
}

const statusOf = async (one = token) => (await cafe.call(ORDERS, { token: one })).status;

/** As if the cache had dropped all that it has of devices. */
function loseCache(): void {
  const { services, scripts } = cafe.api;
  for (const { hash } of cafe.rows('Devices'))
    for (const kind of ['c', 'r']) services.caches.open('script', scripts.api.id).delete(`${kind}:${hash}`);
}

/** Time goes by in one step, and no timer runs. */
async function leap(ms: number): Promise<void> {
  cafe.stopTimers();
  await cafe.later(ms);
}

const asManager = (body?: object, headers: Record<string, string> = {}): Asked => ({
  ...{ token: cafe.api.tokens.manager, headers },
  ...(body ? { body } : {}),
});

describe('a device of a cafe', () => {
  let kitchen: string;
  /** Its token. */
  let elsewhere: string;
  beforeAll(async () => {
    await startWithDevice();
    const { admin } = cafe.api.tokens;
    const toItem = (body: object): Call => ['POST /v1/cafes/C-1/menu', { token: admin, body }];
    const [own, other] = await cafe.callAll(
      [`POST ${DEVICES}`, asManager({ name: 'Kitchen' })],
      ['POST /v1/cafes/C-2/devices', { token: admin, body: { name: 'Counter' } }],
      toItem({ name: 'Tea', price: 300 }),
      toItem({ name: 'Secret', price: 300, availability: 'hidden' }),
    );
    [kitchen, elsewhere] = [own, other].map(({ body }) => (body as { token: string }).token) as [
      string,
      string,
    ];
  });
  afterAll(() => cafe.close());

  test('is added by its manager: the token is shown once, and stands in no cell', async () => {
    const [{ body }, all] = await cafe.callAll(
      [`POST ${DEVICES}`, asManager({ name: 'Window' })],
      [`GET ${DEVICES}`, asManager()],
    );
    const added = body as Item;
    expect(added).toEqual({
      id: 'D-4',
      cafeId: 'C-1',
      name: 'Window',
      createdBy: expect.stringMatching(/^U-\d+$/),
      createdAt: expect.stringMatching(/Z$/),
      expiresAt: expect.stringMatching(/Z$/),
      token: expect.stringMatching(/^dt_4_[0-9a-z]{7}_[0-9a-z]{38}$/),
    });
    const { token: secret, ...shown } = added;
    const others = ['D-1', 'D-2'].map((own) => expect.objectContaining({ id: own }));
    expect(all.body).toEqual({ data: [...others, shown] });
    expect(all.body).toMatchObject({ data: [{ name: 'Counter' }, { name: 'Kitchen' }, {}] });
    const traces = cafe.api.executions.map(({ log, error, calls }) => [log, error, calls]);
    expect(JSON.stringify([cafe.api.sheets(), traces])).not.toContain(String(secret).slice(-20));
  });

  test('says who it is, and until when', async () => {
    const [own, all] = await cafe.callAll(
      ['GET /v1/auth/session', { token }],
      [`GET ${DEVICES}`, asManager()],
    );
    const user = { id: 'D-1', role: 'device', cafeId: 'C-1' };
    const [listed] = (all.body as { data: Item[] }).data;
    expect(own.body).toMatchObject({ user, expiresAt: listed?.expiresAt });
  });

  test('moves orders, which tells the cafe by which device, and the customer by its cafe', async () => {
    const { id: order } = await cafe.placed([{ menuItemId: 'I-1' }]);
    const [moved, own, customers] = await cafe.callAll(
      [`PATCH /v1/orders/${order}`, { token, body: { status: 'accepted' } }],
      [`GET /v1/orders/${order}`, { token }],
      [`GET /v1/orders/${order}`],
    );
    const lastIn = ({ body }: Told) => (body as { history: object[] }).history.at(-1);
    expect(moved.status).toBe(200);
    expect(lastIn(own)).toMatchObject({ by: 'D-1', byName: 'Counter' });
    expect(lastIn(customers)).toEqual({ status: 'accepted', at: expect.any(String), by: 'cafe' });
    expect(cafe.rows('Orders')[0]?.history).toContain('"by":"D-1"');
  });

  test('pauses its cafe, sells an item out, sees what is hidden and the takings', async () => {
    const told = await cafe.callAll(
      ['PATCH /v1/cafes/C-1', { token, body: { isPaused: true } }],
      ['PATCH /v1/menu/I-1', { token, body: { availability: 'sold_out' } }],
      ['GET /v1/cafes/C-1/menu', { token }],
      ['GET /v1/cafes/C-1/takings', { token }],
    );
    expect(told).toMatchObject([
      { status: 200, body: { isPaused: true } },
      { status: 200, body: { availability: 'sold_out' } },
      { status: 200, body: { data: [{}, { name: 'Secret' }] } },
      { status: 200, body: { orders: 0 } },
    ]);
  });

  test('is told apart from others in the rate limit', async () => {
    const told = await cafe.callAll(
      ...[kitchen, token, token, token, kitchen].map((one): Call => [ORDERS, { token: one }]),
    );
    const left = told.map(({ headers }) => Number(/r=(\d+)/.exec(headers?.ratelimit ?? '')?.[1]));
    expect(left[4]).toBe(Number(left[0]) - 1);
  });

  test('cannot use its token in a URL, where others may see it', async () => {
    const answer = await cafe.api.call(PLAIN, 'GET', '/v1/cafes/C-1/orders', { token });
    expect(answer.body).toMatchObject({
      error: {
        status: 401,
        message: expect.stringContaining('This device token is not enabled for plain calls.'),
      },
    });
  });

  test('costs one read and one write of the cache, as a session does; cold one read of the sheet', async () => {
    const ask = () => cafe.execute('GET /v1/auth/session', { token });
    await ask();
    const warm = await ask();
    expect(warm.calls.map(({ method }) => method)).toEqual(['cache.getAll', 'cache.putAll']);
    expect(warm.elapsed - EXECUTION_START_MS).toBeLessThanOrEqual(120);
    await leap(5 * 3_600_000 + 1_000);
    const cold = await ask();
    expect([cold.count('lock.'), cold.count('spreadsheet.getValues')]).toEqual([0, 1]);
    expect(cold.elapsed).toBeLessThanOrEqual(1_500);
  });

  test('with an Idempotency-Key is added once, and its token is not shown again', async () => {
    const headers = { 'idempotency-key': 'one' };
    const known = cafe.rows('Devices').length;
    const [first, again, other] = await cafe.callAll(
      [`POST ${DEVICES}`, asManager({ name: 'Kitchen' }, headers)],
      [`POST ${DEVICES}`, asManager({ name: 'Kitchen' }, headers)],
      [`POST ${DEVICES}`, asManager({ name: 'Other' }, headers)],
    );
    expect(again.body).toEqual({ ...(first.body as object), token: null });
    expect(other.body).toMatchObject({ error: { status: 422, param: 'idempotency-key' } });
    expect(cafe.rows('Devices')).toHaveLength(known + 1);
  });

  test('a cafe typed into its row applies at once', async () => {
    expect(await statusOf()).toBe(200);
    await cafe.edit('Devices', id, 'cafeId', 'C-2');
    const told = await cafe.callAll([ORDERS, { token }], ['GET /v1/cafes/C-2/orders', { token }]);
    expect(told.map(({ status }) => status)).toEqual([403, 200]);
    await cafe.edit('Devices', id, 'cafeId', 'C-1');
  });

  test('outlasts the user who added it, which whoever disables that user is told', async () => {
    const lost = `D-${cafe.rows('Devices').length + 1}`;
    const [made, ended] = await cafe.callAll(
      [`POST ${DEVICES}`, asManager({ name: 'Lost' })],
      [`DELETE /v1/devices/${lost}`, asManager()],
    );
    expect([made.status, ended.status]).toEqual([201, 200]);
    const said = async (email: string) => {
      const { dialogs } = await cafe.run('disableUser', [], { kind: 'menu', answers: [{ text: email }] });
      return dialogs.shown.at(-1)?.text ?? '';
    };
    expect(await said(cafe.api.people.staff.email)).not.toContain('Still logged in');
    expect(await said(cafe.api.people.manager.email)).toMatch(
      /Still logged in: D-1 \(Counter, C-1\)(?!.*Lost).*\. U-/,
    );
    loseCache();
    expect(await statusOf()).toBe(200);
  });

  test('of a cafe that is no more can do nothing', async () => {
    await cafe.edit('Cafes', 'C-2', 'id', '');
    const told = await cafe.callAll(
      ['GET /v1/cafes/C-2/orders', { token: elsewhere }],
      [ORDERS, { token: elsewhere }],
    );
    expect(told.map(({ status }) => status)).toEqual([404, 403]);
  });
});

describe('a device ends', () => {
  /** Each test takes the first. */
  let devices: Item[];
  beforeAll(async () => {
    cafe = await startCafe();
    const toAdd: Call = [`POST ${DEVICES}`, asManager({ name: 'Counter' })];
    const told = await cafe.callAll(...Array<Call>(ENDS.length + 4).fill(toAdd));
    devices = told.map(({ body }) => body as Item);
  });
  afterAll(() => cafe.close());
  beforeEach(() => {
    ({ token, id } = devices.shift() as Item & { token: string });
  });

  test('without its row only hours later, since Google tells the script nothing of that', async () => {
    expect(await statusOf()).toBe(200);
    const { services, scripts } = cafe.api;
    services.spreadsheets.deleteLines(scripts.api.spreadsheetId, 'Devices', {
      dimension: 'rows',
      at: cafe.rows('Devices').findIndex((one) => one.id === id) + 2,
      count: 1,
    });
    await leap(4 * HOUR);
    expect(await statusOf()).toBe(200);
    await leap(HOUR);
    expect(await statusOf()).toBe(401);
  });

  const ENDS: [string, () => Promise<unknown>][] = [
    ['by its manager', () => cafe.call(`DELETE /v1/devices/${id}`, { token: cafe.api.tokens.manager })],
    ['by logging itself out', () => cafe.call('DELETE /v1/auth/session', { token })],
    [
      'from the menu',
      () => cafe.run('revokeDevice', [], { kind: 'menu', answers: [{ text: ` ${id.toLowerCase()} ` }] }),
    ],
    ['with a date in revokedAt', () => cafe.edit('Devices', id, 'revokedAt', '2026-11-21')],
    ['with any text in revokedAt', () => cafe.edit('Devices', id, 'revokedAt', 'lost')],
  ];

  test.each(spread(ENDS, 2))('%s: at once, for good, and it is listed no more', async (_, end) => {
    const both = [token, String(devices[0]?.token)].map((one): Call => [ORDERS, { token: one }]);
    const before = await cafe.callAll(...both);
    expect(before.map(({ status }) => status)).toEqual([200, 200]);
    await end();
    expect(await cafe.call(ORDERS, { token })).toMatchObject({ status: 401, body: REFUSED });
    loseCache();
    const told = await cafe.callAll(
      ...both,
      [`DELETE /v1/devices/${id}`, asManager()],
      [`GET ${DEVICES}`, asManager()],
    );
    expect(told.map(({ status }) => status)).toEqual([401, 200, 404, 200]);
    expect(told.at(-1)?.body).toEqual({
      data: devices.map((device) => expect.objectContaining({ id: device.id })),
    });
  });

  test('a guess, a longer end or the number of another device is no token', async () => {
    const [, number, end = ''] = token.split('_');
    const [, another] = String(devices[0]?.token).split('_');
    const last = token.endsWith('a') ? 'b' : 'a';
    const forged = [
      token.replace(end, 'zzzzzzz'),
      token.replace(`dt_${number}_`, `dt_${another}_`),
      token.slice(0, -1) + last,
    ];
    const told = await cafe.callAll(...forged.map((one): Call => [ORDERS, { token: one }]));
    expect(told.map(({ status }) => status)).toEqual([401, 401, 401]);
  });

  test('after 90 days, not before, and its row goes days later', async () => {
    const { createdAt } = cafe.rows('Devices').find((one) => one.id === id) ?? {};
    await leap(Date.parse(String(createdAt)) + 90 * DAY - 60_000 - cafe.now());
    expect(await statusOf()).toBe(200);
    await cafe.later(60_000);
    const owner = { token: cafe.api.tokens.key };
    const told = await cafe.callAll(
      [ORDERS, { token }],
      [`GET ${DEVICES}`, owner],
      [`DELETE /v1/devices/${id}`, owner],
    );
    const message = 'The device token has expired. A manager can add the device again.';
    expect(told).toMatchObject([
      { status: 401, body: { error: { message } } },
      { body: { data: [] } },
      { status: 404 },
    ]);
    expect(cafe.rows('Devices')).not.toEqual([]);
    await cafe.later(3 * DAY);
    await cafe.run('deliverOutbox', []);
    expect(cafe.rows('Devices')).toEqual([]);
  });
});

describeLong('a device that is removed ends', () => {
  beforeAll(startWithDevice);
  afterAll(() => cafe.close());

  test('where the script ends at any of its calls, as soon as its row says so', async () => {
    let ended = 0;
    await withKillAtCalls(20, async ({ call }) => {
      const device = (await add({ name: 'Kitchen' })) as { id: string; token: string };
      expect(await statusOf(device.token)).toBe(200);
      const execution = await cafe.execute(
        `DELETE /v1/devices/${device.id}`,
        { token: cafe.api.tokens.key },
        { fault: { call, kind: 'kill after', writes: 'applied' } },
      );
      const row = cafe.rows('Devices').find((one) => one.id === device.id);
      if (row?.revokedAt) expect([call, await statusOf(device.token)]).toEqual([call, 401]);
      if (row?.revokedAt && execution.hasFaultFired) ended++;
      await leap(400_000);
      return execution;
    });
    expect(ended).toBeGreaterThan(0);
  });
});

describe('the menu of devices', () => {
  beforeAll(startWithDevice);
  afterAll(() => cafe.close());

  /** What the person was shown, the last dialog's words. */
  async function click(name: string, ...texts: string[]): Promise<string> {
    const answers = texts.map((text) => ({ text }));
    const { error, dialogs } = await cafe.run(name, [], { kind: 'menu', answers });
    if (error) throw new Error(error.message);
    return dialogs.shown.at(-1)?.text ?? '';
  }

  test('adds one, whose token is shown once', async () => {
    const shown = await click('newDevice', ' corner ', ' Kitchen ');
    const [, made = ''] = /^Token: (dt_\S+)$/m.exec(shown) ?? [];
    const [orders, all] = await cafe.callAll([ORDERS, { token: made }], [`GET ${DEVICES}`, asManager()]);
    expect(orders.status).toBe(200);
    expect(all.body).toMatchObject({ data: [{}, { id: 'D-2', name: 'Kitchen', createdBy: 'sheet' }] });
  });

  test('says what is wrong, and writes nothing', async () => {
    const before = [cafe.rows('Devices'), cafe.rows('Users')];
    const noCafe = 'There is no cafe "C-9" in the Cafes tab.';
    for (const [name, texts, said] of [
      ['newDevice', ['C-9', 'Counter'], noCafe],
      ['newDevice', ['C-1', 'x'.repeat(81)], 'name must be 1 to 80 characters (got 81).'],
      ['revokeDevice', ['D-9'], 'There is no device "D-9".'],
      ['newUser', ['carl@example.com', 'staff', 'C-9'], noCafe],
      [
        'newUser',
        ['tablet@example.com', 'device', 'C-1'],
        'role must be one of admin, agent, manager, staff (got "device").',
      ],
    ] as const)
      await expect(click(name, ...texts)).rejects.toThrow(said);
    expect([cafe.rows('Devices'), cafe.rows('Users')]).toEqual(before);
    const typed = () => cafe.edit('Users', 'U-1', 'role', 'device');
    await expect(async () => typed()).rejects.toThrow('violates the data validation rules');
  });
});
