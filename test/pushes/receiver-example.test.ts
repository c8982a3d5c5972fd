import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { type Endpoint, type PushDesk, startPushDesk } from './push-desk';
import type { Received } from './push-receiver';

const ROOT = path.resolve(__dirname, '../..');

/** The receiver that docs/pushes.md shows. */
const [, EXAMPLE = ''] =
  /```js\n(.*?)```/s.exec(readFileSync(path.join(ROOT, 'docs/pushes.md'), 'utf8')) ?? [];

let desk: PushDesk;
let crm: Endpoint;
let push: Received;
let example: ChildProcess;
let port: number;
let printed: Promise<string>;
beforeAll(async () => {
  desk = await startPushDesk();
  crm = await desk.addLeadEndpoint('/crm');
  await desk.call('POST /v1/leads', { body: { name: 'Zoë', phone: '+15551230001' }, as: 'agent' });
  push = desk.receiver.received[0] as Received;
  port = await freePort();
  // The clock of the desk stands still, and a signature is valid for five minutes.
  const clock = `Date.now = () => ${desk.realm.scheduler.now()};`;
  example = spawn(process.execPath, ['--input-type=module', '-e', `${clock}\n${EXAMPLE}`], {
    cwd: ROOT,
    env: { ...process.env, PUSH_SECRET: crm.secret, PORT: String(port) },
  });
  printed = new Promise((done) => example.stdout?.once('data', (text) => done(String(text))));
  await untilItListens();
});
afterAll(async () => {
  example.kill();
  await desk.close();
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address ? address.port : 0;
}

async function untilItListens(): Promise<void> {
  for (;;) {
    const isUp = await fetch(`http://127.0.0.1:${port}`).catch(() => undefined);
    if (isUp) return;
    if (example.exitCode !== null) throw new Error('The example has ended.');
    await new Promise((done) => setTimeout(done, 50));
  }
}

function send(body: string): Promise<number> {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  const headers = Object.fromEntries(names.map((name) => [name, String(push.headers[name])]));
  return fetch(`http://127.0.0.1:${port}`, { method: 'POST', body, headers }).then(({ status }) => status);
}

test('the receiver in the docs takes what is signed, and nothing else', async () => {
  expect(await send(push.body.replace('Zo', 'Jo'))).toBe(401);
  expect(await send(push.body)).toBe(204);
  expect(await printed).toBe('lead.created L-1\n');
});
