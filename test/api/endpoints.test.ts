import { ACCOUNT_ROUTES } from '../../src/accounts/routes';
import { LEAD_ROUTES } from '../../src/leads/routes';
import { type Asked, PLAIN, type SeededApi, startApi } from '../harness/api';
import { WAYS } from '../http/ways';
import { KEYS, PUBLIC, sign } from '../leads/twilio-server';

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

/** What the calls of one way have made so far. */
interface Made {
  token: string;
  lead: string;
  vehicle: string;
}

interface Row {
  endpoint: string;
  asked?: (made: Made, api: SeededApi) => Asked;
  status?: number;
  body?: (made: Made) => object;
  /** Signed by its sender, who carries no credential; a plain call cannot be. */
  isSigned?: true;
}

const isScore = expect.any(Number);

/** Interface section 4, in an order in which each finds what it needs. */
const ROWS: Row[] = [
  {
    endpoint: 'POST /v1/auth/login',
    asked: (_, { people }) => ({ body: people.agent }),
    body: () => ({
      token: expect.stringMatching(/^st_/),
      user: { id: expect.stringMatching(/^U-\d+$/), role: 'agent' },
    }),
  },
  {
    endpoint: 'POST /v1/leads',
    asked: () => ({ body: LEAD }),
    status: 201,
    body: () => ({
      id: expect.stringMatching(/^L-[1-9]\d*$/),
      score: isScore,
      filter: expect.any(String),
    }),
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
    endpoint: 'GET /v1/leads/:id',
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
    asked: () => ({
      body: { status: 'appointment', notes: '=called' },
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
  {
    endpoint: 'POST /v1/messaging/messages',
    asked: ({ lead }) => ({ body: { leadId: lead, body: 'Come and see it.' } }),
    status: 201,
    body: () => ({ id: expect.stringMatching(/^M-/), status: 'queued' }),
  },
  {
    endpoint: 'GET /v1/messaging/threads/:leadId',
    body: ({ lead }) => ({
      leadId: lead,
      data: [{ direction: 'outbound', body: 'Come and see it.', status: 'queued' }],
    }),
  },
  {
    endpoint: 'POST /v1/messaging/webhook',
    isSigned: true,
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
    endpoint: 'PATCH /v1/vehicles/:id',
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
  { endpoint: 'DELETE /v1/leads/:id', body: ({ lead }) => ({ id: lead, deleted: true }) },
  { endpoint: 'POST /v1/auth/logout', body: () => ({ ok: true }) },
];

let api: SeededApi;
beforeAll(async () => {
  api = await startApi();
  api.enter({ ...KEYS, publicAddress: PUBLIC, twilioAddress: 'http://127.0.0.1:9' });
});
afterAll(() => api.close());

test('what follows calls every endpoint of the interface, 15 of them', () => {
  const declared = [...Object.keys(ACCOUNT_ROUTES), ...Object.keys(LEAD_ROUTES)].sort();
  expect(ROWS.map(({ endpoint }) => endpoint).sort()).toEqual(declared);
  expect(declared).toHaveLength(15);
});

describe.each(WAYS)('by $name', (way) => {
  const made: Made = { token: '', lead: '', vehicle: '' };

  function pathOf(endpoint: string): [string, string] {
    const [method = '', path = ''] = endpoint.split(' ');
    const id = path.includes('vehicles') ? made.vehicle : made.lead;
    return [method, path.replace(/:\w+/, id)];
  }

  const carried = ROWS.filter(({ isSigned }) => !isSigned || way !== PLAIN);

  test.each(carried)('$endpoint works', async ({ endpoint, asked, status = 200, body, isSigned }) => {
    const [method, path] = pathOf(endpoint);
    const credential = made.token && !isSigned ? { token: made.token } : {};
    const told = await api.call(way, method, path, { ...asked?.(made, api), ...credential });
    expect([told.status ?? status, told.text]).toEqual([status, told.text]);
    if (isSigned) expect(told.text).toContain('<Response/>');
    if (body) expect(told.body).toMatchObject(body(made));
    remember(endpoint, told.body);
  });

  function remember(endpoint: string, body: unknown): void {
    const { token = '', id = '' } = (body ?? {}) as { token?: string; id?: string };
    if (endpoint === 'POST /v1/auth/login') made.token = token;
    if (endpoint === 'POST /v1/leads') made.lead = id;
    if (endpoint === 'POST /v1/vehicles') made.vehicle = id;
  }

  test('what was deleted and who was logged out are gone', async () => {
    const gone = await api.call(way, 'GET', `/v1/leads/${made.lead}`, { token: api.tokens.key });
    expect(gone.status).toBe(404);
    expect((await api.call(way, 'GET', '/v1/leads', { token: made.token })).status).toBe(401);
  });
});
