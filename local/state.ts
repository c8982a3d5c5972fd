import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { Store } from '../runtime/store';
import { CommandError } from '../tools/command';
import type { Urls } from './local';
import { assertUnused, openFile } from './state-file';
import { CAFE_ID, type Demo } from './world/cafe';

const DATABASE = 'sheetdesk.db';
const CREDENTIALS = 'credentials.json';
/** The credentials are written here and then renamed. */
const UNFINISHED = `${CREDENTIALS}.tmp`;
/** The folder of an embedded database. */
export const POSTGRES = 'postgres';
/** All files that are written into the folder; others are not touched. */
const OWN_FILES = [DATABASE, `${DATABASE}-wal`, `${DATABASE}-shm`, CREDENTIALS, UNFINISHED, POSTGRES];

/** The folder of everything that survives a restart. */
export interface State {
  folder: string;
  store: Store;
  /** The access token for clients of Gmail and Drive; the same after a restart. */
  token: string;
}

/**
 * Opens the state and removes the credentials of an earlier start, which are written again when this one is complete.
 * @throws CommandError if the folder or its file cannot be used; then nothing has changed
 */
export function openState(folder: string, { fresh }: { fresh: boolean }): State {
  const place = path.resolve(folder);
  const file = path.join(place, DATABASE);
  makeFolder(place);
  if (existsSync(path.join(place, CREDENTIALS)) && !existsSync(file))
    throw new CommandError(
      `${place} holds a ${CREDENTIALS} that is not Sheetdesk's: give --state another folder.`,
    );
  if (fresh) removeState(place, file);
  const store = openFile(file);
  for (const name of [CREDENTIALS, UNFINISHED]) rmSync(path.join(place, name), { force: true });
  makePrivate(place);
  return {
    folder: place,
    store,
    token: getOrStore(store, 'gmailToken', () => randomBytes(24).toString('base64url')),
  };
}

/** Writes everything into the database file and closes it. */
export function closeState({ store }: State): void {
  store.pragma('wal_checkpoint(truncate)');
  store.close();
}

/** The stored value of a name; made the first time. */
export function getOrStore(store: Store, name: string, make: () => string): string {
  const known = findStored(store, name);
  if (known !== undefined) return known;
  const value = make();
  store.prepare('insert into remembered values (?, ?)').run(name, value);
  return value;
}

export function findStored(store: Store, name: string): string | undefined {
  store.exec('create table if not exists remembered (name text primary key, value text)');
  const row = store.prepare('select value from remembered where name = ?').get(name);
  return (row as { value: string } | undefined)?.value;
}

/**
 * Writes addresses and credentials for programs of the same user; nobody else may read them. It happens when the start
 * is complete, and a reader never sees half a file.
 */
export function writeCredentials(
  { folder, token }: State,
  { urls, demo }: { urls: Pick<Urls, 'home'> & Partial<Urls>; demo: Demo },
): void {
  const { home, ...others } = urls;
  const { apiKey, users } = demo;
  const content = {
    urls: { home, ...others, gateway: home },
    gmailToken: token,
    apiKey,
    users,
    cafeId: CAFE_ID,
  };
  const unfinished = path.join(folder, UNFINISHED);
  writeFileSync(unfinished, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(unfinished, path.join(folder, CREDENTIALS));
}

function makeFolder(folder: string): void {
  try {
    makeFolders(folder);
    const probe = path.join(folder, `.probe-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new CommandError(
      `The state folder ${folder} is not writable: ${(error as NodeJS.ErrnoException).code}.`,
    );
  }
}

/** Makes folders one by one: Node's recursive mkdir never returns on a file system that creates none. */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return;
  makeFolders(path.dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

/** Makes a folder private that holds only our files; an older version, or a person, may have created it. */
function makePrivate(folder: string): void {
  const { mode, uid } = statSync(folder);
  const isOurs = uid === process.getuid?.() && readdirSync(folder).every((name) => OWN_FILES.includes(name));
  if (isOurs && mode & 0o077) chmodSync(folder, mode & 0o7700);
}

/** Removes a state even if it is damaged, but not if another process uses it. */
function removeState(folder: string, file: string): void {
  assertUnused(file);
  try {
    for (const name of OWN_FILES) rmSync(path.join(folder, name), { recursive: true, force: true });
  } catch (error) {
    throw new CommandError(`The old state in ${folder} could not be removed: ${(error as Error).message}`);
  }
}
