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

const choices = async () => (await desk.call<Choices>('GET /v1/leads/choices')).body;
const create = (phone: string, own: object = {}) =>
  desk.call('POST /v1/leads', { body: { name: 'Ann', phone, ...own } });

describe('what can be chosen for a lead', () => {
  test('is taken when it is chosen', async () => {
    desk.edit('Lists', 'A2', 'no-show');
    const agentId = await desk.run('addUser', { email: 'ann@example.com', role: 'agent' });
    const { statuses, filters, agents } = await choices();
    expect(statuses).toEqual(['new', 'contacted', 'appointment', 'sold', 'lost', 'no-show']);
    expect(agents).toContainEqual({ id: agentId, email: 'ann@example.com' });
    await create('+15551230001');
    const told = await desk.callAll([
      ...[...statuses.map((status) => ({ status })), ...agents.map(({ id }) => ({ agentId: id }))].map(
        (body): [string, Asked] => ['PATCH /v1/leads/L-1', { body }],
      ),
      ...filters.map((filter): [string, Asked] => ['GET /v1/leads', { query: { filter } }]),
    ]);
    expect(new Set(told.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('has nobody who may not see leads or is disabled', async () => {
    const before = (await choices()).agents;
    await desk.run('addUser', { email: 'ben@example.com', role: 'staff', cafeId: 'C-1' });
    await desk.run('addUser', { email: 'cleo@example.com', role: 'agent' });
    const row = desk.rows('Users').findIndex(({ email }) => email === 'cleo@example.com') + 2;
    const column = Object.keys(desk.rows('Users')[0] ?? {}).indexOf('disabledAt');
    desk.edit('Users', `${String.fromCharCode(65 + column)}${row}`, '2026-01-01');
    expect((await choices()).agents).toEqual(before);
  });
});

describe('a list of leads that includes reasons', () => {
  const list = async (query: Record<string, string>) =>
    (await desk.call<{ data: Listed[] }>('GET /v1/leads', { query })).body.data;

  test('has those of each lead as the lead itself has them, and is otherwise the same', async () => {
    await create('+15551230001', { creditScore: '720', hasBank: true });
    await create('+15551230002');
    const listed = await list({ include: 'reasons' });
    expect(listed.map(({ id }) => id)).toEqual(['L-2', 'L-1']);
    for (const { id, reasons } of listed) {
      expect(reasons?.length).toBeGreaterThan(0);
      expect(reasons).toEqual((await desk.call<Listed>(`GET /v1/leads/${id}`)).body.reasons);
    }
    const plain = await list({});
    expect(plain).toEqual(listed.map(({ reasons: _, ...lead }) => lead));
    expect(plain[0]).not.toHaveProperty('reasons');
  });

  test('is refused as CSV, and so is anything else to include', async () => {
    const asked = [{ include: 'notes' }, { include: 'reasons', format: 'csv' }];
    for (const query of asked)
      expect(await desk.call('GET /v1/leads', { query })).toMatchObject({
        status: 422,
        body: { error: { param: 'include' } },
      });
  });
});
