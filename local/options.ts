import { parseArgs } from 'node:util';
import { DOUBT_NAMES, DOUBTS, type Doubt, type Doubts } from '../runtime/doubts';
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
  /** Where the API has its data instead of a sheet: the URL of a database, or `embedded`. */
  database: string | undefined;
  help: boolean;
}

export const HELP = `Runs Sheetdesk's built scripts on this machine, with mail, files, sheets and timers of their own.

  npm start -- [options]

  --port <number>   port to listen on (8080)
  --state <folder>  folder to keep the state in (.state)
  --fresh           discard the state and start over
  --latency         make every service call take as long as on Google
  --no-stripe       run without the emulated Stripe: payments are simulated, or use the keys you entered
  --twilio          send and receive text messages through an emulated Twilio
  --wide-sheets     run both scripts with the wide scope of "npm run deploy -- --wide-sheets"
  --database <URL>  run the API on a PostgreSQL database, without sheets and the case desk; "embedded" for one
                    that comes with the packages and stores its data beside the state
  --doubt <name>    make Google behave differently where its behavior is uncertain; can be repeated:
${DOUBT_NAMES.map((name) => `                    ${name}: ${DOUBTS[name]}`).join('\n')}
  --help            show this help
`;

/** A problem that the user can solve: printed as one line, without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}

/** @throws StartError that names the argument */
export function parseOptions(args: readonly string[]): Options {
  const { port, state, fresh, latency, help, doubt, database, ...others } = readArguments(args);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new StartError(`--port must be a number from 0 to 65535 (got "${port}").`);
  if (state === '') throw new StartError('--state must name a folder.');
  const providers = PROVIDER_NAMES.filter((name) => others[name]);
  const wideSheets = others['wide-sheets'];
  const doubts = toDoubts(doubt);
  if (database !== undefined) assertDatabase(database, { latency, wideSheets, doubts });
  return { port: Number(port), state, fresh, latency, doubts, wideSheets, providers, database, help };
}

function assertDatabase(
  database: string,
  { latency, wideSheets, doubts }: Pick<Options, 'latency' | 'wideSheets' | 'doubts'>,
): void {
  if (database !== 'embedded' && !(/^postgres(ql)?:/.test(database) && URL.canParse(database)))
    throw new StartError(
      '--database must be "embedded", or a URL such as postgres://user:password@host:5432/database.',
    );
  if (latency || wideSheets || doubts.size > 0)
    throw new StartError('--latency, --wide-sheets and --doubt only apply to Google, not to --database.');
}

function toDoubts(names: readonly string[]): Doubts {
  const unknown = names.find((name) => !DOUBT_NAMES.some((one) => one === name));
  if (unknown !== undefined)
    throw new StartError(`--doubt must be one of ${DOUBT_NAMES.join(', ')} (got "${unknown}").`);
  return new Set(names as Doubt[]);
}

function readArguments(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      allowNegative: true,
      options: {
        port: { type: 'string', default: '8080' },
        state: { type: 'string', default: '.state' },
        fresh: { type: 'boolean', default: false },
        latency: { type: 'boolean', default: false },
        database: { type: 'string' },
        doubt: { type: 'string', multiple: true, default: [] },
        'wide-sheets': { type: 'boolean', default: false },
        stripe: { type: 'boolean', default: true },
        twilio: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    // Node explains at length; its first sentence says what is wrong.
    const [sentence] = (error as Error).message.split(/\. |\n/);
    throw new StartError(`${sentence}. See --help.`);
  }
}
