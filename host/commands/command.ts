import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CommandError, command } from '../../tools/command';
import { toDatabase } from '../database/address';
import { openConnection } from '../database/connection';
import type { Question } from '../services/dialogs';
import { sendAll } from '../services/outgoing';
import { startPool } from '../workers/pool';
import { describeUnknown, findCommand, listCommands, withCommands } from './commands';
import { openTerminal, type Streams } from './terminal';

const COMMAND = command({
  summary: 'Administers a desk on a database, as the menu does in a sheet.',
  usages: ['npm run host -- <command> [answers] [options]'],
  about: `${listCommands()}
  A command asks for what it needs. Answers can also follow it, in the order of its questions, or come
  one a line from another program, as secrets should: other users can see the arguments of a process.
`,
  options: {
    database: {
      type: 'string',
      value: '<URL>',
      help: 'the database; by default the environment variable DATABASE_URL',
    },
    export: {
      type: 'string',
      value: '<file>',
      help: 'where "forget" and "old-data remove" write their export\n(export-<time>.json, old-data-<time>.jsonl)',
    },
    'statement-timeout': {
      type: 'string',
      value: '<seconds>',
      default: '300',
      range: [1, 3_600],
      help: 'how long one statement may take (300)',
    },
  },
  allowPositionals: true,
});

/** People take their time. */
const TIMEOUT_MS = 86_400_000;

/** The start of the output of a command that has saved nothing. */
const REFUSED = /^Not saved\n/;

/** The process of a command, as far as it matters to one. */
export interface CommandProcess extends Streams {
  env: Readonly<NodeJS.ProcessEnv>;
  cwd: string;
  /** The folder with the script of the workers, as the build has put it there. */
  folder: string;
}

/** Runs one command in a worker of its own, and returns the exit code. */
export async function runCommand(args: readonly string[], own: CommandProcess): Promise<number> {
  try {
    return await run(args, own);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    own.stderr.write(`${error.message}\n`);
    return 1;
  }
}

/** @throws CommandError */
async function run(args: readonly string[], own: CommandProcess): Promise<number> {
  const { values, positionals } = COMMAND.parse(args[0] === 'help' ? ['--help'] : args, own.env);
  const found = findCommand(positionals);
  if (values.help) {
    own.stdout.write(COMMAND.help);
    return 0;
  }
  if (!found) throw new CommandError(describeUnknown(positionals));
  const database = toDatabase(values.database, own.env);
  const statementTimeoutMs = 1_000 * Number(values['statement-timeout']);
  const terminal = openTerminal(found.answers, own);
  let isRefused = false;
  const pool = startPool({
    script: path.join(own.folder, 'host-worker.cjs'),
    size: 1,
    taskTimeoutMs: TIMEOUT_MS,
    connect: () => openConnection({ database, statementTimeoutMs }),
    env: own.env,
    services: {
      send: sendAll,
      ask: ({ text, ...question }: Question) => terminal.ask({ ...question, text: withCommands(text) }),
      print(text: string) {
        isRefused ||= REFUSED.test(text);
        terminal.print(withCommands(text));
      },
      save: (file: { name: string; text: string }) =>
        save(path.resolve(own.cwd, values.export ?? file.name), file.text),
      append: ({ file, text }: { file: string; text: string }) => appendFileSync(file, text, { flush: true }),
    },
    onLoss: (message) => own.stderr.write(`${message}\n`),
  });
  try {
    const { result } = await pool.run({ name: 'command', argument: found.name });
    const problem = (result as string | undefined) ?? describeOpenQuestion(terminal.unanswered());
    if (problem !== undefined) own.stderr.write(`${withCommands(problem)}\n`);
    // Answers may be secrets.
    const { length } = terminal.unused();
    if (length > 0) own.stderr.write(`Answers that were not asked for: ${length}\n`);
    return problem === undefined && !isRefused ? 0 : 1;
  } finally {
    terminal.close();
    await pool.close();
  }
}

function describeOpenQuestion(question: string | undefined): string | undefined {
  return question === undefined ? undefined : `Nothing was done: no answer to "${question}"`;
}

/** Saves a file for its owner alone, on the disk before anything is deleted. Returns its whole path. */
function save(file: string, text: string): string {
  if (existsSync(file)) throw new Error(`${file} already exists. Choose another with --export.`);
  writeFileSync(file, text, { mode: 0o600, flag: 'wx', flush: true });
  return file;
}
