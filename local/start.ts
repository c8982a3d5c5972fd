import path from 'node:path';
import { FreeScheduler } from '../runtime/execution/scheduler';
import { type ReservedPort, reservePort, toLoopback } from '../runtime/listen';
import { CommandError } from '../tools/command';
import { Customers } from './customers';
import { startOnDatabase } from './host/start-on-database';
import { type Local, startLocal } from './local';
import { type Options, parseOptions, START } from './options';
import { Readiness } from './readiness';
import { toLine, welcome } from './report';
import { chooseTestMode, seed, seedApi, seedCafe } from './seed';
import { closeState, findStored, getOrStore, openState, type State, writeCredentials } from './state';
import type { Demo } from './world/cafe';

void main();

async function main(): Promise<void> {
  try {
    const options = parseOptions(process.argv.slice(2));
    if (options.help) process.stdout.write(START.help);
    else if (options.database !== undefined) await startOnDatabase(options, options.database);
    else await start(options);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

/** Writes the credentials and answers callers only after everything is seeded. */
async function start(options: Options): Promise<void> {
  const { local, state, readiness, customers } = await open(options);
  const end = endOnSignal({ local, state, customers });
  // A bug of the runtime in one trigger's run is reported and ends nothing else.
  process.on('unhandledRejection', (error) =>
    console.error(`Internal error: ${(error as Error)?.stack ?? error}`),
  );
  const demo = await seedOnce(local, state).catch(async (error: Error) => {
    if (!(await end())) return undefined;
    throw new CommandError(
      `Seeding failed. Start again to retry, or use --fresh to start over. ${error.message}`,
    );
  });
  if (!demo) return;
  local.onExecution((execution) => console.log(toLine(execution, local.realMs(execution))));
  writeCredentials(state, { urls: local.urls, demo });
  readiness.markReady();
  const { home, stripe } = local.urls;
  // Customers come only where no payment can reach a Stripe of somebody's own.
  if (stripe) customers.open({ home: toLoopback(home), stripe, apiKey: demo.apiKey });
  console.log(`${welcome(local, state.folder)}\nReady.`);
}

interface Opened {
  local: Local;
  state: State;
  readiness: Readiness;
  /** Customers of the demo cafe. */
  customers: Customers;
}

/** Opens the port first, so that a failed start does not change the state. */
async function open(options: Options): Promise<Opened> {
  const server = await reservePort(options.port).catch(({ code }: NodeJS.ErrnoException) => {
    const reason = code === 'EADDRINUSE' ? 'is in use' : `cannot be opened (${code})`;
    throw new CommandError(`Port ${options.port} ${reason}. Choose another with --port.`);
  });
  try {
    const state = openState(options.state, options);
    const readiness = new Readiness({ isSeeding: !isSeeded(state) });
    const customers = new Customers();
    const local = await openLocal({ state, server, readiness, customers }, options);
    return { local, state, readiness, customers };
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** Properties that let orders be pushed to an endpoint on the same machine. */
const API_PROPERTIES = { allowLocalPushes: 'yes' };

function openLocal(
  { state, server, readiness, customers }: Omit<Opened, 'local'> & { server: ReservedPort },
  { latency, providers, doubts, wideSheets }: Options,
): Promise<Local> {
  const { folder, store, token } = state;
  const scheduler = new FreeScheduler({ latency });
  const root = path.resolve(__dirname, '..');
  const options = {
    store,
    token,
    server,
    readiness,
    onRequest: (request: Request) => customers.see(request),
    scheduler,
    root,
    providers,
    apiProperties: API_PROPERTIES,
    doubts,
    wideSheets,
  };
  return startLocal(options).catch((error: Error) => {
    throw new CommandError(`Sheetdesk could not start with the state in ${folder}: ${error.message}`);
  });
}

/** The names under which the state remembers what was seeded. */
const SEEDED = { desk: 'seeded', api: 'demo' } as const;
const TEST_MODE = 'test mode';

function isSeeded({ store }: State): boolean {
  return Object.values(SEEDED).every((name) => findStored(store, name) !== undefined);
}

/** Seeds what is missing: after a failure the next start continues. */
async function seedOnce(local: Local, state: State): Promise<Demo> {
  const once = async (name: string, make: () => Promise<string>) => {
    const known = findStored(state.store, name);
    if (known !== undefined) return known;
    const made = await make();
    return getOrStore(state.store, name, () => made);
  };
  if (!isSeeded(state)) console.log('Seeding demo data ...');
  await once(SEEDED.desk, () => seed(local).then(() => new Date().toISOString()));
  const demo = await once(SEEDED.api, async () => {
    const made = await seedApi(local);
    await seedCafe(local, made);
    return JSON.stringify(made);
  });
  await once(TEST_MODE, () => chooseTestMode(local).then(() => 'chosen'));
  return JSON.parse(demo) as Demo;
}

/** Ends once, at a signal or when called; returns whether this call was the first. */
function endOnSignal({ local, state, customers }: Omit<Opened, 'readiness'>): () => Promise<boolean> {
  let isEnding = false;
  const end = async () => {
    if (isEnding) return false;
    isEnding = true;
    await customers.close();
    await local.close();
    closeState(state);
    return true;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, async () => {
      if (await end()) process.exit(0);
    });
  return end;
}
