import { spread, testLong } from '../harness/extent';
import { inTurn, turnsOfWrites, withKillAtCalls } from '../harness/faults';
import { type LeadDesk, startLeadDesk } from './lead-desk';
import type { Asked } from './script';

type Message = { id: string; body: string };
type Lead = {
  messages: Message[];
  messagesTotal: number;
  activities: { what: string }[];
  activitiesTotal: number;
};
type ThreadPage = { leadId: string; data: Message[]; page: number; pageSize: number; total: number };

const LONG = 'x'.repeat(1_600);
/** The column `archived` of the tab Leads. */
const ARCHIVED = 'Y';

describe('the history of a lead', () => {
  let desk: LeadDesk;
  beforeEach(async () => {
    desk = await startLeadDesk();
    await desk.call('POST /v1/leads', { body: { name: 'Ann', phone: '+15551230001' } });
  });
  afterEach(() => desk.close());

  const upTo = (count: number, from = 0) => Array.from({ length: count }, (_, at) => from + at);
  const toSend = (number: number, text = LONG, leadId = 'L-1'): Asked => ({
    body: { leadId, body: `${number} ${text}`.slice(0, 1_600) },
  });
  const sendAll = (numbers: readonly number[], text?: string) =>
    desk.callAll(numbers.map((number) => ['POST /v1/messaging/messages', toSend(number, text)]));
  /** What is delivered may move to the archive. */
  const sendMany = async (from: number, to: number) => {
    for (let first = from; first < to; first += 20) {
      await sendAll(upTo(Math.min(20, to - first), first));
      await desk.run('deliver');
    }
  };
  const lead = async () => (await desk.call<Lead>('GET /v1/leads/L-1')).body;
  const page = async (query: Record<string, string> = {}) =>
    (await desk.call<ThreadPage>('GET /v1/messaging/threads/L-1', { query })).body;
  const numbers = (messages: readonly Message[]) => messages.map(({ body }) => Number(body.split(' ')[0]));

  test('shows all of 41 messages, wherever they are stored, oldest first and in pages', async () => {
    await sendMany(0, 41);
    expect(desk.rows('Archive').length).toBeGreaterThan(0);
    expect(numbers((await page()).data)).toEqual(upTo(41));
    expect(await page()).toMatchObject({ leadId: 'L-1', page: 1, pageSize: 100, total: 41 });
    expect(await lead()).toMatchObject({ messagesTotal: 41 });
    expect(numbers((await lead()).messages)).toEqual(upTo(41));
    const pages = await desk.callAll<ThreadPage>(
      upTo(5, 1).map((number) => [
        'GET /v1/messaging/threads/L-1',
        { query: { page: String(number), pageSize: '9' } },
      ]),
    );
    expect(pages.map(({ body }) => body.total)).toEqual(Array(5).fill(41));
    expect(numbers(pages.flatMap(({ body }) => body.data))).toEqual(upTo(41));
    expect(await page({ page: '6', pageSize: '9' })).toMatchObject({ data: [], page: 6, total: 41 });
  });

  test('has the newest 100 messages in the lead, and links to the others', async () => {
    await sendAll(upTo(110), 'short');
    const { body, headers } = await desk.call<Lead>('GET /v1/leads/L-1');
    expect([numbers(body.messages), body.messagesTotal]).toEqual([upTo(100, 10), 110]);
    expect(headers).toEqual({ link: '</v1/messaging/threads/L-1>; rel="messages"' });
    const change = { body: { notes: 'seen' } };
    const changed = await desk.call<Lead>('PATCH /v1/leads/L-1', change);
    expect([numbers(changed.body.messages), changed.headers]).toEqual([upTo(100, 10), headers]);
  });

  test('of a lead with few entries has no links', async () => {
    await sendAll([1], 'hello');
    expect((await desk.call('GET /v1/leads/L-1')).headers).toEqual({});
  });

  test('has every activity, in pages', async () => {
    // An execution has six minutes.
    for (const first of [1, 85, 169])
      await desk.callAll(
        upTo(Math.min(84, 251 - first), first).map((number) => [
          'PATCH /v1/leads/L-1',
          { body: { notes: `${number} ${'x'.repeat(300)}` } },
        ]),
      );
    expect(desk.rows('Archive').length).toBeGreaterThan(0);
    const found: { what: string; changes?: { notes: { to: string } } }[] = [];
    for (let number = 1; number <= 3; number++) {
      const { body } = await desk.call<{ leadId: string; data: typeof found; total: number }>(
        'GET /v1/leads/L-1/activities',
        { query: { page: String(number) } },
      );
      expect(body).toMatchObject({ leadId: 'L-1', total: 251 });
      found.push(...body.data);
    }
    expect(found.map(({ what, changes }) => changes?.notes.to.split(' ')[0] ?? what)).toEqual([
      'created',
      ...upTo(250, 1).map(String),
    ]);
    const { activities, activitiesTotal } = await lead();
    expect([activities, activitiesTotal]).toEqual([found.slice(-100), 251]);
  });

  testLong('of a row that was made before entries were counted is whole', async () => {
    await sendMany(0, 41);
    desk.edit('Leads', `${ARCHIVED}2`, '');
    expect(numbers((await page()).data)).toEqual(upTo(41));
    await sendMany(41, 70);
    expect(numbers((await page()).data)).toEqual(upTo(70));
    expect(desk.rows('Leads')[0]?.archived).toBe('');
  });

  test('of an unknown lead is 404', async () => {
    expect((await desk.call('GET /v1/leads/L-9/activities')).status).toBe(404);
    expect((await desk.call('GET /v1/messaging/threads/L-9')).status).toBe(404);
  });

  test.each(spread(turnsOfWrites('applied'), 1))(
    'has each entry once, at whatever call archiving is killed (writes: %s)',
    (_, writes) =>
      withKillAtCalls(3, async (at) => {
        const { call, n } = at;
        const id = `L-${n + 1}`;
        // Nothing moves before all of them are delivered.
        await desk.callAll([
          ['POST /v1/leads', { body: { name: 'Bob', phone: `+155512${30_000 + n}` } }],
          ...upTo(28).map((number): [string, Asked] => [
            'POST /v1/messaging/messages',
            toSend(number, LONG, id),
          ]),
        ]);
        const archived = desk.rows('Archive').length;
        await desk.run('deliver');
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
