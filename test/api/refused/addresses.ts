import { ENVELOPE } from '../../harness/api';
import { IS_SQL } from '../../harness/engine';
import { cover, spread } from '../../harness/extent';
import { inTurn, type Refusal, type Rules } from './refusal';
import {
  get,
  ITEM,
  ITEMS,
  LEADS,
  LONG,
  MESSAGES,
  ORDER,
  ORDER_ID,
  ORDERS,
  PUSH,
  PUSH_ENDPOINTS,
  patch,
  post,
  quote,
  REPEATS,
  type Sent,
  VEHICLES,
} from './requests';
import { refuseEach, type Wrong } from './wrong';

const FOREIGN = [
  'L-999',
  'V-0',
  'L-0',
  'L-01',
  'l-1',
  ' L-1',
  'L-1; drop',
  "L-1' OR '1'='1",
  'L-9007199254740993',
  `L-${'9'.repeat(400)}`,
  'id',
  '=1+1',
  '*',
  '?',
  '__proto__',
  'constructor',
  '../leads/L-1',
  'L-1\n',
  'L-1\0',
  '🚗',
];
/** A lead's id in a body is refused for its length before anybody looks for it. */
const LONGEST_IN_A_BODY = 40;

const notFound = { status: 404, code: 'not_found' };
const BY_PATH: readonly ((id: string) => Sent)[] = [
  (id) => get(`${LEADS}/${id}`),
  (id) => patch(`${LEADS}/${id}`, { notes: 'x' }),
  (id) => ({ method: 'DELETE', path: `${LEADS}/${id}` }),
  (id) => get(`/v1/messaging/threads/${id}`),
  (id) => patch(`${VEHICLES}/${id}`, { price: 1 }),
  (id) => get(`/v1/cafes/${id}/menu`),
  (id) => post(`/v1/cafes/${id}/menu`, ITEM),
  (id) => post(`/v1/cafes/${id}/push-endpoints`, PUSH),
  (id) => patch(`${ITEMS}/${id}`, { price: 1 }),
  (id) => ({ method: 'DELETE', path: `${ITEMS}/${id}` }),
  (id) => get(`${ORDERS}/${id}`),
  (id) => patch(`${ORDERS}/${id}`, { status: 'accepted' }),
  (id) => post(`${ORDERS}/${id}/refunds`, { reason: 'Cold.' }, { 'idempotency-key': 'cold' }),
  (id) => patch(`${PUSH_ENDPOINTS}/${id}`, { state: 'disabled' }),
  (id) => ({ method: 'DELETE', path: `${PUSH_ENDPOINTS}/${id}` }),
  (id) => post(`${PUSH_ENDPOINTS}/${id}/secret`, ''),
  (id) => get(`${PUSH_ENDPOINTS}/${id}/deliveries`),
];
const inPaths = cover(FOREIGN.map(encodeURIComponent), BY_PATH).map(([id, toRequest]) => {
  const sent = toRequest(id);
  return { ...sent, title: `${sent.method} ${sent.path.slice(0, 60)}`, ...notFound };
});

const BY_BODY: readonly ((id: string) => Refusal)[] = [
  (id) => ({
    ...post(MESSAGES, { leadId: id, body: 'x' }),
    title: `a message to ${quote(id)}`,
    ...notFound,
    param: 'leadId',
  }),
  (id) => ({
    ...post(ORDERS, { ...ORDER, cafeId: id }),
    title: `an order at ${quote(id)}`,
    ...notFound,
    param: 'cafeId',
  }),
  (id) => ({
    ...post(REPEATS, { orderId: id }),
    title: `a push of ${quote(id)}`,
    ...notFound,
    param: 'orderId',
  }),
  (id) => ({
    ...post(ORDERS, { ...ORDER, items: [{ menuItemId: id }] }),
    title: `an order of ${quote(id)}`,
    status: 422,
    param: 'items.0.menuItemId',
  }),
];
const inBodies = cover(
  FOREIGN.filter((id) => id.length <= LONGEST_IN_A_BODY),
  BY_BODY,
).map(([id, toRefusal]) => toRefusal(id));

