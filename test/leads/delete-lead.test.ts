import type { Fault } from '../../runtime/execution/faults';
import { spread, testLong } from '../harness/extent';
import { inTurn, turnsOfWrites, withFaultAtCalls, withKillAtCalls } from '../harness/faults';
import { longestHold } from '../harness/holds';
import { type LeadDesk, startLeadDesk } from './lead-desk';
import type { Asked, Step, Told } from './script';

/** What is slow, and how a deletion may end then. */
const SLOW = [
  ['deletion', 412],
  ['change', 200],
] as const;
const ANN = { name: 'Ann', phone: '+15551230001' };
const EVERYTHING = { archived: 1, queued: 1, version: 3 };
const NOTHING = { archived: 0, queued: 0, version: undefined };
const SEEN = { 'if-match': '"v3"' };

describe('DELETE /v1/leads/:id', () => {
  let desk: LeadDesk;
  let made = 0;
  let waiting: string[] = [];
  beforeEach(async () => {
    desk = await startLeadDesk(
      ...Array.from({ length: 8 }, (): Step => ['call', 'POST /v1/leads', { body: ANN }]),
    );
    made = 0;
    waiting = [];
  });
  afterEach(() => desk.close());

  /** With rows in the tabs Archive and Outbox; at version 3. So many are made in one go, and wait for their turn. */
  async function create(ahead = 1): Promise<string> {
    if (waiting.length === 0) await createAll(ahead);
    const id = waiting.shift() ?? '';
    expect(hanging(id)).toEqual(EVERYTHING);
    return id;
  }

  async function createAll(count: number): Promise<void> {
    const ids = Array.from({ length: count }, () => `L-${++made}`);
    // Of those that are there from the start; the long tests need more.
    const missing = ids.filter((id) => rowOf(id) < 2);
    if (missing.length > 0) await desk.callAll(missing.map(() => ['POST /v1/leads', { body: ANN }]));
    for (const id of ids) {
      desk.edit('Leads', `AB${rowOf(id)}`, JSON.stringify(oldActivities()));
      desk.edit('Leads', `X${rowOf(id)}`, '0');
    }
    await desk.callAll(
      ids.flatMap((id) => [
        [`PATCH /v1/leads/${id}`, { body: { notes: 'first' } }],
        ['POST /v1/messaging/messages', { body: { leadId: id, body: 'hello' } }],
      ]),
    );
    waiting = ids;
  }

  const rowOf = (id: string) => desk.rows('Leads').findIndex((row) => row.id === id) + 2;
  const hanging = (id: string) => ({
    archived: desk.rows('Archive').filter(({ target }) => target === id).length,
    queued: desk.rows('Outbox').filter(({ targetId }) => targetId === id).length,
    version: desk.rows('Leads').find((row) => row.id === id)?.version,
  });
  const request = (endpoint: string, asked: Asked, fault?: Fault) =>
    desk.execute('call', [endpoint, asked], fault ? { fault } : {});
  const erase = (id: string, fault?: Fault) => request(`DELETE /v1/leads/${id}`, { headers: SEEN }, fault);
  const change = (id: string, fault?: Fault) =>
    request(`PATCH /v1/leads/${id}`, { body: { notes: 'second' }, headers: SEEN }, fault);
  const archive = (id: string, fault?: Fault) => {
    desk.edit('Leads', `AB${rowOf(id)}`, JSON.stringify(oldActivities(3_600_000)));
    return change(id, fault);
  };
  const statusOf = ({ returned }: Awaited<ReturnType<typeof erase>>) =>
    returned?.kind === 'value' ? (JSON.parse(returned.json ?? '') as Told).status : undefined;

  test('deletes what belongs to the lead, and nothing of others', async () => {
    const [id, other] = [await create(2), await create()];
    expect(statusOf(await erase(id))).toBe(200);
    expect(hanging(id)).toEqual(NOTHING);
    expect(hanging(other)).toEqual(EVERYTHING);
  });

  test('deletes forty messages that wait with it, under the lock for less than two seconds', async () => {
    const id = await create();
    const bodies = Array.from({ length: 40 }, (_, number) => `message ${number}`);
    await desk.callAll(bodies.map((body) => ['POST /v1/messaging/messages', { body: { leadId: id, body } }]));
    expect(hanging(id).queued).toBeGreaterThanOrEqual(40);
    const erased = await request(`DELETE /v1/leads/${id}`, {});
    expect([statusOf(erased), hanging(id)]).toEqual([200, NOTHING]);
    expect(longestHold(erased)).toBeLessThanOrEqual(2_000);
  });

  test('with an old version is 412, and deletes nothing', async () => {
    const id = await create();
    const [, erased] = await desk.callAll([
      [`PATCH /v1/leads/${id}`, { body: { notes: 'second' }, headers: SEEN }],
      [`DELETE /v1/leads/${id}`, { headers: SEEN }],
    ]);
    expect(erased?.status).toBe(412);
    expect(hanging(id)).toEqual({ ...EVERYTHING, version: 4 });
  });

  testLong.each(SLOW)(
    'a %s that is slow at any of its calls: the first of two writers wins',
    async (slow, ends) => {
      const seen = new Set<number | undefined>();
      await withFaultAtCalls(4, async ({ call }) => {
        const id = await create();
        const fault: Fault = { call, kind: 'slow', ms: 3_000 };
        const [erased, changed] = await Promise.all([
          erase(id, slow === 'deletion' ? fault : undefined),
          change(id, slow === 'change' ? fault : undefined),
        ]);
        const statuses = [statusOf(erased), statusOf(changed)];
        const isErased = statuses[0] === 200;
        expect([call, statuses]).toEqual([call, isErased ? [200, 404] : [412, 200]]);
        expect([call, hanging(id)]).toEqual([call, isErased ? NOTHING : { ...EVERYTHING, version: 4 }]);
        seen.add(statuses[0]);
        return slow === 'deletion' ? erased : changed;
      });
      expect(seen).toContain(ends);
    },
  );

  testLong('leaves no archive behind of a change that is slow at any of its calls', async () => {
    await withFaultAtCalls(6, async ({ call }) => {
      const id = await create();
      const fault: Fault = { call, kind: 'slow', ms: 3_000 };
      const [ended] = await Promise.all([archive(id, fault), desk.call(`DELETE /v1/leads/${id}`)]);
      expect([call, hanging(id)]).toEqual([call, NOTHING]);
      return ended;
    });
  });

  test.each(spread(turnsOfWrites('lost'), 1))(
    'killed at any call it can be repeated, and leaves nothing behind (writes: %s)',
    (_, writes) =>
      withKillAtCalls(2, async (at) => {
        const { call } = at;
        const id = await create(4);
        const ended = await erase(id, { call, kind: 'kill after', writes: inTurn(writes, at) });
        const isThere = hanging(id).version !== undefined;
        expect([call, statusOf(await erase(id))]).toEqual([call, isThere ? 200 : 404]);
        expect([call, hanging(id)]).toEqual([call, NOTHING]);
        return ended;
      }),
  );
});

function oldActivities(since = 0): object[] {
  return Array.from({ length: 330 }, (_, at) => ({
    at: new Date(since + at * 1_000).toISOString(),
    by: 'U-1',
    what: 'changed',
    changes: { notes: { from: 'x'.repeat(20), to: 'y'.repeat(20) } },
  }));
}
