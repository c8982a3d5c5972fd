import type { Call, Told } from '../harness/api';
import { spread, testLong } from '../harness/extent';
import { type Cafe, type Item, startCafe } from './cafe';

const MINUTE = 60_000;
const LIST = 'GET /v1/cafes/C-1/orders';
const OPEN = { status: 'placed,accepted,preparing,ready' };

let cafe: Cafe;
let placed: Item[];
beforeAll(async () => {
  cafe = await startCafe();
  await cafe.item({ name: 'Tea', price: 300 });
  placed = await cafe.placedAll(...[1, 2, 3].map((quantity) => [{ menuItemId: 'I-1', quantity }]));
});
afterAll(() => cafe.close());

const staff = () => cafe.api.tokens.staff;
const toAsk = (query: Record<string, string> = {}, ifNoneMatch = '', token = staff()): Call => [
  LIST,
  { token, query, headers: ifNoneMatch === '' ? {} : { 'if-none-match': ifNoneMatch } },
];
const ask = (...asked: Parameters<typeof toAsk>) => cafe.call(...toAsk(...asked));
const ordersIn = ({ body }: Told) => (body as { data: Item[] }).data;
const idsIn = (told: Told) => ordersIn(told).map(({ id }) => id);
const etagOf = ({ headers = {} }: Told) => headers.etag ?? '';

/** The calls of the sheet in a poll with this ETag, and its status. */
async function poll(etag: string, query: Record<string, string> = OPEN) {
  const { status } = await ask(query, etag);
  return { status, sheetCalls: cafe.calls('spreadsheet.').length };
}

describe('the list of orders', () => {
  test('has the newest first, as their cafe sees them', async () => {
    const newest = placed[2]?.id;
    const [told, byItsId] = await cafe.callAll(toAsk(), [`GET /v1/orders/${newest}`, { token: staff() }]);
    expect(told.status).toBe(200);
    expect(idsIn(told)).toEqual(placed.map(({ id }) => id).reverse());
    const first = ordersIn(told)[0];
    expect(first).toMatchObject({
      status: 'placed',
      customer: { name: '' },
      nextStatuses: expect.any(Array),
    });
    expect(first).toEqual(byItsId.body);
  });

  test('comes in pages', async () => {
    const told = await ask({ pageSize: '2', page: '2', ...OPEN });
    expect(told.body).toMatchObject({ page: 2, pageSize: 2, total: 3 });
    expect(idsIn(told)).toEqual([placed[0]?.id]);
    expect(told.headers?.link).toContain('</v1/cafes/C-1/orders?pageSize=2&page=1&status=placed');
  });

  test('begins behind an order with after, the oldest first', async () => {
    const [one, two, three] = placed.map(({ id }) => id);
    const told = await cafe.callAll(
      toAsk({ after: one ?? '', pageSize: '1' }),
      toAsk({ after: one ?? '', ...OPEN }),
      toAsk({ after: three ?? '' }),
    );
    expect(told.map(idsIn)).toEqual([[two], [two, three], []]);
  });

  test('can be of some statuses, and of what was updated since', async () => {
    const before = new Date(cafe.now()).toISOString();
    await cafe.later(1_000);
    const [, ...told] = await cafe.callAll(
      [`PATCH /v1/orders/${placed[1]?.id}`, { token: staff(), body: { status: 'accepted' } }],
      toAsk({ status: 'accepted,ready' }),
      toAsk({ since: before }),
      toAsk({ since: before.replace('Z', '+00:00') }),
      toAsk({ since: new Date(cafe.now() + MINUTE).toISOString() }),
    );
    const changed = [placed[1]?.id];
    expect(told.map(idsIn)).toEqual([changed, changed, changed, []]);
  });

  test('comes as CSV too, with amounts in main units', async () => {
    const customer = { name: '=1+1', phone: '+1 555 123 0001', email: 'ann@example.com' };
    const { body } = await cafe.order([{ menuItemId: 'I-1', quantity: 2 }], {
      customer,
      tip: 5,
      note: 'a, "b"',
    });
    const { id } = body as Item;
    const [{ text, headers, status }, large, , cached] = await cafe.callAll(
      toAsk({ format: 'csv', status: 'draft' }),
      toAsk({ format: 'csv', pageSize: '1000' }),
      [`PATCH /v1/orders/${id}`, { token: staff(), body: { status: 'cancelled', reason: 'A test.' } }],
      toAsk({ format: 'csv' }),
    );
    const [columns, line] = text.split('\r\n');
    expect([status, headers?.['content-type'], headers?.['x-total-count']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      '1',
    ]);
    expect(columns).toMatch(/^id,status,createdAt,placedAt,updatedAt,pickupAt,items,total,tip,/);
    expect(line).toMatch(
      new RegExp(`^${id},draft,[^,]+Z,,[^,]+Z,,2 x Tea,6.05,0.05,0.39,0.00,0.00,EUR,true,`),
    );
    expect(line).toContain(`'=1+1,'+15551230001,ann@example.com,"a, ""b"""`);
    expect(large.status).toBe(200);
    const again = await cafe.callAll(
      toAsk({ format: 'csv' }, etagOf(cached)),
      toAsk({ format: 'json' }, etagOf(cached)),
    );
    expect(again.map((told) => told.status)).toEqual([304, 200]);
  });

  test('refuses a parameter that is not valid', async () => {
    const cells: readonly [Record<string, string>, string][] = [
      [{ status: 'placed,eaten' }, 'status'],
      [{ since: 'yesterday' }, 'since'],
      [{ since: '2026-11-21' }, 'since'],
      [{ pageSize: '101' }, 'pageSize'],
      [{ q: 'Ann' }, 'q'],
      [{ after: 'L-7' }, 'after'],
    ];
    const told = await cafe.callAll(...cells.map(([query]) => toAsk(query)));
    expect(told).toMatchObject(cells.map(([, param]) => ({ status: 422, body: { error: { param } } })));
  });

  test('is for the people of the cafe', async () => {
    const { admin, manager, agent, key } = cafe.api.tokens;
    const told = await cafe.callAll(
      ...[admin, manager, staff(), key, agent].map((token) => toAsk({}, '', token)),
      [LIST],
      ['GET /v1/cafes/C-2/orders', { token: staff() }],
      ['GET /v1/cafes/C-9/orders', { token: admin }],
      ['GET /v1/cafes/C-2/orders', { token: admin }],
    );
    expect(told.map(({ status }) => status)).toEqual([200, 200, 200, 200, 403, 401, 403, 404, 200]);
    expect(told.at(-1)?.body).toMatchObject({ data: [], total: 0 });
  });
});

