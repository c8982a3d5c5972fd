import type { Method } from '../../runtime/execution/calls';
import type { Told } from '../harness/api';
import { spread, testLong } from '../harness/extent';
import { type Cafe, type Item, startCafe } from './cafe';

const LIST = 'GET /v1/cafes/C-1/orders';
const OPEN = { status: 'placed,accepted,preparing,ready' };

let cafe: Cafe;
let placed: Item[];
beforeAll(async () => {
  cafe = await startCafe();
  await cafe.item({ name: 'Tea', price: 300 });
  placed = [
    await cafe.placed([{ menuItemId: 'I-1' }]),
    await cafe.placed([{ menuItemId: 'I-1', quantity: 2 }]),
    await cafe.placed([{ menuItemId: 'I-1', quantity: 3 }]),
  ];
});
afterAll(() => cafe.close());

const staff = () => cafe.api.tokens.staff;
const ask = (query: Record<string, string> = {}, ifNoneMatch = '', token = staff()) =>
  cafe.call(LIST, { token, query, headers: ifNoneMatch === '' ? {} : { 'if-none-match': ifNoneMatch } });
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
    const told = await ask();
    expect(told.status).toBe(200);
    expect(idsIn(told)).toEqual(placed.map(({ id }) => id).reverse());
    const first = ordersIn(told)[0];
    expect(first).toMatchObject({
      status: 'placed',
      customer: { name: '' },
      nextStatuses: expect.any(Array),
    });
    expect(first).toEqual(await cafe.get(first?.id ?? '', staff()));
  });

  test('comes in pages', async () => {
    const told = await ask({ pageSize: '2', page: '2', ...OPEN });
    expect(told.body).toMatchObject({ page: 2, pageSize: 2, total: 3 });
    expect(idsIn(told)).toEqual([placed[0]?.id]);
    expect(told.headers?.link).toContain('</v1/cafes/C-1/orders?pageSize=2&page=1&status=placed');
  });

  test('can be of some statuses, and of what was updated since', async () => {
    const before = new Date(cafe.now()).toISOString();
    await cafe.later(60_000);
    await cafe.move(placed[1]?.id as string, { status: 'accepted' });
    expect(idsIn(await ask({ status: 'accepted,ready' }))).toEqual([placed[1]?.id]);
    expect(idsIn(await ask({ since: before }))).toEqual([placed[1]?.id]);
    expect(idsIn(await ask({ since: new Date(cafe.now() + 1).toISOString() }))).toEqual([]);
    const local = before.replace('Z', '+00:00');
    expect(idsIn(await ask({ since: local }))).toEqual([placed[1]?.id]);
  });

  test('comes as CSV too, with amounts in main units', async () => {
    const customer = { name: '=1+1', phone: '+1 555 123 0001', email: 'ann@example.com' };
    const { body } = await cafe.order([{ menuItemId: 'I-1', quantity: 2 }], {
      customer,
      tip: 5,
      note: 'a, "b"',
    });
    const { id } = body as Item;
    const { text, headers, status } = await ask({ format: 'csv', status: 'draft' });
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
    expect((await ask({ format: 'csv', pageSize: '1000' })).status).toBe(200);
    await cafe.move(id, { status: 'cancelled', reason: 'A test.' });
    const cached = await ask({ format: 'csv' });
    expect((await ask({ format: 'csv' }, etagOf(cached))).status).toBe(304);
    expect((await ask({ format: 'json' }, etagOf(cached))).status).toBe(200);
  });

  test.each(
    spread<[object, string]>(
      [
        [{ status: 'placed,eaten' }, 'status'],
        [{ since: 'yesterday' }, 'since'],
        [{ since: '2026-11-21' }, 'since'],
        [{ pageSize: '101' }, 'pageSize'],
        [{ q: 'Ann' }, 'q'],
      ],
      2,
    ),
  )('refuses %j', async (query, param) => {
    expect(await ask(query as unknown as Record<string, string>)).toMatchObject({
      status: 422,
      body: { error: { param } },
    });
  });

  test('is for the people of the cafe', async () => {
    const { admin, manager, agent, key } = cafe.api.tokens;
    const statuses = [];
    for (const token of [admin, manager, staff(), key, agent])
      statuses.push((await ask({}, '', token)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 403]);
    expect((await cafe.call(LIST)).status).toBe(401);
    expect((await cafe.call('GET /v1/cafes/C-2/orders', { token: staff() })).status).toBe(403);
    expect((await cafe.call('GET /v1/cafes/C-9/orders', { token: admin })).status).toBe(404);
    expect(await cafe.call('GET /v1/cafes/C-2/orders', { token: admin })).toMatchObject({
      status: 200,
      body: { data: [], total: 0 },
    });
  });
});

