import type { Guide } from '../http/openapi-guide';
import { ORDER_ID } from './cafe-examples';

const ENDPOINT = {
  id: 'P-1',
  cafeId: 'C-1',
  url: 'https://pos.example/orders',
  events: ['order.updated'],
  state: 'enabled',
  failingSince: null,
  createdAt: '2026-11-20T08:30:00.000Z',
  version: 1,
};

const FOR_LEADS = {
  ...ENDPOINT,
  id: 'P-2',
  cafeId: null,
  url: 'https://crm.example/leads',
  events: ['lead.created', 'message.received'],
};

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

export const PUSH_EXAMPLES: Guide['examples'] = {
  'GET /v1/cafes/:cafeId/push-endpoints': {
    url: '/v1/cafes/C-1/push-endpoints',
    response: { data: [ENDPOINT] },
  },
  'POST /v1/cafes/:cafeId/push-endpoints': {
    url: '/v1/cafes/C-1/push-endpoints',
    body: { url: ENDPOINT.url },
    response: { ...ENDPOINT, secret: SECRET },
  },
  'GET /v1/push-endpoints': { url: '/v1/push-endpoints', response: { data: [FOR_LEADS] } },
  'POST /v1/push-endpoints': {
    url: '/v1/push-endpoints',
    body: { url: FOR_LEADS.url, events: FOR_LEADS.events },
    response: { ...FOR_LEADS, secret: SECRET },
  },
  'POST /v1/push-endpoints/:id/test': {
    url: '/v1/push-endpoints/P-1/test',
    response: { status: 204, error: null },
  },
  'PATCH /v1/push-endpoints/:id': {
    url: '/v1/push-endpoints/P-1',
    body: { state: 'disabled' },
    response: { ...ENDPOINT, state: 'disabled', version: 2 },
  },
  'DELETE /v1/push-endpoints/:id': {
    url: '/v1/push-endpoints/P-1',
    response: { id: 'P-1', deleted: true },
  },
  'POST /v1/push-endpoints/:id/secret': {
    url: '/v1/push-endpoints/P-1/secret',
    response: { id: 'P-1', secret: SECRET },
  },
  'GET /v1/push-endpoints/:id/deliveries': {
    url: '/v1/push-endpoints/P-1/deliveries',
    response: {
      data: [
        {
          id: 'D-0b9e4f52-7c1d-4e86-a3f0-5d2b81c96e47',
          at: '2026-11-21T12:01:21.000Z',
          eventId: `evt_${ORDER_ID}_3`,
          endpointId: 'P-1',
          attempt: 1,
          status: 204,
          error: null,
        },
      ],
      page: 1,
      pageSize: 25,
      total: 1,
    },
  },
};
