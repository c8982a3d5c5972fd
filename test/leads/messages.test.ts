import { testLong } from '../harness/extent';
import { withKillAtCalls } from '../harness/faults';
import { longestHold } from '../harness/holds';
import { type LeadDesk, startLeadDesk } from './lead-desk';

type Message = { id: string; status: string; direction: string; body: string; error: string | null };
type Refused = { error: { param?: string; code: string } };

describe('messages', () => {
  let desk: LeadDesk;
  beforeEach(async () => {
    desk = await startLeadDesk();
    await desk.call('POST /v1/leads', { body: { name: 'Ann', phone: '+15551230001' } });
  });
  afterEach(() => desk.close());

  const send = (body: object, headers = {}) =>
    desk.call<Message & Refused>('POST /v1/messaging/messages', { body, headers });
  const sendAll = (bodies: readonly object[]) =>
    desk.callAll<Message & Refused>(bodies.map((body) => ['POST /v1/messaging/messages', { body }]));
  const thread = async () =>
    (await desk.call<{ data: Message[] }>('GET /v1/messaging/threads/L-1')).body.data;

  test('are queued, then delivered by the timer in test mode', async () => {
    const { status, body } = await send({ leadId: 'L-1', body: '=hello' });
    expect(status).toBe(201);
    expect(body).toEqual({ id: expect.stringMatching(/^M-/), status: 'queued' });
    expect(await thread()).toMatchObject([{ ...body, direction: 'outbound', body: '=hello', error: null }]);
    expect(desk.rows('Outbox')).toMatchObject([{ id: body.id, kind: 'sms', targetId: 'L-1' }]);
    await desk.run('deliver');
    expect(await thread()).toMatchObject([{ id: body.id, status: 'delivered' }]);
    expect(desk.rows('Outbox')).toEqual([]);
  });

  test('are part of the lead, without internal fields', async () => {
    await send({ leadId: 'L-1', body: 'hello' });
    const { body } = await desk.call<{ messages: object[] }>('GET /v1/leads/L-1');
    expect(Object.keys(body.messages[0] ?? {})).toEqual([
      ...['id', 'direction', 'body', 'status', 'at', 'error'],
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
    const told = await sendAll(refused.map(([body]) => body));
    expect(told.map(({ status, body }) => [status, body.error.param])).toEqual(
      refused.map(([, status, param]) => [status, param]),
    );
    expect(desk.rows('Outbox')).toEqual([]);
    expect((await send({ leadId: 'L-1', body: 'x'.repeat(1_600) })).status).toBe(201);
  });

  test('with an Idempotency-Key are sent once', async () => {
    const key = { 'idempotency-key': 'one' };
    const first = await send({ leadId: 'L-1', body: 'hello' }, key);
    await desk.run('deliver');
    expect(await send({ leadId: 'L-1', body: 'hello' }, key)).toEqual(first);
    expect((await send({ leadId: 'L-1', body: 'other' }, key)).body.error.param).toBe('idempotency-key');
    expect(await thread()).toHaveLength(1);
  });

  test('asked for twice at the same time with one key have one job', async () => {
    const key = { 'idempotency-key': 'one' };
    const same = Array.from({ length: 5 }, () => send({ leadId: 'L-1', body: 'hello' }, key));
    const told = await Promise.all(same);
    expect(told.map(({ status }) => status)).toEqual(Array(5).fill(201));
    expect(new Set(told.map(({ body }) => body.id)).size).toBe(1);
    expect(desk.rows('Outbox')).toHaveLength(1);
    expect(await thread()).toHaveLength(1);
    const others = ['another', 'and another'].map((body) =>
      send({ leadId: 'L-1', body }, { 'idempotency-key': 'two' }),
    );
    expect((await Promise.all(others)).map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(desk.rows('Outbox')).toHaveLength(2);
  });

  test('of many leads are sent by a few writes, and hold the lock for two seconds at most', async () => {
    const bob = { body: { name: 'Bob', phone: '+15551230002' } };
    await desk.callAll(Array(29).fill(['POST /v1/leads', bob]));
    await sendAll(Array.from({ length: 30 }, (_, at) => ({ leadId: `L-${at + 1}`, body: 'hello' })));
    const ended = await desk.execute('deliver');
    expect(desk.rows('Outbox')).toEqual([]);
    // All are marked before the first is sent.
    expect(ended.count('lock.try')).toBeLessThanOrEqual(5);
    expect(longestHold(ended)).toBeLessThanOrEqual(2_000);
    expect((await thread()).map(({ status }) => status)).toEqual(['delivered']);
  });

  test('the timer with nothing to do reads the cache once, and takes half a second', async () => {
    await desk.run('deliver');
    const ended = await desk.execute('deliver');
    expect(ended.calls.map(({ method }) => method)).toEqual(['cache.getAll']);
    expect(ended.elapsed).toBeLessThanOrEqual(500);
  });

  test('what was queued while its signal got lost goes out within ten minutes', async () => {
    await desk.run('deliver');
    await send({ leadId: 'L-1', body: 'hello' });
    await desk.run('forgetSignals');
    await desk.run('deliver');
    await desk.realm.scheduler.advance(600_000);
    await desk.run('deliver');
    expect(await thread()).toMatchObject([{ status: 'delivered' }]);
  });

  test('an outbox row whose message was never written is dropped', async () => {
    await send({ leadId: 'L-1', body: 'hello' });
    desk.edit('Leads', 'X2', '[]');
    for (let run = 0; run < 5; run++) {
      await desk.run('deliver');
      await desk.realm.scheduler.advance(180_000);
    }
    expect(desk.rows('Outbox')).toEqual([]);
    expect(await thread()).toEqual([]);
  });

  test('go with their lead', async () => {
    await send({ leadId: 'L-1', body: 'hello' });
    await desk.call('DELETE /v1/leads/L-1');
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

  test('queued by a request killed at any call, and repeated, are sent once', async () => {
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
    desk = await startLeadDesk();
    await desk.runAll(
      ['enterKeys', { testMode: 'no' }],
      ['call', 'POST /v1/leads', { body: { name: 'Ann', phone: '+15551230001' } }],
      ['call', 'POST /v1/messaging/messages', { body: { leadId: 'L-1', body: 'hello' } }],
    );
  });
  afterEach(() => desk.close());

  const later = async (ms: number) => {
    await desk.realm.scheduler.advance(ms);
    return desk.execute('deliver');
  };
  const messagesIn = async (endpoint: string) => {
    const { body } = await desk.call<{ data?: Message[]; messages?: Message[] }>(endpoint);
    return body.data ?? body.messages;
  };
  const REASON = 'No text message provider is connected. The message will be sent once one is.';

  test('wait and say why, use up no attempts, and cost the timer one call in most of its runs', async () => {
    await later(60_000);
    for (const endpoint of ['GET /v1/messaging/threads/L-1', 'GET /v1/leads/L-1'])
      expect(await messagesIn(endpoint)).toMatchObject([{ status: 'queued', error: REASON }]);
    for (let run = 0; run < 2; run++)
      expect((await later(60_000)).calls.map(({ method }) => method)).toEqual(['cache.getAll']);
    for (let day = 0; day < 3; day++) await later(86_400_000);
    expect(desk.rows('Outbox')).toMatchObject([{ kind: 'sms', tries: 0, error: '' }]);
  });

  test('go out once there is one, at the next run of the timer', async () => {
    await later(60_000);
    await desk.run('switchTestModeOn');
    await later(60_000);
    expect(await messagesIn('GET /v1/messaging/threads/L-1')).toMatchObject([
      { status: 'delivered', error: null },
    ]);
  });
});
