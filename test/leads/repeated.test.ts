import { spread, testLong } from '../harness/extent';
import { inTurn, turnsOfWrites, withKillAtCalls } from '../harness/faults';
import { longestHold } from '../harness/holds';
import { type LeadDesk, startLeadDesk } from './lead-desk';
import type { Asked } from './script';
import { KEYS, PUBLIC, sign } from './twilio-server';

const DAY = 86_400_000;
const PHONE = '+15551230001';
const LONG = 'x'.repeat(1_600);

type Message = { id: string; status: string; body: string };
type DeletedPage = {
  data: { id: string; deletedAt: string }[];
  page: number;
  pageSize: number;
  total: number;
};

describe('what is repeated', () => {
  let desk: LeadDesk;
  beforeEach(async () => {
    desk = await startLeadDesk();
    await desk.call('POST /v1/leads', { body: { name: 'Ann', phone: PHONE } });
  });
  afterEach(() => desk.close());

  const send = (body: string, key = '', leadId = 'L-1') =>
    desk.call<Message & { error: { code: string; param: string } }>('POST /v1/messaging/messages', {
      body: { leadId, body },
      headers: key === '' ? {} : { 'idempotency-key': key },
    });
  /** Long ones, so that whatever came before them is archived. */
  const sendMany = async () => {
    const texts = Array.from({ length: 30 }, (_, number) => `${number} ${LONG}`.slice(0, 1_600));
    await desk.callAll(
      texts.map((body) => ['POST /v1/messaging/messages', { body: { leadId: 'L-1', body } }]),
    );
    await desk.run('deliver');
    await send('the last');
    await desk.run('deliver');
  };
  const bodies = async () => {
    const { body } = await desk.call<{ data: Message[] }>('GET /v1/messaging/threads/L-1');
    return body.data.map((message) => message.body);
  };
  const inRow = () => JSON.parse(String(desk.rows('Leads')[0]?.thread)) as Message[];
  const erase = (id: string) => desk.call(`DELETE /v1/leads/${id}`);
  const deleted = async (query: Record<string, string> = {}) =>
    (await desk.call<DeletedPage>('GET /v1/leads/deleted', { query })).body;

  describe('by a caller', () => {
    test('sends no second text after the first has moved to the archive', async () => {
      const first = await send('hello', 'one');
      await sendMany();
      expect(inRow().map(({ body }) => body)).not.toContain('hello');
      expect(await send('hello', 'one')).toEqual(first);
      expect((await bodies()).filter((body) => body === 'hello')).toHaveLength(1);
      expect(desk.rows('Outbox')).toEqual([]);
      expect(await send('other', 'one')).toMatchObject({
        status: 422,
        body: { error: { param: 'idempotency-key' } },
      });
    });

    test('gets its first answer again after the lead was deleted', async () => {
      const first = await send('hello', 'one');
      await erase('L-1');
      expect(await send('hello', 'one')).toEqual(first);
      expect((await send('other', 'one')).status).toBe(422);
      expect((await send('hello', 'two')).status).toBe(404);
      expect((await send('hello')).status).toBe(404);
      expect(desk.rows('Outbox')).toEqual([]);
    });

    testLong('gets it too where the message was archived before the lead was deleted', async () => {
      const first = await send('hello', 'one');
      await sendMany();
      await erase('L-1');
      expect(await send('hello', 'one')).toEqual(first);
    });

    test('for another lead is another request: each lead gets its text', async () => {
      await desk.call('POST /v1/leads', { body: { name: 'Bob', phone: '+15551230002' } });
      const sent = [await send('hello', 'one'), await send('hello', 'one', 'L-2')];
      expect(sent[0]?.body.id).not.toBe(sent[1]?.body.id);
      await desk.run('deliver');
      for (const id of ['L-1', 'L-2']) {
        const { body } = await desk.call<{ data: Message[] }>(`GET /v1/messaging/threads/${id}`);
        expect(body.data).toMatchObject([{ body: 'hello', status: 'delivered' }]);
      }
      expect(await send('hello', 'one', 'L-2')).toEqual(sent[1]);
    });
  });

  describe('by the provider', () => {
    beforeEach(() =>
      desk.run('enterKeys', { ...KEYS, publicAddress: PUBLIC, twilioAddress: 'http://127.0.0.1:9' }),
    );

    const toCome = (body: string, sid: string): Asked => {
      const fields = { MessageSid: sid, From: PHONE, To: KEYS.twilioNumber, Body: body };
      return {
        body: new URLSearchParams(fields).toString(),
        headers: { 'x-twilio-signature': sign(`${PUBLIC}/v1/messaging/webhook`, fields) },
      };
    };
    const come = (body: string, sid: string) => desk.call('POST /v1/messaging/webhook', toCome(body, sid));
    const comeMany = () =>
      desk.callAll(
        Array.from({ length: 30 }, (_, number) => [
          'POST /v1/messaging/webhook',
          toCome(`${number} ${LONG}`.slice(0, 1_600), `SM${number}`),
        ]),
      );
    const ids = () => desk.rows('Leads').flatMap(({ id }) => (id ? [id] : []));

    test('adds no second message after the first has moved to the archive', async () => {
      await come('hello', 'SMhello');
      await comeMany();
      expect(inRow().map(({ body }) => body)).not.toContain('hello');
      await come('hello', 'SMhello');
      expect((await bodies()).filter((body) => body === 'hello')).toHaveLength(1);
    });

    test('makes no new lead after the first was deleted, whereas another message does', async () => {
      await come('hello', 'SMhello');
      await erase('L-1');
      expect((await come('hello', 'SMhello')).status).toBe(200);
      expect(ids()).toEqual([]);
      await come('again', 'SMagain');
      expect(ids()).toHaveLength(1);
    });

    testLong('makes no new lead where the message was archived before the lead was deleted', async () => {
      await come('hello', 'SMhello');
      await comeMany();
      await erase('L-1');
      await come('hello', 'SMhello');
      expect(ids()).toEqual([]);
    });

    test('makes no new lead after the lead has got another phone', async () => {
      await come('hello', 'SMhello');
      await desk.call('PATCH /v1/leads/L-1', { body: { phone: '+15551230002' } });
      await come('hello', 'SMhello');
      expect(ids()).toEqual(['L-1']);
      expect((await deleted()).total).toBe(0);
    });

    testLong('makes none wherever the change of the phone ends', async () => {
      await withKillAtCalls(3, async ({ call, n }) => {
        await desk.callAll([
          ['PATCH /v1/leads/L-1', { body: { phone: PHONE } }],
          ['POST /v1/messaging/webhook', toCome('hello', `SM${n}`)],
        ]);
        const asked = { body: { phone: `+155512${30_000 + n}` } };
        const fault = { call, kind: 'kill after', writes: 'lost' } as const;
        const ended = await desk.execute('call', ['PATCH /v1/leads/L-1', asked], { fault });
        await come('hello', `SM${n}`);
        expect([call, ids()]).toEqual([call, ['L-1']]);
        expect(longestHold(ended)).toBeLessThanOrEqual(2_000);
        return ended;
      });
      expect((await bodies()).length).toBeGreaterThan(3);
    });
  });

  describe('GET /v1/leads/deleted', () => {
    const create = (...names: readonly string[]) =>
      desk.callAll(names.map((name) => ['POST /v1/leads', { body: { name, phone: PHONE } }]));

    test('lists what was deleted since a time, the earliest first, in pages', async () => {
      await create('Bob', 'Cleo', 'Dan');
      await erase('L-3');
      await desk.realm.scheduler.advance(60_000);
      const since = new Date(desk.realm.scheduler.now()).toISOString();
      await erase('L-1');
      await erase('L-2');
      expect((await deleted()).data.map(({ id }) => id)).toEqual(['L-3', 'L-1', 'L-2']);
      expect((await deleted({ since })).data.map(({ id }) => id)).toEqual(['L-1', 'L-2']);
      expect((await deleted({ since: since.slice(0, 10) })).total).toBe(3);
      const second = await deleted({ page: '2', pageSize: '2' });
      expect(second).toMatchObject({ data: [{ id: 'L-2' }], page: 2, pageSize: 2, total: 3 });
    });

    test('refuses what is no time since when', async () => {
      const times = ['yesterday', '2026-02-30', '2026-02-30T12:00:00Z', '2026-02-28T25:00:00Z', ''];
      const told = await desk.callAll(times.map((since) => ['GET /v1/leads/deleted', { query: { since } }]));
      const refused = { status: 422, body: { error: { param: 'since' } } };
      expect(told).toMatchObject(times.map(() => refused));
    });

    test.each(spread(['tomorrow', ''], 1))(
      'leaves out a deletion whose time was changed to %j',
      async (typed) => {
        await create('Bob');
        await desk.callAll([['DELETE /v1/leads/L-1'], ['DELETE /v1/leads/L-2']]);
        desk.edit('Deleted leads', 'B2', typed);
        expect((await deleted()).data.map(({ id }) => id)).toEqual(['L-2']);
      },
    );

    test('forgets a deletion after 30 days', async () => {
      await erase('L-1');
      await desk.realm.scheduler.advance(29 * DAY);
      await desk.run('deliver');
      expect((await deleted()).total).toBe(1);
      await desk.realm.scheduler.advance(2 * DAY);
      await desk.run('deliver');
      expect(desk.rows('Deleted leads')).toEqual([]);
    });

    test.each(spread(turnsOfWrites(1), 1))(
      'never lists a lead that is there, and each that is gone once, killed at any call (writes: %s)',
      (_, writes) =>
        withKillAtCalls(3, async (at) => {
          const { call } = at;
          await create('Bob');
          const id = String(
            desk
              .rows('Leads')
              .filter((row) => row.id)
              .at(-1)?.id,
          );
          await send('hello', 'one', id);
          const fault = { call, kind: 'kill after', writes: inTurn(writes, at) } as const;
          const ended = await desk.execute('call', [`DELETE /v1/leads/${id}`], { fault });
          const isThere = (await desk.call(`GET /v1/leads/${id}`)).status === 200;
          const listed = async () =>
            (await deleted({ pageSize: '100' })).data.filter((one) => one.id === id).length;
          expect([call, await listed()]).toEqual([call, isThere ? 0 : 1]);
          const [again] = await desk.callAll([
            [
              'POST /v1/messaging/messages',
              { body: { leadId: id, body: 'hello' }, headers: { 'idempotency-key': 'one' } },
            ],
            [`DELETE /v1/leads/${id}`],
          ]);
          expect(again?.status).toBe(201);
          expect([call, await listed()]).toEqual([call, 1]);
          return ended;
        }),
    );

    testLong('a lead is deleted under the lock in less than two seconds', async () => {
      await sendMany();
      const ended = await desk.execute('call', ['DELETE /v1/leads/L-1']);
      expect(longestHold(ended)).toBeLessThanOrEqual(2_000);
    });
  });
});
