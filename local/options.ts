import { parseArgs } from 'node:util';
import { DOUBT_NAMES, DOUBTS, type Doubt, type Doubts } from './doubts';
import { PROVIDER_NAMES, type ProviderName } from './providers/providers';

export interface Options {
  port: number;
  /** The folder of everything that is remembered. */
  state: string;
  fresh: boolean;
  latency: boolean;
  doubts: Doubts;
  wideSheets: boolean;
  providers: ProviderName[];
  help: boolean;
}

export const HELP = `Runs Sheetdesk's built scripts on this machine, with mail, files, sheets and timers of their own.

  npm start -- [options]

  --port <number>   where to listen on this machine (8080)
  --state <folder>  where everything is remembered (.state)
  --fresh           forget what the state folder remembers and start anew
  --latency         let every service call take as long as on Google
  --no-stripe       take payments by themselves, or by the keys that were entered, not by a Stripe on this machine
  --twilio          send and receive text messages through a Twilio on this machine
  --wide-sheets     run both scripts with the wide scope of "npm run deploy -- --wide-sheets"
  --doubt <name>    let Google behave otherwise where nobody is sure how it does; may be given several times:
${DOUBT_NAMES.map((name) => `                    ${name}: ${DOUBTS[name]}`).join('\n')}
  --help            say this
`;

/** Something that the person who starts it can put right: said in one line, without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}

/** @throws StartError that names the argument */
export function parseOptions(args: readonly string[]): Options {
  const { port, state, fresh, latency, help, doubt, ...others } = readArguments(args);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new StartError(`--port must be a number from 0 to 65535, not "${port}".`);
  if (state === '') throw new StartError('--state must name a folder.');
  const providers = PROVIDER_NAMES.filter((name) => others[name]);
  const wideSheets = others['wide-sheets'];
  return { port: Number(port), state, fresh, latency, doubts: toDoubts(doubt), wideSheets, providers, help };
}

function toDoubts(names: readonly string[]): Doubts {
  const unknown = names.find((name) => !DOUBT_NAMES.some((one) => one === name));
  if (unknown !== undefined)
    throw new StartError(`--doubt must be one of ${DOUBT_NAMES.join(', ')}, not "${unknown}".`);
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
        doubt: { type: 'string', multiple: true, default: [] },
        'wide-sheets': { type: 'boolean', default: false },
        stripe: { type: 'boolean', default: true },
        twilio: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    // Node explains at length how to pass what it refuses; its first sentence says what is wrong.
    const [sentence] = (error as Error).message.split(/\. |\n/);
    throw new StartError(`${sentence}. See --help.`);
  }
}
