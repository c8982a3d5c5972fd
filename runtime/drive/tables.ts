import { createHash } from 'node:crypto';
import type { Store } from '../store';

/** `address` is the owner's. */
export type Drive = { store: Store; now: () => number; address: string };

const TABLES = `
  create table if not exists drive_files (
    row integer primary key,
    id text not null unique,
    name text not null,
    mime_type text not null,
    size integer not null,
    md5 text not null,
    parents text not null,
    app_properties text not null,
    description text not null,
    trashed integer not null,
    created integer not null,
    modified integer not null
  );
  create index if not exists drive_files_by_date on drive_files (created, row);
  create index if not exists drive_files_by_name on drive_files (name);
  create table if not exists drive_contents (id text primary key, content blob not null);
  create table if not exists drive_counters (name text primary key, value integer not null);
  insert or ignore into drive_counters values ('file', 0);
`;

/** Columns that databases of earlier versions lack. */
const LATER_COLUMNS: Readonly<Record<string, string>> = {
  starred: 'integer not null default 0',
  writers_can_share: 'integer not null default 1',
  shortcut_target: 'text',
};

export type FileRow = {
  row: number;
  id: string;
  name: string;
  mime_type: string;
  size: number;
  md5: string;
  parents: string;
  app_properties: string;
  description: string;
  /** True if it was put into the trash itself: items in a trashed folder are trashed as well. */
  trashed: number;
  created: number;
  modified: number;
  starred: number;
  writers_can_share: number;
  /** The id of the file behind a shortcut. */
  shortcut_target: string | null;
};

export function createDrive(drive: Drive): Drive {
  const { store } = drive;
  store.exec(TABLES);
  const columns = store.prepare('select name from pragma_table_info(?)').all('drive_files') as {
    name: string;
  }[];
  const known = new Set(columns.map(({ name }) => name));
  for (const [name, type] of Object.entries(LATER_COLUMNS))
    if (!known.has(name)) store.exec(`alter table drive_files add column ${name} ${type}`);
  return drive;
}

export function clearDrive({ store }: Drive): void {
  store.exec('delete from drive_files; delete from drive_contents;');
}

/** Thirty-three characters that begin with 1, as ids of files do. */
export function nextFileId({ store }: Drive): string {
  store.prepare("update drive_counters set value = value + 1 where name = 'file'").run();
  const { value } = store.prepare("select value from drive_counters where name = 'file'").get() as {
    value: number;
  };
  return `1${createHash('sha256').update(`file ${value}`).digest('base64url').slice(0, 32)}`;
}
