import { invalidArgument } from '../rest/google-error';
import { FOLDER, findFile, isGoogleFile, isTrashed, ROOT, SPREADSHEET } from './files';
import { parseDriveQuery } from './query';
import type { Drive, FileRow } from './tables';

export type FileListQuery = { q: string; orderBy: string; pageSize: number; pageToken?: string | undefined };

const ORDERS: Readonly<Record<string, string>> = {
  createdTime: 'f.created',
  modifiedTime: 'f.modified',
  name: 'f.name',
  name_natural: 'f.name',
  folder: `f.mime_type <> '${FOLDER}'`,
};

/** The drive#file resource with all its fields. */
export function toDriveFile(drive: Drive, row: FileRow): Record<string, unknown> {
  const hasContent = !isGoogleFile(row.mime_type);
  const properties = JSON.parse(row.app_properties) as Record<string, string>;
  return {
    kind: 'drive#file',
    id: row.id,
    name: row.name,
    mimeType: row.mime_type,
    ...(row.description ? { description: row.description } : {}),
    trashed: isTrashed(drive, row),
    explicitlyTrashed: row.trashed === 1,
    starred: row.starred === 1,
    writersCanShare: row.writers_can_share === 1,
    ...(row.id === ROOT ? {} : toPlace(row)),
    ...(Object.keys(properties).length > 0 ? { appProperties: properties } : {}),
    webViewLink: toViewLink(row),
    // A folder has no content, so it has neither size nor checksum.
    ...(hasContent ? { size: String(row.size), md5Checksum: row.md5, originalFilename: row.name } : {}),
    ...(hasContent ? { webContentLink: toContentLink(row.id) } : {}),
    ...(row.shortcut_target ? { shortcutDetails: toShortcutDetails(drive, row.shortcut_target) } : {}),
  };
}

/** My Drive has neither. */
function toPlace({ parents, created, modified }: FileRow): object {
  return {
    parents: JSON.parse(parents) as string[],
    createdTime: new Date(created).toISOString(),
    modifiedTime: new Date(modified).toISOString(),
  };
}

export function listFiles(drive: Drive, query: FileListQuery): object {
  const { store } = drive;
  const condition = parseDriveQuery(query.q, { address: drive.address });
  const offset = toOffset(query.pageToken);
  const sql = `select * from drive_files f where ${condition.sql} order by ${toOrder(query.orderBy)} limit ? offset ?`;
  const rows = store.prepare(sql).all(...condition.values, query.pageSize + 1, offset) as FileRow[];
  const hasMore = rows.length > query.pageSize;
  return {
    kind: 'drive#fileList',
    ...(hasMore ? { nextPageToken: `~${offset + query.pageSize}` } : {}),
    incompleteSearch: false,
    files: rows.slice(0, query.pageSize).map((row) => toDriveFile(drive, row)),
  };
}

/** Makes the SQL's order. Drive promises none without `orderBy`; here the newest come first. */
function toOrder(orderBy: string): string {
  const keys = orderBy
    .split(',')
    .map((key) => key.trim())
    .filter(Boolean);
  const parts = keys.map((key) => {
    const [name = '', direction] = key.split(/\s+/);
    const column = ORDERS[name];
    if (!column) throw invalidArgument(`Invalid sort field: ${name}`);
    return `${column}${direction === 'desc' ? ' desc' : ''}`;
  });
  const isDescending = keys.length === 0 || / desc$/.test(keys[0] ?? '');
  return [...(parts.length > 0 ? parts : ['f.created desc']), isDescending ? 'f.row desc' : 'f.row'].join(
    ', ',
  );
}

function toOffset(pageToken: string | undefined): number {
  if (!pageToken) return 0;
  const [, digits] = /^~(\d{1,15})$/.exec(pageToken) ?? [];
  if (!digits) throw invalidArgument('Invalid Value');
  return Number(digits);
}

/** The address at which a person opens a file. */
export function toViewLink({ id, mime_type: type }: FileRow): string {
  if (type === FOLDER) return `https://drive.google.com/drive/folders/${id}`;
  if (type === SPREADSHEET) return `https://docs.google.com/spreadsheets/d/${id}/edit?usp=drivesdk`;
  return `https://drive.google.com/file/d/${id}/view?usp=drivesdk`;
}

/** The address at which a browser downloads a file's content. */
export function toContentLink(id: string): string {
  return `https://drive.google.com/uc?id=${id}&export=download`;
}

function toShortcutDetails(drive: Drive, targetId: string): object {
  const target = findFile(drive, targetId);
  return { targetId, ...(target ? { targetMimeType: target.mime_type } : {}) };
}

export type FileSummary = {
  id: string;
  name: string;
  mimeType: string;
  size: number;
  parents: string[];
  /** Epoch milliseconds. */
  createdTime: number;
};

/** The newest files first. */
export function listFileSummaries({ store }: Drive, limit: number): FileSummary[] {
  const rows = store.prepare('select * from drive_files order by created desc, row desc limit ?').all(limit);
  return (rows as FileRow[]).map((row) => ({
    id: row.id,
    name: row.name,
    mimeType: row.mime_type,
    size: row.size,
    parents: JSON.parse(row.parents) as string[],
    createdTime: row.created,
  }));
}
