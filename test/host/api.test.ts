import { type SeededHost, startSeededHost, stopHosts } from './harness';

let host: SeededHost;
beforeAll(async () => {
  host = await startSeededHost();
});
afterAll(stopHosts);

test('GET /v1/health is answered by a worker that has asked the database', async () => {
  const answer = await fetch(`${host.url}/v1/health`);
  expect(await answer.json()).toEqual({
    status: 'ok',
    version: expect.stringMatching(/^\d+\.\d+\.\d+\+[0-9a-f]{8}$/),
  });
  expect(answer.status).toBe(200);
});

test('a lead that one caller creates is there for the next', async () => {
  const { url, demo } = host;
  const headers = { authorization: `Bearer ${demo.apiKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'Ada Lovelace', phone: '+15551230001' });
  const created = await fetch(`${url}/v1/leads`, { method: 'POST', headers, body });
  expect(created.status).toBe(201);
  const list = await fetch(`${url}/v1/leads`, { headers });
  expect(await list.json()).toMatchObject({ total: 1, data: [{ id: 'L-1', name: 'Ada Lovelace' }] });
});

test('a host serves what the gateway serves', async () => {
  const { url } = host;
  const paths = ['/openapi.json', '/docs', '/staff', '/o/any', '/v1/cafes/C-1/menu', '/healthz', '/readyz'];
  const statuses = await Promise.all(paths.map(async (path) => [path, (await fetch(url + path)).status]));
  expect(statuses).toEqual(paths.map((path) => [path, 200]));
  const text = await (await fetch(`${url}/openapi.json`)).text();
  expect(text).toContain('when the service runs and its database answers');
});
