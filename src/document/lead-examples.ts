import type { Guide } from '../http/openapi-guide';

const SUMMARY = { id: 'L-7', name: 'Ada Brown', score: 57, filter: 'warm', status: 'new' };

export const MESSAGE = {
  id: 'M-SM5f0c2e7d41b98a36',
  direction: 'inbound',
  body: 'Is the Corolla still there?',
  status: 'received',
  at: '2026-11-21T09:30:12.000Z',
  error: null,
  media: [{ url: 'https://api.example.com/media/ME557ce644', type: 'image/jpeg' }],
  channel: 'sms',
};

const MESSAGES = [
  MESSAGE,
  {
    id: 'M-6c1d7f0e-93b5-4a28-8f4e-2d50a7b6c913',
    direction: 'outbound',
    body: 'It is. Would Saturday suit you?',
    status: 'delivered',
    at: '2026-11-21T09:34:40.000Z',
    error: null,
    media: [],
    channel: 'sms',
  },
];

const ACTIVITIES = [
  { at: '2026-11-21T09:12:03.000Z', by: 'U-2', what: 'created' },
  {
    at: '2026-11-21T10:02:55.000Z',
    by: 'U-2',
    what: 'changed',
    changes: { status: { from: 'new', to: 'contacted' } },
  },
];

/** Works on a desk that has nothing yet. */
const NEW_LEAD = {
  name: 'Ada Brown',
  phone: '+15550102030',
  creditScore: '640-680',
  downPayment: 3000,
  hasBank: true,
  tradeIn: false,
  location: 'Austin',
};

/** Without its messages and activities. */
export const PUSHED_LEAD = {
  ...SUMMARY,
  ...NEW_LEAD,
  vehicleId: 'V-3',
  agentId: 'U-2',
  status: 'contacted',
  idType: '',
  source: 'api',
  notes: '',
  createdAt: '2026-11-21T09:12:03.000Z',
  updatedAt: '2026-11-21T10:02:55.000Z',
  convertedAt: null,
  isOptedOut: false,
  alert: null,
  version: 4,
  reasons: [
    { field: 'creditScore', rule: 'Credit 580 or more', points: 20 },
    { field: 'downPayment', rule: '2,500 down or more', points: 19 },
    { field: 'hasBank', rule: 'Bank account', points: 15 },
    { field: 'idType', rule: 'Identification unknown', points: 3 },
  ],
};

const LEAD = {
  ...PUSHED_LEAD,
  messages: MESSAGES,
  messagesTotal: 2,
  activities: ACTIVITIES,
  activitiesTotal: 2,
};

const { phone, source, createdAt, updatedAt } = LEAD;
const LISTED = { ...SUMMARY, phone, source, createdAt, updatedAt };

const CAR = {
  make: 'Toyota',
  model: 'Corolla',
  price: 18_900,
  vin: '1HGCM82633A004352',
  year: 2023,
  miles: 21_400,
  location: 'Austin',
};

const VEHICLE = {
  id: 'V-3',
  ...CAR,
  status: 'available',
  isVinFlagged: false,
  createdAt: '2026-11-20T15:01:10.000Z',
  updatedAt: '2026-11-20T15:01:10.000Z',
  version: 1,
};

const pageOf = (...data: readonly object[]) => ({ data, page: 1, pageSize: 25, total: data.length });

