import { createHash } from 'node:crypto';
import type { Store } from '../store';
import { fileNotFound } from './google-error';

export type Drive = { store: Store; now: () => number };

export const FOLDER = 'application/vnd.google-apps.folder';

/** The id that the name `root` stands for. */
const ROOT = '0ALocalDriveRootUk9PVA';

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

/** What a client may say about a file; a property set to null is removed. */
export type FileMetadata = {
  name?: string | undefined;
  mimeType?: string | undefined;
  parents?: string[] | undefined;
  appProperties?: Record<string, string | null> | undefined;
  description?: string | undefined;
  trashed?: boolean | undefined;
};

export type FileContent = { type: string; bytes: Uint8Array };

export function createDrive(drive: Drive): Drive {
  drive.store.exec(TABLES);
  return drive;
}

export function createFile(drive: Drive, metadata: FileMetadata, content?: FileContent): FileRow {
  const id = nextId(drive);
  const parents = checkParents(drive, metadata.parents ?? ['root']);
  const mimeType = metadata.mimeType ?? toMimeType(content);
  const properties = JSON.stringify(mergeProperties({}, metadata.appProperties));
  const time = drive.now();
  drive.store.transaction(() => {
    drive.store
      .prepare(`insert into drive_files values (null, ${Array(11).fill('?').join(', ')})`)
      .run(
        ...[id, metadata.name ?? 'Untitled', mimeType, 0, '', JSON.stringify(parents), properties],
        ...[metadata.description ?? '', metadata.trashed ? 1 : 0, time, time],
      );
    if (mimeType !== FOLDER) saveContent(drive, id, content?.bytes ?? new Uint8Array());
  })();
  return getFile(drive, id);
}

export type FileUpdate = {
  metadata: FileMetadata;
  content?: FileContent | undefined;
  addParents: string[];
  removeParents: string[];
};

export function updateFile(drive: Drive, id: string, update: FileUpdate): FileRow {
  const file = getFile(drive, id);
  const { metadata, content, addParents, removeParents } = update;
  const kept = (JSON.parse(file.parents) as string[]).filter((parent) => !removeParents.includes(parent));
  const parents = [...new Set([...kept, ...checkParents(drive, addParents)])];
  const properties = mergeProperties(JSON.parse(file.app_properties), metadata.appProperties);
  drive.store
    .prepare(`update drive_files set name = ?, mime_type = ?, parents = ?, app_properties = ?, description = ?,
      trashed = ?, modified = ? where id = ?`)
    .run(
      ...[metadata.name ?? file.name, metadata.mimeType ?? file.mime_type, JSON.stringify(parents)],
      ...[JSON.stringify(properties), metadata.description ?? file.description],
      ...[Number(metadata.trashed ?? file.trashed), drive.now(), file.id],
    );
  if (content) saveContent(drive, file.id, content.bytes);
  return getFile(drive, file.id);
}

/** Deletes for good, a folder with all that is in it. */
export function deleteFile(drive: Drive, id: string): void {
  const file = getFile(drive, id);
  const inside = drive.store
    .prepare('select id from drive_files f where exists (select 1 from json_each(f.parents) where value = ?)')
    .all(file.id) as { id: string }[];
  for (const child of inside) deleteFile(drive, child.id);
  drive.store.prepare('delete from drive_files where id = ?').run(file.id);
  drive.store.prepare('delete from drive_contents where id = ?').run(file.id);
}

export function clearDrive({ store }: Drive): void {
  store.exec('delete from drive_files; delete from drive_contents;');
}

export function getFile({ store }: Drive, id: string): FileRow {
  const row = store.prepare('select * from drive_files where id = ?').get(id) as FileRow | undefined;
  if (!row) throw fileNotFound(id);
  return row;
}

export function getContent({ store }: Drive, id: string): Uint8Array {
  const row = store.prepare('select content from drive_contents where id = ?').get(id);
  if (!row) throw fileNotFound(id);
  return (row as { content: Uint8Array }).content;
}

export function toParentId(id: string): string {
  return id === 'root' ? ROOT : id;
}

function checkParents(drive: Drive, ids: string[]): string[] {
  return ids.map(toParentId).map((id) => (id === ROOT ? id : getFile(drive, id).id));
}

function saveContent({ store }: Drive, id: string, bytes: Uint8Array): void {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const md5 = createHash('md5').update(content).digest('hex');
  store.prepare('insert or replace into drive_contents values (?, ?)').run(id, content);
  store.prepare('update drive_files set size = ?, md5 = ? where id = ?').run(content.length, md5, id);
}

function mergeProperties(before: unknown, change: FileMetadata['appProperties']): Record<string, string> {
  const merged = Object.entries({ ...(before as Record<string, string>), ...change });
  return Object.fromEntries(merged.filter((entry): entry is [string, string] => entry[1] !== null));
}

function toMimeType(content: FileContent | undefined): string {
  return content?.type.split(';')[0]?.trim() || 'application/octet-stream';
}

/** Thirty-three characters that begin with 1, as ids of files do. */
function nextId({ store }: Drive): string {
  store.prepare("update drive_counters set value = value + 1 where name = 'file'").run();
  const { value } = store.prepare("select value from drive_counters where name = 'file'").get() as {
    value: number;
  };
  return `1${createHash('sha256').update(`file ${value}`).digest('base64url').slice(0, 32)}`;
}
