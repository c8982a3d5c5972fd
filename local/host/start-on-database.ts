import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { maskPassword } from '../../host/database/address';
import { type EmbeddedDatabase, startEmbedded } from '../../host/database/embedded';
import { type Host, startHost } from '../../host/server/host';
import { type ReservedPort, reservePort } from '../../runtime/listen';
import { CommandError } from '../../tools/command';
import { Customers } from '../customers';
import type { Options } from '../options';
import { listRunning, type Providers, startProviders } from '../providers/providers';
import {
  closeState,
  findStored,
  getOrStore,
  openState,
  POSTGRES,
  type State,
  writeCredentials,
} from '../state';
import type { Demo } from '../world/cafe';
import { seedHost } from './seed-host';

/** The clone: the build puts this program into a folder of it. */
const ROOT = path.resolve(__dirname, '..');

const WORKERS = 2;

/** The port of the documents' receiver of pushes. The database is on this machine too, and is nobody's to call. */
const SETTINGS = { allowLocalPushes: '9000' };

/** `npm start -- --database ...`: the API on a database, with the demo in it, the emulated providers and the customers. */
export async function startOnDatabase(options: Options, database: string): Promise<void> {
  const reserved = await reserve(options.port);
  const { port } = reserved;
  const home = `http://127.0.0.1:${port}`;
  const state = openState(options.state, options);
  const opened: Opened = { state, reserved, customers: new Customers() };
  const end = endOnSignal(opened);
  try {
    if (database === 'embedded') opened.embedded = await startBesideState(state);
    const url = opened.embedded?.url ?? database;
    opened.providers = await startProviders(options.providers, { publicAddress: home, store: state.store });
    await reserved.close();
    opened.host = await startHost({
      database: url,
      port,
      host: '127.0.0.1',
      workers: WORKERS,
      statementTimeoutMs: 10_000,
      settings: { ...SETTINGS, ...opened.providers.properties },
      onRequest: (request) => opened.customers.see(request),
      log: (line) => console.log(JSON.stringify(line)),
      report: (message) => console.error(message),
    });
    await opened.host.ready;
    const demo = await seedOnce(state, { name: database, database: url, home });
    const urls = { home: `http://localhost:${port}`, ...opened.providers.urls };
    writeCredentials(state, { urls, demo });
    if (urls.stripe) opened.customers.open({ home, stripe: urls.stripe, apiKey: demo.apiKey });
    console.log(`${welcome(urls, { folder: state.folder, database: url })}\nReady.`);
  } catch (error) {
    if (await end()) throw new CommandError(`Sheetdesk could not start. ${(error as Error).message}`);
  }
}

interface Opened {
  state: State;
  reserved: ReservedPort;
  customers: Customers;
  embedded?: EmbeddedDatabase;
  providers?: Providers;
  host?: Host;
}

/** Reserves the port before anything changes, and keeps it until the host takes it, so that nobody else does meanwhile. */
function reserve(port: number): Promise<ReservedPort> {
  return reservePort(port).catch(({ code }: NodeJS.ErrnoException) => {
    const reason = code === 'EADDRINUSE' ? 'is in use' : `cannot be opened (${code})`;
    throw new CommandError(`Port ${port} ${reason}. Choose another with --port.`);
  });
}

/**
 * Installs PostgreSQL where it is missing: 60 MB that nothing else needs. Started as root, the server runs as somebody else, who
 * has to get to its folder and to nothing beside it.
 */
function startBesideState({ folder }: State): Promise<EmbeddedDatabase> {
  const install = ['tools/install.mjs', 'database'];
  const { status } = spawnSync(process.execPath, install, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) throw new Error('PostgreSQL could not be installed. The reason is above.');
  if (process.getuid?.() === 0) {
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isFile()) chmodSync(path.join(folder, entry.name), 0o600);
    chmodSync(folder, 0o711);
  }
  return startEmbedded({ folder: path.join(folder, POSTGRES) });
}

/** Seeds a database once; what it got is remembered for it alone. */
async function seedOnce(
  { store }: State,
  { name, database, home }: { name: string; database: string; home: string },
): Promise<Demo> {
  const key = `demo on ${name === 'embedded' ? name : maskPassword(name)}`;
  const known = findStored(store, key);
  if (known !== undefined) return JSON.parse(known) as Demo;
  console.log('Seeding demo data ...');
  const made = await seedHost({ root: ROOT, database, home });
  getOrStore(store, key, () => JSON.stringify(made));
  return made;
}

function welcome(
  { home, ...providers }: { home: string } & Providers['urls'],
  { folder, database }: { folder: string; database: string },
): string {
  const running = listRunning(providers).map(
    ({ title, url, usage }) => `\n  ${title.padEnd(9)}  ${url}/${usage ? ` (${usage})` : ''}`,
  );
  return `Sheetdesk's API is running on a database, on this machine only:

  Staff      ${home}/staff
  REST       ${home}/v1 (docs: ${home}/docs)
  Database   ${maskPassword(database)}${running.join('')}
  State      ${folder} (addresses, keys and users: credentials.json)

The case desk is not part of it, since it works in a sheet: start without --database for that.
Press Ctrl-C to stop. Requests are logged below.
`;
}

/** Ends once, at a signal or when called; returns whether this call was the first. */
function endOnSignal(opened: Opened): () => Promise<boolean> {
  let isEnding = false;
  const end = async () => {
    if (isEnding) return false;
    isEnding = true;
    await opened.reserved.close();
    await opened.customers.close();
    await opened.host?.close();
    await opened.providers?.close();
    await opened.embedded?.stop();
    closeState(opened.state);
    return true;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, async () => {
      if (await end()) process.exit(0);
    });
  return end;
}