export const LEAD_EXAMPLES: Guide['examples'] = {
  'GET /v1/leads': {
    url: '/v1/leads?filter=hot,warm&updatedFrom=2026-11-21T09:00:00Z&sort=id',
    response: pageOf(LISTED),
  },
  'GET /v1/leads/choices': {
    url: '/v1/leads/choices',
    response: {
      statuses: ['new', 'contacted', 'appointment', 'sold', 'lost'],
      filters: ['review', 'hot', 'warm', 'cold'],
      agents: [{ id: 'U-2', email: 'ann@example.com' }],
    },
  },
  'POST /v1/leads': {
    url: '/v1/leads',
    body: NEW_LEAD,
    response: { id: 'L-7', score: 57, filter: 'warm' },
  },
  'POST /v1/leads/import': {
    url: '/v1/leads/import',
    body: { rows: [NEW_LEAD, { name: 'Bob', phone: '+1555' }] },
    csv: 'name,phone,downPayment\r\nAda Brown,+15550102030,3000\r\nBob,+1555,\r\n',
    response: {
      data: [
        { row: 1, id: 'L-7', score: 57, filter: 'warm' },
        {
          row: 2,
          error: {
            code: 'invalid_request',
            message:
              'phone must be an international number with a leading +, such as +15551234567 (got "+1555").',
            param: 'phone',
          },
        },
      ],
      created: 1,
      failed: 1,
    },
  },
  'GET /v1/leads/deleted': {
    url: '/v1/leads/deleted?since=2026-11-20T00:00:00Z',
    response: { ...pageOf({ id: 'L-5', deletedAt: '2026-11-21T08:15:30.000Z' }), pageSize: 100 },
  },
  'GET /v1/leads/:id': { url: '/v1/leads/L-7', response: LEAD },
  'PATCH /v1/leads/:id': { url: '/v1/leads/L-7', body: { status: 'contacted' }, response: LEAD },
  'DELETE /v1/leads/:id': { url: '/v1/leads/L-7', response: { id: 'L-7', deleted: true } },
  'GET /v1/leads/:id/activities': {
    url: '/v1/leads/L-7/activities',
    response: { leadId: 'L-7', ...pageOf(...ACTIVITIES) },
  },
  'POST /v1/messaging/messages': {
    url: '/v1/messaging/messages',
    body: { leadId: 'L-7', body: 'It is. Would Saturday suit you?' },
    response: { id: 'M-6c1d7f0e-93b5-4a28-8f4e-2d50a7b6c913', status: 'queued' },
  },
  'GET /v1/messaging/threads/:leadId': {
    url: '/v1/messaging/threads/L-7',
    response: { leadId: 'L-7', ...pageOf(...MESSAGES) },
  },
  'POST /v1/messaging/webhook': {
    url: '/v1/messaging/webhook',
    body: {
      MessageSid: 'SM5f0c2e7d41b98a36',
      From: '+15550102030',
      Body: 'Is the Corolla still there?',
    },
    response: '<?xml version="1.0" encoding="UTF-8"?><Response/>',
  },
  'GET /v1/vehicles': {
    url: '/v1/vehicles?status=available&location=Austin&count=capped',
    response: pageOf(VEHICLE),
  },
  'POST /v1/vehicles': { url: '/v1/vehicles', body: CAR, response: VEHICLE },
  'GET /v1/vehicles/:id': { url: '/v1/vehicles/V-3', response: VEHICLE },
  'PATCH /v1/vehicles/:id': {
    url: '/v1/vehicles/V-3',
    body: { price: 17_500, status: 'pending' },
    response: { ...VEHICLE, price: 17_500, status: 'pending', version: 2 },
  },
  'GET /v1/analytics/summary': {
    url: '/v1/analytics/summary?from=2026-11-01&to=2026-11-30&location=Austin',
    response: { totalLeads: 128, conv: 0.1875, avgScore: 54.2 },
  },
  'GET /v1/analytics/sources': {
    url: '/v1/analytics/sources?from=2026-11-01&to=2026-11-30',
    response: {
      data: [
        { source: 'api', leads: 86 },
        { source: 'sms', leads: 42 },
      ],
    },
  },
  'GET /v1/analytics/days': {
    url: '/v1/analytics/days?from=2026-11-20&to=2026-11-21',
    response: {
      data: [
        { day: '2026-11-20', leads: 9, converted: 2 },
        { day: '2026-11-21', leads: 6, converted: 0 },
      ],
    },
  },
};