test('the orders since a time are all there in the night in which clocks show an hour twice', async () => {
  const night = await startCafe(undefined, '2027-10-31T00:45:00Z');
  night.setTimeZone('Europe/Berlin');
  await night.item({ name: 'Tea', price: 300 });
  // They go back at 01:00 UTC.
  const missed: string[] = [];
  for (let order = 1; order <= 5; order++) {
    const since = new Date(night.now()).toISOString();
    await night.later(15 * 60_000);
    const { id } = (await night.order([{ menuItemId: 'I-1' }])).body as Item;
    const told = await night.call(LIST, { token: night.api.tokens.staff, query: { since } });
    if (!idsIn(told).includes(id)) missed.push(since);
  }
  await night.close();
  expect(missed).toEqual([]);
});

describe('a poll with the ETag of the last answer', () => {
  test('reads no sheet while nothing has changed', async () => {
    const first = await ask(OPEN);
    expect(await poll(etagOf(first))).toEqual({ status: 304, sheetCalls: 0 });
    expect(await poll(`"other", W/${etagOf(first)}`)).toEqual({ status: 304, sheetCalls: 0 });
    expect(cafe.calls('cache.').length).toBeLessThanOrEqual(3);
    const [told] = [await ask(OPEN, etagOf(first))];
    expect([etagOf(told), told.text]).toEqual([etagOf(first), '']);
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
    for (const query of [{}, { ...OPEN, page: '2' }, { status: 'placed' }])
      expect((await poll(etag, query as Record<string, string>)).status).toBe(200);
  });

  const id = () => placed[2]?.id as string;
  test.each<[string, () => Promise<unknown>]>([
    ['a new order', () => cafe.order([{ menuItemId: 'I-1' }])],
    ['a payment that the timer finds', () => cafe.later(121_000)],
    ['a new status', () => cafe.move(id(), { status: 'accepted' })],
    ['a status typed into the tab', () => cafe.edit('Orders', id(), 'status', 'preparing')],
    ['any other edit of the tab', () => cafe.edit('Orders', id(), 'note', 'Window seat')],
    ['a cancelled order', () => cafe.move(id(), { status: 'cancelled', reason: 'No milk.' })],
    ['its refund', () => cafe.later(61_000)],
  ])('is answered anew after %s', async (_, change) => {
    // The minute of an answer must not be what makes the difference.
    const { version } = await versionNow();
    await change();
    expect((await versionNow()).version).not.toBe(version);
  });

  async function versionNow() {
    const etag = etagOf(await ask({}));
    return { etag, version: etag.split('.')[0] };
  }

  test.each(
    spread<[string, Method]>(
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
    const prepared = async () => {
      const { id } = await cafe.placed([{ menuItemId: 'I-1' }]);
      for (const status of ['accepted', 'preparing']) await move(id, status);
      return id;
    };
    const [first, second, id] = [await prepared(), await prepared(), await prepared()];
    await move(first, 'ready');
    const { calls } = await move(second, 'ready');
    const { etag: next } = await versionNow();
    expect(next).not.toBe(etag);
    const died = await move(id, 'ready', calls.map((call) => call.method).lastIndexOf(method) + 1);
    expect(died.hasFaultFired).toBe(true);
    expect((await cafe.get(id)).status).toBe('ready');
    expect((await poll(next, {})).status).toBe(200);
  });

  test.each(spread(['list', 'change'], 1))(
    'is never told that nothing has changed where it has, whenever the %s is slow',
    async (slowOne) => {
      const list = { token: staff() };
      const change = { token: staff(), body: { status: 'accepted' } };
      const measured = await cafe.placed([{ menuItemId: 'I-1' }]);
      const whole = {
        list: await cafe.execute(LIST, list),
        change: await cafe.execute(`PATCH /v1/orders/${measured.id}`, change),
      };
      const { calls } = whole[slowOne as 'list' | 'change'];
      for (const index of spread([...calls.keys()], 2)) {
        const { id } = await cafe.placed([{ menuItemId: 'I-1' }]);
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
