import type { Role } from '../../../src/accounts/roles';
import type { CreatedDevice, DeviceView } from '../../../src/cafe/devices';
import { type FakeRoutes, Refusal } from './fake-fetch';

/** Who looks at the demo: somebody who may see all of it. */
const ADMIN = { id: 'U-1', role: 'admin', cafeId: null } satisfies { role: Role; id: string; cafeId: null };

export const ADMIN_ID = ADMIN.id;

/** The salespeople. */
export const AGENTS = [
  { id: 'U-2', email: 'priya.raman@example.com' },
  { id: 'U-3', email: 'luis.ferreira@example.com' },
];

/** Of the session that the demo begins with. */
export const TOKEN = 'demo';

const DEVICE_LIFETIME_MS = 90 * 86_400_000;

const devices = new Map<string, DeviceView>();
let lastDevice = 0;
addDevice('C-1', 'Tablet at the counter');

/** Everybody may log in as the same person, and a tablet as itself. */
export const PEOPLE_ROUTES: FakeRoutes = {
  'POST /v1/auth/session': () => ({ token: TOKEN, user: ADMIN }),
  'GET /v1/auth/session': ({ token }) => ({ user: userOf(token), expiresAt: null, testMode: false }),
  'DELETE /v1/auth/session': () => ({ deleted: true }),
  'GET /v1/cafes/:cafeId/devices': () => ({ data: [...devices.values()] }),
  'POST /v1/cafes/:cafeId/devices': ({ params, body }): CreatedDevice => {
    const device = addDevice(params.cafeId ?? '', String(body.name));
    return { ...device, token: device.id };
  },
  'DELETE /v1/devices/:id': ({ params: { id = '' } }) => {
    if (!devices.delete(id)) throw new Refusal(404, 'not_found', `There is no device ${id}.`);
    return { id, deleted: true };
  },
};

function userOf(token: string) {
  if (token === TOKEN) return ADMIN;
  const device = devices.get(token);
  if (!device) throw new Refusal(401, 'invalid_token', 'The token is invalid or has been revoked.');
  return { id: device.id, role: 'device', cafeId: device.cafeId };
}

function addDevice(cafeId: string, name: string): DeviceView {
  const id = `D-${++lastDevice}`;
  const createdAt = new Date().toISOString();
  const expiresAt = new Date(Date.now() + DEVICE_LIFETIME_MS).toISOString();
  const device = { id, cafeId, name, createdBy: ADMIN.id, createdAt, expiresAt };
  devices.set(id, device);
  return device;
}
