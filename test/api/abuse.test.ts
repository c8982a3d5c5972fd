import { type Asked, ENVELOPE, GATEWAY, logIn, type SeededApi, startApi, type Told } from '../harness/api';
import { WAYS, type Way } from '../http/ways';

const LONG = 'x'.repeat(100_000);
const LEAD = { name: 'Ann', phone: '+15551230001' };
const CAR = { make: 'Acme', model: 'One', price: 5 };
const L = '/v1/leads';
const V = '/v1/vehicles';
const M = '/v1/messaging/messages';

interface Refusal {
  title: string;
  method: string;
  path: string;
  asked?: Asked;
  /** Whose credential; the first key's unless said. */
  as?: keyof SeededApi['tokens'] | 'nobody' | 'forged key' | 'forged session' | 'logged out' | 'nonsense';
  status: number;
  code?: string;
  /** The field, which the message names too. */
  param?: string;
  message?: unknown;
  ways?: readonly Way[];
}

const get = (path: string, query: Record<string, string> = {}) => ({ method: 'GET', path, asked: { query } });
const post = (path: string, body: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST',
  path,
  asked: { body, headers },
});
const patch = (path: string, body: unknown, headers: Record<string, string> = {}) => ({
  ...post(path, body, headers),
  method: 'PATCH',
});
const quote = (value: unknown) => String(JSON.stringify(value)).slice(0, 40);

const ENDPOINTS: Pick<Refusal, 'method' | 'path' | 'asked'>[] = [
  get(L),
  post(L, LEAD),
  get(`${L}/L-1`),
  patch(`${L}/L-1`, { notes: 'x' }),
  { method: 'DELETE', path: `${L}/L-1` },
  post(M, { leadId: 'L-1', body: 'x' }),
  get('/v1/messaging/threads/L-1'),
  get(V),
  post(V, CAR),
  patch(`${V}/V-1`, { price: 1 }),
  get('/v1/analytics/summary'),
  get('/v1/analytics/sources'),
];

const nobody = ENDPOINTS.map((endpoint) => ({
  ...endpoint,
  title: `${endpoint.method} ${endpoint.path} without a credential`,
  as: 'nobody' as const,
  status: 401,
  code: 'unauthorized',
}));
const credentials = (['forged key', 'forged session', 'logged out', 'nonsense'] as const).flatMap((as) =>
  [get(L), post(L, LEAD), { method: 'POST', path: '/v1/auth/logout' }].map((endpoint) => ({
    ...endpoint,
    title: `${endpoint.method} ${endpoint.path} with a credential that is ${as}`,
    as,
    status: 401,
    code: 'invalid_token',
  })),
);
const roles = (['manager', 'staff'] as const).flatMap((as) =>
  ENDPOINTS.map((endpoint) => ({
    ...endpoint,
    title: `${endpoint.method} ${endpoint.path} for ${as}`,
    as,
    status: 403,
    code: 'forbidden',
    message: `This is for admin or agent, not for ${as}.`,
  })),
);

