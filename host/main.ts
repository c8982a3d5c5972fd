import { isIPv6 } from 'node:net';
import { CommandError } from '../tools/command';
import { runCommand } from './commands/command';
import { maskPassword } from './database/address';
import { startHost } from './server/host';
import { HOST, type Options, parseOptions } from './server/options';

void main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<void> {
  if (args[0] !== undefined && !args[0].startsWith('-')) {
    const { env, stdin, stdout, stderr } = process;
    process.exitCode = await runCommand(args, {
      env,
      stdin,
      stdout,
      stderr,
      cwd: process.cwd(),
      folder: __dirname,
    });
    return;
  }
  try {
    const options = parseOptions(args);
    if (options.help) process.stdout.write(HOST.help);
    else await start(options);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

/** One line of JSON for the start and one for every request. */
function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

function report(message: string): void {
  console.error(`${new Date().toISOString()} ${message}`);
}

async function start(options: Options): Promise<void> {
  const { database, host, workers } = options;
  const running = await startHost({ ...options, log: print, report }).catch(
    ({ code, message }: NodeJS.ErrnoException) => {
      const isInUse = code === 'EADDRINUSE';
      throw new CommandError(
        isInUse ? `Port ${options.port} is in use. Choose another with --port.` : message,
      );
    },
  );
  const url = `http://${isIPv6(host) ? `[${host}]` : host}:${running.port}`;
  print({ time: new Date().toISOString(), listening: url, workers, database: maskPassword(database) });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, async () => {
      await running.close();
      process.exit(0);
    });
}
