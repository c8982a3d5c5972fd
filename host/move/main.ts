import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { CommandError } from '../../tools/command';
import { maskPassword } from '../database/address';
import { openConnection } from '../database/connection';
import { startPool, TaskFailed } from '../workers/pool';
import { graduate, type RunTask } from './graduate';
import { MoveError } from './move-error';
import { GRADUATE, type GraduateOptions, parseGraduateOptions } from './options';
import { openSource } from './source';

/** A page of rows, or the comparison of a large table. */
const TASK_TIMEOUT_MS = 600_000;

void main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<void> {
  try {
    const options = parseGraduateOptions(args);
    if (options.help) process.stdout.write(GRADUATE.help);
    else await move(options);
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof MoveError || error instanceof TaskFailed))
      throw error;
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = 1;
  }
}

async function move({ from, database, acceptsProblems, ...given }: GraduateOptions): Promise<void> {
  const token = given.token || (await askForToken());
  const [sent = '', sealKey = ''] = token.trim().split('-');
  if (!/^\w{50}-\w{50}$/.test(token.trim()))
    throw new MoveError(
      'The token must be the one that the sheet showed: 50 characters, a hyphen, 50 characters.',
    );
  const connection = { database, statementTimeoutMs: TASK_TIMEOUT_MS };
  const pool = startPool({
    script: path.join(__dirname, 'host-worker.cjs'),
    size: 1,
    taskTimeoutMs: TASK_TIMEOUT_MS,
    connect: () => openConnection(connection),
    services: {},
    onLoss: (message) => process.stderr.write(`${message}\n`),
  });
  const run: RunTask = async (name, argument) => (await pool.run({ name, argument })).result as never;
  try {
    print(`From ${from.href} to ${maskPassword(database)}`);
    const address = await graduate({ source: openSource(from, sent), run, sealKey, acceptsProblems, print });
    print(
      `The API has moved. Start the host, so that it answers at ${address}: npm run host -- --database ...`,
    );
  } finally {
    await pool.close();
  }
}

async function askForToken(): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question('Token of the move, as the sheet showed it: ');
  } finally {
    terminal.close();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A worker's error comes with its stack, which says nothing to a person. */
function messageOf({ message }: Error): string {
  return (message.split('\n')[0] ?? '').replace(/^\w+: /, '');
}
