import { extent, testLong } from '../harness/extent';
import { withEndingAtCalls } from '../harness/faults';
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

  test('is what rows of an import are known by, once each, and again with their key', async () => {
    const row = { name: 'Ann Lee', phone: ANN.phone, externalId: ' crm/7 ', creditScore: '760' };
    const [two, headers] = [{ name: 'Bo', email: 'bo@example.com' }, { 'idempotency-key': 'once' }];
    const rows = [row, { ...two, externalId: 'crm/8' }, { ...two, externalId: 'crm/8' }, two];
    const asked = { body: { rows: [...rows, { ...row, externalId: 'x'.repeat(201) }] }, headers };
    const told = await desk.callAll<Body & { data: (Body & { row: number })[]; updated: number }>([
      [PUT, { body: ANN }],
      ['POST /v1/leads/import', asked],
      ['POST /v1/leads/import', asked],
      ['GET /v1/leads/L-1'],
      [
        'POST /v1/leads/import',
        {
          body: {
            rows: [
              { ...row, vehicleId: 'V-9' },
              { ...two, externalId: 'crm/8' },
            ],
          },
        },
      ],
      ['GET /v1/leads', { query: { sort: 'id' } }],
    ]);
    const [, imported, again, read, refused, listed] = told;
    expect(imported?.body).toMatchObject({
      ...{ created: 2, updated: 1, failed: 2 },
      data: [
        { row: 1, id: 'L-1' },
        { row: 2, id: expect.stringMatching(/^L-/) },
        { row: 3, error: { param: 'externalId' } },
        { row: 4, id: expect.stringMatching(/^L-/) },
        { row: 5, error: { param: 'externalId' } },
      ],
    });
    expect(again?.body).toEqual(imported?.body);
    expect(read?.body).toMatchObject({ ...ANN, name: 'Ann Lee', externalId: 'crm/7', version: 2 });
    expect(imported?.body.data[0]?.score).toBe(read?.body.score);
    expect(refused?.body).toMatchObject({
      updated: 1,
      data: [{ error: { param: 'vehicleId' } }, { row: 2 }],
    });
    expect(listed?.body.total).toBe(3);
  });

  testLong(
    'an import that ends at any call changes what is there once, and is completed by the same request',
    () =>
      withEndingAtCalls({ kind: 'kill after' }, 2, async ({ call, n }) => {
        const [known, other] = [
          { ...ANN, externalId: `old-${n}` },
          { ...ANN, externalId: `new-${n}` },
        ];
        const [made] = await desk.callAll<Body>([[`PUT /v1/leads/by-external-id/old-${n}`, { body: ANN }]]);
        const rows = [{ ...known, name: `Ann ${n}` }, other];
        const asked = { body: { rows }, headers: { 'idempotency-key': `key ${n}` } };
        const fault = { call, kind: 'kill after', writes: 'lost' } as const;
        const ended = await desk.execute('call', ['POST /v1/leads/import', asked], { fault });
        await desk.realm.scheduler.advance(31_000);
        const [told, read] = await desk.callAll<Body>([
          ['POST /v1/leads/import', asked],
          [`GET /v1/leads/${made?.body.id}`],
        ]);
        expect([call, told?.body]).toMatchObject([call, { created: 1, updated: 1 }]);
        expect([call, read?.body.name, read?.body.version]).toEqual([call, `Ann ${n}`, 2]);
        const ids = desk.rows('Leads').filter(({ externalId }) => String(externalId).endsWith(`-${n}`));
        expect([call, ids.length]).toEqual([call, 2]);
        return ended;
      }),
  );

  test('sent twice at once makes one lead', async () => {
    const told = await Promise.all(
      ['A', 'B', 'C'].map((name) => desk.call<Body>(PUT, { body: { ...ANN, name } })),
    );
    expect(told.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(desk.rows('Leads').map(({ id }) => id)).toEqual(['L-1']);
  });

  test('sent at the moment of an import with the same ID makes one lead, which both answer', async () => {
    for (let round = 0; round < extent({ usual: 3, long: 8 }); round++) {
      const externalId = `both-${round}`;
      const row = { ...ANN, email: 'ann@example.com', externalId };
      const [put, imported, other] = await Promise.all([
        desk.call<Body>(`PUT /v1/leads/by-external-id/${externalId}`, {
          body: { ...ANN, creditScore: '760' },
        }),
        desk.call<{ data: Body[] }>('POST /v1/leads/import', { body: { rows: [row] } }),
        desk.call<{ data: Body[] }>('POST /v1/leads/import', {
          body: { rows: [{ ...row, externalId: `more-${round}` }, row] },
          headers: { 'idempotency-key': externalId },
        }),
      ]);
      const leads = desk.rows('Leads').filter((lead) => lead.externalId === externalId);
      expect(leads).toMatchObject([{ creditScore: '760', email: 'ann@example.com' }]);
      const ids = [put.body.id, imported.body.data[0]?.id, other.body.data[1]?.id];
      const read = await desk.callAll<Body & { mergedInto?: string }>(
        ids.map((id) => [`GET /v1/leads/${id}`]),
      );
      expect(read.map(({ body }) => body.mergedInto ?? body.id)).toEqual(ids.map(() => leads[0]?.id));
    }
  });

  test('with If-Match makes nothing where no lead has the ID, and changes only that version', async () => {
    const told = await desk.callAll<Body>([
      [PUT, { body: ANN, headers: { 'if-match': '"v1"' } }],
      [PUT, { body: ANN, headers: { 'if-match': '*' } }],
      [PUT, { body: ANN }],
      [PUT, { body: { ...ANN, notes: 'x' }, headers: { 'if-match': '"v2"' } }],
      [PUT, { body: { ...ANN, notes: 'y' }, headers: { 'if-match': '"v1"' } }],
    ]);
    expect(told.map(({ status }) => status)).toEqual([412, 412, 201, 412, 200]);
    expect(desk.rows('Leads')).toMatchObject([{ notes: 'y' }]);
  });
});
