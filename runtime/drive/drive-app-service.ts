import type { Grants } from '../account/grants';
import type { Costs } from '../execution/costs';
import type { Execution } from '../execution/execution';
import type { Scheduler } from '../execution/scheduler';
import { type Handlers, type Service, ServiceError } from '../execution/service';
import { argumentTooLarge } from '../execution/wording';
import { GoogleError } from '../rest/google-error';
import type { Spreadsheets } from '../spreadsheet/spreadsheets';
import type { Store } from '../store';
import type { DriveAppCalls, ItemChange, ItemFacts, ItemKind, Listing, Page } from './drive-app-calls';
import {
  copyFile,
  createFile,
  FOLDER,
  findFile,
  getContent,
  getFile,
  isGoogleFile,
  isTrashed,
  ROOT,
  SHORTCUT,
  SPREADSHEET,
  updateFile,
} from './files';
import { toContentLink, toViewLink } from './list';
import { all, type DriveCondition, IN_TRASH, inFolder, parseDriveQuery } from './query';
import { copySpreadsheet, renameSpreadsheet, spreadsheetsAsFiles } from './spreadsheet-files';
import { createDrive, type Drive, type FileRow } from './tables';

/** Parts that DriveApp works on. */
interface DriveAppParts {
  google: { address: string };
  store: Store;
  scheduler: Scheduler;
  grants: Grants;
  spreadsheets: Spreadsheets;
}

const ANY = { ms: 300 };

const COSTS: Costs<DriveAppCalls> = {
  'driveApp.find': ANY,
  // An estimate: the facts came along with the item.
  'driveApp.describe': { ms: 10 },
  'driveApp.list': ANY,
  'driveApp.create': { ms: 900 },
  'driveApp.update': ANY,
  'driveApp.copy': { ms: 900 },
  'driveApp.content': ANY,
  'driveApp.access': ANY,
};

/** DriveApp takes no drive.file: "Required permissions: (.../drive.readonly || .../drive)". */
const READ = ['drive.readonly', 'drive'];
const WRITE = ['drive'];

const PAGE_SIZE = 100;

/** developers.google.com/apps-script/reference/drive/drive-app, of createFile */
const MAX_CONTENT_BYTES = 50 * 1024 * 1024;

const NOT_FOUND =
  'No item with the given ID could be found. Possibly because you have not edited this item or you do not have permission to access it.';

/** The service DriveApp, on the files that the advanced service and the REST server have too. */
export function driveAppService(context: DriveAppParts): Service<DriveAppCalls> {
  const { store, scheduler, google, grants, spreadsheets } = context;
  const now = () => Math.floor(scheduler.now());
  const drive = createDrive({ store, now, address: google.address });

  /** Checks the scope, makes spreadsheets known, and puts a refusal into Google's words for scripts. */
  function using<T>(execution: Execution, method: string, scopes: readonly string[], act: () => T): T {
    grants.assert(execution, method, scopes);
    spreadsheetsAsFiles(drive, spreadsheets, execution.script.spreadsheetId);
    try {
      return act();
    } catch (error) {
      throw error instanceof GoogleError ? inScriptWords(method, error) : error;
    }
  }

  const handlers: Handlers<DriveAppCalls> = {
    'driveApp.find': (execution, method, id, kind) =>
      using(execution, method, READ, () => find(drive, method, { id, kind })),
    'driveApp.describe': (execution, method, id) =>
      using(execution, method, READ, () => toFacts(drive, getFile(drive, id))),
    'driveApp.list': (execution, method, listing, after) =>
      using(execution, method, READ, () => list(drive, listing, after)),
    'driveApp.create': (execution, method, { folder, name, mimeType, content, targetId }) =>
      using(execution, method, WRITE, () => {
        if (content !== undefined && isGoogleFile(mimeType))
          throw new ServiceError('Invalid argument: file.contentType');
        const bytes = content === undefined ? undefined : toContent(execution, content);
        const shortcutDetails = targetId === undefined ? undefined : { targetId };
        const metadata = { name, mimeType, parents: [folder], shortcutDetails };
        return createFile(drive, metadata, bytes && { type: mimeType, bytes }).id;
      }),
    'driveApp.update': (execution, method, id, change) =>
      using(execution, method, WRITE, () => {
        const { mime_type: type } = update(drive, id, { change, execution });
        if (type === SPREADSHEET && change.name !== undefined)
          renameSpreadsheet(spreadsheets, id, change.name);
      }),
    'driveApp.copy': (execution, method, id, { name, folder }) =>
      using(execution, method, WRITE, () => {
        const metadata = {
          ...(name === undefined ? {} : { name }),
          ...(folder ? { parents: [folder] } : {}),
        };
        if (getFile(drive, id).mime_type === SPREADSHEET)
          return copySpreadsheet(drive, spreadsheets, { id, metadata });
        return copyFile(drive, id, metadata).id;
      }),
    'driveApp.content': (execution, method, id) =>
      using(execution, method, READ, () => {
        const { name, mime_type: mimeType, size } = getFile(drive, id);
        if (isGoogleFile(mimeType)) throw missing(`${method} of the type ${mimeType}`);
        execution.meter({ bytes: size });
        return { name, mimeType, content: Buffer.from(getContent(drive, id)).toString('base64') };
      }),
    'driveApp.access': (execution, method, id, email) =>
      using(execution, method, READ, () => {
        const { mime_type: type } = getFile(drive, id);
        if (email.toLowerCase() === google.address.toLowerCase()) return 'OWNER';
        const editors = type === SPREADSHEET ? spreadsheets.books.get(id).record.editors : [];
        return editors.includes(email) ? 'EDIT' : 'NONE';
      }),
  };
  return { costs: COSTS, handlers };
}

