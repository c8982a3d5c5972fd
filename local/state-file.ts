import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { openStore, type Store } from '../runtime/store';
import { StartError } from './options';

/** How a SQLite file begins, and where it says how it is written: sqlite.org/fileformat.html */
const MAGIC = 'SQLite format 3\0';
const WRITE_VERSION = 18;

/** @throws StartError where another process has it; whether it is broken does not matter */
export function assertUnused(file: string): void {
  try {
    if (existsSync(file)) takeAlone(file).close();
  } catch (error) {
    if (isLocked(error)) throw inUse(file);
  }
}

/**
 * What is broken, or not ours, stays as it is: only what begins as our files do is opened.
 * @throws StartError
 */
export function openFile(file: string): Store {
  if (existsSync(file) && !isOurs(file)) throw broken(file);
  try {
    const store = takeAlone(file);
    const check = store.prepare('pragma quick_check').get() as { quick_check?: string } | undefined;
    if (check?.quick_check === 'ok') return store;
  } catch (error) {
    if (isLocked(error)) throw inUse(file);
  }
  throw broken(file);
}

/** A database that keeps a write-ahead log; an empty file is a new one. */
function isOurs(file: string): boolean {
  try {
    const start = readStart(file);
    return start.length === 0 || (start.toString('latin1').startsWith(MAGIC) && start[WRITE_VERSION] === 2);
  } catch {
    return false;
  }
}

function readStart(file: string): Buffer {
  const start = Buffer.alloc(WRITE_VERSION + 1);
  const descriptor = openSync(file, 'r');
  try {
    return start.subarray(0, readSync(descriptor, start));
  } finally {
    closeSync(descriptor);
  }
}

/** One process at a time: each keeps sheets in memory. */
function takeAlone(file: string): Store {
  const store = openStore(file);
  store.exec('pragma locking_mode = exclusive; begin immediate; commit');
  return store;
}

function isLocked(error: unknown): boolean {
  return /locked|busy/i.test(String(error));
}

function inUse(file: string): StartError {
  return new StartError(
    `${file} is in use by another Sheetdesk. Stop that one, or choose another folder with --state.`,
  );
}

function broken(file: string): StartError {
  return new StartError(
    `${file} is damaged or was not made by Sheetdesk. It was left unchanged. Use --fresh to start over.`,
  );
}
