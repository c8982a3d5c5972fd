import type { Routes } from '../../../src/http/route';
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

export const LEAD = { name: 'Ann', phone: '+15551230001' };
export const CAR = { make: 'Acme', model: 'One', price: 5 };

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

/** Every endpoint of a table, asked for the first lead or vehicle. */
export function endpointsOf(routes: Routes): (Sent & { route: Routes[keyof Routes] })[] {
  return Object.entries(routes).map(([endpoint, route]) => {
    const [method = '', path = ''] = endpoint.split(' ');
    return { route, method, path: path.replace(/:\w+/, path.startsWith(VEHICLES) ? 'V-1' : 'L-1') };
  });
}

export function quote(value: unknown): string {
  return String(JSON.stringify(value)).slice(0, 40);
}
