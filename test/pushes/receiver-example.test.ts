import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { until } from '../harness/until';
import { type Endpoint, type PushDesk, startPushDesk } from './push-desk';
import type { Received } from './push-receiver';

const ROOT = path.resolve(__dirname, '../..');

/** The receiver that docs/pushes.md shows. */
const [, EXAMPLE = ''] =
  /```js\n(.*?)```/s.exec(readFileSync(path.join(ROOT, 'docs/pushes.md'), 'utf8')) ?? [];

const FOLDER = mkdtempSync(path.join(os.tmpdir(), 'sheetdesk-receiver-'));
/** In place of a port, which another program could take meanwhile. */
const SOCKET = path.join(FOLDER, 'socket');

let desk: PushDesk;
let crm: Endpoint;
let push: Received;
let example: ChildProcess;
let printed: Promise<string>;
beforeAll(async () => {
  desk = await startPushDesk();
  crm = await desk.addLeadEndpoint('/crm');
  await desk.call('POST /v1/leads', { body: { name: 'Zoë', phone: '+15551230001' }, as: 'agent' });
  push = desk.receiver.received[0] as Received;
  // The clock of the desk stands still, and a signature is valid for five minutes.
  const clock = `Date.now = () => ${desk.realm.scheduler.now()};`;
  example = spawn(process.execPath, ['--input-type=module', '-e', `${clock}\n${EXAMPLE}`], {
    cwd: ROOT,
    env: { ...process.env, PUSH_SECRET: crm.secret, PORT: SOCKET },
  });
  printed = new Promise((done) => example.stdout?.once('data', (text) => done(String(text))));
  await untilItListens();
});
afterAll(async () => {
  example.kill();
  await desk.close();
  rmSync(FOLDER, { recursive: true });
});

async function untilItListens(): Promise<void> {
  await until(async () => {
    if (example.exitCode !== null) throw new Error('The example has ended.');
    return ask('', {}).then(
      () => true,
      () => false,
    );
  });
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
  return ask(body, Object.fromEntries(names.map((name) => [name, String(push.headers[name])])));
}

test('the receiver in the docs takes what is signed, and nothing else', async () => {
  expect(await send(push.body.replace('Zo', 'Jo'))).toBe(401);
  expect(await send(push.body)).toBe(204);
  expect(await printed).toBe('lead.created L-1\n');
});
