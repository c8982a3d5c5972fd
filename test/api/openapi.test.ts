import { json } from 'node:stream/consumers';
import type { JsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { createGateway } from '../../gateway/gateway';
import { EVENTS } from '../../src/api/document';
import { API_ROUTES } from '../../src/api/sheet';
import type { AnyRoute, Endpoint } from '../../src/http/route';
import { withDocument } from '../../src/http/web-app';
import { startBackend } from '../gateway/backend';
import { ENVELOPE, type SeededApi, startApi } from '../harness/api';
import type { Content, Document, Operation } from '../http/described';
import { lint } from '../http/lint';
import { WAYS } from '../http/ways';

let api: SeededApi;
let document: Document;
beforeAll(async () => {
  api = await startApi();
  document = api.document;
});
afterAll(() => api.close());

const operations = (): Operation[] =>
  Object.values({ ...document.paths, ...document.webhooks }).flatMap(Object.values);

test('redocly finds nothing else against the document of the whole api', async () => {
  // The routes at these paths are of other methods.
  const ambiguous = { ruleId: 'no-ambiguous-paths', message: expect.stringContaining('/by-external-id/') };
  expect(await lint(document)).toEqual([ambiguous, ambiguous, ambiguous]);
});

test('it is the same by every way', async () => {
  for (const way of WAYS) expect((await api.call(way, 'GET', '/openapi.json')).body).toEqual(document);
});

test('every endpoint of the api is in it, with what each may refuse', () => {
  for (const [endpoint, { access }] of API_ROUTES.flatMap(Object.entries)) {
    const [method = '', path = ''] = endpoint.split(' ');
    const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    expect([endpoint, operation?.summary]).toEqual([endpoint, expect.any(String)]);
    const statuses = Object.keys(operation?.responses ?? {});
    expect(statuses).toEqual(
      expect.arrayContaining(typeof access === 'string' ? ['400'] : ['401', '403', '429']),
    );
  }
});

describe('the examples', () => {
  const tables = withDocument(API_ROUTES);
  const described = tables.flatMap((table) => Object.entries(table) as [Endpoint, AnyRoute][]);

  test.each(described)(
    '%s has an example of its request and answer, and both are right',
    (endpoint, route) => {
      const { query, body, describedBody, signedBody, response, responseType, fromCsv, bodyTypes } = route;
      const operation = operationOf(endpoint);
      const { parameters = [], requestBody, responses } = operation;
      const exampleOf = (content: Content | undefined, type = 'application/json') => content?.[type]?.example;
      expect(parameters.filter((one) => one.in === 'path' && one.example === undefined)).toEqual([]);
      const asked = parameters.flatMap((one) =>
        one.in === 'query' && one.example !== undefined ? [[one.name, String(one.example)]] : [],
      );
      expect(issuesOf(query ?? v.strictObject({}), Object.fromEntries(asked))).toEqual([]);
      const sent = describedBody ?? body ?? signedBody?.schema;
      const example = exampleOf(requestBody?.content, signedBody?.type ?? bodyTypes?.[0]);
      expect([endpoint, example === undefined]).toEqual([endpoint, sent === undefined]);
      if (sent && !fromCsv) expect(issuesOf(sent, example)).toEqual([]);
      const { content } = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1] ?? {};
      expect(issuesOf(response, exampleOf(content, responseType))).toEqual([]);
    },
  );

  test.each([
    ['POST /v1/leads', 201, { id: expect.any(String) }],
    ['POST /v1/leads/import', 200, { created: 1, failed: 1 }],
    ['POST /v1/vehicles', 201, { id: expect.any(String) }],
  ] as const)('that of %s works on a desk that has nothing yet', async (endpoint, status, body) => {
    const [method = '', path = ''] = endpoint.split(' ');
    const { requestBody } = operationOf(endpoint);
    const asked = { token: api.tokens.admin, body: requestBody?.content['application/json']?.example };
    expect(await api.call(ENVELOPE, method, path, asked)).toMatchObject({ status, body });
  });
});

function operationOf(endpoint: Endpoint): Operation {
  const [method = '', path = ''] = endpoint.replace(/:(\w+)/g, '{$1}').split(' ');
  return document.paths[path]?.[method.toLowerCase()] as Operation;
}

function issuesOf(schema: v.GenericSchema, value: unknown): string[] {
  return (v.safeParse(schema, value).issues ?? []).map((issue) => `${v.getDotPath(issue)}: ${issue.message}`);
}

test('every event that an endpoint can choose is described, and the test of an endpoint', () => {
  const chosen = ['/v1/push-endpoints', '/v1/cafes/{cafeId}/push-endpoints'].flatMap((path) => {
    const { requestBody, responses = {} } = document.paths[path]?.post ?? {};
    const asked = eventsIn(requestBody?.content);
    expect(eventsIn(responses['201']?.content)).toEqual(asked);
    return asked;
  });
  expect(Object.keys(document.webhooks).sort()).toEqual([...chosen, 'endpoint.test'].sort());
});

function eventsIn(content: Content = {}): string[] {
  const schema = content['application/json']?.schema as { properties: { events: { items: JsonSchema } } };
  return schema.properties.events.items.enum as string[];
}

