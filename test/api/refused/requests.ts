import { API_ROUTES } from '../../../src/api/sheet';
import type { AnyRoute } from '../../../src/http/route';
import type { Asked } from '../../harness/api';

/** As somebody may send it. */
export interface Sent {
  method: string;
  path: string;
  asked?: Asked;
}

export const LEADS = '/v1/leads';
export const VEHICLES = '/v1/vehicles';
export const MESSAGES = '/v1/messaging/messages';
export const MENU = '/v1/cafes/C-1/menu';
export const ITEMS = '/v1/menu';
export const ORDERS = '/v1/orders';
export const PUSHES = '/v1/cafes/C-1/push-endpoints';
export const PUSH_ENDPOINTS = '/v1/push-endpoints';
export const DEVICES = '/v1/cafes/C-1/devices';
export const REPEATS = '/webhooks/orders';

export const LEAD = { name: 'Ann', phone: '+15551230001' };
export const CAR = { make: 'Acme', model: 'One', price: 5 };
export const ITEM = { name: 'Latte', price: 380 };
export const ORDER = { cafeId: 'C-1', items: [{ menuItemId: 'I-1' }] };
export const PUSH = { url: 'https://pos.example.com/orders' };

/** Stands for the id of the first order, which nobody can guess. */
export const ORDER_ID = ':order';

export const LONG = 'x'.repeat(100_000);

export function get(path: string, query: Record<string, string> = {}): Sent {
  return { method: 'GET', path, asked: { query } };
}

export function post(path: string, body: unknown, headers: Record<string, string> = {}): Sent {
  return { method: 'POST', path, asked: { body, headers } };
}

export function patch(path: string, body: unknown, headers: Record<string, string> = {}): Sent {
  return { ...post(path, body, headers), method: 'PATCH' };
}

/** What the parameter of a path is there first. */
const FIRST: Record<string, string> = {
  leads: 'L-1',
  messaging: 'L-1',
  vehicles: 'V-1',
  cafes: 'C-1',
  menu: 'I-1',
  orders: ORDER_ID,
  'push-endpoints': 'P-1',
  devices: 'D-1',
  users: 'U-1',
};

interface Endpoint extends Sent {
  endpoint: string;
  route: AnyRoute;
}

/** Every endpoint of the api, asked for what is there first. */
export const ENDPOINTS: Endpoint[] = API_ROUTES.flatMap(Object.entries).map(([endpoint, route]) => {
  const [method = '', path = ''] = endpoint.split(' ');
  const first = FIRST[path.split('/')[2] ?? ''] ?? '';
  return { endpoint, route, method, path: path.replace(/:\w+/, first) };
});

export function quote(value: unknown): string {
  return String(JSON.stringify(value)).slice(0, 40);
}
