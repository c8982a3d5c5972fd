import { spawn } from 'node:child_process';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { RunningHost } from '../harness';

const HOST = path.resolve(__dirname, '../../../.build/host.cjs');

export interface Ended {
  code: number | null;
  out: string;
  errors: string;
}

/** Runs `npm run host -- ...` to its end; `typed` are the lines that somebody types. */
export async function runCommand(
  database: string,
  args: readonly string[],
  {
    typed = [],
    env = {},
    cwd = process.cwd(),
  }: { typed?: Iterable<string> | AsyncIterable<string>; env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [HOST, ...args], {
    env: { ...process.env, DATABASE_URL: database, ...env },
    cwd,
  });
  const lines = Readable.from(typed);
  lines.on('data', (line) => child.stdin.write(`${line}\n`)).on('end', () => child.stdin.end());
  // A question that gets no answer would be waited for until the end of the suite.
  lines.on('error', () => child.kill());
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [out, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { code, out, errors };
}

/** A user, and a key that acts for them. */
export async function addKey(database: string, role = 'admin'): Promise<string> {
  const email = `${role}@example.com`;
  await runCommand(database, ['user', 'add', email, role, '', '']);
  const { out, errors } = await runCommand(database, ['key', 'add', email, 'tests', 'no']);
  const [, key] = /API key: (\S+)/.exec(out) ?? [];
  if (!key) throw new Error(`No key was made: ${out}${errors}`);
  return key;
}

export type Caller = <T = { id: string }>(method: string, route: string, body?: object) => Promise<T>;

/** Sends requests with a key, and throws what refuses them. */
export function callerWith({ url }: RunningHost, key: string): Caller {
  return async <T>(method: string, route: string, body?: object) => {
    const response = await fetch(url + route, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(JSON.stringify(answer));
    return answer as T;
  };
}
