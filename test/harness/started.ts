import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ProviderName } from '../../local/providers/providers';
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

/** For the states of one test file. */
export const folder = mkdtempSync(path.join(os.tmpdir(), 'sheetdesk-start-'));
const running = new Set<ChildProcess>();

export async function endAll(): Promise<void> {
  await Promise.all([...running].map(end));
  rmSync(folder, { recursive: true });
}

/** Starts what `npm start` starts, on a free port, and waits until it has said so. */
export async function start(state: string, ready: string, ...args: string[]): Promise<Credentials> {
  const child = launch(state, '--port', '0', ...args);
  const output = await new Promise<string>((resolve, reject) => {
    let text = '';
    const read = (chunk: Buffer) => {
      text += chunk;
      if (text.includes(ready)) resolve(text);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () => reject(new Error(text)));
  });
  expect(output).toMatch(/^Sheetdesk.* is running/m);
  return JSON.parse(readFileSync(path.join(state, 'credentials.json'), 'utf8'));
}

/** Starts it and kills it at the first thing it says, which is what it answers. */
export async function killEarly(state: string, ...args: string[]): Promise<string> {
  const child = launch(state, '--port', '0', ...args);
  const said = await new Promise<string>((resolve) => {
    child.stdout?.once('data', (chunk) => resolve(String(chunk)));
  });
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));
  return said;
}

/** A start in vain: its exit code and what it said. */
export function refused(
  state: string,
  ...args: string[]
): Promise<{ code: number | null; out: string; error: string }> {
  const child = launch(state, ...args);
  let [out, error] = ['', ''];
  child.stdout?.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    error += chunk;
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, error })));
}

export const lastStarted = () => [...running].at(-1) as ChildProcess;

/** As Ctrl-C does. */
export function end(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.kill('SIGINT');
  });
}

/** What the control API of a started one answers. */
export async function local({ urls }: Credentials, what: string, init?: RequestInit) {
  return (await fetch(`${urls.home}/_local/${what}`, init)).json();
}

function launch(state: string, ...args: string[]): ChildProcess {
  const child = spawn(process.execPath, [path.join(ROOT, '.build/start.cjs'), '--state', state, ...args]);
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}
