import { API_ROUTES } from '../../src/api/sheet';
import { withDocument } from '../../src/http/web-app';
import { codeOf, namesUsed } from '../bundle/built';
import { type Call, type SeededApi, startApi } from '../harness/api';

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
      'GET /v1/leads/:id/calendar.ics',
      'GET /v1/orders/:id',
      'POST /v1/auth/login',
      'POST /v1/auth/session',
      'POST /v1/orders',
      'POST /v1/orders/:id/cancel',
    ]);
  });

  test('is answered 401 by every other, and nothing is written', async () => {
    const before = api.sheets();
    const calls = CLOSED.map(
      (endpoint): Call => [endpoint.replace(/:\w+/g, '1'), endpoint.startsWith('GET') ? {} : { body: {} }],
    );
    const told = await api.callAll(calls);
    const answered = calls.filter((_, at) => told[at]?.status !== 401);
    expect(answered).toEqual([]);
    expect(api.sheets()).toEqual(before);
  });

  test('is served no page, and only a page of the script could call its functions', () => {
    const used = [...namesUsed(codeOf('api'))].filter((name) => name.startsWith('HtmlService.'));
    expect(used.sort()).toEqual(['HtmlService.createHtmlOutput', 'HtmlService.createTemplateFromFile']);
    // The only page is for the sidebar, which Google opens for editors of the sheet.
    const makers = codeOf('api').split('HtmlService.createHtmlOutput(').length - 1;
    expect(makers).toBe(1);
    expect(codeOf('api')).toMatch(/\.showSidebar\(HtmlService\.createHtmlOutput\(/);
    expect(codeOf('api')).not.toMatch(/\.evaluate\(/);
  });
});
