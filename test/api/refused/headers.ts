import { ROLES, type Role } from '../../../src/accounts/roles';
import { ENVELOPE, GATEWAY } from '../../harness/api';
import { cover, spread } from '../../harness/extent';
import { inTurn, type Refusal, type Rules } from './refusal';
import {
  CAR,
  DEVICES,
  ENDPOINTS,
  get,
  ITEM,
  ITEMS,
  LEAD,
  LEADS,
  MENU,
  ORDER,
  ORDER_ID,
  ORDERS,
  PUSH,
  PUSH_ENDPOINTS,
  PUSHES,
  patch,
  post,
  quote,
  type Sent,
  VEHICLES,
} from './requests';

const LOGOUT = { method: 'POST', path: '/v1/auth/logout' };
export const GUARDED = ENDPOINTS.filter(
  ({ route: { access } }) => access !== 'signed' && access !== 'public',
);

const nobody = GUARDED.map(
  ({ method, path }): Refusal => ({
    title: `${method} ${path} without a credential`,
    method,
    path,
    as: 'nobody',
    status: 401,
    code: 'unauthorized',
  }),
);

const credentials = cover(['forged key', 'forged session', 'logged out', 'nonsense'] as const, [
  get(LEADS),
  post(LEADS, LEAD),
  LOGOUT,
  post(MENU, ITEM),
  patch(`${ORDERS}/${ORDER_ID}`, {}),
  get(PUSHES),
]).map(([as, sent]) => ({
  ...sent,
  title: `${sent.method} ${sent.path} with a credential that is ${as}`,
  as,
  status: 401,
  code: 'invalid_token',
}));

