import { isIP } from 'node:net';
import { parseArgs } from 'node:util';

/** An option as `parseArgs` takes it, with what people read of it. */
interface Option {
  type: 'string' | 'boolean';
  default?: string | boolean | string[];
  multiple?: true;
  /** Placeholder of the value, such as `<number>`. */
  value?: string;
  /** Lines; an option without them is not shown. */
  help?: string;
  /** True if the help shows the `--no-` form, for a switch that is meant to be turned off. */
  isNegative?: true;
  /** Range of a whole number. */
  range?: readonly [min: number, max: number];
  choices?: readonly string[];
  isAddress?: true;
}

type Options = Readonly<Record<string, Option>>;

interface Definition<O extends Options> {
  summary: string;
  /** The ways to call it, the plain one first. */
  usages: readonly string[];
  /** Lines between the usages and the options. */
  about?: string;
  options: O;
  /** Lines below the options. */
  end?: string;
  allowPositionals?: boolean;
}

/** `--port` of a server, with the one that it takes without it. */
export const portOption = (port: string) =>
  ({
    type: 'string',
    value: '<number>',
    default: port,
    range: [0, 65_535],
    help: `port to listen on (${port})`,
  }) as const;

/** `--host` of a server, which is for this machine alone without it. */
export const HOST_OPTION = {
  type: 'string',
  value: '<address>',
  default: '127.0.0.1',
  isAddress: true,
  help: 'address to listen on (127.0.0.1); 0.0.0.0 in a container',
} as const;

/** A problem that the user can solve: printed as one line, without a stack. */
export class CommandError extends Error {
  override name = 'CommandError';
}

const HELP = { type: 'boolean', default: false, help: 'show this help' } as const;

export interface Command<O extends Options> {
  help: string;
  /** @throws CommandError that names the option */
  parse(
    args: readonly string[],
    env?: Readonly<NodeJS.ProcessEnv>,
  ): ReturnType<typeof parseArgs<{ options: O & { help: typeof HELP }; allowPositionals: true }>>;
}

/** A program that is called from a shell: what it takes, as one value. */
export function command<const O extends Options>(definition: Definition<O>): Command<O> {
  const { usages, allowPositionals = false } = definition;
  const options = { ...definition.options, help: HELP };
  return {
    help: toHelp({ ...definition, options }),
    parse(args, env = process.env) {
      assertNotTaken(options, { usages, args, env });
      const parsed = read(() =>
        parseArgs({ args: [...args], options, allowNegative: true, allowPositionals }),
      );
      for (const [name, value] of Object.entries<unknown>(parsed.values))
        for (const one of [value].flat()) assertAllowed(name, options[name] as Option, one);
      return parsed;
    },
  };
}

function read<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    // Node explains at length; its first sentence says what is wrong.
    const [sentence] = (error as Error).message.split(/\. |\n/);
    throw new CommandError(`${sentence?.replace(/\.$/, '')}. See --help.`);
  }
}

function assertAllowed(name: string, { range, choices, isAddress }: Option, value: unknown): void {
  if (typeof value !== 'string') return;
  const refuse = (expected: string) => {
    throw new CommandError(`--${name} must be ${expected} (got "${value}").`);
  };
  if (range && !(/^\d{1,5}$/.test(value) && Number(value) >= range[0] && Number(value) <= range[1]))
    refuse(`a number from ${range[0]} to ${range[1]}`);
  if (choices && !choices.includes(value)) refuse(`${choices.length > 2 ? 'one of ' : ''}${listOf(choices)}`);
  if (isAddress && !isIP(value)) refuse('an IP address such as 0.0.0.0');
}

function listOf(choices: readonly string[]): string {
  return choices.join(choices.length > 2 ? ', ' : ' or ');
}

interface Called {
  usages: readonly string[];
  args: readonly string[];
  env: Readonly<NodeJS.ProcessEnv>;
}

/**
 * npm keeps what stands before its own `--`, and tells it to the program as its configuration alone. Only names are repeated:
 * what was given with them may be a secret.
 */
function assertNotTaken(options: Options, { usages, args, env }: Called): void {
  const isGiven = (name: string) =>
    args.some((arg) => [`--${name}`, `--no-${name}`].includes(arg.replace(/=.*$/s, '')));
  const taken = Object.entries(options).filter(
    ([name]) => configOf(env, name) !== undefined && !isGiven(name),
  );
  if (taken.length === 0) return;
  const flags = taken.map(([name, { value }]) => {
    const flag = configOf(env, name) === '' ? `--no-${name}` : `--${name}`;
    return value ? `${flag} ${value}` : flag;
  });
  const [call = ''] = usages[0]?.split(' -- ') ?? [];
  throw new CommandError(
    `npm took ${taken.map(([name]) => `--${name}`).join(', ')} for itself, so nothing was done. Write: ${[call, '--', ...flags].join(' ')}`,
  );
}

function configOf(env: Readonly<NodeJS.ProcessEnv>, name: string): string | undefined {
  return env[`npm_config_${name.replace(/-/g, '_')}`];
}

function toHelp({ summary, usages, about = '', options, end = '' }: Definition<Options>): string {
  const shown = Object.entries(options).flatMap(([name, option]): [string, string[]][] => {
    if (option.help === undefined) return [];
    const { isNegative = false, value, help } = option;
    return [[[`--${isNegative ? 'no-' : ''}${name}`, value].filter(Boolean).join(' '), help.split('\n')]];
  });
  const width = Math.max(...shown.map(([label]) => label.length));
  const lines = shown.flatMap(([label, help]) =>
    help.map((line, index) => `  ${(index === 0 ? label : '').padEnd(width)}  ${line}`),
  );
  const calls = usages.map((usage) => `  ${usage}`);
  return `${[summary, '', ...calls, '', ...(about ? [about] : []), ...lines, ...(end ? ['', end] : [])].join('\n')}\n`;
}
