import { API_ROUTES } from '../../src/api/routes';
import { withDocument } from '../../src/http/web-app';
import { codeOf, namesUsed } from '../bundle/built';
import { ENVELOPE, type SeededApi, startApi } from '../harness/api';

const ENDPOINTS = withDocument(API_ROUTES).flatMap((table) => Object.entries(table));
const isOpen = (access: unknown) => access === 'public';
const CLOSED = ENDPOINTS.flatMap(([endpoint, { access }]) => (isOpen(access) ? [] : [endpoint]));

describe('somebody who knows the address of the api and nothing else', () => {
  let api: SeededApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  test('finds these endpoints open', () => {
    const open = ENDPOINTS.flatMap(([endpoint, { access }]) => (isOpen(access) ? [endpoint] : []));
    expect(open.sort()).toEqual([
      'GET /openapi.json',
      'GET /v1/cafes/:cafeId',
      'GET /v1/cafes/:cafeId/menu',
      'GET /v1/health',
      'GET /v1/orders/:id',
      'POST /v1/auth/login',
      'POST /v1/auth/session',
      'POST /v1/orders',
    ]);
  });

  test.each(CLOSED)('is answered 401 by %s, and nothing is written', async (endpoint) => {
    const [method = '', path = ''] = endpoint.replace(/:\w+/g, '1').split(' ');
    const before = api.sheets();
    const { status } = await api.call(ENVELOPE, method, path, method === 'GET' ? {} : { body: {} });
    expect(status).toBe(401);
    expect(api.sheets()).toEqual(before);
  });

  test('is served no page, and only a page of the script could call its functions', () => {
    const used = [...namesUsed(codeOf('api'))].filter((name) => name.startsWith('HtmlService.'));
    expect(used).toEqual(['HtmlService.createTemplateFromFile']);
    expect(codeOf('api')).not.toMatch(/\.evaluate\(/);
  });
});
