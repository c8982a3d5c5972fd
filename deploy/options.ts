import { CommandError, command } from '../tools/command';
import { SCRIPT_NAMES, type ScriptName } from './scripts';

export interface Options {
  names: readonly ScriptName[];
  /** Undefined to keep the choice of the last deployment. */
  alerts: boolean | undefined;
  /** A script that is not named keeps the choice of its last deployment. */
  wideSheets: Partial<Record<ScriptName, boolean>>;
  dryRun: boolean;
  /** True to make new sheets although this computer has deployed for the account before. */
  makeNew: boolean;
  /** Time to wait for Google to serve what was deployed. */
  patienceMs: number;
  /** The folder of the ids. */
  state: string;
  /** Name in `clasp --user <name>`; undefined for clasp's default account. */
  user: string | undefined;
  help: boolean;
}

/** Option of every command that calls Google. */
export const USER_OPTION = {
  type: 'string',
  value: '<name>',
  help: 'use the account of "npm run login -- --user <name>"',
} as const;

export const PATIENCE_OPTION = {
  type: 'string',
  value: '<seconds>',
  default: '30',
  range: [0, 600],
  help: 'how long to wait for Google to serve what was deployed (30)',
} as const;

export const DEPLOY = command({
  summary: 'Deploys the scripts to your Google account with clasp, or updates what is deployed.',
  usages: ['npm run deploy -- [desk | api] [options]'],
  about: 'Without a name it deploys both scripts.\n',
  allowPositionals: true,
  options: {
    'dry-run': { type: 'boolean', default: false, help: 'show what would be done, without doing it' },
    alerts: {
      type: 'boolean',
      isNegative: true,
      help: 'the desk does not ask for permission to send mail, and sends no alerts;\nremembered until --alerts',
    },
    'wide-sheets': {
      type: 'string',
      value: '<script>',
      multiple: true,
      default: [],
      choices: SCRIPT_NAMES,
      help: 'allow desk or api to open every sheet of the account, not only its own; needed only if\nHealth or this command says so; remembered until --no-wide-sheets <script>',
    },
    'no-wide-sheets': { type: 'string', multiple: true, default: [], choices: SCRIPT_NAMES },
    user: USER_OPTION,
    state: {
      type: 'string',
      value: '<folder>',
      default: '.deploy',
      help: 'folder for the ids of your sheets and scripts (.deploy)',
    },
    new: {
      type: 'boolean',
      default: false,
      help: 'make new sheets, even if this computer has deployed for the account before',
    },
    patience: PATIENCE_OPTION,
  },
});

/** @throws CommandError that names the option */
export function parseOptions(args: readonly string[]): Options {
  const { values, positionals } = DEPLOY.parse(args);
  const { state, user, help, alerts, ...others } = values;
  const names = toNames(positionals);
  if (state === '') throw new CommandError('--state must be a folder (got "").');
  return {
    names,
    alerts,
    wideSheets: toWideSheets(names, others['wide-sheets'], others['no-wide-sheets']),
    dryRun: others['dry-run'],
    makeNew: others.new,
    patienceMs: Number(others.patience) * 1_000,
    state,
    user,
    help,
  };
}

function toNames(given: readonly string[]): readonly ScriptName[] {
  const unknown = given.find((name) => !SCRIPT_NAMES.some((one) => one === name));
  if (unknown !== undefined) throw new CommandError(`The script must be desk or api (got "${unknown}").`);
  return SCRIPT_NAMES.filter((one) => given.length === 0 || given.includes(one));
}

function toWideSheets(names: readonly ScriptName[], wide: readonly string[], narrow: readonly string[]) {
  for (const [option, given] of [['--wide-sheets', wide] as const, ['--no-wide-sheets', narrow] as const]) {
    const other = given.find((name) => !names.some((one) => one === name));
    if (other !== undefined)
      throw new CommandError(`${option} ${other} has no effect if only ${names[0]} is deployed.`);
  }
  const both = wide.find((name) => narrow.includes(name));
  if (both !== undefined)
    throw new CommandError(`--wide-sheets ${both} and --no-wide-sheets ${both} cannot be used together.`);
  const choices = [...wide.map((name) => [name, true]), ...narrow.map((name) => [name, false])];
  return Object.fromEntries(choices) as Options['wideSheets'];
}
