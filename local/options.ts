import { DOUBT_NAMES, DOUBTS, type Doubt, type Doubts } from '../runtime/doubts';
import { CommandError, command, portOption } from '../tools/command';
import { PROVIDER_NAMES, type ProviderName } from './providers/providers';

export interface Options {
  port: number;
  /** The folder of everything that survives a restart. */
  state: string;
  fresh: boolean;
  latency: boolean;
  doubts: Doubts;
  wideSheets: boolean;
  providers: ProviderName[];
  /** Place of the API's data instead of a sheet: the URL of a database, or `embedded`. */
  database: string | undefined;
  help: boolean;
}

export const START = command({
  summary:
    "Runs Sheetdesk's built scripts on this machine, with mail, files, sheets and timers of their own.",
  usages: ['npm start -- [options]'],
  options: {
    port: portOption('8080'),
    state: {
      type: 'string',
      value: '<folder>',
      default: '.state',
      help: 'folder to keep the state in (.state)',
    },
    fresh: { type: 'boolean', default: false, help: 'discard the state and start over' },
    latency: { type: 'boolean', default: false, help: 'make every service call take as long as on Google' },
    stripe: {
      type: 'boolean',
      default: true,
      isNegative: true,
      help: 'run without the emulated Stripe: payments are simulated, or use the keys you entered',
    },
    twilio: {
      type: 'boolean',
      default: false,
      help: 'send and receive text messages through an emulated Twilio',
    },
    'wide-sheets': {
      type: 'boolean',
      default: false,
      help: 'run both scripts with the wide scope of "npm run deploy -- --wide-sheets"',
    },
    database: {
      type: 'string',
      value: '<URL>',
      help: 'run the API on a PostgreSQL database, without sheets and the case desk; "embedded" for one\nthat comes with the packages and stores its data beside the state',
    },
    doubt: {
      type: 'string',
      value: '<name>',
      multiple: true,
      default: [],
      choices: DOUBT_NAMES,
      help: [
        'make Google behave differently where its behavior is uncertain; can be repeated:',
        ...DOUBT_NAMES.map((name) => `${name}: ${DOUBTS[name]}`),
      ].join('\n'),
    },
  },
});

/** @throws CommandError that names the argument */
export function parseOptions(args: readonly string[]): Options {
  const { port, state, fresh, latency, help, doubt, database, ...others } = START.parse(args).values;
  if (state === '') throw new CommandError('--state must name a folder.');
  const providers = PROVIDER_NAMES.filter((name) => others[name]);
  const wideSheets = others['wide-sheets'];
  const doubts: Doubts = new Set(doubt as Doubt[]);
  if (database !== undefined) assertDatabase(database, { latency, wideSheets, doubts });
  return { port: Number(port), state, fresh, latency, doubts, wideSheets, providers, database, help };
}

function assertDatabase(
  database: string,
  { latency, wideSheets, doubts }: Pick<Options, 'latency' | 'wideSheets' | 'doubts'>,
): void {
  if (database !== 'embedded' && !(/^postgres(ql)?:/.test(database) && URL.canParse(database)))
    throw new CommandError(
      '--database must be "embedded", or a URL such as postgres://user:password@host:5432/database.',
    );
  if (latency || wideSheets || doubts.size > 0)
    throw new CommandError('--latency, --wide-sheets and --doubt only apply to Google, not to --database.');
}
