import { testLong } from '../harness/extent';
import { withKillAtCalls } from '../harness/faults';
import { type LeadDesk, startLeadDesk } from './lead-desk';
import type { Step } from './script';

const HOUR = 3_600_000;

describe('the timer of the lead desk', () => {
  let desk: LeadDesk;
  beforeEach(async () => {
    const people = ['Ann', 'Bob', 'Cleo'].map((name) => ({ body: { name, phone: '+15551230001' } }));
    desk = await startLeadDesk(...people.map((asked): Step => ['call', 'POST /v1/leads', asked]), [
      'call',
      'DELETE /v1/leads/L-2',
    ]);
  });
  afterEach(() => desk.close());

  /** Blank ones too. */
  const names = () => desk.rows('Leads').map(({ name }) => name);

  test('closes the gap of a deleted lead after an hour without writes', async () => {
    await desk.run('deliver');
    await desk.realm.scheduler.advance(HOUR / 2);
    await desk.run('deliver');
    expect(names()).toEqual(['Ann', '', 'Cleo']);
    await desk.realm.scheduler.advance(HOUR / 2);
    const [, told] = await desk.runAll(['deliver'], ['call', 'GET /v1/leads']);
    expect(names()).toEqual(['Ann', 'Cleo']);
    expect(told).toMatchObject({ body: { total: 2 } });
  });

  testLong('loses no lead, killed at any call', async () => {
    await desk.realm.scheduler.advance(HOUR);
    await withKillAtCalls(5, async ({ call }) => {
      await desk.call('POST /v1/leads', { body: { name: 'Dan', phone: '+15551230002' } });
      const { id } = desk.rows('Leads').at(-1) ?? {};
      await desk.call('POST /v1/leads', { body: { name: 'Eve', phone: '+15551230003' } });
      await desk.call(`DELETE /v1/leads/${id}`);
      const there = names().filter(Boolean);
      await desk.realm.scheduler.advance(HOUR);
      const fault = { call, kind: 'kill after', writes: 'applied' } as const;
      const ended = await desk.execute('deliver', [], { fault });
      await desk.realm.scheduler.advance(HOUR);
      await desk.run('deliver');
      expect([call, names()]).toEqual([call, there]);
      return ended;
    });
  });

  test('says what it cannot tidy, once an hour, and does the rest', async () => {
    await desk.realm.scheduler.advance(HOUR);
    desk.edit('Leads', 'A1', 'number');
    const ended = await desk.execute('deliver');
    expect(ended.error).toBeUndefined();
    expect(ended.log).toMatchObject([
      {
        level: 'error',
        text: expect.stringMatching(/^tidy Leads: .*The Leads tab has no column headed "id"/s),
      },
    ]);
    expect((await desk.execute('deliver')).calls.map(({ method }) => method)).toEqual(['cache.getAll']);
  });
});
