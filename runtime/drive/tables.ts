import { createHash } from 'node:crypto';
import type { Store } from '../store';

export type Drive = { store: Store; now: () => number };

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
  trashed: number;
  created: number;
  modified: number;
};

export function createDrive(drive: Drive): Drive {
  drive.store.exec(TABLES);
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
