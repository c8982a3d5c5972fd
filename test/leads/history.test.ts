import { extent, testLong } from '../harness/extent';
import { inTurn, turnsOfWrites, withKillAtCalls } from '../harness/faults';
import { type LeadDesk, startLeadDesk } from './lead-desk';
import type { Asked, Step } from './script';

type Message = { id: string; body: string };
type Lead = {
  messages: Message[];
  messagesTotal: number;
  activities: { what: string }[];
  activitiesTotal: number;
};
type ThreadPage = { leadId: string; data: Message[]; page: number; pageSize: number; total: number };

/** More than a page has. */
const CHANGES = extent({ usual: 110, long: 250 });
const LONG = 'x'.repeat(1_600);
/** The column `archived` of the tab Leads. */
const ARCHIVED = 'AD';

describe('the history of a lead', () => {
  let desk: LeadDesk;
  beforeEach(async () => {
    desk = await startLeadDesk(['call', 'POST /v1/leads', { body: { name: 'Ann', phone: '+15551230001' } }]);
  });
  afterEach(() => desk.close());

  const upTo = (count: number, from = 0) => Array.from({ length: count }, (_, at) => from + at);
  const toSend = (number: number, text = LONG, leadId = 'L-1'): Asked => ({
    body: { leadId, body: `${number} ${text}`.slice(0, 1_600) },
  });
  const sendAll = (numbers: readonly number[], text?: string) =>
    desk.callAll(numbers.map((number) => ['POST /v1/messaging/messages', toSend(number, text)]));
  /** What is delivered may move to the archive. */
  const sendMany = (from: number, to: number) =>
    desk.runAll(
      ...upTo(to - from, from).flatMap((number): Step[] => [
        ['call', 'POST /v1/messaging/messages', toSend(number)],
        ...((number + 1) % 20 === 0 || number + 1 === to ? [['deliver'] as Step] : []),
      ]),
    );
  const page = async (query: Record<string, string> = {}) =>
    (await desk.call<ThreadPage>('GET /v1/messaging/threads/L-1', { query })).body;
  const numbers = (messages: readonly Message[]) => messages.map(({ body }) => Number(body.split(' ')[0]));

  test('shows all of 41 messages, wherever they are stored, oldest first and in pages', async () => {
    await sendMany(0, 41);
    expect(desk.rows('Archive').length).toBeGreaterThan(0);
    const [all, lead, ...pages] = (await desk.callAll<unknown>([
      ['GET /v1/messaging/threads/L-1'],
      ['GET /v1/leads/L-1'],
      ...upTo(6, 1).map((number): [string, Asked] => [
        'GET /v1/messaging/threads/L-1',
        { query: { page: String(number), pageSize: '9' } },
      ]),
    ])) as unknown as [{ body: ThreadPage }, { body: Lead }, ...{ body: ThreadPage }[]];
    expect(numbers(all.body.data)).toEqual(upTo(41));
    expect(all.body).toMatchObject({ leadId: 'L-1', page: 1, pageSize: 100, total: 41 });
    expect([lead.body.messagesTotal, numbers(lead.body.messages)]).toEqual([41, upTo(41)]);
    expect(pages.map(({ body }) => [body.page, body.data.length, body.total])).toEqual(
      [9, 9, 9, 9, 5, 0].map((length, at) => [at + 1, length, 41]),
    );
    expect(numbers(pages.flatMap(({ body }) => body.data))).toEqual(upTo(41));
  });

  test('has the newest 100 messages in the lead, and links to the others', async () => {
    await sendAll(upTo(110), 'short');
    const told = await desk.callAll<Lead>([
      ['GET /v1/leads/L-1'],
      ['PATCH /v1/leads/L-1', { body: { notes: 'seen' } }],
    ]);
    for (const { body, headers } of told) {
      expect([numbers(body.messages), body.messagesTotal]).toEqual([upTo(100, 10), 110]);
      expect(headers).toEqual({ link: '</v1/messaging/threads/L-1>; rel="messages"' });
    }
  });

  test('of a lead with few entries has no links; of an unknown lead it is 404', async () => {
    const [, told, ...unknown] = await desk.callAll([
      ['POST /v1/messaging/messages', toSend(1, 'hello')],
      ['GET /v1/leads/L-1'],
      ['GET /v1/leads/L-9/activities'],
      ['GET /v1/messaging/threads/L-9'],
    ]);
    expect(told?.headers).toEqual({});
    expect(unknown).toMatchObject([{ status: 404 }, { status: 404 }]);
  });

  test('has every activity, in pages', async () => {
    // An execution has six minutes.
    for (let first = 1; first <= CHANGES; first += 80)
      await desk.callAll(
        upTo(Math.min(80, CHANGES + 1 - first), first).map((number) => [
          'PATCH /v1/leads/L-1',
          { body: { notes: `${number} ${'x'.repeat(50_000 / CHANGES)}` } },
        ]),
      );
    expect(desk.rows('Archive').length).toBeGreaterThan(0);
    type Activity = { what: string; changes?: { notes: { to: string } } };
    const [lead, ...pages] = (await desk.callAll<unknown>([
      ['GET /v1/leads/L-1'],
      ...upTo(Math.ceil(CHANGES / 100), 1).map((number): [string, Asked] => [
        'GET /v1/leads/L-1/activities',
        { query: { page: String(number) } },
      ]),
    ])) as unknown as [{ body: Lead }, ...{ body: { data: Activity[] } }[]];
    for (const { body } of pages) expect(body).toMatchObject({ leadId: 'L-1', total: CHANGES + 1 });
    const found = pages.flatMap(({ body }) => body.data);
    expect(found.map(({ what, changes }) => changes?.notes.to.split(' ')[0] ?? what)).toEqual([
      'created',
      ...upTo(CHANGES, 1).map(String),
    ]);
    const { activities, activitiesTotal } = lead.body;
    expect([activities, activitiesTotal]).toEqual([found.slice(-100), CHANGES + 1]);
  });

  testLong('of a row that was made before entries were counted is whole', async () => {
    await sendMany(0, 41);
    desk.edit('Leads', `${ARCHIVED}2`, '');
    expect(numbers((await page()).data)).toEqual(upTo(41));
    await sendMany(41, 70);
    expect(numbers((await page()).data)).toEqual(upTo(70));
    expect(desk.rows('Leads')[0]?.archived).toBe('');
  });

  testLong.each(turnsOfWrites('applied'))(
    'has each entry once, at whatever call archiving is killed (writes: %s)',
    (_, writes) =>
      withKillAtCalls(3, async (at) => {
        const { call, n } = at;
        const id = `L-${n + 1}`;
        // Nothing moves before all of them are delivered.
        await desk.runAll(
          ['call', 'POST /v1/leads', { body: { name: 'Bob', phone: `+155512${30_000 + n}` } }],
          ...upTo(28).map(
            (number): Step => ['call', 'POST /v1/messaging/messages', toSend(number, LONG, id)],
          ),
          ['deliver'],
        );
        const archived = desk.rows('Archive').length;
        const fault = { call, kind: 'kill after', writes: inTurn(writes, at) } as const;
        const asked = toSend(28, LONG, id);
        const ended = await desk.execute('call', ['POST /v1/messaging/messages', asked], { fault });
        if (call === 0) expect(desk.rows('Archive')).toHaveLength(archived + 1);
        const { body } = await desk.call<ThreadPage>(`GET /v1/messaging/threads/${id}`);
        const found = numbers(body.data);
        expect([call, found]).toEqual([call, upTo(found.length === 29 ? 29 : 28)]);
        return ended;
      }),
  );
});
