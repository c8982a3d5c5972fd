import { json } from 'node:stream/consumers';
import { createGateway } from '../../gateway/gateway';
import { API_ROUTES } from '../../src/api-routes';
import { startBackend } from '../gateway/backend';
import { type SeededApi, startApi } from '../harness/api';
import type { Document } from '../http/described';
import { lint } from '../http/lint';
import { WAYS } from '../http/ways';

let api: SeededApi;
let document: Document;
beforeAll(async () => {
  api = await startApi();
  document = api.document;
});
afterAll(() => api.close());

test('redocly finds nothing against the document of the whole api', async () => {
  expect(await lint(document)).toEqual([]);
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

test('every header of an operation passes the gateway', async () => {
  const { paths, components } = document;
  const all = Object.values(paths)
    .flatMap(Object.values)
    .flatMap(({ parameters = [] }) => parameters);
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
