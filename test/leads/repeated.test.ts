import { spread, testLong } from '../harness/extent';
import { inTurn, turnsOfWrites, withKillAtCalls } from '../harness/faults';
import { longestHold } from '../harness/holds';
import { type LeadDesk, startLeadDesk } from './lead-desk';
import type { Asked, Step, Told } from './script';
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
  const begin = async (...given: readonly Step[]) => {
    desk = await startLeadDesk(['call', 'POST /v1/leads', { body: { name: 'Ann', phone: PHONE } }], ...given);
  };
  afterEach(() => desk.close());

  const sending = (body: string, key = '', leadId = 'L-1'): Step => [
    'call',
    'POST /v1/messaging/messages',
    { body: { leadId, body }, headers: key === '' ? {} : { 'idempotency-key': key } },
  ];
  /** Long ones, so that whatever came before them is archived. */
  const sendingMany = (): Step[] => [
    ...Array.from({ length: 30 }, (_, number) => sending(`${number} ${LONG}`.slice(0, 1_600))),
    ['deliver'],
    sending('the last'),
    ['deliver'],
  ];
  const thread: Step = ['call', 'GET /v1/messaging/threads/L-1'];
  const bodiesIn = (told: unknown) =>
    (told as { body: { data: Message[] } }).body.data.map((message) => message.body);
  const inRow = () => String(desk.rows('Leads')[0]?.thread);
  const erasing = (id: string): Step => ['call', `DELETE /v1/leads/${id}`];
  const erase = (id: string) => desk.runAll(erasing(id));
  const deleted = async (query: Record<string, string> = {}) =>
    (await desk.call<DeletedPage>('GET /v1/leads/deleted', { query })).body;

  describe('by a caller', () => {
    beforeEach(() => begin());

    test('sends no second text after the first has moved to the archive', async () => {
      const [first] = await desk.runAll(sending('hello', 'one'), ...sendingMany());
      expect(inRow()).not.toContain('"hello"');
      const told = await desk.runAll(sending('hello', 'one'), thread, sending('other', 'one'));
      expect(told[0]).toEqual(first);
      expect(bodiesIn(told[1]).filter((body) => body === 'hello')).toHaveLength(1);
      expect(desk.rows('Outbox')).toEqual([]);
      expect(told[2]).toMatchObject({ status: 422, body: { error: { param: 'idempotency-key' } } });
    });

    test('gets its first answer again after the lead was deleted', async () => {
      const [first, , again, ...refused] = (await desk.runAll(
        ...[sending('hello', 'one'), erasing('L-1'), sending('hello', 'one')],
        ...[sending('other', 'one'), sending('hello', 'two'), sending('hello')],
      )) as Told[];
      expect(again).toEqual(first);
      expect(refused.map(({ status }) => status)).toEqual([422, 404, 404]);
      expect(desk.rows('Outbox')).toEqual([]);
    });

    testLong('gets it too where the message was archived before the lead was deleted', async () => {
      const [first] = await desk.runAll(sending('hello', 'one'), ...sendingMany());
      const [, again] = await desk.runAll(erasing('L-1'), sending('hello', 'one'));
      expect(again).toEqual(first);
    });

    test('for another lead is another request: each lead gets its text', async () => {
      const told = (await desk.runAll(
        ['call', 'POST /v1/leads', { body: { name: 'Bob', phone: '+15551230002' } }],
        sending('hello', 'one'),
        sending('hello', 'one', 'L-2'),
        ['deliver'],
        thread,
        ['call', 'GET /v1/messaging/threads/L-2'],
        sending('hello', 'one', 'L-2'),
      )) as { body: Message }[];
      expect(told[1]?.body.id).not.toBe(told[2]?.body.id);
      for (const one of [told[4], told[5]])
        expect(one?.body).toMatchObject({ data: [{ body: 'hello', status: 'delivered' }] });
      expect(told[6]).toEqual(told[2]);
    });
  });

  describe('by the provider', () => {
    const keys = { ...KEYS, publicAddress: PUBLIC, twilioAddress: 'http://127.0.0.1:9' };
    beforeEach(() => begin(['enterKeys', keys]));

    const toCome = (body: string, sid: string): Asked => {
      const fields = { MessageSid: sid, From: PHONE, To: KEYS.twilioNumber, Body: body };
      return {
        body: new URLSearchParams(fields).toString(),
        headers: { 'x-twilio-signature': sign(`${PUBLIC}/v1/messaging/webhook`, fields) },
      };
    };
    const coming = (body: string, sid: string): Step => [
      'call',
      'POST /v1/messaging/webhook',
      toCome(body, sid),
    ];
    const comingMany = () =>
      Array.from({ length: 30 }, (_, number) => coming(`${number} ${LONG}`.slice(0, 1_600), `SM${number}`));
    const ids = () => desk.rows('Leads').flatMap(({ id }) => (id ? [id] : []));

    test('adds no second message after the first has moved to the archive', async () => {
      await desk.runAll(coming('hello', 'SMhello'), ...comingMany());
      expect(inRow()).not.toContain('"hello"');
      const [, told] = await desk.runAll(coming('hello', 'SMhello'), thread);
      expect(bodiesIn(told).filter((body) => body === 'hello')).toHaveLength(1);
    });

    test('makes no new lead after the first was deleted, whereas another message does', async () => {
      const once = coming('hello', 'SMhello');
      expect(await desk.runAll(once, erasing('L-1'), once)).toMatchObject(Array(3).fill({ status: 200 }));
      expect(ids()).toEqual([]);
      await desk.runAll(coming('again', 'SMagain'));
      expect(ids()).toHaveLength(1);
    });

    testLong('makes no new lead where the message was archived before the lead was deleted', async () => {
      await desk.runAll(coming('hello', 'SMhello'), ...comingMany());
      await desk.runAll(erasing('L-1'), coming('hello', 'SMhello'));
      expect(ids()).toEqual([]);
    });

    test('makes no new lead after the lead has got another phone', async () => {
      const told = await desk.runAll(
        coming('hello', 'SMhello'),
        ['call', 'PATCH /v1/leads/L-1', { body: { phone: '+15551230002' } }],
        coming('hello', 'SMhello'),
        ['call', 'GET /v1/leads/deleted'],
      );
      expect(ids()).toEqual(['L-1']);
      expect(told[3]).toMatchObject({ body: { total: 0 } });
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
        await desk.runAll(coming('hello', `SM${n}`));
        expect([call, ids()]).toEqual([call, ['L-1']]);
        expect(longestHold(ended)).toBeLessThanOrEqual(2_000);
        return ended;
      });
      expect(bodiesIn((await desk.runAll(thread))[0]).length).toBeGreaterThan(3);
    });
  });

  describe('GET /v1/leads/deleted', () => {
    beforeEach(() => begin());

    const creating = (...names: readonly string[]) =>
      names.map((name): Step => ['call', 'POST /v1/leads', { body: { name, phone: PHONE } }]);

    test('lists what was deleted since a time, the earliest first, in pages; refuses what is no time', async () => {
      const times = ['yesterday', '2026-02-30', '2026-02-30T12:00:00Z', '2026-02-28T25:00:00Z', ''];
      await desk.runAll(...creating('Bob', 'Cleo', 'Dan'), erasing('L-3'));
      await desk.realm.scheduler.advance(60_000);
      const since = new Date(desk.realm.scheduler.now()).toISOString();
      const queries = [{}, { since }, { since: since.slice(0, 10) }, { page: '2', pageSize: '2' }];
      const [, , all, later, today, second, ...refused] = (await desk.runAll(
        erasing('L-1'),
        erasing('L-2'),
        ...[...queries, ...times.map((time) => ({ since: time }))].map(
          (query): Step => ['call', 'GET /v1/leads/deleted', { query }],
        ),
      )) as { body: DeletedPage }[];
      expect(all?.body.data.map(({ id }) => id)).toEqual(['L-3', 'L-1', 'L-2']);
      expect(later?.body.data.map(({ id }) => id)).toEqual(['L-1', 'L-2']);
      expect(today?.body.total).toBe(3);
      expect(second?.body).toMatchObject({ data: [{ id: 'L-2' }], page: 2, pageSize: 2, total: 3 });
      const error = { status: 422, body: { error: { param: 'since' } } };
      expect(refused).toMatchObject(times.map(() => error));
    });

    test.each(spread(['tomorrow', ''], 1))(
      'leaves out a deletion whose time was changed to %j',
      async (typed) => {
        await desk.runAll(...creating('Bob'), erasing('L-1'), erasing('L-2'));
        desk.edit('Deleted leads', 'B2', typed);
        expect((await deleted()).data.map(({ id }) => id)).toEqual(['L-2']);
      },
    );

    test('forgets a deletion after 30 days', async () => {
      await erase('L-1');
      await desk.realm.scheduler.advance(29 * DAY);
      await desk.run('deliver');
      expect(desk.rows('Deleted leads')).toHaveLength(1);
      await desk.realm.scheduler.advance(2 * DAY);
      await desk.run('deliver');
      expect(desk.rows('Deleted leads')).toEqual([]);
    });

    testLong.each(turnsOfWrites(1))(
      'never lists a lead that is there, and each that is gone once, killed at any call (writes: %s)',
      (_, writes) =>
        withKillAtCalls(3, async (at) => {
          const { call, n } = at;
          const id = `L-${n + 1}`;
          await desk.runAll(...creating('Bob'), sending('hello', 'one', id));
          const fault = { call, kind: 'kill after', writes: inTurn(writes, at) } as const;
          const ended = await desk.execute('call', [`DELETE /v1/leads/${id}`], { fault });
          const list: Step = ['call', 'GET /v1/leads/deleted', { query: { pageSize: '100' } }];
          const [found, before, again, , after] = (await desk.runAll(
            ['call', `GET /v1/leads/${id}`],
            list,
            sending('hello', 'one', id),
            erasing(id),
            list,
          )) as [Told, unknown, Told, unknown, unknown];
          const listed = (told: unknown) =>
            (told as { body: DeletedPage }).body.data.filter((one) => one.id === id).length;
          expect([call, listed(before)]).toEqual([call, found.status === 200 ? 0 : 1]);
          expect(again.status).toBe(201);
          expect([call, listed(after)]).toEqual([call, 1]);
          return ended;
        }),
    );

    testLong('a lead is deleted under the lock in less than two seconds', async () => {
      await desk.runAll(...sendingMany());
      const ended = await desk.execute('call', ['DELETE /v1/leads/L-1']);
      expect(longestHold(ended)).toBeLessThanOrEqual(2_000);
    });
  });
});
