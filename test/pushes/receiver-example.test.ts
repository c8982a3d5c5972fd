import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { transformSync } from 'esbuild';
import { Webhook } from 'standardwebhooks';
import { type PushDesk, startPushDesk } from './push-desk';
import { onPackageClock, type Received } from './push-receiver';

const ROOT = path.resolve(__dirname, '../..');

/** The receiver that docs/pushes.md shows. */
const [, EXAMPLE = ''] =
  /```js\n(.*?)```/s.exec(readFileSync(path.join(ROOT, 'docs/pushes.md'), 'utf8')) ?? [];

const FOLDER = mkdtempSync(path.join(os.tmpdir(), 'sheetdesk-receiver-'));
/** In place of a port, which another program could take meanwhile. */
const SOCKET = path.join(FOLDER, 'socket');

let desk: PushDesk;
let push: Received;
let example: Server;
const printed: string[] = [];
beforeAll(async () => {
  desk = await startPushDesk();
  const crm = await desk.addLeadEndpoint('/crm');
  await desk.call('POST /v1/leads', { body: { name: 'Zoë', phone: '+15551230001' }, as: 'agent' });
  push = desk.receiver.received[0] as Received;
  example = runExample({ PUSH_SECRET: crm.secret, PORT: '0' });
  await once(example, 'listening');
});
afterAll(async () => {
  example.close();
  await desk.close();
  rmSync(FOLDER, { recursive: true });
});

/** The clock of the desk stands still, and a signature is valid for five minutes. */
class DeskWebhook extends Webhook {
  override verify(...asked: Parameters<Webhook['verify']>): unknown {
    return onPackageClock(desk.realm.scheduler.now(), () => super.verify(...asked));
  }
}

/** In this process, where it is known which port it got. */
function runExample(env: Record<string, string>): Server {
  const servers: Server[] = [];
  const modules: Record<string, object> = {
    'node:http': {
      createServer(listener: RequestListener) {
        const server = createServer(listener);
        servers.push(server);
        return server;
      },
    },
    standardwebhooks: { Webhook: DeskWebhook },
  };
  const { code } = transformSync(EXAMPLE, { format: 'cjs' });
  const run = new Function('require', 'process', 'console', code);
  const log = (...words: string[]) => printed.push(words.join(' '));
  run((name: string) => modules[name], { env }, { log });
  const [server] = servers;
  if (!server) throw new Error('The example makes no server.');
  return server;
}

function ask(body: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request({ socketPath: SOCKET, method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end(body);
  });
}

function send(body: string): Promise<number | undefined> {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  const headers = Object.fromEntries(names.map((name) => [name, String(push.headers[name])]));
  const { port } = example.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}`, { method: 'POST', body, headers }).then(({ status }) => status);
}

test('the receiver in the docs takes what is signed, and nothing else', async () => {
  expect(await send(push.body.replace('Zo', 'Jo'))).toBe(401);
  expect(await send(push.body)).toBe(204);
  expect(printed).toEqual(['lead.created L-1']);
});
