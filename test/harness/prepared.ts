import { createHash, randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openStore, type Store } from '../../local/store';

/** A state that was made once, to go on from. */
export interface Prepared<T> {
  /** A copy of its own. */
  store: Store;
  /** What the maker answered, as JSON keeps it. */
  made: T;
}

/**
 * Everybody who asks for a state by this name gets a copy: whoever is the first in this run of the tests makes it.
 * The maker closes all that works on the store, but not the store.
 */
export async function prepared<T>(name: string, make: (store: Store) => Promise<T>): Promise<Prepared<T>> {
  const original = path.join(folder(), createHash('sha256').update(name).digest('hex').slice(0, 16));
  if (!existsSync(`${original}.json`)) await prepare(original, make);
  const copy = path.join(folder(), `${randomUUID()}.db`);
  copyFileSync(`${original}.db`, copy);
  const store = openStore(copy);
  // Without a journal beside it the file can go at once: what is open stays until it is closed.
  store.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY');
  rmSync(copy);
  return { store, made: JSON.parse(readFileSync(`${original}.json`, 'utf8')) as T };
}

/** Two processes may make the same at once; each puts it whole in place. */
async function prepare<T>(original: string, make: (store: Store) => Promise<T>): Promise<void> {
  const draft = `${original}-${randomUUID()}`;
  const store = openStore(`${draft}.db`);
  const made = await make(store);
  store.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  store.close();
  writeFileSync(`${draft}.json`, JSON.stringify(made ?? null));
  renameSync(`${draft}.db`, `${original}.db`);
  renameSync(`${draft}.json`, `${original}.json`);
}

/** Made by Jest's setup, removed by its teardown. */
function folder(): string {
  const { SHEETDESK_PREPARED } = process.env;
  if (!SHEETDESK_PREPARED) throw new Error('Prepared states need the setup of Jest.');
  return SHEETDESK_PREPARED;
}
