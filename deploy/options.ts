import { parseArgs } from 'node:util';
import { DeployError } from './deploy-error';
import { SCRIPT_NAMES, type ScriptName } from './scripts';

export interface Options {
  names: readonly ScriptName[];
  /** Undefined where the choice of the last time is to stay. */
  alerts: boolean | undefined;
  dryRun: boolean;
  /** The folder of the ids. */
  state: string;
  /** Whom clasp knows by this name, where it knows several. */
  user: string | undefined;
  help: boolean;
}

export const HELP = `Brings the built scripts into your Google account, or what is there up to date, with clasp.

  npm run deploy -- [options]

  --dry-run         only say what would be done
  --only <script>   desk or api
  --no-alerts       the desk does not ask to send mail, and sends no alerts; so it stays until --alerts
  --user <name>     deploy as the account of "clasp login --user <name>"
  --state <folder>  where the ids of your sheets and scripts are kept (.deploy)
  --help            say this
`;

/** @throws DeployError that names the argument */
export function parseOptions(args: readonly string[]): Options {
  const { only, state, user, help, alerts, ...others } = readArguments(args);
  const names = SCRIPT_NAMES.filter((name) => only === undefined || only === name);
  if (names.length === 0)
    throw new DeployError('other', `--only must be ${SCRIPT_NAMES.join(' or ')}, not "${only}".`);
  if (state === '') throw new DeployError('other', '--state must name a folder.');
  return { names, alerts, dryRun: others['dry-run'], state, user, help };
}

function readArguments(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      allowNegative: true,
      options: {
        'dry-run': { type: 'boolean', default: false },
        only: { type: 'string' },
        alerts: { type: 'boolean' },
        user: { type: 'string' },
        state: { type: 'string', default: '.deploy' },
        help: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    throw new DeployError('other', `${(error as Error).message} See --help.`);
  }
}