/** Bodies that are no object, for every endpoint that takes one. */
const TAKING: [string, string][] = [
  ['POST', L],
  ['PATCH', `${L}/L-1`],
  ['POST', M],
  ['POST', V],
  ['PATCH', `${V}/V-1`],
  ['POST', '/v1/auth/login'],
];
const bodies = TAKING.flatMap(([method, path]) =>
  (
    [
      ['{"name":', 400],
      ['', 400],
      ['name=x', 400],
      ['[]', 422],
      ['null', 422],
      ['"x"', 422],
      [`{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 422],
    ] as const
  ).map(([body, status]) => ({
    title: `${method} ${path} with the body ${body.slice(0, 20)}`,
    method,
    path,
    asked: { body },
    status,
    code: status === 400 ? 'malformed_json' : 'invalid_request',
  })),
);

const wrong = (
  request: (body: object) => Pick<Refusal, 'method' | 'path' | 'asked'>,
  values: [string, unknown][],
) =>
  values.map(([param, value]) => {
    // Spread would set the prototype instead.
    const sent = request(Object.fromEntries([[param, value]]));
    const title = `${sent.method} ${sent.path} with ${param.slice(0, 40)}: ${quote(value)}`;
    return { ...sent, title, status: 422, code: 'invalid_request', param };
  });
const withField = (usual: object) => (field: object) =>
  Object.fromEntries([...Object.entries(usual), ...Object.entries(field)]);

const leadValues: [string, unknown][] = [
  ['name', 5],
  ['name', ''],
  ['name', '   '],
  ['name', null],
  ['name', ['Ann']],
  ['name', 'x'.repeat(201)],
  ['name', LONG],
  ['phone', 15551230001],
  ['phone', '5551230001'],
  ['phone', '+1 555 CALL ME'],
  ['phone', '+0123456789'],
  ['phone', `+${'1'.repeat(16)}`],
  ['phone', LONG],
  ['phone', '=+15551230001'],
  ['creditScore', 700],
  ['creditScore', 'x'.repeat(81)],
  ['downPayment', 'a lot'],
  ['downPayment', '500'],
  ['downPayment', -1],
  ['downPayment', 1e10],
  ['downPayment', 0.1234567890123456],
  ['hasBank', 'yes'],
  ['hasBank', 1],
  ['idType', {}],
  ['idType', LONG],
  ['tradeIn', []],
  ['location', false],
  ['location', LONG],
  ['source', 'x'.repeat(81)],
  ['id', 'L-7'],
  ['score', 100],
  ['filter', 'hot'],
  ['version', 9],
  ['thread', []],
  ['requestKey', 'x'],
  ['__proto__', { isAdmin: true }],
  ['constructor', { prototype: {} }],
  ['toString', 'x'],
];
const fields = [
  ...wrong((field) => post(L, withField(LEAD)(field)), [...leadValues, ['status', 'sold'], ['notes', 'x']]),
  ...wrong(
    (field) => patch(`${L}/L-1`, field),
    [
      ...leadValues,
      ['status', 'no such'],
      ['status', ''],
      ['status', null],
      ['notes', 5],
      ['notes', 'x'.repeat(5_001)],
      ['messages', []],
      ['isOptedOut', false],
    ],
  ),
  ...wrong(
    (field) => post(V, withField(CAR)(field)),
    [
      ['make', ''],
      ['make', LONG],
      ['model', 1],
      ['price', '12000'],
      ['price', -1],
      ['price', null],
      ['miles', 'few'],
      ['year', 1.5],
      ['year', 1],
      ['vin', LONG],
      ['status', 'stolen'],
      ['isVinFlagged', true],
      ['id', 'V-9'],
      ['__proto__', {}],
    ],
  ),
  ...wrong(
    (field) => patch(`${V}/V-1`, field),
    [
      ['price', '1'],
      ['status', 'gone'],
      ['miles', -1],
      ['version', 7],
      ['createdAt', '2020-01-01'],
    ],
  ),
  ...wrong(
    (field) => post(M, withField({ leadId: 'L-1', body: 'x' })(field)),
    [
      ['leadId', 1],
      ['leadId', ''],
      ['leadId', LONG],
      ['body', ''],
      ['body', ' \n'],
      ['body', 'x'.repeat(1_601)],
      ['body', null],
      ['to', '+15550000000'],
      ['__proto__', { status: 'sent' }],
    ],
  ),
  ...wrong(
    (field) => post('/v1/auth/login', withField({ email: 'a@example.com', password: 'x' })(field)),
    [
      ['email', 5],
      ['email', LONG],
      ['password', ['x']],
      ['password', LONG],
      ['role', 'admin'],
      ['__proto__', { role: 'admin' }],
    ],
  ),
  ...wrong(
    (field) => get(L, field as Record<string, string>),
    [
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
      ['hasBank', 'yes'],
      ['score', 'NaN'],
      ['downPayment', '1;drop'],
      ['filter', 'nothing'],
      ['colour', 'red'],
      ['__proto__', 'x'],
    ],
  ),
  ...wrong(
    (field) => get(V, field as Record<string, string>),
    [
      ['page', '-1'],
      ['pageSize', '101'],
      ['status', 'stolen'],
      ['year', '-1'],
    ],
  ),
  ...wrong(
    (field) => get('/v1/analytics/summary', field as Record<string, string>),
    [
      ['from', '2026-02-30'],
      ['to', 'today'],
      ['location', 'x'.repeat(81)],
      ['page', '1'],
    ],
  ),
];

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
const foreign = FOREIGN.flatMap((id) => {
  const at = encodeURIComponent(id);
  const paths = [
    get(`${L}/${at}`),
    patch(`${L}/${at}`, { notes: 'x' }),
    { method: 'DELETE', path: `${L}/${at}` },
    get(`/v1/messaging/threads/${at}`),
    patch(`${V}/${at}`, { price: 1 }),
  ];
  return [
    ...paths.map((sent) => ({
      ...sent,
      title: `${sent.method} ${sent.path.slice(0, 60)}`,
      status: 404,
      code: 'not_found',
    })),
    ...(id.length > 40
      ? []
      : [
          {
            ...post(M, { leadId: id, body: 'x' }),
            title: `a message to ${quote(id)}`,
            status: 404,
            code: 'not_found',
            param: 'leadId',
          },
        ]),
  ];
});

const stale = { status: 412, code: 'precondition_failed', param: 'if-match' };
const conditions: Refusal[] = [
  ...['"v7"', '"v0"', 'W/"v1"', '"other"', '"v1"; drop'].flatMap((tag) => [
    {
      ...patch(`${L}/L-1`, { notes: 'x' }, { 'if-match': tag }),
      title: `a lead changed from ${tag}`,
      ...stale,
    },
    {
      ...patch(`${V}/V-1`, { price: 1 }, { 'if-match': tag }),
      title: `a vehicle changed from ${tag}`,
      ...stale,
    },
    {
      method: 'DELETE',
      path: `${L}/L-1`,
      asked: { headers: { 'if-match': tag } },
      title: `a lead deleted from ${tag}`,
      ...stale,
    },
  ]),
  ...['', ' ', 'k'.repeat(256)].flatMap((key) =>
    [post(L, LEAD, { 'idempotency-key': key }), post(V, CAR, { 'idempotency-key': key })].map((sent) => ({
      ...sent,
      title: `${sent.path} with the Idempotency-Key ${quote(key)}`,
      status: 422,
      param: 'idempotency-key',
    })),
  ),
];

const others: Refusal[] = [
  { ...get('/v1/leads/L-1/messages'), title: 'a path that is none', status: 404 },
  { ...get(`/v1/${LONG}`), title: 'a path without end', status: 404, ways: [ENVELOPE] },
  { ...get(`${L}/${LONG}`), title: 'an id without end', status: 404, ways: [ENVELOPE] },
  {
    ...get(L, { [LONG]: '1' }),
    title: 'a parameter without end',
    status: 422,
    param: LONG,
    ways: [ENVELOPE],
  },
  { method: 'PUT', path: `${L}/L-1`, title: 'PUT', status: 405, code: 'method_not_allowed' },
  { method: 'DELETE', path: L, title: 'DELETE of all leads', status: 405, code: 'method_not_allowed' },
  {
    ...post(L, `{"name":"${'x'.repeat(1_000_001)}"}`),
    title: 'a body over a megabyte',
    status: 413,
    code: 'too_large',
  },
  {
    ...post(L, 'name=a', { 'content-type': 'application/x-www-form-urlencoded' }),
    title: 'a form',
    status: 415,
    param: 'content-type',
    ways: [ENVELOPE, GATEWAY],
  },
  {
    ...post('/v1/messaging/webhook', 'MessageSid=SM1'),
    as: 'nobody',
    title: 'a webhook without a signature',
    status: 401,
  },
  {
    ...post('/v1/auth/login', { email: 'nobody@example.com', password: '=1+1' }),
    as: 'nobody',
    title: 'a login of nobody',
    status: 401,
    code: 'wrong_login',
    ways: [ENVELOPE],
  },
  {
    method: 'POST',
    path: '/v1/auth/logout',
    title: 'a logout of an API key',
    status: 400,
    code: 'no_session',
  },
];

/** Past the first doors all ways are one, so there the cases take turns. */
const inTurn = (refusals: Refusal[]) =>
  refusals.map((refusal, index) => ({
    ...refusal,
    ways: WAYS.filter((_, at) => at === index % WAYS.length),
  }));

const REFUSALS: Refusal[] = [
  ...nobody,
  ...credentials,
  ...inTurn([...roles, ...bodies, ...fields, ...foreign]),
  ...conditions,
  ...others,
];

let api: SeededApi;
const bad: Record<string, string> = {};
beforeAll(async () => {
  api = await startApi();
  await api.call(GATEWAY, 'POST', L, { body: LEAD, token: api.tokens.key });
  await api.call(GATEWAY, 'POST', V, { body: CAR, token: api.tokens.key });
  const loggedOut = await logIn(api, 'agent');
  await api.call(GATEWAY, 'POST', '/v1/auth/logout', { token: loggedOut });
  Object.assign(bad, {
    nobody: '',
    'forged key': api.tokens.key.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    'forged session': api.tokens.agent.replace(/^st_\d+/, 'st_1'),
    'logged out': loggedOut,
    nonsense: 'nonsense',
  });
});
afterAll(() => api.close());

const tokenOf = (as: NonNullable<Refusal['as']>) => bad[as] ?? api.tokens[as as 'key'];

/** Short, in one shape, and it names what is wrong. */
function assertRefusal(told: Told, { status, code, param, message }: Refusal): void {
  const error = (told.body as { error: Record<string, string> }).error;
  expect({ ...error, was: told.status }).toMatchObject({ status, was: status, ...(code ? { code } : {}) });
  expect(told.text.length).toBeLessThan(2_000);
  if (message) expect(error.message).toEqual(message);
  if (param === undefined) return;
  expect(error.param?.slice(0, 120)).toBe(param.slice(0, 120));
  // A tag that is stale, a lead that is gone: there the words are about the thing.
  if (status === 422) expect(error.message?.toLowerCase()).toContain(param.slice(0, 120).toLowerCase());
}

describe.each(WAYS)('refused by $name, and nothing is written', (way) => {
  let before = '';
  beforeAll(() => {
    before = JSON.stringify(api.sheets());
  });

  test.each(REFUSALS.filter(({ ways = WAYS }) => ways.includes(way)))('$title', async (refusal) => {
    const { method, path, asked = {}, as = 'key' } = refusal;
    const told = await api.call(way, method, path, { ...asked, token: tokenOf(as) });
    assertRefusal(told, refusal);
    expect(JSON.stringify(api.sheets()) === before).toBe(true);
  });
});
