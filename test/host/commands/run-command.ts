import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runCommand as run } from '../../../host/commands/command';
import { type RunningHost, startThread } from '../harness';

const BUILD = path.resolve(__dirname, '../../../.build');

export interface Ended {
  code: number | null;
  out: string;
  errors: string;
}

interface CommandOptions {
  /** The lines that somebody types. */
  typed?: Iterable<string> | AsyncIterable<string>;
  env?: NodeJS.ProcessEnv;
  cwd?: string;
}

/** What `npm run host -- ...` does, in this process. */
export async function runCommand(
  database: string,
  args: readonly string[],
  { typed = [], env = {}, cwd = process.cwd() }: CommandOptions = {},
): Promise<Ended> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const said = Promise.all([text(stdout), text(stderr)]);
  const code = await run(args, {
    env: { ...process.env, DATABASE_URL: database, ...env },
    stdin: Readable.from(toLines(typed)),
    stdout,
    stderr,
    cwd,
    folder: BUILD,
  });
  stdout.end();
  stderr.end();
  const [out, errors] = await said;
  return { code, out, errors };
}

/** The same by the program that `npm run host` runs. */
export async function runProgram(database: string, args: readonly string[]): Promise<Ended> {
  const { stdout, stderr, ended } = startThread('host.cjs', args, { DATABASE_URL: database });
  const [out, errors, code] = await Promise.all([text(stdout), text(stderr), ended]);
  return { code, out, errors };
}

async function* toLines(typed: NonNullable<CommandOptions['typed']>): AsyncIterable<string> {
  for await (const line of typed) yield `${line}\n`;
}

/** A user, and a key that acts for them. */
export async function addKey(database: string, role = 'admin'): Promise<string> {
  const email = `${role}@example.com`;
  await runCommand(database, ['user', 'add', email, role, '']);
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
