/** What the script of these tests can be asked to do; it is built from the pushes of the cafe themselves. */

import { ENDPOINT_KINDS, PUSH_HANDLERS, PUSH_ROUTES, toHttpError } from '../../src/api/desks';
import { NEW_CAFE } from '../../src/cafe/cafes';
import { pushJob } from '../../src/cafe/jobs';
import { ORDER_EVENTS } from '../../src/cafe/orders/order-events';
import { REPEAT_PUSH_ROUTES } from '../../src/cafe/orders/repeat-push';
import { CAFES, ORDERS, type Order } from '../../src/cafe/tables';
import { logError } from '../../src/health/errors';
import type { Reply } from '../../src/http/reply';
import type { Request } from '../../src/http/route';
import { serve as serveRequest } from '../../src/http/serve';
import { LEAD_ROUTES } from '../../src/leads/routes';
import { fillLeadTabs, LEAD_TABS } from '../../src/leads/set-up';
import { MESSAGE_HANDLER } from '../../src/leads/thread/message-jobs';
import { OUTBOX } from '../../src/outbox/jobs';
import { runWorker, wakeWorker } from '../../src/outbox/worker';
import { writeSettings } from '../../src/platform/settings';
import { findUrlProblem } from '../../src/pushes/endpoint-url';
import * as menu from '../../src/pushes/push-menu';
import { pushNow } from '../../src/pushes/push-now';
import { DELIVERIES, PUSH_ENDPOINTS } from '../../src/pushes/tables';
import { createTabs } from '../../src/tables/sheet';
import { find, scan, update, writeAll } from '../../src/tables/tables';
import * as write from '../../src/tables/writes';
import { runnerOf, type StepOf } from '../harness/steps';

export const { renewPushSecret } = menu;

export function newPushEndpoint(): void {
  menu.newPushEndpoint(ENDPOINT_KINDS);
}

export function setUp(): void {
  createTabs([CAFES, ORDERS, PUSH_ENDPOINTS, DELIVERIES, ...LEAD_TABS]);
  fillLeadTabs();
  const cafe = { ...NEW_CAFE, currency: 'EUR', timeZone: 'Europe/Berlin', version: 0 };
  writeAll(
    write.insert(
      CAFES,
      [cafeOf('C-1'), cafeOf('C-2')].map((own) => ({ ...cafe, ...own })),
    ),
  );
}

/** As the router does it; who calls stands in the authorization, `manager C-1`. */
export function serve(request: Request): Reply {
  const [role = '', cafeId] = (request.headers.authorization ?? '').split(' ');
  const own = cafeId === undefined ? {} : { cafeId };
  const caller = { id: `U-${role}`, role, countedBy: role, credential: '', ...own };
  const authenticate = () => (role === '' ? undefined : caller);
  return serveRequest(
    {
      routes: [PUSH_ROUTES, REPEAT_PUSH_ROUTES, LEAD_ROUTES],
      authenticate,
      countRequest: () => ({}),
      toHttpError: toHttpError,
      logError,
    },
    () => request,
  );
}

/** What the timer calls every minute. */
export function deliver(): void {
  runWorker({ handlers: [...PUSH_HANDLERS, MESSAGE_HANDLER], maintenance: [], compact: [] });
}

/** An order as it stands before anybody is told of it. */
export function addOrder(id: string, cafeId = 'C-1', notes: readonly string[] = ['']): void {
  const lines = notes.map((note, at) => ({ ...LINE, menuItemId: `I-${at + 1}`, note }));
  const [createdAt, updatedAt, pickupAt] = [new Date(), new Date(), new Date()];
  writeAll(write.insert(ORDERS, [{ ...ORDER, id, cafeId, lines, createdAt, updatedAt, pickupAt }]));
}

/** Endpoints of the same address, as if they had been added one by one. */
export function addEndpoints(ids: readonly string[], url: string): void {
  const [first] = scan(PUSH_ENDPOINTS);
  if (!first) return;
  const secret = JSON.stringify([{ secret: 'whsec_c2VjcmV0' }]);
  writeAll(
    write.remove(PUSH_ENDPOINTS, [first.id]),
    write.insert(
      PUSH_ENDPOINTS,
      ids.map((id) => ({ ...first, id, url })),
    ),
  );
  enter(Object.fromEntries(ids.map((id) => [`push secret ${id}`, secret])));
}

/** The outbox first, then the order, then the first try. */
export function changeOrder(id: string, note: string, { isPushedNow = true } = {}): void {
  const patch = () => ({ note, updatedAt: new Date() });
  const changed = update(ORDERS, id, patch, { first: (next) => [write.insert(OUTBOX, [pushJob(next)])] });
  if (changed && isPushedNow) pushNow(ORDER_EVENTS, [{ job: pushJob(changed), entity: changed }]);
  else wakeWorker();
}

/** The first try of an order as it stands, and nothing else. */
export function tell(id: string): void {
  const order = find(ORDERS, id);
  if (order) pushNow(ORDER_EVENTS, [{ job: pushJob(order), entity: order }]);
}

/** Whoever was about to change the order has died before. */
export function announceOnly(id: string, version: number): void {
  writeAll(write.insert(OUTBOX, [pushJob({ id, version })]));
  wakeWorker();
}

export function enter(values: Record<string, string>): void {
  writeSettings(values);
}

export function properties(): Record<string, string> {
  return PropertiesService.getScriptProperties().getProperties();
}

export function faultsOf(urls: readonly string[], localPorts: string): (string | null)[] {
  return urls.map((url) => findUrlProblem(url, { localPorts }) ?? null);
}

/** What can be done in a row. */
const STEPS = { addOrder, changeOrder, deliver, enter, properties, serve };
export type Step = StepOf<typeof STEPS>;
export const runAll = runnerOf(STEPS);

function cafeOf(id: string): { id: string; name: string } {
  return { id, name: `Cafe ${id}` };
}

const LINE = { name: 'Flat white', quantity: 1, options: [], unitPrice: 350, amount: 350 };
const ORDER = {
  status: 'placed',
  summary: '1 x Flat white',
  customerName: 'Zoë',
  customerPhone: '+4915112345678',
  customerEmail: '',
  note: '',
  total: 350,
  currency: 'EUR',
  tip: 0,
  includedTax: 56,
  intentId: 'pi_1',
  paid: 350,
  refunded: 0,
  amount: '',
  refundedAmount: '',
  paymentError: '',
  refundError: '',
  dispute: '',
  isTest: false,
  version: 1,
  requestKey: '',
  requestHash: '',
  history: [{ status: 'placed', at: '2026-11-21T09:00:00.000Z', by: 'payment' }],
  textWhenReady: false,
  isToGo: false,
  hurriedAt: new Date(Number.NaN),
  refunds: [],
  events: [],
} satisfies Partial<Order>;
