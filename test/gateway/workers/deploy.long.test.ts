/** `npm run gateway -- --deploy workers`, by wrangler itself, to a Cloudflare that notes what it is sent. */
import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ROOT } from '../../harness/local';

const WEB_APP = 'https://script.google.com/macros/s/AKfy-x/exec';
const SCRIPT = '/client/v4/accounts/A-1/workers/scripts/sheetdesk';

/** Answers by method and path, as far as wrangler reads them. */
const RESULTS: Record<string, object> = {
  [`GET ${SCRIPT}/deployments`]: { deployments: [] },
  [`POST ${SCRIPT}/assets-upload-session`]: { jwt: 'all are there', buckets: [] },
  [`PUT ${SCRIPT}`]: { id: 'sheetdesk', startup_time_ms: 5 },
  [`GET ${SCRIPT}/settings`]: {},
  [`GET ${SCRIPT}/subdomain`]: {},
  [`POST ${SCRIPT}/subdomain`]: {},
  'GET /client/v4/accounts/A-1/workers/scripts': [],
  'GET /client/v4/accounts/A-1/workers/subdomain': { subdomain: 'corner-cafe' },
};

const NOT_THERE = { code: 10_090, message: 'This Worker does not exist.' };

let cloudflare: Server;
let sent: Record<string, string>;
let results: Record<string, object>;
beforeEach(async () => {
  sent = {};
  results = RESULTS;
  cloudflare = createServer(async (request, response) => {
    const asked = `${request.method} ${request.url?.replace(/\?.*/, '')}`;
    sent[asked] = String(await buffer(request));
    const { [asked]: result } = results;
    response.writeHead(result ? 200 : 404, { 'content-type': 'application/json' });
    const errors = result ? [] : [NOT_THERE];
    response.end(JSON.stringify({ success: result !== undefined, errors, messages: [], result }));
  });
  await new Promise<void>((resolve) => cloudflare.listen(0, '127.0.0.1', resolve));
});
afterEach(() => void cloudflare.close());

function deploy(answers: string, ...args: string[]): Promise<{ code: number; said: string }> {
  const { port } = cloudflare.address() as AddressInfo;
  const env = {
    ...process.env,
    CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}/client/v4`,
    CLOUDFLARE_API_TOKEN: 'token',
    CLOUDFLARE_ACCOUNT_ID: 'A-1',
  };
  const command = [path.join(ROOT, '.build/gateway.cjs'), '--deploy', 'workers', ...args];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, command, { cwd: ROOT, env }, (error, out, problems) =>
      resolve({ code: error ? 1 : 0, said: out + problems }),
    );
    child.stdin?.end(answers);
  });
}

test('the gateway is put on Workers, and the owner is told where to enter its address', async () => {
  const { code, said } = await deploy(`${WEB_APP}\n`, '--seats', '12');
  const address = 'https://sheetdesk.corner-cafe.workers.dev';
  expect(said).toContain(`The gateway runs at ${address}, in front of ${WEB_APP}.`);
  expect(said).toContain(`choose API > Public address in the API sheet and enter ${address}.`);
  expect(code).toBe(0);
  const [, metadata = '{}'] = /name="metadata"\s+(.*?)\r\n--/s.exec(sent[`PUT ${SCRIPT}`] ?? '') ?? [];
  expect(JSON.parse(metadata)).toMatchObject({
    main_module: 'worker.js',
    bindings: [
      { name: 'OPTIONS', type: 'json', json: { webApp: WEB_APP, seats: 12 } },
      { name: 'GATEWAY', type: 'durable_object_namespace', class_name: 'Gateway' },
    ],
    migrations: { steps: [{ new_sqlite_classes: ['Gateway'] }] },
    assets: { config: { _headers: expect.stringContaining("default-src 'none'") } },
  });
  // The Worker is one module; other files of the build stay here.
  expect(sent[`PUT ${SCRIPT}`]?.match(/filename="[^"]*"/g)).toEqual(['filename="worker.js"']);
  const { manifest } = JSON.parse(sent[`POST ${SCRIPT}/assets-upload-session`] ?? '');
  expect(Object.keys(manifest)).toEqual(expect.arrayContaining(['/staff.html', '/o/order.html']));
});

test('a second API gets a Worker of another name', async () => {
  const other = '/client/v4/accounts/A-1/workers/scripts/second-cafe';
  results = Object.fromEntries(
    Object.entries(RESULTS).map(([asked, result]) => [asked.replace(SCRIPT, other), result]),
  );
  const { code, said } = await deploy('', '--web-app', WEB_APP, '--name', 'second-cafe');
  expect([code, said]).toEqual([
    0,
    expect.stringContaining('https://second-cafe.corner-cafe.workers.dev, in front of'),
  ]);
});

test.each([
  ['what is no address', 'sheet\n', 'must be the URL of a deployment (got "sheet")'],
  ['nothing', '\n', 'must be the URL of a deployment (got "")'],
])('where %s is entered, nothing is deployed', async (_, entered, message) => {
  const { code, said } = await deploy(entered);
  expect([code, said]).toEqual([1, expect.stringContaining(message)]);
  expect(sent).toEqual({});
});

test('where Cloudflare refuses, its words are shown and the command fails', async () => {
  const { [`PUT ${SCRIPT}`]: _, ...others } = RESULTS;
  results = others;
  const { code, said } = await deploy('', '--web-app', WEB_APP);
  expect([code, said]).toEqual([
    1,
    expect.stringContaining('The gateway was not deployed. The reason is above.'),
  ]);
});
