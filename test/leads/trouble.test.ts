import { extent, testLong } from '../harness/extent';
import { withFaultAtCalls, withKillAtCalls } from '../harness/faults';
import { type LeadDesk, startLeadDesk } from './lead-desk';

const AT_ONCE = extent({ usual: 4, long: 30 });
const ANN = { name: 'Ann', phone: '+15551230001' };

type Created = { id: string };

describe('the lead desk when something fails', () => {
  let desk: LeadDesk;
  beforeEach(async () => {
    desk = await startLeadDesk(['call', 'POST /v1/leads', { body: ANN }]);
  });
  afterEach(() => desk.close());

  test('leads created at once are as many leads', async () => {
    const bodies = Array.from({ length: AT_ONCE }, (_, at) => ({
      name: `N ${at}`,
      phone: `+155512300${10 + at}`,
    }));
    const made = await Promise.all(bodies.map((body) => desk.call<Created>('POST /v1/leads', { body })));
    expect(made.every(({ status }) => status === 201)).toBe(true);
    const ids = made.map(({ body }) => body.id);
    expect(new Set(ids).size).toBe(AT_ONCE);
    const rows = desk.rows('Leads').slice(1);
    expect(rows.map(({ id }) => id).sort()).toEqual([...ids].sort());
    made.forEach(({ body }, at) => {
      expect(rows.find(({ id }) => id === body.id)).toMatchObject(bodies[at] ?? {});
    });
  });

  test('a creation killed at any call leaves a whole lead or none, and the next one works', async () => {
    const key = (at: number) => ({ 'idempotency-key': `key ${at}` });
    await withFaultAtCalls(2, async ({ call, n }) => {
      const phone = `+1555124${1_000 + n}`;
      const asked = { body: { ...ANN, phone }, headers: key(n) };
      const request = ['POST /v1/leads', asked];
      const ended = await desk.execute('call', request, {
        fault: { call, kind: 'kill before', writes: 'lost' },
      });
      await desk.execute('call', request, { fault: { call, kind: 'kill after', writes: 'lost' } });
      await desk.realm.scheduler.advance(400_000);
      const { status, body } = await desk.call<Created>('POST /v1/leads', asked);
      const mine = desk.rows('Leads').filter((row) => row.phone === phone);
      expect([call, status, mine.map(({ id }) => id)]).toEqual([call, 201, [body.id]]);
      expect(mine).toMatchObject([{ name: 'Ann', score: 28, filter: 'review', status: 'new', version: 1 }]);
      return ended;
    });
  });

  testLong('many changes move the oldest activities to the archive, and none is lost', async () => {
    const notes = (at: number) => `${at} ${'ü'.repeat(4_000)}`;
    const patches = Array.from({ length: 130 }, (_, at) => ({ body: { notes: notes(at) } }));
    const told = await desk.callAll(patches.map((asked) => ['PATCH /v1/leads/L-1', asked]));
    expect(new Set(told.map(({ status }) => status))).toEqual(new Set([200]));
    expect(desk.rows('Archive')).not.toEqual([]);
    const [lead, older] = await desk.callAll<{ data: object[] }>([
      ['GET /v1/leads/L-1'],
      ['GET /v1/leads/L-1/activities', { query: { page: '2' } }],
    ]);
    expect(lead?.body).toMatchObject({ activitiesTotal: 131, notes: notes(129) });
    expect(older?.body.data).toHaveLength(31);
  });

  testLong('a change killed at any call while old activities move loses none of them', async () => {
    const old = Array.from({ length: 330 }, (_, at) => ({
      at: new Date(at * 1_000).toISOString(),
      by: 'U-1',
      what: 'changed',
      changes: { notes: { from: 'x'.repeat(20), to: 'y'.repeat(20) } },
    }));
    const patch = (id: string, notes: string) =>
      ['call', [`PATCH /v1/leads/${id}`, { body: { notes } }]] as const;
    const prepare = async (at: number) => {
      const made = await desk.call<Created>('POST /v1/leads', {
        body: { ...ANN, phone: `+1555125${1_000 + at}` },
      });
      desk.edit('Leads', `AB${at + 3}`, JSON.stringify(old));
      return made.body.id;
    };
    await withKillAtCalls(6, async ({ call, n }) => {
      const id = await prepare(n - 1);
      const fault = { call, kind: 'kill after', writes: 'lost' } as const;
      const ended = await desk.execute(...patch(id, 'first'), { fault });
      for (const notes of ['second', 'third'])
        expect((await desk.execute(...patch(id, notes))).error).toBeUndefined();
      const pages = await desk.callAll<{ data: { at: string }[] }>(
        ['1', '2', '3', '4'].map((page) => [`GET /v1/leads/${id}/activities`, { query: { page } }]),
      );
      const shown = pages.flatMap(({ body }) => body.data);
      const times = shown.map(({ at }) => at).filter((at) => at < '1971');
      expect([call, times]).toEqual([call, old.map(({ at }) => at)]);
      expect(desk.rows('Archive').some(({ target }) => target === id)).toBe(true);
      return ended;
    });
  });

  test('an invalid cell of activities stops nothing', async () => {
    desk.edit('Leads', 'AB2', '[oops');
    const { status, body } = await desk.call<{ activities: object[] }>('PATCH /v1/leads/L-1', {
      body: { notes: 'x' },
    });
    expect([status, body.activities.length]).toEqual([200, 1]);
  });
});
