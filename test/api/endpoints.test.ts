import { ACCOUNT_ROUTES } from '../../src/accounts/sessions';
import { LEAD_ROUTES } from '../../src/leads/routes';
import { type SeededApi, startApi } from '../harness/api';
import { IS_LONG } from '../harness/extent';
import { WAYS } from '../http/ways';
import { KEYS, PUBLIC, sign } from '../leads/twilio-server';
import { type Row, testRows } from './rows';

const PHONE = '+15551230001';
const LEAD = {
  name: 'Ann Example',
  phone: '+1 (555) 123-0001',
  creditScore: '700-749',
  downPayment: 2_500.5,
  hasBank: true,
  idType: 'passport',
  tradeIn: false,
  location: 'North',
};
const VEHICLE = { make: 'Acme', model: 'One', price: 12_000, vin: '1HGBH41JXMN109186', location: 'North' };
const SMS = { MessageSid: 'SM1', From: PHONE, To: KEYS.twilioNumber, Body: 'Is it still there?' };

const isScore = expect.any(Number);

/** Section 4 of the lead interface and what the desk adds, in an order in which each finds what it needs. */
const ROWS: Row<'lead' | 'other' | 'vehicle' | 'user' | 'message'>[] = [
  {
    endpoint: 'POST /v1/auth/login',
    makes: 'token',
    asked: (_, { people }) => ({ body: people.agent }),
    body: () => ({
      token: expect.stringMatching(/^st_/),
      user: { id: expect.stringMatching(/^U-\d+$/), role: 'agent', cafeId: null },
    }),
  },
  {
    endpoint: 'POST /v1/leads',
    makes: 'lead',
    asked: () => ({ body: LEAD }),
    status: 201,
    body: () => ({
      id: expect.stringMatching(/^L-[1-9]\d*$/),
      score: isScore,
      filter: expect.any(String),
    }),
  },
  {
    endpoint: 'POST /v1/leads/import',
    asked: () => ({ body: { rows: [{ name: 'Bob', phone: '+15551239999', source: 'list' }] } }),
    body: () => ({ created: 1, updated: 0, failed: 0, data: [{ row: 1, id: expect.stringMatching(/^L-/) }] }),
  },
  {
    endpoint: 'GET /v1/leads',
    asked: () => ({ query: { pageSize: '1', phone: PHONE, hasBank: 'true' } }),
    body: ({ lead }) => ({
      data: [{ id: lead, name: LEAD.name, score: isScore, status: 'new' }],
      page: 1,
      total: expect.any(Number),
    }),
  },
  {
    endpoint: 'GET /v1/leads/choices',
    body: () => ({
      statuses: expect.arrayContaining(['new', 'sold']),
      filters: expect.arrayContaining(['hot']),
      agents: expect.arrayContaining([expect.objectContaining({ name: 'Agent', away: expect.any(Boolean) })]),
    }),
  },
  {
    endpoint: 'GET /v1/leads/:id',
    of: 'lead',
    body: ({ lead }) => ({
      ...LEAD,
      id: lead,
      phone: PHONE,
      messages: [],
      activities: [{ what: 'created' }],
      version: 1,
    }),
  },
  {
    endpoint: 'PATCH /v1/leads/:id',
    of: 'lead',
    asked: () => ({
      body: { status: 'appointment', notes: '=called', nextAt: '2026-12-01T15:30:00Z' },
      headers: { 'if-match': '"v1"' },
    }),
    body: ({ lead }) => ({
      id: lead,
      status: 'appointment',
      notes: '=called',
      version: 2,
      convertedAt: expect.any(String),
    }),
  },
  { endpoint: 'GET /v1/leads/:id/appointment.ics', of: 'lead', text: 'DTSTART:20261201T153000Z' },
  {
    endpoint: 'PUT /v1/leads/by-external-id/:externalId',
    makes: 'other',
    of: 'lead',
    asked: () => ({ body: { name: 'Of a CRM', email: 'crm@example.com', source: 'crm' } }),
    status: 201,
    body: () => ({ id: expect.stringMatching(/^L-/), score: expect.any(Number), filter: 'review' }),
  },
  {
    endpoint: 'GET /v1/leads/:id/activities',
    of: 'lead',
    body: ({ lead }) => ({
      leadId: lead,
      data: [{ what: 'created' }, { what: 'changed' }],
      page: 1,
      total: 2,
    }),
  },
  {
    endpoint: 'POST /v1/messaging/messages',
    asked: ({ lead }) => ({ body: { leadId: lead, body: 'Come and see it.' } }),
    status: 201,
    makes: 'message',
    body: () => ({ id: expect.stringMatching(/^M-/), status: 'queued' }),
  },
  {
    endpoint: 'GET /v1/messaging/threads/:leadId',
    of: 'lead',
    body: ({ lead }) => ({
      leadId: lead,
      data: [{ direction: 'outbound', body: 'Come and see it.', status: 'queued' }],
    }),
  },
  {
    endpoint: 'DELETE /v1/messaging/threads/:leadId/messages/:id',
    of: ['lead', 'message'],
    body: ({ message: id }) => ({ id, deleted: true }),
  },
  {
    endpoint: 'POST /v1/messaging/webhook',
    by: 'signer',
    text: '<Response/>',
    asked: () => ({
      body: new URLSearchParams(SMS).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': sign(`${PUBLIC}/v1/messaging/webhook`, SMS),
      },
    }),
  },
  {
    endpoint: 'POST /v1/vehicles',
    makes: 'vehicle',
    asked: () => ({ body: VEHICLE }),
    status: 201,
    body: () => ({
      ...VEHICLE,
      id: expect.stringMatching(/^V-[1-9]\d*$/),
      status: 'available',
      isVinFlagged: false,
      version: 1,
    }),
  },
  {
    endpoint: 'GET /v1/vehicles',
    asked: () => ({ query: { location: 'north', sort: '-createdAt' } }),
    body: ({ vehicle }) => ({
      data: expect.arrayContaining([expect.objectContaining({ id: vehicle, make: 'Acme' })]),
      page: 1,
    }),
  },
  {
    endpoint: 'GET /v1/vehicles/:id',
    of: 'vehicle',
    body: ({ vehicle }) => ({ ...VEHICLE, id: vehicle, version: 1 }),
  },
  {
    endpoint: 'PATCH /v1/vehicles/:id',
    of: 'vehicle',
    asked: () => ({ body: { price: 11_000, status: 'sold', miles: 30_000 } }),
    body: ({ vehicle }) => ({ id: vehicle, price: 11_000, status: 'sold', miles: 30_000, version: 2 }),
  },
  {
    endpoint: 'GET /v1/analytics/summary',
    asked: () => ({ query: { from: '2020-01-01', location: 'North' } }),
    body: () => ({ totalLeads: 1, conv: 1, avgScore: isScore }),
  },
  {
    endpoint: 'GET /v1/analytics/sources',
    asked: () => ({ query: { from: '2020-01-01' } }),
    body: () => ({ data: expect.arrayContaining([{ source: 'api', leads: 1 }]) }),
  },
  {
    endpoint: 'GET /v1/analytics/days',
    asked: () => ({ query: { location: 'North' } }),
    body: () => ({ data: expect.arrayContaining([{ day: expect.any(String), leads: 1, converted: 1 }]) }),
  },
  ...['leads', 'first-response', 'lead-steps', 'lost-leads'].map((id) => ({
    endpoint: `GET /v1/reports/${id}`,
    asked: () => ({ query: { by: 'source' } }),
    body: () => ({ id, by: 'source' }),
  })),
  {
    endpoint: 'POST /webhooks/leads',
    by: 'admin',
    asked: ({ lead: leadId }) => ({ body: { leadId } }),
    status: 202,
    body: ({ lead: leadId }) => ({ leadId, status: 'queued' }),
  },
  {
    endpoint: 'POST /v1/leads/:id/merge',
    of: 'other',
    by: 'admin',
    asked: ({ lead: into }) => ({ body: { into } }),
    body: ({ lead: id }) => ({ id, email: 'crm@example.com' }),
  },
  { endpoint: 'DELETE /v1/leads/:id', of: 'lead', body: ({ lead }) => ({ id: lead, deleted: true }) },
  {
    endpoint: 'GET /v1/leads/deleted',
    asked: () => ({ query: { since: '2020-01-01T00:00:00+02:00' } }),
    body: ({ lead }) => ({ data: expect.arrayContaining([expect.objectContaining({ id: lead })]), page: 1 }),
  },
  {
    endpoint: 'PATCH /v1/users/:id',
    of: 'user',
    asked: () => ({ body: { away: true } }),
    body: ({ user: id }) => ({ id, away: true }),
  },
  { endpoint: 'POST /v1/auth/logout', body: () => ({ ok: true }) },
];

