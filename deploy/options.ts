import { parseArgs } from 'node:util';
import { DeployError } from './deploy-error';
import { SCRIPT_NAMES, type ScriptName } from './scripts';

export interface Options {
  names: readonly ScriptName[];
  /** Undefined to keep the choice of the last deployment. */
  alerts: boolean | undefined;
  /** A script that is not named keeps the choice of its last deployment. */
  wideSheets: Partial<Record<ScriptName, boolean>>;
  dryRun: boolean;
  /** Whether to make new sheets although this computer has deployed for the account before. */
  makeNew: boolean;
  /** How long to wait for Google to serve what was deployed. */
  patienceMs: number;
  /** The folder of the ids. */
  state: string;
  /** As in `clasp --user <name>`; undefined for clasp's default account. */
  user: string | undefined;
  help: boolean;
}

export const HELP = `Deploys the scripts to your Google account with clasp, or updates what is deployed.

  npm run deploy -- [options]

  --dry-run                 show what would be done, without doing it
  --only <script>           deploy desk or api only
  --no-alerts               the desk does not ask for permission to send mail, and sends no alerts;
                            remembered until --alerts
  --wide-sheets <script>    allow desk or api to open every sheet of the account, not only its own; needed only if
                            Health or this command says so; remembered until --no-wide-sheets <script>
  --user <name>             use the account of "npm run login -- --user <name>"
  --state <folder>          folder for the ids of your sheets and scripts (.deploy)
  --new                     make new sheets, even if this computer has deployed for the account before
  --patience <seconds>      how long to wait for Google to serve what was deployed (30)
  --help                    show this help
`;

/** @throws DeployError that names the option */
export function parseOptions(args: readonly string[]): Options {
  const { only, state, user, help, alerts, ...others } = readArguments(args);
  const name = only === undefined ? undefined : toScriptName('--only', only);
  const names = SCRIPT_NAMES.filter((one) => name === undefined || name === one);
  if (state === '') throw new DeployError('other', '--state must be a folder (got "").');
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

function toScriptName(option: string, value: string): ScriptName {
  const name = SCRIPT_NAMES.find((one) => one === value);
  if (name === undefined)
    throw new DeployError('other', `${option} must be ${SCRIPT_NAMES.join(' or ')} (got "${value}").`);
  return name;
}

function toWideSheets(names: readonly ScriptName[], wide: readonly string[], narrow: readonly string[]) {
  const choices: Partial<Record<ScriptName, boolean>> = {};
  const given = [
    ...wide.map((value) => ({ option: '--wide-sheets', value, isWide: true })),
    ...narrow.map((value) => ({ option: '--no-wide-sheets', value, isWide: false })),
  ];
  for (const { option, value, isWide } of given) {
    const name = toScriptName(option, value);
    if (!names.includes(name))
      throw new DeployError('other', `${option} ${name} has no effect with --only ${names[0]}.`);
    if (choices[name] === !isWide)
      throw new DeployError(
        'other',
        `--wide-sheets ${name} and --no-wide-sheets ${name} cannot be used together.`,
      );
    choices[name] = isWide;
  }
  return choices;
}

function toSeconds(text: string): number {
  const seconds = Number(text);
  if (text.trim() !== '' && seconds >= 0 && seconds <= 600) return seconds;
  throw new DeployError('other', `--patience must be a number of seconds from 0 to 600 (got "${text}").`);
}
