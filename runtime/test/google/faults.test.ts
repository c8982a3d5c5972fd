import { post, type Server, startServer, TOKEN } from './server';

let server: Server;

beforeEach(() => {
  server = startServer();
});

test('a full Drive refuses the next upload, and the one after it works', async () => {
  const message = "The user's Drive storage quota has been exceeded.";
  server.fail({
    method: 'POST',
    path: '/drive/v3/files',
    status: 403,
    reason: 'storageQuotaExceeded',
    message,
  });
  const refused = await server.call('/drive/v3/files', post({ name: 'a' }));
  expect(refused).toMatchObject({
    status: 403,
    body: { error: { code: 403, message, errors: [{ reason: 'storageQuotaExceeded' }] } },
  });
  expect((await server.call('/drive/v3/files', post({ name: 'a' }))).status).toBe(200);
});

test('a rule lasts as many requests as it says', async () => {
  server.fail({ path: /profile$/, status: 503, times: 2 });
  const statuses: number[] = [];
  for (let count = 0; count < 3; count += 1) statuses.push((await server.gmail('profile')).status);
  expect(statuses).toEqual([503, 503, 200]);
});

test.each([
  [{ path: /messages\?q=/ }, 'messages?q=a', 500],
  [{ path: /messages\?q=/ }, 'messages', 200],
  [{ path: 'profile', method: 'POST' }, 'profile', 200],
  [{ path: 'profile', method: 'get' }, 'profile', 500],
])('the rule %j answers GET %s with %i', async (rule, path, status) => {
  server.fail(rule);
  expect((await server.gmail(path)).status).toBe(status);
});

test('a malformed answer is no JSON', async () => {
  server.fail({ path: 'messages', malformed: true });
  const request = new Request('http://127.0.0.1/gmail/v1/users/me/messages', {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  const response = await server.app.fetch(request);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/json; charset=UTF-8',
  ]);
  await expect(response.json()).rejects.toThrow(/JSON/);
});

test('clearing forgets the rules', async () => {
  server.fail({ path: 'profile', times: 9 });
  server.clear();
  expect((await server.gmail('profile')).status).toBe(200);
});