/** An id that no item can have is another error than one that no item has (facts 13.2). */
function find(drive: Drive, method: string, { id, kind }: { id: string; kind: ItemKind }): string {
  const item = findFile(drive, id);
  if (item && (kind === 'file' || item.mime_type === FOLDER)) return item.id;
  if (item || /^[\w-]{25,}$/.test(id)) throw new ServiceError(NOT_FOUND);
  const [service, name] = method.split('.');
  throw new ServiceError(
    `Unexpected error while getting the method or property ${name} on object ${service}.`,
  );
}

function list(drive: Drive, listing: Listing, after: string | null): Page {
  const [created, row] = (after ?? '').split(' ').map(Number);
  const isBehind = { sql: '(f.created, f.row) < (?, ?)', values: [created ?? 0, row ?? 0] };
  const { sql, values } = all([...conditionsOf(drive, listing), ...(after === null ? [] : [isBehind])]);
  const found = drive.store
    .prepare(
      `select id, created, row from drive_files f where ${sql} order by created desc, row desc limit ?`,
    )
    .all(...values, PAGE_SIZE + 1) as Pick<FileRow, 'id' | 'created' | 'row'>[];
  const items = found.slice(0, PAGE_SIZE).map(({ id, created, row }) => ({ id, place: `${created} ${row}` }));
  return { items, hasMore: found.length > PAGE_SIZE };
}

function conditionsOf(drive: Drive, listing: Listing): DriveCondition[] {
  const { kind, folder, name, mimeType, isTrashed: inTrash, params } = listing;
  return [
    { sql: `f.mime_type ${kind === 'folder' ? '=' : '<>'} ?`, values: [FOLDER] },
    ...(folder === undefined ? [] : [inFolder(folder)]),
    ...(name === undefined ? [] : [{ sql: 'f.name = ?', values: [name] }]),
    ...(mimeType === undefined ? [] : [{ sql: 'f.mime_type = ?', values: [mimeType] }]),
    ...(inTrash ? [IN_TRASH] : []),
    ...(params === undefined ? [] : [parseDriveQuery(params, { version: 2, address: drive.address })]),
  ];
}

function update(
  drive: Drive,
  id: string,
  { change, execution }: { change: ItemChange; execution: Execution },
): FileRow {
  const { name, description, isTrashed: trashed, isStarred: starred, folder, content } = change;
  const metadata = { name, description, trashed, starred, writersCanShare: change.isShareableByEditors };
  const file = getFile(drive, id);
  if (content !== undefined && isGoogleFile(file.mime_type))
    throw missing(`DriveApp.File.setContent of the type ${file.mime_type}`);
  return updateFile(drive, id, {
    metadata,
    // Content without a type of its own keeps the file's.
    content: content === undefined ? undefined : { type: '', bytes: toContent(execution, content) },
    addParents: folder === undefined ? [] : [folder],
    removeParents: folder === undefined ? [] : (JSON.parse(file.parents) as string[]),
  });
}

function toContent(execution: Execution, base64: string): Uint8Array {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > MAX_CONTENT_BYTES) throw new ServiceError(argumentTooLarge('content'));
  execution.meter({ bytes: bytes.length });
  return bytes;
}

function toFacts(drive: Drive, row: FileRow): ItemFacts {
  const hasContent = !isGoogleFile(row.mime_type);
  const isEmpty = row.mime_type === FOLDER || row.mime_type === SHORTCUT;
  const target = row.shortcut_target;
  return {
    id: row.id,
    name: row.name,
    mimeType: row.mime_type,
    size: hasContent ? row.size : isEmpty ? 0 : null,
    description: row.description,
    created: row.id === ROOT ? null : row.created,
    modified: row.id === ROOT ? null : row.modified,
    isTrashed: isTrashed(drive, row),
    isStarred: row.starred === 1,
    isShareableByEditors: row.writers_can_share === 1,
    parents: JSON.parse(row.parents) as string[],
    url: toViewLink(row),
    downloadUrl: hasContent ? toContentLink(row.id) : null,
    target: target ? { id: target, mimeType: findFile(drive, target)?.mime_type ?? null } : null,
    owner: drive.address,
    access: 'PRIVATE',
    permission: 'NONE',
    viewers: [],
  };
}

function inScriptWords(method: string, { status, message }: GoogleError): ServiceError {
  if (status === 404) return new ServiceError(NOT_FOUND);
  if (status === 403) return new ServiceError('Access denied: DriveApp.');
  if (status === 501) return new ServiceError(`${method}: ${message}`);
  return new ServiceError(/\.search/.test(method) ? 'Invalid argument: q' : 'Service error: Drive');
}

function missing(what: string): ServiceError {
  return new ServiceError(`${what} exists on Google, and is not emulated here.`);
}
