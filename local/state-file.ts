import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { openStore, type Store } from '../runtime/store';
import { CommandError } from '../tools/command';

/** The start of a SQLite file, and the offset of its write version: sqlite.org/fileformat.html */
const MAGIC = 'SQLite format 3\0';
const WRITE_VERSION = 18;

/** @throws CommandError if another process uses the file; it may be damaged */
export function assertUnused(file: string): void {
  try {
    if (existsSync(file)) openExclusively(file).close();
  } catch (error) {
    if (isLocked(error)) throw fileInUse(file);
  }
}

/**
 * Opens the file, or creates it. A damaged file, or one of another program, is not changed.
 * @throws CommandError
 */
export function openFile(file: string): Store {
  if (existsSync(file) && !isOurs(file)) throw damagedFile(file);
  try {
    const store = openExclusively(file);
    const check = store.prepare('pragma quick_check').get() as { quick_check?: string } | undefined;
    if (check?.quick_check === 'ok') return store;
  } catch (error) {
    if (isLocked(error)) throw fileInUse(file);
  }
  throw damagedFile(file);
}

/** A SQLite database with a write-ahead log, or an empty file. */
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

/** Opens for one process at a time, since each keeps sheets in memory. */
function openExclusively(file: string): Store {
  const store = openStore(file);
  store.exec('pragma locking_mode = exclusive; begin immediate; commit');
  return store;
}

function isLocked(error: unknown): boolean {
  return /locked|busy/i.test(String(error));
}

function fileInUse(file: string): CommandError {
  return new CommandError(
    `${file} is in use by another Sheetdesk. Stop that one, or choose another folder with --state.`,
  );
}

function damagedFile(file: string): CommandError {
  return new CommandError(
    `${file} is damaged or was not made by Sheetdesk. It was left unchanged. Use --fresh to start over.`,
  );
}
