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
import type { Urls } from './local';
import { StartError } from './options';
import { CAFE_ID, type Demo } from './seed';
import { assertUnused, openFile } from './state-file';

const DATABASE = 'sheetdesk.db';
const CREDENTIALS = 'credentials.json';
/** What the credentials are written into before they get their name. */
const UNFINISHED = `${CREDENTIALS}.tmp`;
/** Everything that is ever written into the folder; nothing else in it is touched. */
const OWN_FILES = [DATABASE, `${DATABASE}-wal`, `${DATABASE}-shm`, CREDENTIALS, UNFINISHED];

/** The folder in which everything is remembered. */
export interface State {
  folder: string;
  store: Store;
  /** What clients of Gmail and Drive carry; the same after a restart. */
  token: string;
}

/**
 * Removes the credentials of an earlier start: they come back when this one is complete.
 * @throws StartError where the folder or its file cannot be used; then nothing has been changed
 */
export function openState(folder: string, { fresh }: { fresh: boolean }): State {
  const place = path.resolve(folder);
  const file = path.join(place, DATABASE);
  makeFolder(place);
  if (existsSync(path.join(place, CREDENTIALS)) && !existsSync(file))
    throw new StartError(
      `${place} holds a ${CREDENTIALS} that is not Sheetdesk's: give --state another folder.`,
    );
  if (fresh) forget(place, file);
  const store = openFile(file);
  for (const name of [CREDENTIALS, UNFINISHED]) rmSync(path.join(place, name), { force: true });
  keepPrivate(place);
  return {
    folder: place,
    store,
    token: recall(store, 'gmailToken', () => randomBytes(24).toString('base64url')),
  };
}

/** Writes everything into the one file and gives it free. */
export function closeState({ store }: State): void {
  store.pragma('wal_checkpoint(truncate)');
  store.close();
}

/** What the folder remembers under a name; made at the first time. */
export function recall(store: Store, name: string, make: () => string): string {
  const known = findRemembered(store, name);
  if (known !== undefined) return known;
  const value = make();
  store.prepare('insert into remembered values (?, ?)').run(name, value);
  return value;
}

export function findRemembered(store: Store, name: string): string | undefined {
  store.exec('create table if not exists remembered (name text primary key, value text)');
  const row = store.prepare('select value from remembered where name = ?').get(name);
  return (row as { value: string } | undefined)?.value;
}

/**
 * Tells programs of the same person where everything is and who may call; nobody else may read it. Written once a
 * start, when the start is complete, and under its name only as a whole.
 */
export function writeCredentials({ folder, token }: State, { urls, demo }: { urls: Urls; demo: Demo }): void {
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
    throw new StartError(
      `The state folder ${folder} is not writable: ${(error as NodeJS.ErrnoException).code}.`,
    );
  }
}

/** One by one: Node's own recursion never ends where a file system makes no folders. */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return;
  makeFolders(path.dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

/** A folder of ours that holds nothing else may have been made before this was private, or by hand. */
function keepPrivate(folder: string): void {
  const { mode, uid } = statSync(folder);
  const isOurs = uid === process.getuid?.() && readdirSync(folder).every((name) => OWN_FILES.includes(name));
  if (isOurs && mode & 0o077) chmodSync(folder, mode & 0o7700);
}

/** A broken state is no obstacle to a fresh start, one that somebody uses is. */
function forget(folder: string, file: string): void {
  assertUnused(file);
  try {
    for (const name of OWN_FILES) rmSync(path.join(folder, name), { force: true });
  } catch (error) {
    throw new StartError(`The old state in ${folder} could not be removed: ${(error as Error).message}`);
  }
}
