import { createHash, randomUUID } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { openStore, type Store } from '../../runtime/store';

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
  if (!existsSync(original)) await uncounted(() => prepare(original, make));
  const copy = path.join(folder(), `${randomUUID()}.db`);
  copyFileSync(path.join(original, STORE), copy);
  const store = openStore(copy);
  // Without a journal beside it the file can go at once: what is open stays until it is closed.
  store.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY');
  rmSync(copy);
  return { store, made: JSON.parse(readFileSync(path.join(original, MADE), 'utf8')) as T };
}

const STORE = 'store.db';
const MADE = 'made.json';

/** Two processes may make the same at once: the first one's counts, for a state must not change under its users. */
async function prepare<T>(original: string, make: (store: Store) => Promise<T>): Promise<void> {
  const draft = `${original}-${randomUUID()}`;
  mkdirSync(draft);
  const store = openStore(path.join(draft, STORE));
  const made = await make(store);
  store.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  store.close();
  writeFileSync(path.join(draft, MADE), JSON.stringify(made ?? null));
  try {
    renameSync(draft, original);
  } catch (error) {
    if (!existsSync(original)) throw error;
    rmSync(draft, { recursive: true });
  }
}

const preparing = channel('sheetdesk.preparing');

/** Which suite comes first is chance, so what it prepares for others counts for none. */
async function uncounted(work: () => Promise<void>): Promise<void> {
  preparing.publish({ ended: false });
  try {
    await work();
  } finally {
    preparing.publish({ ended: true });
  }
}

/** Made by Jest's setup, removed by its teardown. */
function folder(): string {
  const { SHEETDESK_PREPARED } = process.env;
  if (!SHEETDESK_PREPARED) throw new Error('Prepared states need the setup of Jest.');
  return SHEETDESK_PREPARED;
}