test('the orders since a time are all there in the night in which clocks show an hour twice', async () => {
  const night = await startCafe(undefined, '2027-10-31T00:45:00Z');
  night.setTimeZone('Europe/Berlin');
  await night.item({ name: 'Tea', price: 300 });
  // They go back at 01:00 UTC.
  const missed: string[] = [];
  night.stopTimers();
  for (let order = 1; order <= 4; order++) {
    const since = new Date(night.now()).toISOString();
    await night.later(15 * 60_000);
    const [made, told] = await night.callAll(
      ['POST /v1/orders', { body: { cafeId: 'C-1', items: [{ menuItemId: 'I-1' }] } }],
      [LIST, { token: night.api.tokens.staff, query: { since } }],
    );
    if (!idsIn(told).includes((made.body as Item).id)) missed.push(since);
  }
  await night.close();
  expect(missed).toEqual([]);
});

describe('a poll with the ETag of the last answer', () => {
  test('reads no sheet while nothing has changed', async () => {
    const first = await ask(OPEN);
    const same = await ask(OPEN, etagOf(first));
    expect([same.status, etagOf(same), same.text]).toEqual([304, etagOf(first), '']);
    expect(cafe.calls('spreadsheet.')).toEqual([]);
    expect(await poll(`"other", W/${etagOf(first)}`)).toEqual({ status: 304, sheetCalls: 0 });
    expect(cafe.calls('cache.').length).toBeLessThanOrEqual(3);
  });

  test('is answered anew after a minute, since no trigger reports some edits', async () => {
    const etag = etagOf(await ask(OPEN));
    await cafe.later(50_000);
    expect((await poll(etag)).status).toBe(304);
    await cafe.later(11_000);
    expect((await poll(etag)).status).toBe(200);
  });

  test('is answered anew for another query', async () => {
    const etag = etagOf(await ask(OPEN));
    const others: Record<string, string>[] = [{}, { ...OPEN, page: '2' }, { status: 'placed' }];
    const told = await cafe.callAll(...others.map((query) => toAsk(query, etag)));
    expect(told.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  const id = () => placed[2]?.id as string;
  test.each<[string, () => Promise<unknown>]>([
    ['a new order', () => cafe.order([{ menuItemId: 'I-1' }])],
    ['a payment that the timer finds', () => cafe.timerAfter(2 * MINUTE)],
    ['a new status', () => cafe.move(id(), { status: 'accepted' })],
    ['a status typed into the tab', () => cafe.edit('Orders', id(), 'status', 'preparing')],
    ['any other edit of the tab', () => cafe.edit('Orders', id(), 'note', 'Window seat')],
    ['a cancelled order', () => cafe.move(id(), { status: 'cancelled', reason: 'No milk.' })],
    ['its refund', () => cafe.later(61_000)],
  ])('is answered anew after %s', async (_, change) => {
    // The minute of an answer must not be what makes the difference.
    const version = lastVersion ?? (await versionNow()).version;
    await change();
    expect((await versionNow()).version).not.toBe(version);
  });

  let lastVersion: string | undefined;
  async function versionNow() {
    const etag = etagOf(await ask({}));
    lastVersion = etag.split('.')[0];
    return { etag, version: lastVersion };
  }

  test.each(
    spread<[string, string]>(
      [
        ['the write itself', 'spreadsheet.setValues'],
        ['its flush', 'spreadsheet.flush'],
        ['the release of the lock', 'lock.release'],
      ],
      1,
    ),
  )('is answered anew where an execution dies after %s', async (_, method) => {
    const { etag } = await versionNow();
    const move = (id: string, status: string, call?: number) =>
      cafe.execute(
        `PATCH /v1/orders/${id}`,
        { token: staff(), body: { status } },
        call === undefined ? {} : { fault: { call, kind: 'kill after', writes: 'applied' } },
      );
    const TEA = [{ menuItemId: 'I-1' }];
    const ids = (await cafe.placedAll(TEA, TEA)).map((order) => order.id);
    await cafe.callAll(
      ...ids.flatMap((one) =>
        ['accepted', 'preparing'].map(
          (status): Call => [`PATCH /v1/orders/${one}`, { token: staff(), body: { status } }],
        ),
      ),
    );
    const [measured = '', id = ''] = ids;
    const { calls } = await move(measured, 'ready');
    const { etag: next } = await versionNow();
    expect(next).not.toBe(etag);
    const died = await move(id, 'ready', calls.map((call) => call.method).lastIndexOf(method) + 1);
    expect(died.hasFaultFired).toBe(true);
    expect(cafe.rows('Orders').find((one) => one.id === id)).toMatchObject({ status: 'ready' });
    expect((await poll(next, {})).status).toBe(200);
  });

  testLong.each(['list', 'change'])(
    'is never told that nothing has changed where it has, whenever the %s is slow',
    async (slowOne) => {
      const list = { token: staff() };
      const change = { token: staff(), body: { status: 'accepted' } };
      const [measured, ...others] = (await cafe.placedAll(...Array(3).fill([{ menuItemId: 'I-1' }]))).map(
        (order) => order.id,
      );
      const whole = {
        list: await cafe.execute(LIST, list),
        change: await cafe.execute(`PATCH /v1/orders/${measured}`, change),
      };
      const { calls } = whole[slowOne as 'list' | 'change'];
      for (const index of spread([...calls.keys()], 2)) {
        const id = others.shift() ?? (await cafe.placed([{ menuItemId: 'I-1' }])).id;
        const slow = { call: index + 1, kind: 'slow', ms: 5_000 } as const;
        const at = (name: string) => (name === slowOne ? { fault: slow } : { startsAt: cafe.now() + 2_000 });
        const [listed] = await Promise.all([
          cafe.execute(LIST, list, at('list')),
          cafe.execute(`PATCH /v1/orders/${id}`, change, at('change')),
        ]);
        const { headers, body } = JSON.parse((listed.returned as { content: string }).content);
        const seen = (JSON.parse(body) as { data: Item[] }).data.find((order) => order.id === id)?.status;
        expect(['placed', 'accepted']).toContain(seen);
        if (seen === 'placed') expect([index, (await ask({}, headers.etag)).status]).toEqual([index, 200]);
      }
    },
  );

  testLong(
    'costs five tablets that ask every five seconds little more than one read each a minute',
    async () => {
      const etags = Array<string>(5).fill('');
      const since = cafe.now();
      for (let round = 0; round < 12; round++) {
        for (const [tablet, etag] of etags.entries()) etags[tablet] = etagOf(await ask(OPEN, etag));
        await cafe.later(4_000);
      }
      const polls = cafe.api.executions.filter((one) => one.startedAt >= since && one.function === 'doPost');
      expect(polls).toHaveLength(60);
      expect(polls.filter((one) => one.count('spreadsheet.') > 0).length).toBeLessThanOrEqual(10);
    },
  );
});