/** Who may ask for what: the first that speaks of an endpoint. */
const MAY: [endpoint: RegExp, roles: Role[]][] = [
  [/ \/v1\/auth\//, ROLES],
  [/^POST \/v1\/leads\/[^/]+\/merge$/, ['admin']],
  [/ \/v1\/(leads|vehicles|messaging|analytics|users)/, ['admin', 'agent']],
  [/ \/v1\/reports\/.*lead|first-response$/, ['admin', 'agent']],
  [/ \/v1\/reports\//, ['admin', 'manager']],
  [/^PATCH \/v1\/(menu|orders|cafes)\/|^POST \/webhooks\/orders/, ['admin', 'manager', 'staff', 'device']],
  [/^GET \/v1\/cafes($|\/[^/]+\/orders)/, ['admin', 'manager', 'staff', 'device']],
  [/^(GET|POST) \/v1\/push-endpoints$|^POST \/webhooks\/leads/, ['admin']],
  [/\/takings/, ['admin', 'manager', 'device']],
  [/\/menu|\/refunds|push-endpoints|\/devices/, ['admin', 'manager']],
];
export const mayAsk = (endpoint: string) => MAY.find(([pattern]) => pattern.test(endpoint))?.[1] ?? [];

const roles = GUARDED.flatMap(({ endpoint, method, path }) =>
  ROLES.filter((role) => !mayAsk(endpoint).includes(role)).map((as) => ({
    title: `${method} ${path} for ${as}`,
    method,
    path,
    as,
    status: 403,
    code: 'forbidden',
    message: `The role ${as} cannot do this. Required: ${mayAsk(endpoint).join(' or ')}.`,
  })),
);

/** Manager and staff are those of C-1. */
const ofAnotherCafe = [
  { ...post('/v1/cafes/C-2/menu', ITEM), as: 'manager' as const },
  { ...patch(`${ITEMS}/I-2`, { price: 1 }), as: 'manager' as const },
  { ...patch(`${ITEMS}/I-2`, { availability: 'sold_out' }), as: 'staff' as const },
  { method: 'DELETE', path: `${ITEMS}/I-2`, as: 'manager' as const },
  { ...get('/v1/cafes/C-2/push-endpoints'), as: 'manager' as const },
  { ...get('/v1/cafes/C-2/orders'), as: 'staff' as const },
  { ...get('/v1/cafes/C-2/takings'), as: 'manager' as const },
  { ...patch('/v1/cafes/C-2', { isPaused: true }), as: 'staff' as const },
  { ...get('/v1/cafes/C-2/orders'), as: 'device' as const },
  { ...get('/v1/cafes/C-2/takings'), as: 'device' as const },
  { ...patch('/v1/cafes/C-2', { isPaused: true }), as: 'device' as const },
  { ...patch(`${ITEMS}/I-2`, { availability: 'sold_out' }), as: 'device' as const },
  { ...get('/v1/cafes/C-2/devices'), as: 'manager' as const },
  { ...post('/v1/cafes/C-2/devices', { name: 'Counter' }), as: 'manager' as const },
  { method: 'DELETE', path: '/v1/devices/D-2', as: 'manager' as const },
  { ...post('/v1/cafes/C-2/push-endpoints', PUSH), as: 'manager' as const },
  { ...post('/v1/cafes/C-9/push-endpoints', PUSH), as: 'manager' as const },
  { ...patch(`${PUSH_ENDPOINTS}/P-2`, { state: 'disabled' }), as: 'manager' as const },
  { method: 'DELETE', path: `${PUSH_ENDPOINTS}/P-2`, as: 'manager' as const },
  { method: 'POST', path: `${PUSH_ENDPOINTS}/P-2/secret`, as: 'manager' as const },
  { ...get(`${PUSH_ENDPOINTS}/P-2/deliveries`), as: 'manager' as const },
  { method: 'POST', path: `${PUSH_ENDPOINTS}/P-2/test`, as: 'manager' as const },
].map((sent) => ({
  ...sent,
  title: `${sent.method} ${sent.path} for ${sent.as} of C-1`,
  status: 403,
  code: 'forbidden',
}));

const others: Refusal[] = [
  {
    ...post('/v1/messaging/webhook', 'MessageSid=SM1'),
    title: 'a webhook without a signature',
    as: 'nobody',
    status: 401,
  },
  {
    ...post('/webhooks/payments', { id: 'evt_1', type: 'payment_intent.succeeded' }),
    title: 'news of a payment without a signature',
    as: 'nobody',
    status: 401,
    code: 'invalid_signature',
    ways: [ENVELOPE, GATEWAY],
  },
  {
    ...post('/webhooks/payments', { id: 'evt_1', type: 'payment_intent.succeeded' }),
    title: 'news of a payment with a key in place of a signature',
    status: 401,
    ways: [ENVELOPE, GATEWAY],
  },
  {
    ...post('/v1/auth/login', { email: 'nobody@example.com', password: '=1+1' }),
    title: 'a login of nobody',
    as: 'nobody',
    status: 401,
    code: 'wrong_login',
    ways: [ENVELOPE],
  },
  { ...LOGOUT, title: 'a logout of an API key', status: 400, code: 'no_session' },
  {
    method: 'DELETE',
    path: '/v1/auth/session',
    title: 'an end of the session of an API key',
    status: 400,
    code: 'no_session',
  },
  {
    ...patch(`${ITEMS}/I-1`, { availability: 'sold_out', price: 1 }),
    title: 'a price changed by staff',
    as: 'staff',
    status: 403,
    code: 'forbidden',
    param: 'price',
  },
  {
    ...patch(`${ITEMS}/I-1`, { availability: 'sold_out', price: 1 }),
    title: 'a price changed by a device',
    as: 'device',
    status: 403,
    code: 'forbidden',
    param: 'price',
    ways: [ENVELOPE, GATEWAY],
  },
  {
    ...patch('/v1/cafes/C-1', { openingHours: '' }),
    title: 'opening hours changed by a device',
    as: 'device',
    status: 403,
    code: 'forbidden',
    param: 'openingHours',
    ways: [ENVELOPE, GATEWAY],
  },
  ...['', ' ', 'x'.repeat(81), 7, null].map((name) => ({
    ...post(DEVICES, { name }),
    title: `a device named ${quote(name)}`,
    status: 422,
    param: 'name',
  })),
  { ...post(DEVICES, {}), title: 'a device without a name', status: 422, param: 'name' },
  { ...post('/v1/cafes/C-9/devices', { name: 'x' }), title: 'a device of no cafe', status: 404 },
  { method: 'DELETE', path: '/v1/devices/D-9', title: 'a device that is not there', status: 404 },
];

const stale = { status: 412, code: 'precondition_failed', param: 'if-match' };
const CHANGES: readonly ((headers: Record<string, string>) => Sent)[] = [
  (headers) => patch(`${LEADS}/L-1`, { notes: 'x' }, headers),
  (headers) => patch(`${VEHICLES}/V-1`, { price: 1 }, headers),
  (headers) => patch(`${ITEMS}/I-1`, { price: 1 }, headers),
  (headers) => patch(`${ORDERS}/${ORDER_ID}`, { status: 'cancelled', reason: 'x' }, headers),
  (headers) => patch(`${PUSH_ENDPOINTS}/P-1`, { state: 'disabled' }, headers),
  ...[`${LEADS}/L-1`, `${ITEMS}/I-1`, `${PUSH_ENDPOINTS}/P-1`, '/v1/devices/D-1'].map(
    (path) => (headers: Record<string, string>) => ({ method: 'DELETE', path, asked: { headers } }),
  ),
];
const tags = cover(['"v7"', '"v0"', 'W/"v1"', '"other"', '"v1"; drop'], CHANGES).map(([tag, toRequest]) => {
  const sent = toRequest({ 'if-match': tag });
  return { ...sent, title: `${sent.method} ${sent.path} from ${tag}`, ...stale };
});

const MAKING: readonly ((headers: Record<string, string>) => Sent)[] = [
  (headers) => post(LEADS, LEAD, headers),
  (headers) => post(VEHICLES, CAR, headers),
  (headers) => post(MENU, ITEM, headers),
  (headers) => post(ORDERS, ORDER, headers),
  (headers) => post(PUSHES, PUSH, headers),
  (headers) => post(DEVICES, { name: 'Counter' }, headers),
];
const keys = cover(['', ' ', 'k'.repeat(256)], MAKING).map(([key, toRequest]) => {
  const sent = toRequest({ 'idempotency-key': key });
  return {
    ...sent,
    title: `${sent.path} with the Idempotency-Key ${quote(key)}`,
    status: 422,
    param: 'idempotency-key',
  };
});

export const HEADERS: Rules = {
  'a request without a credential': spread(nobody, 6),
  'a credential that is not valid': credentials,
  'a role that may not ask': inTurn(spread(roles, 10)),
  'what belongs to another cafe': inTurn(ofAnotherCafe),
  'a signature, a field or a name that is missing or not theirs': others,
  'a change of another version': tags,
  'an Idempotency-Key that is blank or too long': keys,
};