test.each(EVENTS.map((event) => [event.type, event] as const))(
  'the example of %s is right, and its headers are those of Standard Webhooks',
  (type, { schema }) => {
    const { parameters = [], security, requestBody } = document.webhooks[type]?.post ?? {};
    expect(issuesOf(schema, requestBody?.content['application/json']?.example)).toEqual([]);
    const names = parameters.map(({ name }) => name);
    expect(names).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
    expect(security).toEqual([]);
  },
);

test('every field and parameter says what it means', () => {
  const silent = new Set<string>();
  const walk = (schema: JsonSchema, tag: string, path: readonly string[]) => {
    for (const [name, inner] of Object.entries(schema.properties ?? {})) {
      if (!(inner as JsonSchema).description) silent.add(`${tag}: ${[...path, name].join('.')}`);
      walk(inner as JsonSchema, tag, [...path, name]);
    }
    for (const inner of [schema.items, schema.additionalProperties, ...(schema.anyOf ?? [])])
      if (typeof inner === 'object') walk(inner as JsonSchema, tag, path);
  };
  for (const { tags: [tag = ''] = [], parameters = [], requestBody, responses } of operations()) {
    for (const { name, description } of parameters)
      if (name !== undefined && !description) silent.add(`${tag}: ${name}`);
    for (const { content } of [requestBody ?? {}, ...Object.values(responses)])
      for (const { schema } of Object.values((content ?? {}) as Record<string, { schema: JsonSchema }>))
        walk(schema, tag, []);
  }
  expect([...silent]).toEqual([]);
});

test.each([
  ['/v1/leads/{id}', 'get', 'v1.4'],
  ['/v1/auth/login', 'post', 'v1.4'],
  ['/v1/orders', 'post', 'v1.'],
  ['/webhooks/payments', 'post', 'v1.'],
])('%s names the label of its interface', (path, method, label) => {
  const { description = '' } = document.paths[path]?.[method] ?? {};
  expect(description).toMatch(/(management, v1\.4|ordering, v1)\.$/);
  expect(description).toContain(label);
});

test('numbers and booleans are typed as such, in queries too', () => {
  const { parameters = [] } = document.paths['/v1/leads']?.get ?? {};
  const typeOf = (name: string) => parameters.find((one) => one.name === name)?.schema;
  expect(typeOf('page')).toEqual({ type: 'integer', minimum: 1, maximum: 1_000_000, default: 1 });
  expect(typeOf('hasBank')).toEqual({ type: 'boolean' });
  expect(typeOf('downPayment')).toMatchObject({ type: 'number' });
  const numbers = JSON.stringify(document.paths).match(
    /"(version|total|score|quantity)":\{[^}]*"type":"number"/g,
  );
  expect(numbers).toBeNull();
});

test('every header of an operation passes the gateway', async () => {
  const { components } = document;
  const sent = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const all = sent.flatMap(({ parameters = [] }) => parameters);
  const named = [...all, ...Object.values(components.parameters)];
  const names = new Set(named.flatMap((one) => (one.in === 'header' && one.name ? [one.name] : [])));
  const headers = Object.fromEntries([...names].map((name) => [name.toLowerCase(), 'x']));
  expect(Object.keys(headers)).toEqual(
    expect.arrayContaining(['if-match', 'x-twilio-signature', 'stripe-signature']),
  );
  let forwarded = {};
  const backend = await startBackend(async (request, response) => {
    forwarded = ((await json(request)) as { headers: object }).headers;
    response.end();
  });
  await createGateway({ webApp: backend.url })(new Request('http://a.example/v1/leads', { headers }));
  backend.close();
  expect(forwarded).toEqual(headers);
});

test('POST /v1/messaging/messages documents 404 and 409', () => {
  const { responses } = document.paths['/v1/messaging/messages']?.post ?? { responses: {} };
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['201', '404', '409', '422']));
});

test('an order may find its cafe or item gone, or too little left of it; a move may come too late', () => {
  const statusesOf = (path: string, method: string) =>
    Object.keys(document.paths[path]?.[method]?.responses ?? {});
  expect(statusesOf('/v1/orders', 'post')).toEqual(expect.arrayContaining(['201', '404', '409', '422']));
  expect(statusesOf('/v1/orders/{id}', 'patch')).toEqual(expect.arrayContaining(['404', '409', '412']));
});

test('the webhook of payments is described as it is: a signed event', () => {
  const { post } = document.paths['/webhooks/payments'] ?? {};
  expect(post?.requestBody?.content).toMatchObject({
    'application/json': { schema: { required: ['id', 'type'] } },
  });
  expect(post?.parameters).toMatchObject([{ name: 'Stripe-Signature', in: 'header', required: true }]);
  expect(post?.responses).toHaveProperty('401');
});

test('the webhook of messages is described as it is: a signed form in, TwiML out', () => {
  const { post } = document.paths['/v1/messaging/webhook'] ?? {};
  expect(post?.requestBody?.content).toMatchObject({
    'application/x-www-form-urlencoded': {
      schema: {
        required: ['MessageSid'],
        properties: { From: { type: 'string' }, MessageStatus: { type: 'string' } },
      },
    },
  });
  expect(post?.parameters).toMatchObject([{ name: 'X-Twilio-Signature', in: 'header', required: true }]);
  expect(Object.keys(post?.responses['200']?.content ?? {})).toEqual(['text/xml']);
});
