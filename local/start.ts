import path from 'node:path';
import { type Local, startLocal } from './local';
import { HELP, type Options, parseOptions, StartError } from './options';
import { toLine, welcome } from './report';
import { FreeScheduler } from './runtime/scheduler';
import { seed, seedApi, seedCafe } from './seed';
import { listen } from './server/listen';
import { closeState, findRemembered, openState, recall, type State, writeCredentials } from './state';

void main();

async function main(): Promise<void> {
  try {
    const options = parseOptions(process.argv.slice(2));
    if (options.help) process.stdout.write(HELP);
    else await start(options);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

async function start(options: Options): Promise<void> {
  await assertFree(options.port);
  const state = openState(options.state, options);
  const local = await open(state, options);
  endOnSignal(local, state);
  // A fault of the runtime in one timer's run is told, and ends nothing else.
  process.on('unhandledRejection', (error) => console.error(`Trouble: ${(error as Error)?.stack ?? error}`));
  local.onExecution((execution) => console.log(toLine(execution, local.realMs(execution))));
  writeCredentials(state, local.urls);
  console.log(welcome(local, state.folder));
  await seedOnce(local, state);
  writeCredentials(state, local.urls);
  console.log('Ready.');
}

/** Asked before the state is touched, so that a start in vain changes nothing. */
async function assertFree(port: number): Promise<void> {
  const listening = await listen(port, () => new Response()).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`Port ${port} cannot be had (${error.code}): give another one with --port.`);
  });
  await listening.close();
}

/** Nothing here is to be told from outside, so a point of sale on this machine may be told of orders. */
const LENT = { allowLocalPushes: 'yes' };

function open({ folder, store, token }: State, { port, latency, providers }: Options): Promise<Local> {
  const scheduler = new FreeScheduler({ latency });
  const root = path.resolve(__dirname, '..');
  return startLocal({ store, token, port, scheduler, root, providers, lent: LENT }).catch((error: Error) => {
    throw new StartError(`Sheetdesk cannot start over ${folder}: ${error.message}`);
  });
}

/** A first start that fails is not repeated by halves: the next one tries again what is missing. */
async function seedOnce(local: Local, { store }: State): Promise<void> {
  const once = async (name: string, make: () => Promise<string>) => {
    if (findRemembered(store, name) !== undefined) return;
    const made = await make();
    recall(store, name, () => made);
  };
  try {
    await once('seeded', () => seed(local).then(() => new Date().toISOString()));
    await once('demo', async () => {
      const demo = await seedApi(local);
      await seedCafe(local, demo);
      return JSON.stringify(demo);
    });
  } catch (error) {
    console.error(`The first start could not be completed: ${(error as Error).message}`);
  }
}

function endOnSignal(local: Local, state: State): void {
  let isEnding = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, async () => {
      if (isEnding) return;
      isEnding = true;
      await local.close();
      closeState(state);
      process.exit(0);
    });
}
