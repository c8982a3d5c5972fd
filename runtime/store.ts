import Database from 'libsql';

export type Store = Database.Database;

/** Opens the file that holds everything that survives a restart; `:memory:` for tests. */
export function openStore(file: string): Store {
  const store = new Database(file);
  // Deleted rows leave no trace in the file.
  store.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON;');
  return store;
}

/** Tells a full disk from any other error of the store. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code === 'SQLITE_FULL';
}
