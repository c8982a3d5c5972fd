import { OptionError, readArguments, toDatabase } from '../options';

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

export const GRADUATE_HELP = `Moves the API from its sheet to a database. Choose API > Move to a database in the sheet first.

  npm run graduate -- --from <URL> --database postgres://user:password@host:5432/database

  --from <URL>        the URL of the web app (https://script.google.com/macros/s/.../exec), or of a gateway
  --database <URL>    an empty database; by default the environment variable DATABASE_URL
  --token <token>     what the sheet showed; by default the environment variable MOVE_TOKEN, or you are asked for it
  --accept-problems   move even if some cells or rows cannot be moved as they are: such cells become empty,
                      such rows are not moved. Without it they are listed, and the move is not finished.
  --help              show this help

You can stop it at any time. Run it again to continue where it stopped.
`;

/** @throws OptionError that names the argument */
export function parseGraduateOptions(args: readonly string[]): GraduateOptions {
  const { values } = readArguments({
    args: [...args],
    options: {
      from: { type: 'string' },
      database: { type: 'string' },
      token: { type: 'string' },
      'accept-problems': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const {
    from = '',
    token = process.env.MOVE_TOKEN ?? '',
    help,
    'accept-problems': acceptsProblems,
  } = values;
  if (!help && !/^https?:$/.test(URL.canParse(from) ? new URL(from).protocol : ''))
    throw new OptionError(
      `--from must be the URL of the web app or of a gateway (got "${from}"). See --help.`,
    );
  const database = help ? '' : toDatabase(values.database);
  return { from: new URL(from || 'http://localhost'), database, token, acceptsProblems, help };
}
