import { type ChildProcess, execFile, fork, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { send } from './load';

export interface HostProcess {
  url: string;
  pid: number;
  /** kill -9. */
  kill(): Promise<void>;
  /** As an operator ends it. */
  stop(): Promise<void>;
}

interface HostOptions {
  database: string;
  /** A free one by default. */
  port?: number;
  workers: number;
}

const BUILD = path.resolve(__dirname, '../.build');
const POLL_MS = 100;
/** Making the indexes of a million rows takes minutes. */
const MAX_START_MS = 1_200_000;

/** Resolves once it is ready. Its log is read and dropped, as a collector of logs would. */
export async function startHost({ database, port = 0, workers }: HostOptions): Promise<HostProcess> {
  const args = ['--port', String(port), '--workers', String(workers)];
  const child = spawn(process.execPath, [path.join(BUILD, 'host.cjs'), ...args], {
    env: { ...process.env, DATABASE_URL: database },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-10_000);
  });
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk;
      const [, listening] = /"listening":"([^"]+)"/.exec(said) ?? [];
      if (listening === undefined) return;
      child.stdout.off('data', hear).resume();
      resolve(listening);
    };
    child.stdout.on('data', hear);
    child.once('exit', (code) => reject(new Error(`The host ended with ${code}: ${said}`)));
  });
  for (
    let waited = 0;
    (await send(url, { method: 'GET', path: '/readyz' })).status !== 200;
    waited += POLL_MS
  ) {
    if (waited > MAX_START_MS) throw new Error(`The host is not ready: ${said}`);
    await setTimeout(POLL_MS);
  }
  return {
    url,
    pid: child.pid as number,
    kill: () => end(child, 'SIGKILL'),
    stop: () => end(child, 'SIGTERM'),
  };
}

/** Runs a command of a host, and returns what it prints. @throws with what it says where it fails */
export function runCommand(database: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: database };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [path.join(BUILD, 'host.cjs'), ...args], { env }, (error, stdout, stderr) =>
      error ? reject(new Error(`${args.slice(0, 2).join(' ')}: ${stderr || stdout}`)) : resolve(stdout),
    );
  });
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}

/** A tick of /proc, which Linux fixes for programs. */
const TICK_MS = 10;

/** What /proc says of a process; times in ms of CPU. */
interface Status {
  parent: number;
  own: number;
  /** Of the children that have ended. */
  ended: number;
}

/** The CPU time that a process has used, with its children of now and of before. */
export function cpuMs(pid: number): number {
  const { own, ended } = statusOf(pid) ?? { own: 0, ended: 0 };
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statusOf(Number(name)))
    .filter((status) => status?.parent === pid);
  return children.reduce((sum, child) => sum + (child?.own ?? 0), own + ended);
}

/** Undefined for one that has gone. */
function statusOf(pid: number): Status | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    return { parent, own: (user + system) * TICK_MS, ended: (endedUser + endedSystem) * TICK_MS };
  } catch {
    return undefined;
  }
}

/** What holds processes to a share of a core, as a small virtual machine would: a process of its own that pauses them. */
export function holdTo(share: number, pids: readonly number[]): { release(): void } {
  const holder = fork(process.argv[1] ?? '', ['hold', String(share), ...pids.map(String)]);
  return { release: () => holder.kill() };
}

const CHECK_MS = 4;
/** As much as may be saved up while nothing is to do, in ms of CPU: the period in which a container gets its share. */
const SAVED_MS = 25;

/** The body of that process: a bucket that fills at the share's rate for each, and SIGSTOP where it is empty. */
export function hold(share: number, pids: readonly number[]): void {
  const held = pids.map((pid) => ({ pid, saved: 0, used: statusOf(pid)?.own ?? 0, isPaused: false }));
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    for (const one of held) {
      const used = statusOf(one.pid)?.own ?? one.used;
      one.saved = Math.min(SAVED_MS, one.saved + (now - last) * share) - (used - one.used);
      one.used = used;
      const isOver = one.saved <= 0;
      if (isOver !== one.isPaused) process.kill(one.pid, isOver ? 'SIGSTOP' : 'SIGCONT');
      one.isPaused = isOver;
    }
    last = now;
  }, CHECK_MS);
  process.once('SIGTERM', () => {
    for (const { pid } of held) process.kill(pid, 'SIGCONT');
    process.exit(0);
  });
}
