import { spawn } from 'node:child_process';
import { type EventEmitter, once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ProviderName } from '../../local/providers/providers';
import { type Ended, endOf } from './in-thread';
import { ROOT } from './local';

/** What `npm start` tells programs of the same person. */
export interface Credentials {
  urls: Record<'home' | 'desk' | 'api' | 'gateway' | 'gmail', string> & Partial<Record<ProviderName, string>>;
  gmailToken: string;
  apiKey: string;
  users: { email: string; password: string; role: string }[];
  cafeId: string;
}

export const READY = 'Ready.';

const startOf = (root: string) => path.join(root, '.build/start.cjs');

const inThread = (root: string) => `const { parentPort } = require('node:worker_threads');
parentPort.once('message', () => process.emit('SIGINT'));
parentPort.unref();
require(${JSON.stringify(startOf(root))});`;

/** For the states of one test file. */
export const folder = mkdtempSync(path.join(os.tmpdir(), 'sheetdesk-start-'));
const running = new Set<Worker>();

export async function endAll(): Promise<void> {
  await Promise.all([...running].map(end));
  rmSync(folder, { recursive: true });
}

/** Starts what `npm start` starts, on a free port, and waits until it has said so. */
export function start(state: string, ready: string, ...args: string[]): Promise<Credentials> {
  return startIn(ROOT, state, ready, ...args);
}

/** The same in another copy of the repository, which has been built. */
export async function startIn(
  root: string,
  state: string,
  ready: string,
  ...args: string[]
): Promise<Credentials> {
  const output = await untilSaid(launch(root, state, '--port', '0', ...args), ready);
  expect(output).toMatch(/^Sheetdesk.* is running/m);
  return credentialsIn(state);
}

export function credentialsIn(state: string): Credentials {
  return JSON.parse(readFileSync(path.join(state, 'credentials.json'), 'utf8'));
}

/** Starts it in a process of its own and kills that once it has said these words. Answers what it has said. */
export async function killAt(words: string, state: string, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [startOf(ROOT), '--state', state, '--port', '0', ...args]);
  const said = await untilSaid(child, words);
  child.kill('SIGKILL');
  await once(child, 'exit');
  return said;
}

function untilSaid(
  program: Pick<Worker, 'stdout' | 'stderr'> & EventEmitter,
  words: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const read = (chunk: Buffer) => {
      said += chunk;
      if (said.includes(words)) resolve(said);
    };
    program.stdout.on('data', read);
    program.stderr.on('data', read);
    program.once('close', () => reject(new Error(said)));
  });
}

/** A start in vain: its exit code and what it said. */
export function refused(state: string, ...args: string[]): Promise<Ended> {
  return endOf(launch(ROOT, state, ...args));
}

export const lastStarted = () => [...running].at(-1) as Worker;

/** As Ctrl-C does. Answers the exit code. */
export async function end(thread: Worker): Promise<number> {
  thread.postMessage('end');
  const [code] = await once(thread, 'exit');
  return code;
}

/** What the control API of a started one answers. */
export async function local({ urls }: Credentials, what: string, init?: RequestInit) {
  return (await fetch(`${urls.home}/_local/${what}`, init)).json();
}

/** In a thread, which costs less than a process; a message stands for the signal. */
function launch(root: string, state: string, ...args: string[]): Worker {
  const argv = ['--state', state, ...args];
  const thread = new Worker(inThread(root), { eval: true, argv, stdout: true, stderr: true });
  running.add(thread);
  thread.once('exit', () => running.delete(thread));
  return thread;
}
