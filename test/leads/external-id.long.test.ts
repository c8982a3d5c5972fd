import { type LeadDesk, startLeadDesk } from './lead-desk';

interface Body {
  id: string;
  score: number;
  externalId: string;
  name: string;
  notes: string;
  version: number;
  total: number;
  error?: { param?: string };
}

const PUT = 'PUT /v1/leads/by-external-id/crm%2F7';
const ANN = { name: 'Ann', phone: '+15551230001', notes: 'Rings twice' };

describe('PUT /v1/leads/by-external-id/:externalId', () => {
  let desk: LeadDesk;
  beforeEach(async () => {
    desk = await startLeadDesk();
  });
  afterEach(() => desk.close());

  test('makes a lead once and changes it from then on, but for fields that are left out', async () => {
    const later = { name: 'Ann Lee', email: 'ann@example.com', creditScore: '760' };
    const told = await desk.callAll<Body>([
      [PUT, { body: ANN }],
      [PUT, { body: ANN }],
      [PUT, { body: later }],
      ['GET /v1/leads/L-1'],
      ['GET /v1/leads', { query: { externalId: 'crm/7' } }],
      ['DELETE /v1/leads/L-1'],
      [PUT, { body: later }],
      [`PUT /v1/leads/by-external-id/${'x'.repeat(201)}`, { body: ANN }],
      [PUT, { body: { name: 'Ann' } }],
    ]);
    const [made, again, changed, read, listed, , anew, tooLong, unreachable] = told;
    expect([made, again, changed, anew].map((one) => [one?.status, one?.body.id])).toEqual([
      [201, 'L-1'],
      [200, 'L-1'],
      [200, 'L-1'],
      [201, 'L-2'],
    ]);
    expect(made?.headers.location).toBe('/v1/leads/L-1');
    expect(changed?.body.score).toBeGreaterThan(made?.body.score ?? 100);
    expect(read?.body).toMatchObject({ ...ANN, ...later, externalId: 'crm/7', version: 2 });
    expect(listed?.body.total).toBe(1);
    expect([tooLong, unreachable].map((one) => [one?.status, one?.body.error?.param])).toEqual([
      [422, 'externalId'],
      [422, 'phone'],
    ]);
  });

  test('sent twice at once makes one lead', async () => {
    const told = await Promise.all(
      ['A', 'B', 'C'].map((name) => desk.call<Body>(PUT, { body: { ...ANN, name } })),
    );
    expect(told.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(desk.rows('Leads').map(({ id }) => id)).toEqual(['L-1']);
  });
});
