import { testLong } from '../harness/extent';
import { withKillAtCalls } from '../harness/faults';
import { longestHold } from '../harness/holds';
import { type LeadDesk, startLeadDesk } from './lead-desk';
import type { Step } from './script';

type Message = { id: string; status: string; direction: string; body: string; error: string | null };
type Refused = { error: { param?: string; code: string } };

const reading: Step = ['call', 'GET /v1/messaging/threads/L-1'];

describe('messages', () => {
  let desk: LeadDesk;
  beforeEach(async () => {
    desk = await startLeadDesk(['call', 'POST /v1/leads', { body: { name: 'Ann', phone: '+15551230001' } }]);
  });
  afterEach(() => desk.close());

  const send = (body: object, headers = {}) =>
    desk.call<Message & Refused>('POST /v1/messaging/messages', { body, headers });
  const sendAll = (bodies: readonly object[]) =>
    desk.callAll<Message & Refused>(bodies.map((body) => ['POST /v1/messaging/messages', { body }]));
  const sending = (body: string, key: string): Step => [
    'call',
    'POST /v1/messaging/messages',
    { body: { leadId: 'L-1', body }, headers: { 'idempotency-key': key } },
  ];
  const thread = async () =>
    (await desk.call<{ data: Message[] }>('GET /v1/messaging/threads/L-1')).body.data;
  const inRow = () => JSON.parse(String(desk.rows('Leads')[0]?.thread)) as Message[];

  test('are queued, then delivered by the timer in test mode', async () => {
    const { status, body } = await send({ leadId: 'L-1', body: '=hello' });
    expect(status).toBe(201);
    expect(body).toEqual({ id: expect.stringMatching(/^M-/), status: 'queued' });
    expect(desk.rows('Outbox')).toMatchObject([{ id: body.id, kind: 'sms', targetId: 'L-1' }]);
    const [before, , after] = await desk.runAll(reading, ['deliver'], reading);
    const queued = { ...body, direction: 'outbound', body: '=hello', error: null };
    expect(before).toMatchObject({ body: { data: [queued] } });
    expect(after).toMatchObject({ body: { data: [{ id: body.id, status: 'delivered' }] } });
    expect(desk.rows('Outbox')).toEqual([]);
  });

  test('are part of the lead, without internal fields', async () => {
    const [, told] = await desk.callAll<{ messages: object[] }>([
      ['POST /v1/messaging/messages', { body: { leadId: 'L-1', body: 'hello' } }],
      ['GET /v1/leads/L-1'],
    ]);
    expect(Object.keys(told?.body.messages[0] ?? {})).toEqual([
      ...['id', 'direction', 'body', 'status', 'at', 'sendAt', 'error'],
      ...['media', 'channel'],
    ]);
  });

  test('that are not valid, or of no lead, are refused, with the field; nothing is queued', async () => {
    const refused: [object, number, string][] = [
      [{ leadId: 'L-1' }, 422, 'body'],
      [{ body: 'hello' }, 422, 'leadId'],
      [{ leadId: 'L-1', body: ' \n' }, 422, 'body'],
      [{ leadId: 1, body: 'hello' }, 422, 'leadId'],
      [{ leadId: 'L-1', body: 'hello', to: '+15551230002' }, 422, 'to'],
      [{ leadId: 'L-1', body: 'x'.repeat(1_601) }, 422, 'body'],
      [{ leadId: 'L-9', body: 'hello' }, 404, 'leadId'],
    ];
    const longest = { leadId: 'L-1', body: 'x'.repeat(1_600) };
    const [sent, ...told] = await sendAll([longest, ...refused.map(([body]) => body)]);
    expect(told.map(({ status, body }) => [status, body.error.param])).toEqual(
      refused.map(([, status, param]) => [status, param]),
    );
    expect(sent?.status).toBe(201);
    expect(desk.rows('Outbox')).toHaveLength(1);
  });

  test('with an Idempotency-Key are sent once', async () => {
    const steps: Step[] = [
      sending('hello', 'one'),
      ['deliver'],
      sending('hello', 'one'),
      sending('other', 'one'),
    ];
    const [first, , again, other] = await desk.runAll(...steps);
    expect(again).toEqual(first);
    expect(other).toMatchObject({ body: { error: { param: 'idempotency-key' } } });
    expect(inRow()).toHaveLength(1);
  });

  test('asked for twice at the same time with one key have one job', async () => {
    const key = { 'idempotency-key': 'one' };
    const same = [1, 2].map(() => send({ leadId: 'L-1', body: 'hello' }, key));
    const told = await Promise.all(same);
    expect(told.map(({ status }) => status)).toEqual([201, 201]);
    expect(new Set(told.map(({ body }) => body.id)).size).toBe(1);
    expect(desk.rows('Outbox')).toHaveLength(1);
    expect(inRow()).toHaveLength(1);
    const others = ['another', 'and another'].map((body) =>
      send({ leadId: 'L-1', body }, { 'idempotency-key': 'two' }),
    );
    expect((await Promise.all(others)).map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(desk.rows('Outbox')).toHaveLength(2);
  });

  test('of many leads are sent by a few writes, and hold the lock for two seconds at most', async () => {
    const bob = { body: { name: 'Bob', phone: '+15551230002' } };
    const numbers = Array.from({ length: 30 }, (_, at) => at + 1);
    await desk.callAll([
      ...numbers.slice(1).map((): [string, object] => ['POST /v1/leads', bob]),
      ...numbers.map((number): [string, object] => [
        'POST /v1/messaging/messages',
        { body: { leadId: `L-${number}`, body: 'hello' } },
      ]),
    ]);
    const ended = await desk.execute('deliver');
    expect(desk.rows('Outbox')).toEqual([]);
    // All are marked before the first is sent.
    expect(ended.count('lock.try')).toBeLessThanOrEqual(5);
    expect(longestHold(ended)).toBeLessThanOrEqual(2_000);
    expect(inRow().map(({ status }) => status)).toEqual(['delivered']);
  });

  test('the timer with nothing to do reads the cache once, and takes half a second', async () => {
    await desk.run('deliver');
    const ended = await desk.execute('deliver');
    expect(ended.calls.map(({ method }) => method)).toEqual(['cache.getAll']);
    expect(ended.elapsed).toBeLessThanOrEqual(500);
  });

  test('what was queued while its signal got lost goes out within ten minutes', async () => {
    await desk.runAll(['deliver'], sending('hello', 'one'), ['forgetSignals'], ['deliver']);
    expect(inRow()).toMatchObject([{ status: 'queued' }]);
    await desk.realm.scheduler.advance(600_000);
    await desk.run('deliver');
    expect(inRow()).toMatchObject([{ status: 'delivered' }]);
  });

  test('an outbox row whose message was never written is dropped', async () => {
    await send({ leadId: 'L-1', body: 'hello' });
    desk.edit('Leads', 'AC2', '[]');
    for (let run = 0; run < 5 && desk.rows('Outbox').length > 0; run++) {
      await desk.run('deliver');
      await desk.realm.scheduler.advance(300_000);
    }
    expect(desk.rows('Outbox')).toEqual([]);
    expect(inRow()).toEqual([]);
  });

  test('go with their lead', async () => {
    await desk.runAll(sending('hello', 'one'), ['call', 'DELETE /v1/leads/L-1']);
    expect(desk.rows('Outbox')).toEqual([]);
    await desk.run('deliver');
    expect(desk.rows('Leads')).toEqual([]);
  });

  testLong('too many for a cell move to the archive, the oldest first, none lost', async () => {
    const body = 'x'.repeat(1_600);
    for (const tens of [0, 10, 20]) {
      await sendAll(
        Array.from({ length: 10 }, (_, at) => ({
          leadId: 'L-1',
          body: `${tens + at} ${body}`.slice(0, 1_600),
        })),
      );
      await desk.run('deliver');
    }
    const archived = desk.rows('Archive').flatMap(({ entries }) => JSON.parse(String(entries)) as Message[]);
    expect(archived.length).toBeGreaterThan(0);
    const all = (await thread()).map((message) => Number(message.body.split(' ')[0]));
    expect(all).toEqual(Array.from({ length: 30 }, (_, sent) => sent));
    await desk.call('DELETE /v1/leads/L-1');
    expect(desk.rows('Archive')).toEqual([]);
  });

  testLong('queued by a request killed at any call, and repeated, are sent once', async () => {
    const asked = (at: number) => ({
      body: { leadId: 'L-1', body: `message ${at}` },
      headers: { 'idempotency-key': `key ${at}` },
    });
    let sent = 0;
    await withKillAtCalls(3, async ({ call, n }) => {
      sent = n;
      const fault = { call, kind: 'kill after', writes: 'applied' } as const;
      const ended = await desk.execute('call', ['POST /v1/messaging/messages', asked(n)], { fault });
      expect((await desk.call('POST /v1/messaging/messages', asked(n))).status).toBe(201);
      return ended;
    });
    await desk.run('deliver');
    expect((await thread()).map(({ body, status }) => [body, status])).toEqual(
      Array.from({ length: sent }, (_, at) => [`message ${at + 1}`, 'delivered']),
    );
    expect(desk.rows('Outbox')).toEqual([]);
  });
});

describe('messages without a provider', () => {
  let desk: LeadDesk;
  beforeEach(async () => {
    desk = await startLeadDesk(
      ['enterKeys', { testMode: 'no' }],
      ['call', 'POST /v1/leads', { body: { name: 'Ann', phone: '+15551230001' } }],
      ['call', 'POST /v1/messaging/messages', { body: { leadId: 'L-1', body: 'hello' } }],
    );
  });
  afterEach(() => desk.close());

  const later = async (ms: number, ...next: readonly Step[]) => {
    await desk.realm.scheduler.advance(ms);
    return desk.runAll(['deliver'], ...next);
  };
  const REASON = 'No text message provider is connected. The message will be sent once one is.';

  test('wait and say why, use up no attempts, and cost the timer one call in most of its runs', async () => {
    const told = await later(60_000, reading, ['call', 'GET /v1/leads/L-1']);
    const waiting = [{ status: 'queued', error: REASON }];
    expect(told.slice(1)).toMatchObject([{ body: { data: waiting } }, { body: { messages: waiting } }]);
    await desk.realm.scheduler.advance(60_000);
    const idle = await desk.execute('deliver');
    expect(idle.calls.map(({ method }) => method)).toEqual(['cache.getAll']);
    for (let day = 0; day < 2; day++) await later(86_400_000);
    expect(desk.rows('Outbox')).toMatchObject([{ kind: 'sms', tries: 0, error: '' }]);
  });

  test('go out once there is one, at the next run of the timer', async () => {
    await later(60_000, ['switchTestModeOn']);
    const [, told] = await later(60_000, reading);
    expect(told).toMatchObject({ body: { data: [{ status: 'delivered', error: null }] } });
  });
});
