import { IS_LONG, spread, testLong } from '../harness/extent';
import { type PushDesk, startPushDesk, tillAndOrder } from './push-desk';
import type { Step } from './push-script';

const ORDER = 'O-1-0123456789abcdefghijkl';
const EVENT = `evt_${ORDER}_2`;
const MINUTE = 60_000;
/** What an execution itself may take. */
const MOMENT = 5_000;
const DAY = 1_440 * MINUTE;

describe('a failed push', () => {
  let desk: PushDesk;
  const till = { id: 'P-1' };
  beforeEach(async () => {
    desk = await startPushDesk({ begin: tillAndOrder(ORDER) });
  });
  afterEach(() => desk.close());

  const behave = (behaviour: Parameters<PushDesk['receiver']['behaviours']['set']>[1], at = '/till') =>
    desk.receiver.behaviours.set(at, behaviour);
  const pushed = (at = '/till') => desk.receiver.at(at);
  const [endpoint] = [() => desk.rows('Push endpoints')[0] ?? {}];
  const change = (note = 'x') => desk.run('changeOrder', ORDER, note);
  const changeAndDeliver = (note = 'x') => desk.runAll(['changeOrder', ORDER, note], ['deliver']);
  /** The timer each minute, and how many minutes after the start the endpoint was asked. */
  async function minutesAsked(minutes: number): Promise<number[]> {
    const asked: number[] = [];
    await desk.wait(MOMENT);
    for (let minute = 0; minute <= minutes; minute++) {
      const before = pushed().length;
      await desk.deliverAfter(minute === 0 ? 0 : MINUTE);
      if (pushed().length > before) asked.push(minute);
    }
    return asked;
  }

  test('is retried by the timer, for this endpoint only, with the same ID', async () => {
    await desk.addEndpoint('/kitchen');
    behave({ status: 500 });
    await changeAndDeliver();
    expect(desk.rows('Outbox')).toMatchObject([
      { id: `${EVENT} ${till.id}`, tries: 1, error: 'The endpoint returned 500.' },
    ]);
    behave({ status: 204 });
    await desk.deliverAfter(MINUTE + MOMENT);
    expect(desk.rows('Outbox')).toEqual([]);
    expect([pushed().length, pushed('/kitchen').length]).toEqual([2, 1]);
    expect(new Set(desk.receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([EVENT]),
    );
    for (const push of pushed()) expect(push.body).toBe(pushed()[0]?.body);
  });

  /** From one attempt to the next, and to the end; in the long tests five minutes, since there must be none in between. */
  function nextWait(end: number): number {
    const [{ due } = {}] = desk.rows('Outbox');
    if (IS_LONG) return 5 * MINUTE + MOMENT;
    const at = due === undefined ? end - 1 : Date.parse(String(due)) + MOMENT;
    return Math.max(at - desk.realm.scheduler.now(), MOMENT);
  }

  test('is attempted eight times within a day, ever more rarely, then fails for good and is logged', async () => {
    behave({ status: 500 });
    await change();
    const times: number[] = [];
    let log: string[] = [];
    const start = desk.realm.scheduler.now();
    const until = start + DAY + 60 * MINUTE;
    for (let wait = 0; desk.realm.scheduler.now() + wait < until; wait = nextWait(until)) {
      const before = pushed().length;
      const ended = await desk.deliverAfter(wait);
      if (pushed().length > before) times.push((desk.realm.scheduler.now() - start) / MINUTE);
      log = [...log, ...ended.log.filter(({ level }) => level === 'error').map(({ text }) => text)];
    }
    expect(pushed()).toHaveLength(8);
    const pauses = times.map((time, at) => Math.round(time - (times[at - 1] ?? 0)));
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(times.at(-1)).toBeGreaterThan(1_400);
    expect(times.at(-1)).toBeLessThan(1_500);
    expect(desk.rows('Outbox')).toEqual([]);
    expect(log).toEqual([
      `push evt_O-1-…_2 ${till.id} for O-1-… failed after 8 attempts. No further attempts will be made. The endpoint returned 500.`,
    ]);
    expect(desk.rows('Deliveries').map(({ attempt, status }) => [attempt, status])).toEqual(
      Array.from({ length: 8 }, (_, index) => [index + 1, 500]),
    );
  });

  test('410 disables the endpoint, and nothing more is sent', async () => {
    behave({ status: 410 });
    await change();
    const { log } = await desk.execute('deliver');
    expect(endpoint()).toMatchObject({ id: till.id, state: 'disabled' });
    expect(log.map(({ text }) => text)).toContain(
      `The push endpoint ${till.id} has been disabled: The endpoint returned 410.`,
    );
    await change('y');
    expect(await minutesAsked(10)).toEqual([]);
    expect(desk.rows('Outbox')).toEqual([]);
  });

  testLong('410 counts at once, and still does if the endpoint accepts a later push', async () => {
    behave({ status: 410 });
    await change();
    behave({ status: 200 });
    await change('y');
    expect(pushed()).toHaveLength(1);
    await desk.call('POST /webhooks/orders', { body: { orderId: ORDER } });
    expect(pushed()).toHaveLength(2);
    await desk.run('deliver');
    expect(endpoint().state).toBe('disabled');
    expect(await minutesAsked(2)).toEqual([]);
    await desk.call(`PATCH /v1/push-endpoints/${till.id}`, { body: { state: 'enabled' } });
    await desk.wait(3_000);
    await change('z');
    await desk.run('deliver');
    expect([pushed().length, endpoint().state]).toEqual([3, 'enabled']);
  });

  testLong('is not retried once it has arrived because somebody had it repeated', async () => {
    behave({ status: 500 });
    await changeAndDeliver();
    behave({ status: 200 });
    await desk.call('POST /webhooks/orders', { body: { orderId: ORDER } });
    await desk.run('deliver');
    expect(desk.rows('Outbox')).toEqual([]);
    expect(await minutesAsked(3)).toEqual([]);
    expect(endpoint()).toMatchObject({ state: 'enabled', failingSince: '' });
  });

  testLong('is not retried either where the timer comes to both at once', async () => {
    behave({ status: 500 });
    await changeAndDeliver();
    await desk.wait(2 * MINUTE);
    behave({ status: 200 });
    await desk.call('POST /webhooks/orders', { body: { orderId: ORDER } });
    await desk.run('deliver');
    expect([pushed().length, desk.rows('Outbox')]).toEqual([2, []]);
  });

  test.each(spread([429, 502, 503, 504], 1))(
    '%d with Retry-After is left alone for so long',
    async (status) => {
      behave({ status, headers: { 'Retry-After': '420' } });
      await change();
      expect(await minutesAsked(8)).toEqual([7]);
    },
  );

  test('Retry-After may be a time, counts for no other answer, and is bounded', async () => {
    const later = new Date(desk.realm.scheduler.now() + 10 * MINUTE).toUTCString();
    behave({ status: 503, headers: { 'retry-after': later } });
    await change();
    expect(await minutesAsked(11)).toEqual([10]);
    behave({ status: 500, headers: { 'retry-after': '600' } });
    await desk.deliverAfter(5 * MINUTE + MOMENT);
    expect(pushed()).toHaveLength(3);
    behave({ status: 429, headers: { 'retry-after': '999999999' } });
    await desk.deliverAfter(30 * MINUTE + MOMENT);
    expect(pushed()).toHaveLength(4);
    await desk.deliverAfter(359 * MINUTE);
    expect(pushed()).toHaveLength(4);
    await desk.deliverAfter(2 * MINUTE);
    expect(pushed()).toHaveLength(5);
  });

  test('a redirect is not followed, and is no success', async () => {
    behave({ status: 302, headers: { Location: '/elsewhere' } });
    await change();
    expect(desk.receiver.received.map(({ path }) => path)).toEqual(['/till']);
    await desk.run('deliver');
    expect(desk.rows('Deliveries')).toMatchObject([{ status: 302, error: 'The endpoint returned 302.' }]);
    expect(desk.rows('Outbox')).toHaveLength(1);
  });

  test('a receiver that never answers is not waited for long, and the order does not wait for it again', async () => {
    behave('hangs');
    await changeAndDeliver();
    expect(desk.rows('Deliveries')).toMatchObject([
      { status: 0, error: expect.stringMatching(/^Timeout: /) },
    ]);
    const before = pushed().length;
    await change('y');
    expect(pushed()).toHaveLength(before);
    behave({ status: 200 });
    await desk.run('deliver');
    expect(pushed().at(-1)?.headers['webhook-id']).toBe(`evt_${ORDER}_3`);
  });

  testLong('a receiver that never answers keeps no other from any push', async () => {
    await desk.addEndpoint('/kitchen');
    behave('hangs');
    for (const note of ['a', 'b']) await desk.run('changeOrder', ORDER, note, { isPushedNow: false });
    await desk.run('deliver');
    const events = desk.receiver.at('/kitchen').map(({ headers }) => headers['webhook-id']);
    expect(new Set(events).size).toBe(2);
  });

  test('an endpoint that is out of reach is waited for twice in a run, however much is due', async () => {
    desk.edit('Push endpoints', 'C2', 'http://127.0.0.1:1/');
    await desk.runAll(
      ...['a', 'b', 'c'].map((note): Step => ['changeOrder', ORDER, note, { isPushedNow: false }]),
    );
    const ended = await desk.execute('deliver');
    expect(ended.count('urlFetch')).toBe(2);
    expect(desk.rows('Deliveries').map(({ error }) => error)).toEqual(['Address unavailable: its address']);
    expect(desk.rows('Outbox')).toHaveLength(3);
  });

  test('an address that does not exist keeps no other endpoint from its push', async () => {
    await desk.addEndpoint('/kitchen');
    desk.edit('Push endpoints', 'C2', 'http://127.0.0.1:1/');
    await desk.wait(5 * MINUTE);
    await change();
    const told = pushed('/kitchen').length;
    expect(told).toBeGreaterThan(0);
    await desk.run('deliver');
    expect(desk.rows('Deliveries').map(({ endpointId, status }) => [endpointId, status])).toEqual([
      ['P-1', 0],
      ['P-2', 200],
    ]);
    expect(desk.rows('Outbox')).toMatchObject([{ id: `${EVENT} P-1` }]);
    await desk.wait(MOMENT);
    await change('y');
    await desk.run('deliver');
    expect(pushed('/kitchen')).toHaveLength(told + 1);
  });

  testLong(
    'an address that does not exist is called at one change only, and again once it is another',
    async () => {
      await desk.addEndpoint('/kitchen');
      desk.edit('Push endpoints', 'C2', 'http://127.0.0.1:1/');
      await desk.wait(5 * MINUTE);
      await change();
      const told = pushed('/kitchen').length;
      await change('y');
      await change('z');
      expect(pushed('/kitchen')).toHaveLength(told + 2);
      await desk.run('deliver');
      const asked = desk.rows('Deliveries').filter(({ endpointId }) => endpointId === 'P-1');
      expect(asked.every(({ status }) => status === 0)).toBe(true);
      const url = `${desk.address}/till`;
      await desk.call(`PATCH /v1/push-endpoints/${till.id}`, { body: { url } });
      await desk.wait(3_000);
      await change('it works');
      expect(pushed()).toHaveLength(1);
    },
  );

  test('an endpoint at which nothing has arrived for five days is disabled, not one at which something has', async () => {
    behave({ status: 500 });
    await changeAndDeliver();
    expect(String(endpoint().failingSince)).toMatch(/^2026-11-21T09:/);
    await desk.wait(4 * DAY);
    await changeAndDeliver('day 4');
    expect(endpoint().state).toBe('enabled');
    behave({ status: 200 });
    await changeAndDeliver('it works');
    expect(endpoint()).toMatchObject({ state: 'enabled', failingSince: '' });
    behave({ status: 500 });
    for (const [day, pause] of [
      [0, 0],
      [4, 4],
      [5, 1],
    ] as const) {
      await desk.wait(pause * DAY);
      await changeAndDeliver(`again ${day}`);
      expect([day, endpoint().state]).toEqual([day, day < 5 ? 'enabled' : 'disabled']);
    }
  });

  test('a private address typed into the sheet is never called', async () => {
    await desk.run('enter', { allowLocalPushes: 'no' });
    await desk.wait(5 * MINUTE);
    const ended = await desk.execute('changeOrder', [ORDER, 'x']);
    expect(ended.count('urlFetch')).toBe(0);
    await desk.run('deliver');
    expect(pushed()).toEqual([]);
    expect(desk.rows('Deliveries')).toMatchObject([
      { status: 0, error: expect.stringMatching(/^Not sent: the url must be an https:/) },
    ]);
  });

  test('an endpoint that has no secret is sent nothing', async () => {
    desk.edit('Push endpoints', 'A2', 'P-7');
    await desk.wait(5 * MINUTE);
    await changeAndDeliver();
    expect(pushed()).toEqual([]);
    expect(desk.rows('Outbox')).toMatchObject([{ error: 'Not sent: the endpoint has no secret. Renew it.' }]);
  });

  test('an endpoint whose secret is invalid keeps no other from its push', async () => {
    await desk.run('enter', { [`push secret ${till.id}`]: 'whsec_spoilt' });
    await desk.addEndpoint('/kitchen');
    await changeAndDeliver();
    expect([pushed().length, pushed('/kitchen').length]).toEqual([0, 1]);
    expect(desk.rows('Outbox')).toMatchObject([
      { error: 'Not sent: the secret of the endpoint is invalid. Renew it.' },
    ]);
  });

  testLong('a disabled endpoint is sent nothing, not even what was waiting for it', async () => {
    behave({ status: 500 });
    await changeAndDeliver();
    await desk.call(`PATCH /v1/push-endpoints/${till.id}`, { body: { state: 'disabled' } });
    behave({ status: 200 });
    await desk.wait(3_000);
    await change('y');
    expect(await minutesAsked(12)).toEqual([]);
    expect(desk.rows('Outbox')).toEqual([]);
    await desk.call(`PATCH /v1/push-endpoints/${till.id}`, { body: { state: 'enabled' } });
    await desk.wait(3_000);
    await change('z');
    expect(pushed()).toHaveLength(2);
  });

  testLong('that waits for a retry waits once, even if it was repeated meanwhile', async () => {
    behave({ status: 500 });
    await changeAndDeliver();
    await desk.call('POST /webhooks/orders', { body: { orderId: ORDER } });
    await desk.run('deliver');
    expect(pushed()).toHaveLength(2);
    expect(desk.rows('Outbox').map(({ id }) => id)).toEqual([`${EVENT} ${till.id}`]);
  });

  testLong(
    'is queued once for an endpoint, although orders and the timer are at work at the same time',
    async () => {
      const orders = Array.from({ length: 5 }, (_, at) => `O-${at + 2}-0123456789abcdefghijkl`);
      for (const order of orders) await desk.run('addOrder', order);
      await desk.addEndpoint('/kitchen');
      behave({ status: 500 });
      const changes = orders.map((order) => desk.run('changeOrder', order, 'x'));
      const again = orders.map((orderId) => desk.call('POST /webhooks/orders', { body: { orderId } }));
      await Promise.all([desk.run('deliver'), ...changes, ...again, desk.run('deliver')]);
      await desk.deliverAfter(10 * MINUTE);
      const waiting = desk.rows('Outbox').map(({ id }) => String(id));
      expect(waiting.every((id) => id.endsWith(` ${till.id}`))).toBe(true);
      expect(new Set(waiting).size).toBe(waiting.length);
      for (const order of orders) {
        const arrived = pushed('/kitchen').map(({ headers }) => headers['webhook-id']);
        expect(arrived).toContain(`evt_${order}_2`);
        expect(waiting).toContain(`evt_${order}_2 ${till.id}`);
      }
    },
  );
});
