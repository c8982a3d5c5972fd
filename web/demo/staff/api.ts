import * as v from 'valibot';
import { authenticate } from '../../../src/accounts/authenticate';
import { ROLES } from '../../../src/accounts/roles';
import { DESK_ROUTES, JOBS, toHttpError } from '../../../src/api/desks';
import { startJobs, updateOrder } from '../../../src/cafe/orders/update-order';
import { applyPayment } from '../../../src/cafe/settlement/payment-webhook';
import type { Reply } from '../../../src/http/reply';
import { type Request, type Routes, route } from '../../../src/http/route';
import { type Api, serve } from '../../../src/http/serve';
import { runWorker } from '../../../src/outbox/worker';
import { endExecution } from '../../../src/platform/execution';

/** Of the session that the demo begins with. */
export const TOKEN = 'demo';

/** Who looks at the demo: somebody who may see all of it. */
const ADMIN = { id: 'U-1', role: 'admin', countedBy: 'U-1', credential: '' };

/** Everybody may log in as the same person. */
const SESSION_ROUTES: Routes = {
  'POST /v1/auth/session': route({
    summary: '',
    access: 'public',
    response: v.unknown(),
    handle: () => ({ token: TOKEN, user: { ...ADMIN, cafeId: null } }),
  }),
  'GET /v1/auth/session': route({
    summary: '',
    access: ROLES,
    response: v.unknown(),
    handle: ({ caller }) => ({ user: { cafeId: null, ...caller }, expiresAt: null, testMode: false }),
  }),
  'DELETE /v1/auth/session': route({
    summary: '',
    access: 'public',
    response: v.unknown(),
    handle: () => ({ ok: true }),
  }),
};

const API: Api = {
  routes: [SESSION_ROUTES, ...DESK_ROUTES],
  authenticate(request) {
    const isAdmin = request.headers.authorization === `Bearer ${TOKEN}`;
    return isAdmin ? ADMIN : authenticate(request);
  },
  countRequest: () => ({}),
  toHttpError,
  logError: (description) => console.error(description),
};

/** An answer of the API itself, which runs in the page. */
export function answer(request: Pick<Request, 'method' | 'path'> & Partial<Request>): Reply {
  endExecution();
  return serve(API, () => ({ query: '', headers: {}, body: '', transport: 'envelope', ...request }));
}

/** @throws with what the API has refused */
export function send(endpoint: string, body: object): Record<string, string> {
  const [method = '', path = ''] = endpoint.split(' ');
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  const reply = answer({ method, path, headers, body: JSON.stringify(body) });
  if (reply.status >= 300) throw new Error(`${endpoint}: ${reply.body}`);
  return JSON.parse(reply.body);
}

/** What the timer of the API does. */
export function work(): void {
  endExecution();
  runWorker(JOBS);
}

/** Orders, and pays for it. */
export function order(body: object): string {
  const { id = '' } = send('POST /v1/orders', body);
  const paid = updateOrder(id, (placed) =>
    applyPayment(placed, { ...placed, amount: placed.total, error: '' }),
  );
  if (paid) startJobs(paid);
  return id;
}
