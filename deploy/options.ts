import { parseArgs } from 'node:util';
import { DeployError } from './deploy-error';
import { SCRIPT_NAMES, type ScriptName } from './scripts';

export interface Options {
  names: readonly ScriptName[];
  /** Undefined where the choice of the last time is to stay. */
  alerts: boolean | undefined;
  /** For a script that is not named here the choice of the last time stays. */
  wideSheets: Partial<Record<ScriptName, boolean>>;
  dryRun: boolean;
  /** Whether sheets may be made although this computer has deployed some for the account before. */
  makeNew: boolean;
  /** How long to wait for Google to notice what was done a moment ago. */
  patienceMs: number;
  /** The folder of the ids. */
  state: string;
  /** Whom clasp knows by this name, where it knows several. */
  user: string | undefined;
  help: boolean;
}

export const HELP = `Brings the built scripts into your Google account, or what is there up to date, with clasp.

  npm run deploy -- [options]

  --dry-run                 only say what would be done
  --only <script>           desk or api
  --no-alerts               the desk does not ask to send mail, and sends no alerts; so it stays until --alerts
  --wide-sheets <script>    desk or api may open every sheet of the account, not only its own; needed only where
                            Health or this command says so; so it stays until --no-wide-sheets <script>
  --user <name>             deploy as the account of "npm run login -- --user <name>"
  --state <folder>          where the ids of your sheets and scripts are kept (.deploy)
  --new                     make new sheets, although this computer has deployed some for the account before
  --patience <seconds>      how long to wait for Google to serve what was deployed (30)
  --help                    show this text
`;

/** @throws DeployError that names the argument */
export function parseOptions(args: readonly string[]): Options {
  const { only, state, user, help, alerts, ...others } = readArguments(args);
  const names = SCRIPT_NAMES.filter((name) => only === undefined || only === name);
  if (names.length === 0)
    throw new DeployError('other', `--only must be ${SCRIPT_NAMES.join(' or ')}, not "${only}".`);
  if (state === '') throw new DeployError('other', '--state must name a folder.');
  return {
    names,
    alerts,
    wideSheets: toWideSheets(names, others['wide-sheets'], others['no-wide-sheets']),
    dryRun: others['dry-run'],
    makeNew: others.new,
    patienceMs: toSeconds(others.patience) * 1_000,
    state,
    user,
    help,
  };
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
        'wide-sheets': { type: 'string', multiple: true, default: [] },
        'no-wide-sheets': { type: 'string', multiple: true, default: [] },
        user: { type: 'string' },
        state: { type: 'string', default: '.deploy' },
        new: { type: 'boolean', default: false },
        patience: { type: 'string', default: '30' },
        help: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    throw new DeployError('other', `${(error as Error).message} See --help.`);
  }
}

function toWideSheets(names: readonly ScriptName[], wide: readonly string[], narrow: readonly string[]) {
  const chosen: Partial<Record<ScriptName, boolean>> = {};
  for (const [option, isWide, values] of [
    ['--wide-sheets', true, wide],
    ['--no-wide-sheets', false, narrow],
  ] as const) {
    for (const value of values) {
      const name = SCRIPT_NAMES.find((one) => one === value);
      if (name === undefined)
        throw new DeployError('other', `${option} must be ${SCRIPT_NAMES.join(' or ')}, not "${value}".`);
      if (!names.includes(name))
        throw new DeployError('other', `${option} ${name} has no effect with --only ${names[0]}.`);
      if (chosen[name] === !isWide)
        throw new DeployError(
          'other',
          `--wide-sheets ${name} and --no-wide-sheets ${name} exclude each other.`,
        );
      chosen[name] = isWide;
    }
  }
  return chosen;
}

function toSeconds(text: string): number {
  const seconds = Number(text);
  if (text.trim() !== '' && seconds >= 0 && seconds <= 600) return seconds;
  throw new DeployError('other', `--patience must be a number of seconds from 0 to 600, not "${text}".`);
}
