import type { Execution } from '../../runtime/execution/execution';
import { spread, testLong } from '../harness/extent';
import { TwilioServer } from '../leads/twilio-server';
import { type Asked, leadEndpoints, type PushDesk, startPushDesk, toRequest, toStep } from './push-desk';
import type { Received } from './push-receiver';

const MINUTE = 60_000;
const PHONE = '+15551230001';
const LEAD = { name: 'Zoë', phone: PHONE, location: 'North' };

interface Event {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

let desk: PushDesk;
afterEach(() => desk.close());

const toAsked = (body?: object, headers = {}): Asked => ({ ...(body ? { body } : {}), headers, as: 'agent' });
const call = <B>(endpoint: string, body?: object) => desk.call<B>(endpoint, toAsked(body));
/** In one execution. */
const callAll = <B>(...calls: readonly [endpoint: string, body?: object, headers?: object][]) =>
  desk.callAll<B>(...calls.map(([endpoint, ...asked]): [string, Asked] => [endpoint, toAsked(...asked)]));
const CREATE = 'POST /v1/leads';
const create = async (body: object = LEAD) => (await call<{ id: string }>(CREATE, body)).body.id;
const received = () =>
  desk.receiver.received.map(({ headers, body }) => {
    const { type } = JSON.parse(body) as Event;
    return `${headers['webhook-id']} ${type}`;
  });
const event = (at: number) => JSON.parse(desk.receiver.received[at]?.body ?? 'null') as Event;

describe('an event about a lead', () => {
  beforeEach(async () => {
    desk = await startPushDesk({ begin: leadEndpoints('/crm') });
  });

  test('tells at once of one that was created, signed, without its messages', async () => {
    const [made, asked] = await callAll<Record<string, unknown>>([CREATE, LEAD], ['GET /v1/leads/L-1']);
    expect(made?.body).toMatchObject({ id: 'L-1' });
    expect(received()).toEqual(['evt_L-1_1 lead.created']);
    const [push] = desk.receiver.received as [Received];
    const { secret } = await desk.endpoint('P-1');
    const { data, timestamp } = desk.receiver.verify(push, secret) as Event;
    const { messages, messagesTotal, activities, activitiesTotal, ...shown } = asked?.body ?? {};
    const { waitingFor, waitingSince, lastText, firstResponseAt, calendarUrl, ...lead } = shown;
    expect([data, timestamp]).toEqual([lead, lead.createdAt]);
  });

  test('tells of each lead of an import, once, by the timer', async () => {
    const rows = [LEAD, { name: 'Bad' }, { ...LEAD, phone: '+15551230002' }];
    const headers = { 'idempotency-key': 'import' };
    await callAll(['POST /v1/leads/import', { rows }, headers], ['POST /v1/leads/import', { rows }, headers]);
    expect(received()).toEqual([]);
    await desk.deliverAfter(MINUTE);
    expect(received()).toEqual(['evt_L-1_1 lead.created', 'evt_L-2_1 lead.created']);
    expect(event(1).data).toMatchObject({ id: 'L-2', phone: '+15551230002' });
  });

  test('tells of a change, with the version that it has made', async () => {
    const told = await callAll<Record<string, unknown>>(
      [CREATE, LEAD],
      ['PATCH /v1/leads/L-1', { status: 'contacted' }],
    );
    const { updatedAt } = told[1]?.body ?? {};
    expect(received()).toEqual(['evt_L-1_1 lead.created', 'evt_L-1_2 lead.updated']);
    expect(event(1)).toMatchObject({
      timestamp: updatedAt,
      data: { id: 'L-1', status: 'contacted', version: 2, updatedAt },
    });
  });

  test('has the fields of the owner that every role may read, and no others', async () => {
    const at = Object.keys(desk.rows('Lists')[0] ?? {}).indexOf('field');
    const cells = [['Tier'], ['Margin', 'number', 'admin']];
    for (const [row, texts] of cells.entries())
      for (const [index, text] of texts.entries())
        desk.edit('Lists', `${String.fromCharCode(65 + at + index)}${row + 2}`, text);
    const asked = { body: { custom: { Tier: 'gold', Margin: 7 } }, as: 'admin' };
    await desk.callAll([CREATE, toAsked(LEAD)], ['PATCH /v1/leads/L-1', asked]);
    expect(event(0).data.custom).toEqual({ Tier: null });
    expect(event(1)).toMatchObject({ type: 'lead.updated', data: { version: 2, custom: { Tier: 'gold' } } });
    expect(event(1).data.custom).toEqual({ Tier: 'gold' });
  });

  test('is not made by a request that changes nothing, is refused, or repeats an Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'one' };
    const told = await callAll(
      [CREATE, LEAD, key],
      [CREATE, LEAD, key],
      ['PATCH /v1/leads/L-1', { name: LEAD.name }],
      ['PATCH /v1/leads/L-1', { status: 'contacted' }, { 'if-match': '"v9"' }],
      [CREATE, { name: 'Bob' }],
    );
    expect(told.map(({ status }) => status)).toEqual([201, 201, 200, 412, 422]);
    expect(told[1]?.body).toEqual(told[0]?.body);
    expect(received()).toEqual(['evt_L-1_1 lead.created']);
    expect(desk.rows('Outbox')).toHaveLength(1);
  });

  test('tells of a text that a lead has sent', async () => {
    await create();
    await desk.receiveText('SM1', PHONE, 'Is it still there?');
    expect(received()).toEqual(['evt_L-1_1 lead.created', 'evt_M-SM1 message.received']);
    const { body: thread } = await call<{ data: object[] }>('GET /v1/messaging/threads/L-1');
    expect(event(1).data).toEqual({ leadId: 'L-1', message: thread.data[0] });
  });

  test('tells that a lead was merged, and of the other one as it is then', async () => {
    await callAll([CREATE, LEAD], [CREATE, { ...LEAD, phone: '', email: 'zoe@example.com' }]);
    const before = received().length;
    await desk.callAll(['POST /v1/leads/L-1/merge', { body: { into: 'L-2' }, as: 'admin' }]);
    expect(received().slice(before)).toEqual(['evt_L-2_2 lead.updated', 'evt_L-1_merged lead.merged']);
    expect(event(before).data).toMatchObject({ id: 'L-2', phone: PHONE, email: 'zoe@example.com' });
    expect(event(before + 1).data).toEqual({ leadId: 'L-1', mergedInto: 'L-2' });
  });

  test('is told once more, under its id, where an admin asks for a lead or one of its texts', async () => {
    await create();
    await desk.receiveText('SM1', PHONE, 'Is it still there?');
    const before = received().length;
    const again = (body: object): [string, Asked] => ['POST /webhooks/leads', { body, as: 'admin' }];
    const told = await desk.callAll(
      again({ leadId: 'L-1' }),
      again({ leadId: 'L-1', messageId: 'M-SM1' }),
      again({ leadId: 'L-1', messageId: 'M-SM2' }),
      again({ leadId: 'L-1', messageId: 'L-1_2' }),
      again({ leadId: 'L-2' }),
      ['POST /webhooks/leads', toAsked({ leadId: 'L-1' })],
    );
    expect(told.map(({ status }) => status)).toEqual([202, 202, 404, 404, 404, 403]);
    expect(received().slice(before)).toEqual(['evt_L-1_2 lead.updated', 'evt_M-SM1 message.received']);
  });

  test('tells of the lead that an unknown phone becomes, and of its text, in one go', async () => {
    const { calls } = await desk.receiveText('SM1', PHONE, 'Hello');
    expect(received().sort()).toEqual(['evt_L-1_1 lead.created', 'evt_M-SM1 message.received']);
    expect(fetchesOf({ calls })).toBe(1);
    await desk.receiveText('SM1', PHONE, 'Hello');
    expect(received()).toHaveLength(2);
  });

  test('tells of every lead whose phone has opted out, and of the text that says so', async () => {
    await callAll([CREATE, { name: 'Ann', phone: PHONE }], [CREATE, { name: 'Bob', phone: PHONE }]);
    const { calls } = await desk.receiveText('SM1', PHONE, 'STOP');
    expect(received().slice(2).sort()).toEqual([
      'evt_L-1_2 lead.updated',
      'evt_L-2_2 lead.updated',
      'evt_M-SM1 message.received',
    ]);
    expect(fetchesOf({ calls })).toBe(1);
    expect(event(2).data).toMatchObject({ isOptedOut: true });
  });

  describe('beside texts of the desk', () => {
    let twilio: TwilioServer;
    beforeEach(async () => {
      twilio = new TwilioServer(() => desk.realm.scheduler.now());
      await desk.runAll(
        ['enter', { twilioAddress: await twilio.listen() }],
        toStep(CREATE, toAsked(LEAD)),
        toStep('POST /v1/messaging/messages', toAsked({ leadId: 'L-1', body: 'Hi' })),
      );
    });
    afterEach(() => twilio.close());

    test('is not made by one, nor by what becomes of it', async () => {
      await desk.deliverAfter(MINUTE);
      expect(twilio.sent).toHaveLength(1);
      await desk.deliverAfter(10 * MINUTE);
      expect(received()).toEqual(['evt_L-1_1 lead.created']);
    });

    test('tells of an opt-out that Twilio knows of', async () => {
      twilio.trouble = { status: 400, code: 21610 };
      await desk.deliverAfter(MINUTE);
      await desk.deliverAfter(MINUTE);
      expect(received()).toEqual([
        'evt_L-1_1 lead.created',
        expect.stringMatching(/^evt_L-1_. lead.updated$/),
      ]);
      expect(event(1).data).toMatchObject({ id: 'L-1', isOptedOut: true });
    });
  });

  test('is retried where the endpoint fails, with the same ID, and never pushed to another', async () => {
    const other = await desk.addLeadEndpoint('/other');
    desk.receiver.behaviours.set('/other', { status: 500 });
    await desk.runAll(toStep(CREATE, toAsked(LEAD)), ['deliver']);
    expect(desk.rows('Outbox')).toMatchObject([{ id: `evt_L-1_1 ${other.id}`, kind: 'lead push' }]);
    desk.receiver.behaviours.delete('/other');
    await desk.deliverAfter(2 * MINUTE);
    expect(desk.rows('Outbox')).toEqual([]);
    const ids = (path: string) => desk.receiver.at(path).map(({ headers }) => headers['webhook-id']);
    expect([ids('/crm'), ids('/other')]).toEqual([['evt_L-1_1'], ['evt_L-1_1', 'evt_L-1_1']]);
  });

  test('is dropped with its lead, so that nobody hears of what is deleted', async () => {
    desk.receiver.behaviours.set('/crm', { status: 500 });
    await desk.runAll(toStep(CREATE, toAsked(LEAD)), ['deliver'], toStep('DELETE /v1/leads/L-1', toAsked()));
    desk.receiver.behaviours.delete('/crm');
    await desk.deliverAfter(10 * MINUTE);
    expect([received().length, desk.rows('Outbox')]).toEqual([1, []]);
  });

  test('whose notes would make it larger than 20,000 bytes comes without them, and says so', async () => {
    await create();
    desk.edit('Leads', 'L2', 'ü'.repeat(20_000));
    await call('PATCH /v1/leads/L-1', { status: 'contacted' });
    const { data } = event(1);
    expect(data).toMatchObject({ id: 'L-1', status: 'contacted', hasNotes: false });
    expect(data).not.toHaveProperty('notes');
  });

  testLong('late for its message, which has moved to the archive, still has it', async () => {
    await create();
    desk.receiver.behaviours.set('/crm', { status: 500 });
    await desk.receiveText('SM0', PHONE, 'first');
    for (let n = 1; n <= 35; n++) await desk.receiveText(`SM${n}`, PHONE, 'x'.repeat(1_500));
    expect(desk.rows('Archive')).not.toEqual([]);
    desk.receiver.behaviours.delete('/crm');
    desk.receiver.received.length = 0;
    await desk.deliverAfter(10 * MINUTE);
    await desk.deliverAfter(10 * MINUTE);
    const late = desk.receiver.received.find(({ headers }) => headers['webhook-id'] === 'evt_M-SM0');
    expect(JSON.parse(late?.body ?? 'null')).toMatchObject({ data: { message: { body: 'first' } } });
    expect(desk.rows('Outbox')).toEqual([]);
  });
});

