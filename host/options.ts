import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { type ParseArgsConfig, parseArgs } from 'node:util';

export interface Options {
  /** `postgres://user:password@host:port/database` */
  database: string;
  port: number;
  host: string;
  workers: number;
  statementTimeoutMs: number;
  help: boolean;
}

export const HELP = `Serves the API, its documentation and the staff page from a PostgreSQL database.

  npm run host -- --database postgres://user:password@host:5432/database [options]
  npm run host -- help           other commands: users, keys, providers, data of a person

  --database <URL>               the database; by default the environment variable DATABASE_URL,
                                 which other users of this machine cannot see
  --port <number>                port to listen on (8080)
  --host <address>               address to listen on (127.0.0.1); 0.0.0.0 in a container
  --workers <number>             requests to work on at once, each with a connection to the database (${availableParallelism()})
  --statement-timeout <seconds>  how long one statement may take (10)
  --help                         show this help
`;

/** A problem that the user can solve: printed as one line, without a stack. */
export class OptionError extends Error {
  override name = 'OptionError';
}

/** @throws OptionError that names the argument, without a password */
export function parseOptions(args: readonly string[]): Options {
  const { values } = readArguments({
    args: [...args],
    options: {
      database: { type: 'string' },
      port: { type: 'string', default: '8080' },
      host: { type: 'string', default: '127.0.0.1' },
      workers: { type: 'string', default: String(availableParallelism()) },
      'statement-timeout': { type: 'string', default: '10' },
      help: { type: 'boolean', default: false },
    },
  });
  const { database, host, help, ...numbers } = values;
  if (!isIP(host)) throw new OptionError(`--host must be an IP address such as 0.0.0.0 (got "${host}").`);
  return {
    database: help ? '' : toDatabase(database),
    host,
    help,
    port: toNumber('port', numbers.port, [0, 65_535]),
    workers: toNumber('workers', numbers.workers, [1, 64]),
    statementTimeoutMs: 1_000 * toNumber('statement-timeout', numbers['statement-timeout'], [1, 300]),
  };
}

/** For people: a password in it is `***`. */
export function maskPassword(database: string): string {
  const url = new URL(database);
  if (url.password) url.password = '***';
  return url.href;
}

/** @throws OptionError that does not repeat what was given */
export function toDatabase(option: string | undefined, { DATABASE_URL = '' } = process.env): string {
  const given = option ?? DATABASE_URL;
  if (/^postgres(ql)?:/.test(given) && URL.canParse(given)) return given;
  throw new OptionError(
    '--database must be a URL such as postgres://user:password@host:5432/database. See --help.',
  );
}

/** @throws OptionError that names the option */
export function toNumber(name: string, text: string, [min, max]: [number, number]): number {
  const value = Number(text);
  if (/^\d{1,5}$/.test(text) && value >= min && value <= max) return value;
  throw new OptionError(`--${name} must be a number from ${min} to ${max} (got "${text}").`);
}

/** `parseArgs`, whose errors are one sentence here. @throws OptionError */
export function readArguments<T extends ParseArgsConfig>(
  config: T,
  help = '--help',
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    // Node explains at length; its first sentence says what is wrong.
    const [sentence] = (error as Error).message.split(/\. |\n/);
    throw new OptionError(`${sentence}. See ${help}.`);
  }
}
