import { type LeadDesk, startLeadDesk } from './lead-desk';
import type { Asked } from './script';

interface Choices {
  statuses: string[];
  filters: string[];
  agents: { id: string; email: string }[];
}

type Listed = { id: string; reasons?: object[] };

let desk: LeadDesk;
beforeEach(async () => {
  desk = await startLeadDesk();
});
afterEach(() => desk.close());

describe('what can be chosen for a lead', () => {
  test('is taken when it is chosen', async () => {
    desk.edit('Lists', 'A2', 'no-show');
    const [agentId, , chosen] = await desk.runAll(
      ['addUser', { email: 'ann@example.com', role: 'agent' }],
      ['call', 'POST /v1/leads', { body: { name: 'Ann', phone: '+15551230001' } }],
      ['call', 'GET /v1/leads/choices'],
    );
    const { statuses, filters, agents } = (chosen as { body: Choices }).body;
    expect(statuses).toEqual(['new', 'contacted', 'appointment', 'sold', 'lost', 'no-show']);
    expect(agents).toContainEqual({ id: agentId, email: 'ann@example.com', name: 'Ann', away: false });
    const told = await desk.callAll([
      ...[...statuses.map((status) => ({ status })), ...agents.map(({ id }) => ({ agentId: id }))].map(
        (body): [string, Asked] => ['PATCH /v1/leads/L-1', { body }],
      ),
      ...filters.map((filter): [string, Asked] => ['GET /v1/leads', { query: { filter } }]),
    ]);
    expect(new Set(told.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('has nobody who may not see leads or is disabled', async () => {
    const [before] = (await desk.runAll(
      ['call', 'GET /v1/leads/choices'],
      ['addUser', { email: 'ben@example.com', role: 'staff', cafeId: 'C-1' }],
      ['addUser', { email: 'cleo@example.com', role: 'agent' }],
    )) as [{ body: Choices }];
    const row = desk.rows('Users').findIndex(({ email }) => email === 'cleo@example.com') + 2;
    const column = Object.keys(desk.rows('Users')[0] ?? {}).indexOf('disabledAt');
    desk.edit('Users', `${String.fromCharCode(65 + column)}${row}`, '2026-01-01');
    const { body } = await desk.call<Choices>('GET /v1/leads/choices');
    expect(body.agents).toEqual(before.body.agents);
  });
});

describe('a list of leads that includes reasons', () => {
  test('has those of each lead as the lead itself has them, and is otherwise the same', async () => {
    const told = await desk.callAll<unknown>([
      ['POST /v1/leads', { body: { name: 'Ann', phone: '+15551230001', creditScore: '720', hasBank: true } }],
      ['POST /v1/leads', { body: { name: 'Ann', phone: '+15551230002' } }],
      ['GET /v1/leads', { query: { include: 'reasons' } }],
      ['GET /v1/leads'],
      ['GET /v1/leads/L-2'],
      ['GET /v1/leads/L-1'],
    ]);
    const [, , listed, plain, ...leads] = told.map(
      ({ body }) => (body as { data?: Listed[] }).data ?? body,
    ) as [unknown, unknown, Listed[], Listed[], Listed, Listed];
    expect(listed.map(({ id }) => id)).toEqual(['L-2', 'L-1']);
    for (const [at, { reasons }] of listed.entries()) {
      expect(reasons?.length).toBeGreaterThan(0);
      expect(reasons).toEqual(leads[at]?.reasons);
    }
    expect(plain).toEqual(listed.map(({ reasons: _, ...lead }) => lead));
    expect(plain[0]).not.toHaveProperty('reasons');
  });

  test('is refused as CSV, and so is anything else to include', async () => {
    const asked = [{ include: 'notes' }, { include: 'reasons', format: 'csv' }];
    const refused = { status: 422, body: { error: { param: 'include' } } };
    expect(await desk.callAll(asked.map((query) => ['GET /v1/leads', { query }]))).toMatchObject([
      refused,
      refused,
    ]);
  });
});
