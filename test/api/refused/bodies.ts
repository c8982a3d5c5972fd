import { ENVELOPE, GATEWAY } from '../../harness/api';
import { inTurn, type Refusal, type Rules } from './refusal';
import { ENDPOINTS, LEADS, post } from './requests';

const TAKING = ENDPOINTS.filter(({ route }) => route.body && !route.bodyTypes);
const TAKING_NONE = ENDPOINTS.filter(
  ({ route, method }) => !route.body && !route.signedBody && method !== 'GET',
);
const SIGNED = ENDPOINTS.filter(({ route }) => route.signedBody);

const BODIES: [string, number][] = [
  ['{"name":', 400],
  ['', 400],
  ['name=x', 400],
  ['[]', 422],
  ['null', 422],
  ['"x"', 422],
  [`{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 400],
  ['{"a":1,"a":2}', 400],
];
const bodies = TAKING.flatMap(({ method, path }) =>
  BODIES.map(([body, status]) => ({
    title: `${method} ${path} with the body ${body.slice(0, 20)}`,
    method,
    path,
    asked: { body },
    status,
    code: status === 400 ? 'malformed_json' : 'invalid_request',
  })),
);

const tooLarge = { status: 413, code: 'too_large' };
const endless: Refusal[] = [
  { ...post(LEADS, `{"name":"${'x'.repeat(1_000_001)}"}`), title: 'a body over a megabyte', ...tooLarge },
  ...TAKING_NONE.map(({ method, path }) => ({
    title: `${method} ${path}, which takes none, with a body over a megabyte`,
    method,
    path,
    asked: { body: 'x'.repeat(1_000_001) },
    ...tooLarge,
  })),
  ...SIGNED.map(({ method, path }) => ({
    title: `${method} ${path} with a body over a megabyte, signed or not`,
    method,
    path,
    asked: { body: 'x'.repeat(1_000_001) },
    ...tooLarge,
    ways: [ENVELOPE, GATEWAY],
  })),
];

const form: Refusal = {
  ...post(LEADS, 'name=a', { 'content-type': 'application/x-www-form-urlencoded' }),
  title: 'a form',
  status: 415,
  param: 'content-type',
  ways: [ENVELOPE, GATEWAY],
};

export const BODY: Rules = {
  'a body that is no JSON object': inTurn(bodies),
  'a body without end': endless,
  'a form in place of JSON': [form],
};
