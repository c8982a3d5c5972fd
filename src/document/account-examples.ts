import type { Guide } from '../http/openapi-guide';

const LOGIN = { email: 'ann@example.com', password: 'correct horse battery staple' };

const STAFF = { id: 'U-4', role: 'staff', cafeId: 'C-1' };

const LOGGED_IN = {
  token: 'st_2_1_x7Qm3vWbT9kYc5RzL0pN8A',
  user: { id: 'U-2', role: 'agent', cafeId: null },
};

const DEVICE = {
  id: 'D-1',
  cafeId: 'C-1',
  name: 'Counter',
  createdBy: 'U-3',
  createdAt: '2026-11-21T08:30:00.000Z',
  expiresAt: '2027-02-19T08:30:00.000Z',
};

export const ACCOUNT_EXAMPLES: Guide['examples'] = {
  'GET /v1/health': { url: '/v1/health', response: { status: 'ok', version: '0.2.0+1a2b3c4d' } },
  'POST /v1/auth/login': { url: '/v1/auth/login', body: LOGIN, response: LOGGED_IN },
  'POST /v1/auth/logout': { url: '/v1/auth/logout', response: { ok: true } },
  'POST /v1/auth/session': {
    url: '/v1/auth/session',
    body: { ...LOGIN, email: 'ben@example.com' },
    response: { ...LOGGED_IN, user: STAFF },
  },
  'GET /v1/auth/session': {
    url: '/v1/auth/session',
    response: { user: STAFF, expiresAt: '2026-11-21T21:00:00.000Z', testMode: false },
  },
  'DELETE /v1/auth/session': { url: '/v1/auth/session', response: { ok: true } },
  'GET /v1/cafes/:cafeId/devices': { url: '/v1/cafes/C-1/devices', response: { data: [DEVICE] } },
  'POST /v1/cafes/:cafeId/devices': {
    url: '/v1/cafes/C-1/devices',
    body: { name: DEVICE.name },
    response: { ...DEVICE, token: 'dt_1_t8nqkc0_k3x9w7m2q5v8b4n6r1t0y5u8i2o7p4a9s3d6' },
  },
  'DELETE /v1/devices/:id': { url: '/v1/devices/D-1', response: { id: 'D-1', deleted: true } },
  'GET /openapi.json': {
    url: '/openapi.json',
    response: { openapi: '3.1.0', info: { title: 'Sheetdesk', version: '1' } },
  },
};