const noMethod = { status: 405, code: 'method_not_allowed' };
const paths: Refusal[] = [
  { ...get('/v1/leads/L-1/messages'), title: 'a path that is none', status: 404 },
  { method: 'PUT', path: `${LEADS}/L-1`, title: 'PUT', ...noMethod },
  { method: 'DELETE', path: LEADS, title: 'DELETE of all leads', ...noMethod },
  { method: 'DELETE', path: `${ORDERS}/${ORDER_ID}`, title: 'DELETE of an order', ...noMethod },
  { ...get(ORDERS), title: 'a list of all orders', ...noMethod },
  { ...get(`${ITEMS}/I-1`), title: 'GET of an item alone', ...noMethod },
  { ...get('/v1/webhooks/payments'), title: 'a webhook with a version', status: 404 },
];

const OF_LEADS: Wrong = [
  ['page', '0'],
  ['page', '-1'],
  ['page', '1.5'],
  ['page', '1e3'],
  ['page', ''],
  ['page', '99999999999999999999'],
  ['pageSize', '0'],
  ['pageSize', '-5'],
  ['pageSize', '101'],
  ['sort', 'thread'],
  ['sort', '--score'],
  ['q', ''],
  ['q', 'x'.repeat(201)],
  ['count', 'none'],
  ['cursor', ''],
  ['cursor', 'nobody gave this'],
  ['hasBank', 'yes'],
  ['score', 'NaN'],
  ['downPayment', '1;drop'],
  ['filter', 'nothing'],
  ['colour', 'red'],
  ['__proto__', 'x'],
];

const OF_VEHICLES: Wrong = [
  ['page', '-1'],
  ['pageSize', '101'],
  ['cursor', 'nobody gave this'],
  ['status', 'stolen'],
  ['year', '-1'],
];

const OF_ANALYTICS: Wrong = [
  ['from', '2026-02-30'],
  ['to', 'today'],
  ['location', 'x'.repeat(81)],
  ['page', '1'],
];

const OF_DELIVERIES: Wrong = [
  ['page', '0'],
  ['pageSize', '101'],
  ['cursor', 'nobody gave this'],
  ['sort', 'at'],
  ['__proto__', 'x'],
];

const endless = [
  { ...get(`/v1/${LONG}`), title: 'a path', status: 404 },
  { ...get(`${LEADS}/${LONG}`), title: 'an id', status: 404 },
  { ...get(LEADS, { [LONG]: '1' }), title: 'a parameter', status: 422, param: LONG },
  { ...get(LEADS, { cursor: LONG }), title: 'a cursor', status: 422, param: 'cursor' },
].map((refusal) => ({ ...refusal, ways: [ENVELOPE] }));

const parameters = [
  ...refuseEach<string>((field) => get(LEADS, field), OF_LEADS),
  ...refuseEach<string>((field) => get(VEHICLES, field), OF_VEHICLES),
  ...refuseEach<string>((field) => get('/v1/analytics/summary', field), OF_ANALYTICS),
  ...refuseEach<string>((field) => get(`${PUSH_ENDPOINTS}/P-1/deliveries`, field), OF_DELIVERIES),
  ...refuseEach<string>((field) => get('/v1/cafes/C-1/menu', field), [['page', '1']]),
  ...refuseEach<string>((field) => get(`${ORDERS}/${ORDER_ID}`, field), [['token', 'x']]),
];

export const ADDRESSES: Rules = {
  'the id of nothing that is there, in a path': inTurn(inPaths),
  'the id of nothing that is there, in a body': inTurn(spread(inBodies, 12)),
  'a path or a method that there is not': paths,
  'a parameter that is not valid': inTurn(parameters),
  // A host refuses headers of that size before it reads them.
  ...(IS_SQL ? {} : { 'an address without end': endless }),
};
