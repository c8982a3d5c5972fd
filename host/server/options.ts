import { availableParallelism } from 'node:os';
import { command, HOST_OPTION, portOption } from '../../tools/command';
import { toDatabase } from '../database/address';

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
