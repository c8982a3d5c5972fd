import { createHash } from 'node:crypto';
import { fileNotFound } from '../google/google-error';
import { type Drive, type FileRow, nextFileId } from './tables';

export const FOLDER = 'application/vnd.google-apps.folder';

/** The id behind the alias `root`. */
const ROOT = '0ALocalDriveRootUk9PVA';

/** The metadata that a client may set; a property set to null is removed. */
export type FileMetadata = {
  name?: string | undefined;
  mimeType?: string | undefined;
  parents?: string[] | undefined;
  appProperties?: Record<string, string | null> | undefined;
  description?: string | undefined;
  trashed?: boolean | undefined;
};

const INSERT = `
  insert into drive_files values (
    null, @id, @name, @mimeType, 0, '', @parents, @appProperties, @description, @trashed, @time, @time
  )`;

const UPDATE = `
  update drive_files set name = @name, mime_type = @mimeType, parents = @parents, app_properties = @appProperties,
    description = @description, trashed = @trashed, modified = @time
  where id = @id`;

export type FileContent = { type: string; bytes: Uint8Array };

export function createFile(drive: Drive, metadata: FileMetadata, content?: FileContent): FileRow {
  const id = nextFileId(drive);
  const parents = checkParents(drive, metadata.parents ?? ['root']);
  const mimeType = metadata.mimeType ?? toMimeType(content);
  const properties = JSON.stringify(mergeProperties({}, metadata.appProperties));
  drive.store.transaction(() => {
    drive.store.prepare(INSERT).run({
      id,
      name: metadata.name ?? 'Untitled',
      mimeType,
      parents: JSON.stringify(parents),
      appProperties: properties,
      description: metadata.description ?? '',
      trashed: Number(metadata.trashed ?? false),
      time: drive.now(),
    });
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
  const removed = removeParents.map(toParentId);
  const kept = (JSON.parse(file.parents) as string[]).filter((parent) => !removed.includes(parent));
  const parents = [...new Set([...kept, ...checkParents(drive, addParents)])];
  const properties = mergeProperties(JSON.parse(file.app_properties), metadata.appProperties);
  drive.store.prepare(UPDATE).run({
    id,
    name: metadata.name ?? file.name,
    mimeType: metadata.mimeType ?? file.mime_type,
    parents: JSON.stringify(parents),
    appProperties: JSON.stringify(properties),
    description: metadata.description ?? file.description,
    trashed: Number(metadata.trashed ?? file.trashed),
    time: drive.now(),
  });
  if (content) saveContent(drive, id, content.bytes);
  return getFile(drive, id);
}

/** Deletes permanently, a folder with everything in it. */
export function deleteFile(drive: Drive, id: string): void {
  const { store } = drive;
  getFile(drive, id);
  store.prepare('delete from drive_files where id = ?').run(id);
  store.prepare('delete from drive_contents where id = ?').run(id);
  const findChild = store.prepare(
    'select id from drive_files f where exists (select 1 from json_each(f.parents) where value = ?) limit 1',
  );
  // Read again each time, since a deleted folder may have contained the next file too.
  for (;;) {
    const child = findChild.get(id) as { id: string } | undefined;
    if (!child) return;
    deleteFile(drive, child.id);
  }
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
  const content = Buffer.from(bytes);
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
