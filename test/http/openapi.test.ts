import { testLong } from '../harness/extent';
import { startApi, type TestApi } from './api';
import { lint } from './lint';
import { WAYS } from './ways';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const documentOf = async () => (await fetch(`${api.urls.home}/openapi.json`)).json();

testLong('redocly finds nothing against it', async () => {
  expect(await lint(await documentOf())).toEqual([]);
});

testLong('redocly finds what is made wrong, and nothing else', async () => {
  const document = await documentOf();
  delete document.paths['/v1/things/{id}'].get.parameters;
  expect(await lint(document)).toMatchObject([{ ruleId: 'path-parameters-defined' }]);
});

test.each(WAYS)('it is public by $name', async (way) => {
  const { text } = await way.ask(api, { path: '/openapi.json' });
  expect(JSON.parse(text)).toEqual(await documentOf());
});

test('every route is in it once, under a unique operationId', async () => {
  const { paths } = await documentOf();
  const operations = Object.values<Record<string, { operationId: string }>>(paths).flatMap(Object.values);
  const ids = operations.map(({ operationId }) => operationId);
  expect(ids).toEqual(
    expect.arrayContaining(['getThings', 'postThings', 'patchThingsById', 'getOpenapiJson']),
  );
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toHaveLength(18);
});

test('an operation has its parameters, roles and responses', async () => {
  const { paths } = await documentOf();
  const { post, get } = paths['/v1/things'];
  const schema = post.requestBody.content['application/json'].schema;
  expect(schema).toMatchObject({ required: ['name'], additionalProperties: false });
  expect(schema.properties).toMatchObject({
    name: { type: 'string', maxLength: 40 },
    kind: { enum: ['small', 'large'] },
  });
  expect(post.parameters).toEqual([{ $ref: '#/components/parameters/Idempotency-Key' }]);
  expect(Object.keys(post.responses)).toEqual(expect.arrayContaining(['201', '401', '403', '422', '429']));
  expect(get.parameters).toContainEqual({
    name: 'page',
    in: 'query',
    required: false,
    schema: { type: 'integer', minimum: 1, maximum: 1_000, default: 1 },
  });
  expect(get.parameters).toContainEqual({
    name: 'kinds',
    in: 'query',
    required: false,
    style: 'form',
    explode: false,
    schema: { type: 'array', items: { type: 'string' } },
  });
  expect(get.responses[200].headers).toHaveProperty('Link');
  expect(paths['/v1/open'].get.security).toEqual([]);
  expect(post.security).toBeUndefined();
});

test('an operation with a signed body names its header and content type', async () => {
  const { paths } = await documentOf();
  const { parameters, requestBody } = paths['/webhooks/json'].post;
  expect(parameters).toMatchObject([{ name: 'Stripe-Signature', in: 'header', required: true }]);
  expect(requestBody.content['application/json'].schema).toMatchObject({ required: ['id'] });
});

test('only responses that can happen are declared', async () => {
  const { paths } = await documentOf();
  const statusesOf = ({ responses }: { responses: object }) => Object.keys(responses);
  expect(statusesOf(paths['/v1/open'].get)).toEqual(['200', '304', '400', '422', '429', '500', '503']);
  expect(statusesOf(paths['/v1/logout'].post)).toEqual([
    '200',
    '400',
    '401',
    '403',
    '413',
    '415',
    '422',
    '429',
    '500',
    '503',
  ]);
  expect(statusesOf(paths['/webhooks/signed'].post)).toEqual([
    '200',
    '400',
    '401',
    '413',
    '415',
    '500',
    '503',
  ]);
  expect(Object.keys(paths['/v1/login'].post.responses['200'].headers)).not.toContain('ETag');
});
