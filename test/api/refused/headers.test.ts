import { LEAD_ROUTES } from '../../../src/leads/routes';
import { ENVELOPE } from '../../harness/api';
import { inTurn, type Refusal, testRefusals } from './refusal';
import { CAR, endpointsOf, get, LEAD, LEADS, patch, post, quote, VEHICLES } from './requests';

const LOGOUT = { method: 'POST', path: '/v1/auth/logout' };
const ENDPOINTS = endpointsOf(LEAD_ROUTES).filter(({ route }) => route.access !== 'signed');

const nobody = ENDPOINTS.map(
  ({ method, path }): Refusal => ({
    title: `${method} ${path} without a credential`,
    method,
    path,
    as: 'nobody',
    status: 401,
    code: 'unauthorized',
  }),
);

const credentials = (['forged key', 'forged session', 'logged out', 'nonsense'] as const).flatMap((as) =>
  [get(LEADS), post(LEADS, LEAD), LOGOUT].map((sent) => ({
    ...sent,
    title: `${sent.method} ${sent.path} with a credential that is ${as}`,
    as,
    status: 401,
    code: 'invalid_token',
  })),
);

const roles = (['manager', 'staff'] as const).flatMap((as) =>
  ENDPOINTS.map(({ method, path }) => ({
    title: `${method} ${path} for ${as}`,
    method,
    path,
    as,
    status: 403,
    code: 'forbidden',
    message: `This is for admin or agent, not for ${as}.`,
  })),
);

const others: Refusal[] = [
  {
    ...post('/v1/messaging/webhook', 'MessageSid=SM1'),
    title: 'a webhook without a signature',
    as: 'nobody',
    status: 401,
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
];

const stale = { status: 412, code: 'precondition_failed', param: 'if-match' };
const tags = ['"v7"', '"v0"', 'W/"v1"', '"other"', '"v1"; drop'].flatMap((tag) => {
  const headers = { 'if-match': tag };
  return [
    { ...patch(`${LEADS}/L-1`, { notes: 'x' }, headers), title: `a lead changed from ${tag}`, ...stale },
    { ...patch(`${VEHICLES}/V-1`, { price: 1 }, headers), title: `a vehicle changed from ${tag}`, ...stale },
    {
      method: 'DELETE',
      path: `${LEADS}/L-1`,
      asked: { headers },
      title: `a lead deleted from ${tag}`,
      ...stale,
    },
  ];
});

const keys = ['', ' ', 'k'.repeat(256)].flatMap((key) => {
  const headers = { 'idempotency-key': key };
  return [post(LEADS, LEAD, headers), post(VEHICLES, CAR, headers)].map((sent) => ({
    ...sent,
    title: `${sent.path} with the Idempotency-Key ${quote(key)}`,
    status: 422,
    param: 'idempotency-key',
  }));
});

testRefusals([...nobody, ...credentials, ...inTurn(roles), ...others, ...tags, ...keys]);