test('an endpoint gets the types that it has chosen, and one of a cafe hears of no lead', async () => {
  const add = (path: string, body: object) => toStep(`POST ${path}`, { body, as: 'admin' });
  desk = await startPushDesk({
    begin: (address) => [
      add('/v1/cafes/C-1/push-endpoints', { url: `${address}/till` }),
      add('/v1/push-endpoints', { url: `${address}/new`, events: ['lead.created'] }),
      add('/v1/push-endpoints', { url: `${address}/texts`, events: ['message.received'] }),
    ],
  });
  await callAll([CREATE, LEAD], ['PATCH /v1/leads/L-1', { status: 'contacted' }]);
  await desk.receiveText('SM1', PHONE, 'Hello');
  await desk.deliverAfter(10 * MINUTE);
  const ids = (path: string) => desk.receiver.at(path).map(({ headers }) => headers['webhook-id']);
  expect([ids('/new'), ids('/texts'), ids('/till')]).toEqual([['evt_L-1_1'], ['evt_M-SM1'], []]);
  expect(desk.rows('Outbox')).toEqual([]);
});

describe('what events of leads cost', () => {
  beforeEach(async () => {
    desk = await startPushDesk({ begin: () => [toStep(CREATE, toAsked(LEAD))] });
  });

  const CALLS = {
    create: toRequest(CREATE, toAsked({ ...LEAD, phone: '+15551230009' })),
    change: toRequest('PATCH /v1/leads/L-1', toAsked({ notes: 'called' })),
  };

  /** Calls by method, and their modelled ms, once the caches know who listens. */
  async function callsOf(name: keyof typeof CALLS): Promise<Record<string, number>> {
    const { calls, error } = await desk.execute('serve', [CALLS[name]]);
    expect(error).toBeUndefined();
    const counts: Record<string, number> = { ms: 0 };
    for (const { method, ms } of calls) {
      counts[method] = (counts[method] ?? 0) + 1;
      counts.ms = (counts.ms ?? 0) + ms;
    }
    return counts;
  }

  test.each(spread(['create', 'change'] as const, 1))(
    '%s: a fetch and a write where somebody listens',
    async (name) => {
      await callsOf('create');
      const alone = await callsOf(name);
      expect(alone['urlFetch.fetchAll']).toBeUndefined();
      await desk.addLeadEndpoint('/crm');
      await callsOf('create');
      await desk.run('serve', { ...CALLS.change, body: JSON.stringify({ notes: 'to be changed' }) });
      const heard = await callsOf(name);
      expect(heard['urlFetch.fetchAll']).toBe(1);
      const more = (what: string) => (heard[what] ?? 0) - (alone[what] ?? 0);
      expect(more('spreadsheet.setValues')).toBe(1);
      expect(more('ms')).toBeLessThan(500);
    },
  );

  test('without a listener, who listens is one call of the cache', async () => {
    await callsOf('create');
    for (const name of ['create', 'change'] as const) {
      const { calls } = await desk.execute('serve', [CALLS[name]]);
      const keys = calls.filter(({ method }) => method === 'cache.getAll');
      expect([name, keys.length]).toEqual([name, name === 'create' ? 2 : 1]);
    }
  });

  testLong('nothing is fetched under the script lock', async () => {
    await desk.addLeadEndpoint('/crm');
    for (const name of ['create', 'change'] as const)
      expect(locksAtFetch(await desk.execute('serve', [CALLS[name]]))).toEqual([0]);
    expect(locksAtFetch(await desk.receiveText('SM1', PHONE, 'Hello'))).toEqual([0]);
  });
});

function fetchesOf({ calls }: Pick<Execution, 'calls'>): number {
  return calls.filter(({ method }) => method === 'urlFetch.fetchAll').length;
}

/** How many locks were held at each fetch. */
function locksAtFetch({ calls }: Execution): number[] {
  let held = 0;
  return calls.flatMap(({ method }) => {
    if (method === 'lock.try') held++;
    if (method === 'lock.release') held--;
    return method.startsWith('urlFetch') ? [held] : [];
  });
}
