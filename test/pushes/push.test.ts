import { letter } from '../../src/tables/schema/header';
import { testLong } from '../harness/extent';
import { type Asked, type Endpoint, type PushDesk, startPushDesk, tillAndOrder, toStep } from './push-desk';
import type { Received } from './push-receiver';

const ORDER = 'O-1-0123456789abcdefghijkl';
const EVENT = `evt_${ORDER}_2`;
const MINUTE = 60_000;

describe('a push', () => {
  let desk: PushDesk;
  let till: Pick<Endpoint, 'id' | 'secret'>;
  beforeEach(async () => {
    desk = await startPushDesk({ begin: tillAndOrder(ORDER) });
    till = await desk.endpoint('P-1');
  });
  afterEach(() => desk.close());

  const pushed = (at = '/till') => desk.receiver.at(at);
  const first = () => pushed()[0] as Received;

  const TAMPERED: readonly [string, (push: Received) => Received][] = [
    ['another body', (push) => ({ ...push, body: push.body.replace('placed', 'ready') })],
    ['another id', ({ headers, ...push }) => ({ ...push, headers: { ...headers, 'webhook-id': 'evt_1' } })],
    [
      'another time',
      ({ headers, ...push }) => {
        const later = String(Number(headers['webhook-timestamp']) + 1);
        return { ...push, headers: { ...headers, 'webhook-timestamp': later } };
      },
    ],
  ];

  test('of a change follows at once, signed as Standard Webhooks say: with another body, id or time it is refused', async () => {
    await desk.run('changeOrder', ORDER, 'no sugar, Zoë');
    expect(pushed()).toHaveLength(1);
    const { headers } = first();
    expect(headers).toMatchObject({ 'webhook-id': EVENT, 'content-type': 'application/json' });
    expect(desk.receiver.verify(first(), till.secret)).toEqual({
      type: 'order.updated',
      timestamp: expect.stringMatching(/^2026-11-21T09:0\d:\d\d\.\d{3}Z$/),
      data: expect.objectContaining({
        id: ORDER,
        cafeId: 'C-1',
        status: 'placed',
        version: 2,
        note: 'no sugar, Zoë',
        customer: { name: 'Zoë', phone: '+4915112345678', email: '' },
        items: [expect.objectContaining({ name: 'Flat white' })],
      }),
    });
    for (const [what, tamper] of TAMPERED)
      expect(() => [what, desk.receiver.verify(tamper(first()), till.secret)]).toThrow(
        'No matching signature',
      );
  });

  test('is signed with both secrets for a day after one was renewed, then with the new one', async () => {
    const [reply] = await desk.runAll(toStep(`POST /v1/push-endpoints/${till.id}/secret`), [
      'changeOrder',
      ORDER,
      'x',
    ]);
    const renewed = reply as { status: number; body: string };
    const { id, secret } = JSON.parse(renewed.body) as Endpoint;
    expect([renewed.status, id]).toEqual([200, till.id]);
    for (const one of [till.secret, secret]) desk.receiver.verify(first(), one);
    await desk.wait(1_440 * MINUTE);
    await desk.run('changeOrder', ORDER, 'y');
    const later = pushed()[1] as Received;
    desk.receiver.verify(later, secret);
    expect(() => desk.receiver.verify(later, till.secret)).toThrow('No matching signature');
    expect(String(later.headers['webhook-signature']).split(' ')).toHaveLength(1);
  });

  test('that has arrived is not sent again by the timer, which writes it down', async () => {
    await desk.run('changeOrder', ORDER, 'x');
    expect(desk.rows('Outbox')).toMatchObject([{ id: EVENT, kind: 'push' }]);
    await desk.deliverAfter(10 * MINUTE);
    expect([pushed().length, desk.rows('Outbox')]).toEqual([1, []]);
    expect(desk.rows('Deliveries')).toMatchObject([
      { eventId: EVENT, endpointId: till.id, attempt: 1, status: 200, error: '' },
    ]);
  });

  test('is sent by the timer if there was no immediate attempt, with the current state of the order and the ID of its event', async () => {
    await desk.runAll(
      ['changeOrder', ORDER, 'first', { isPushedNow: false }],
      ['changeOrder', ORDER, 'second', { isPushedNow: false }],
    );
    expect(pushed()).toEqual([]);
    await desk.run('deliver');
    expect(pushed().map(({ headers }) => headers['webhook-id'])).toEqual([EVENT, `evt_${ORDER}_3`]);
    for (const push of pushed())
      expect(desk.receiver.verify(push, till.secret)).toMatchObject({ data: { note: 'second', version: 3 } });
    expect(desk.rows('Outbox')).toEqual([]);
  });

  test('goes to all endpoints of the cafe, to none of another', async () => {
    const kitchen = await desk.addEndpoint('/kitchen');
    await desk.addEndpoint('/elsewhere', 'C-2');
    await desk.run('changeOrder', ORDER, 'x');
    expect(desk.receiver.received.map(({ path }) => path).sort()).toEqual(['/kitchen', '/till']);
    const [own] = pushed('/kitchen');
    desk.receiver.verify(own as Received, kitchen.secret);
    expect(() => desk.receiver.verify(own as Received, till.secret)).toThrow('No matching signature');
  });

  test('of an update that was never made is dropped after seven minutes', async () => {
    await desk.run('announceOnly', ORDER, 2);
    for (const minutes of [0, 1, 2]) {
      await desk.deliverAfter(minutes * MINUTE);
      expect(desk.rows('Outbox')).toHaveLength(1);
    }
    await desk.deliverAfter(4 * MINUTE);
    expect([desk.rows('Outbox'), pushed()]).toEqual([[], []]);
  });

  testLong('of a change that is just being made waits for it', async () => {
    await desk.run('announceOnly', ORDER, 2);
    await desk.run('deliver');
    expect(pushed()).toEqual([]);
    const version = Object.keys(desk.rows('Orders')[0] ?? {}).indexOf('version');
    desk.edit('Orders', `${letter(version)}2`, '2');
    await desk.deliverAfter(MINUTE);
    expect(pushed()).toHaveLength(1);
  });

  test('that would have more than 20,000 bytes comes without the items, and says so', async () => {
    const other = 'O-2-0123456789abcdefghijkl';
    const notes = Array.from({ length: 60 }, () => 'ü'.repeat(150));
    await desk.runAll(['addOrder', other, 'C-1', notes], ['changeOrder', other, 'x']);
    expect(Buffer.byteLength(first().body)).toBeLessThan(20_000);
    const { data } = desk.receiver.verify(first(), till.secret) as { data: object };
    expect(data).toMatchObject({ id: other, status: 'placed', hasItems: false });
    expect(data).not.toHaveProperty('items');
  });

  test('is repeated at once with the same ID when the cafe requests it', async () => {
    await desk.run('changeOrder', ORDER, 'x');
    const asked = await desk.call('POST /webhooks/orders', { body: { orderId: ORDER }, as: 'staff C-1' });
    expect(asked).toMatchObject({ status: 202, body: { id: EVENT, orderId: ORDER, status: 'queued' } });
    const ids = () => pushed().map(({ headers }) => headers['webhook-id']);
    expect(ids()).toEqual([EVENT, EVENT]);
    await desk.run('deliver');
    expect(ids()).toEqual([EVENT, EVENT]);
    expect(desk.rows('Deliveries')).toMatchObject([{ status: 200 }, { status: 200 }]);
    expect(desk.rows('Outbox')).toEqual([]);
  });

  test('is repeated at once to an endpoint that was failing and works again', async () => {
    desk.receiver.behaviours.set('/till', { status: 500 });
    await desk.runAll(['changeOrder', ORDER, 'x'], ['deliver']);
    expect(desk.rows('Push endpoints')[0]?.failingSince).not.toBe('');
    desk.receiver.behaviours.delete('/till');
    desk.receiver.received.length = 0;
    await desk.call('POST /webhooks/orders', { body: { orderId: ORDER } });
    expect(pushed()).toHaveLength(1);
    await desk.deliverAfter(MINUTE);
    expect(desk.rows('Push endpoints')[0]?.failingSince).toBe('');
  });

  testLong('that fails at once when the cafe requests it is retried by the timer', async () => {
    desk.receiver.behaviours.set('/till', { status: 500 });
    await desk.call('POST /webhooks/orders', { body: { orderId: ORDER } });
    expect(pushed()).toHaveLength(1);
    desk.receiver.behaviours.delete('/till');
    await desk.run('deliver');
    await desk.deliverAfter(MINUTE);
    expect([pushed().length, desk.rows('Outbox')]).toEqual([2, []]);
  });

  test('is repeated for who may move the order', async () => {
    const cells: readonly [string, object, number][] = [
      ['staff C-2', { orderId: ORDER }, 403],
      ['agent', { orderId: ORDER }, 403],
      ['staff C-1', { orderId: 'O-9-0123456789abcdefghijkl' }, 404],
      ['staff C-1', {}, 422],
    ];
    const told = await desk.callAll(...cells.map(([as, body]) => asRepeated(as, body)));
    expect(cells.map(([as, body], at) => [as, body, told[at]?.status])).toEqual(cells);
    expect(desk.rows('Outbox')).toEqual([]);
    const [repeated] = await desk.callAll(asRepeated('admin', { orderId: ORDER }));
    expect(repeated?.status).toBe(202);
    expect(desk.rows('Outbox')).toHaveLength(1);
  });

  const asRepeated = (as: string, body: object): [string, Asked] => ['POST /webhooks/orders', { body, as }];
});
