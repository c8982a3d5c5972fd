import { CommandError, command } from '../../tools/command';
import { toDatabase } from '../database/address';

export interface GraduateOptions {
  /** The web app of the sheet, or a gateway in front of it. */
  from: URL;
  /** `postgres://user:password@host:port/database` */
  database: string;
  /** Asked for where it is empty. */
  token: string;
  acceptsProblems: boolean;
  help: boolean;
}

export const GRADUATE = command({
  summary: 'Moves the API from its sheet to a database. Choose API > Move to a database in the sheet first.',
  usages: ['npm run graduate -- --from <URL> --database postgres://user:password@host:5432/database'],
  options: {
    from: {
      type: 'string',
      value: '<URL>',
      default: '',
      help: 'the URL of the web app (https://script.google.com/macros/s/.../exec), or of a gateway',
    },
    database: {
      type: 'string',
      value: '<URL>',
      help: 'an empty database; by default the environment variable DATABASE_URL',
    },
    token: {
      type: 'string',
      value: '<token>',
      help: 'what the sheet showed; by default the environment variable MOVE_TOKEN, or you are asked for it',
    },
    'accept-problems': {
      type: 'boolean',
      default: false,
      help: 'move even if some cells or rows cannot be moved as they are: such cells become empty,\nsuch rows are not moved. Without it they are listed, and the move is not finished.',
    },
  },
  end: 'You can stop it at any time. Run it again and it begins anew.',
});

/** @throws CommandError that names the argument */
export function parseGraduateOptions(args: readonly string[]): GraduateOptions {
  const { from, help, ...others } = GRADUATE.parse(args).values;
  const { token = process.env.MOVE_TOKEN ?? '', 'accept-problems': acceptsProblems } = others;
  if (!help && !/^https?:$/.test(URL.canParse(from) ? new URL(from).protocol : ''))
    throw new CommandError(
      `--from must be the URL of the web app or of a gateway (got "${from}"). See --help.`,
    );
  const database = help ? '' : toDatabase(others.database);
  return { from: new URL(from || 'http://localhost'), database, token, acceptsProblems, help };
}
