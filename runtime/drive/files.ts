import { createHash } from 'node:crypto';
import { cyclic, fileNotFound, forbidden, notDownloadable, notEmulated } from '../rest/google-error';
import { type Drive, type FileRow, nextFileId } from './tables';

export const FOLDER = 'application/vnd.google-apps.folder';

export const SPREADSHEET = 'application/vnd.google-apps.spreadsheet';

export const SHORTCUT = 'application/vnd.google-apps.shortcut';

/** The id behind the alias `root`. */
export const ROOT = '0ALocalDriveRootUk9PVA';

/** The metadata that a client may set; a property set to null is removed. */
export type FileMetadata = {
  name?: string | undefined;
  mimeType?: string | undefined;
  parents?: string[] | undefined;
  appProperties?: Record<string, string | null> | undefined;
  description?: string | undefined;
  trashed?: boolean | undefined;
  starred?: boolean | undefined;
  writersCanShare?: boolean | undefined;
  shortcutDetails?: { targetId: string } | undefined;
};

/** My Drive, which nobody may change: it is in no list and has no row. */
const ROOT_FOLDER: FileRow = {
  row: 0,
  id: ROOT,
  name: 'My Drive',
  mime_type: FOLDER,
  size: 0,
  md5: '',
  parents: '[]',
  app_properties: '{}',
  description: '',
  trashed: 0,
  created: 0,
  modified: 0,
  starred: 0,
  writers_can_share: 1,
  shortcut_target: null,
};

const INSERT = `
  insert into drive_files (
    id, name, mime_type, size, md5, parents, app_properties, description, trashed, created, modified, starred,
    writers_can_share, shortcut_target
  ) values (
    @id, @name, @mimeType, 0, '', @parents, @appProperties, @description, @trashed, @time, @time, @starred,
    @writersCanShare, @target
  )`;

const UPDATE = `
  update drive_files set name = @name, mime_type = @mimeType, parents = @parents, app_properties = @appProperties,
    description = @description, trashed = @trashed, starred = @starred, writers_can_share = @writersCanShare,
    modified = @time
  where id = @id`;

export type FileContent = { type: string; bytes: Uint8Array };

export function createFile(drive: Drive, metadata: FileMetadata, content?: FileContent): FileRow {
  const id = nextFileId(drive);
  const parents = checkParents(drive, metadata.parents ?? ['root']);
  const mimeType = metadata.mimeType ?? toMimeType(content);
  if (isDocument(mimeType)) throw notEmulated(`Creating a file of the type ${mimeType}`);
  const properties = JSON.stringify(mergeProperties({}, metadata.appProperties));
  const target = metadata.shortcutDetails && getFile(drive, metadata.shortcutDetails.targetId).id;
  drive.store.transaction(() => {
    drive.store.prepare(INSERT).run({
      id,
      name: metadata.name ?? 'Untitled',
      mimeType,
      parents: JSON.stringify(parents),
      appProperties: properties,
      description: metadata.description ?? '',
      trashed: Number(metadata.trashed ?? false),
      starred: Number(metadata.starred ?? false),
      writersCanShare: Number(metadata.writersCanShare ?? true),
      target: target ?? null,
      time: drive.now(),
    });
    if (!isGoogleFile(mimeType)) saveContent(drive, id, content?.bytes ?? new Uint8Array());
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
  if (file.id === ROOT) throw forbidden();
  const { metadata, content, addParents, removeParents } = update;
  if (content && isGoogleFile(file.mime_type))
    throw notEmulated(`Replacing the content of a file of the type ${file.mime_type}`);
  const removed = removeParents.map(toParentId);
  const kept = (JSON.parse(file.parents) as string[]).filter((parent) => !removed.includes(parent));
  const parents = [...new Set([...kept, ...checkParents(drive, addParents)])];
  if (parents.some((parent) => isWithin(drive, parent, file.id))) throw cyclic();
  const properties = mergeProperties(JSON.parse(file.app_properties), metadata.appProperties);
  drive.store.prepare(UPDATE).run({
    id,
    name: metadata.name ?? file.name,
    // New content brings its own type.
    mimeType: metadata.mimeType ?? (content?.type ? toMimeType(content) : file.mime_type),
    parents: JSON.stringify(parents),
    appProperties: JSON.stringify(properties),
    description: metadata.description ?? file.description,
    trashed: Number(metadata.trashed ?? file.trashed),
    starred: Number(metadata.starred ?? file.starred),
    writersCanShare: Number(metadata.writersCanShare ?? file.writers_can_share),
    time: drive.now(),
  });
  if (content) saveContent(drive, id, content.bytes);
  return getFile(drive, id);
}

/** A new file with the same content, in the same folders unless told. */
export function copyFile(drive: Drive, id: string, metadata: FileMetadata): FileRow {
  const file = getFile(drive, id);
  if (isGoogleFile(file.mime_type)) throw notEmulated(`Copying a file of the type ${file.mime_type}`);
  const inherited = {
    name: file.name,
    mimeType: file.mime_type,
    parents: JSON.parse(file.parents) as string[],
    appProperties: JSON.parse(file.app_properties) as Record<string, string>,
    description: file.description,
  };
  const content = { type: file.mime_type, bytes: getContent(drive, file.id) };
  return createFile(drive, { ...inherited, ...metadata }, content);
}

/** Deletes permanently, a folder with everything in it. */
export function deleteFile(drive: Drive, id: string): void {
  const { store } = drive;
  if (getFile(drive, id).id === ROOT) throw forbidden();
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

export function findFile({ store }: Drive, id: string): FileRow | undefined {
  if (toParentId(id) === ROOT) return ROOT_FOLDER;
  return store.prepare('select * from drive_files where id = ?').get(id) as FileRow | undefined;
}

export function getFile(drive: Drive, id: string): FileRow {
  const row = findFile(drive, id);
  if (!row) throw fileNotFound(id);
  return row;
}

export function getContent(drive: Drive, id: string): Uint8Array {
  if (isGoogleFile(getFile(drive, id).mime_type)) throw notDownloadable();
  const row = drive.store.prepare('select content from drive_contents where id = ?').get(id);
  if (!row) throw fileNotFound(id);
  return (row as { content: Uint8Array }).content;
}

/** Tells if an item is in the trash, itself or with a folder around it. */
export function isTrashed(drive: Drive, { trashed, parents }: FileRow): boolean {
  if (trashed === 1) return true;
  return (JSON.parse(parents) as string[]).some((parent) => isTrashed(drive, getFile(drive, parent)));
}

/** Files of Google's own editors, folders and shortcuts have no content of their own. */
export function isGoogleFile(mimeType: string): boolean {
  return mimeType.startsWith('application/vnd.google-apps.');
}

/** A file of one of Google's editors, which belongs to a service of its own. */
function isDocument(mimeType: string): boolean {
  return isGoogleFile(mimeType) && mimeType !== FOLDER && mimeType !== SHORTCUT;
}

export function toParentId(id: string): string {
  return id === 'root' ? ROOT : id;
}

function checkParents(drive: Drive, ids: string[]): string[] {
  return ids.map((id) => getFile(drive, id).id);
}

function isWithin(drive: Drive, id: string, folder: string): boolean {
  if (id === folder) return true;
  const { parents } = getFile(drive, id);
  return (JSON.parse(parents) as string[]).some((parent) => isWithin(drive, parent, folder));
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
