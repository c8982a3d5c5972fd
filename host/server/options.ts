import { availableParallelism } from 'node:os';
import { CommandError, command, HOST_OPTION, portOption } from '../../tools/command';

export interface Options {
  /** `postgres://user:password@host:port/database` */
  database: string;
  port: number;
  host: string;
  workers: number;
  statementTimeoutMs: number;
  help: boolean;
}

export const HOST = command({
  summary: 'Serves the API, its documentation and the staff page from a PostgreSQL database.',
  usages: [
    'npm run host -- --database postgres://user:password@host:5432/database [options]',
    'npm run host -- help           other commands: users, keys, providers, data of a person',
  ],
  options: {
    database: {
      type: 'string',
      value: '<URL>',
      help: 'the database; by default the environment variable DATABASE_URL,\nwhich other users of this machine cannot see',
    },
    port: portOption('8080'),
    host: HOST_OPTION,
    workers: {
      type: 'string',
      value: '<number>',
      default: String(availableParallelism()),
      range: [1, 64],
      help: `requests to work on at once, each with a connection to the database (${availableParallelism()})`,
    },
    'statement-timeout': {
      type: 'string',
      value: '<seconds>',
      default: '2',
      range: [1, 300],
      help: 'how long one statement of a request may take (2)',
    },
  },
});

/** @throws CommandError that names the argument, without a password */
export function parseOptions(args: readonly string[]): Options {
  const { database, host, help, ...numbers } = HOST.parse(args).values;
  return {
    database: help ? '' : toDatabase(database),
    host,
    help,
    port: Number(numbers.port),
    workers: Number(numbers.workers),
    statementTimeoutMs: 1_000 * Number(numbers['statement-timeout']),
  };
}

/** For people: a password in it is `***`. */
export function maskPassword(database: string): string {
  const url = new URL(database);
  if (url.password) url.password = '***';
  return url.href;
}

/** @throws CommandError that does not repeat what was given */
export function toDatabase(option: string | undefined, { DATABASE_URL = '' } = process.env): string {
  const given = option ?? DATABASE_URL;
  if (/^postgres(ql)?:/.test(given) && URL.canParse(given)) return given;
  throw new CommandError(
    '--database must be a URL such as postgres://user:password@host:5432/database. See --help.',
  );
}