let api: SeededApi;
beforeAll(async () => {
  api = await startApi();
  api.enter({ ...KEYS, publicAddress: PUBLIC, twilioAddress: 'http://127.0.0.1:9' });
});
afterAll(() => api.close());

test('what follows calls every endpoint of the lead desk', () => {
  const accounts = Object.keys(ACCOUNT_ROUTES).filter((endpoint) => !endpoint.endsWith('/session'));
  // The body of one has a content type of its own, which a plain call cannot name; the other is a link: adf, follow-ups.
  const others = ['POST /v1/leads/adf', 'GET /v1/leads/:id/calendar.ics'];
  const ofLeads = Object.keys(LEAD_ROUTES).filter((endpoint) => !others.includes(endpoint));
  const declared = [...accounts, ...ofLeads].sort();
  expect(ROWS.map(({ endpoint }) => endpoint).sort()).toEqual(declared);
});

describe.each(IS_LONG ? WAYS : WAYS.slice(0, 1))('by $name', (way) => {
  const made = testRows(way, ROWS, {
    start: { token: '', lead: '', other: '', vehicle: '', user: 'U-2', message: '' },
    api: () => api,
  });

  test('what was deleted and who was logged out are gone', async () => {
    const gone = await api.call(way, 'GET', `/v1/leads/${made.lead}`, { token: api.tokens.key });
    expect(gone.status).toBe(404);
    expect((await api.call(way, 'GET', '/v1/leads', { token: made.token })).status).toBe(401);
  });
});
