import { emulated } from '../realm/emulated';
import { officialEnum } from '../realm/enum-values';
import { exception, notEmulated } from '../realm/host';
import { toBase64 } from '../utilities/base64.realm';
import { blobOf, bytesOf, isBlobSource } from '../utilities/blob.realm';
import { received } from '../utilities/bytes.realm';
import { toUtf8 } from '../utilities/utf8.realm';
import { call } from './drive-app-call.realm';
import type { ItemChange, ItemFacts, Listing, NewItem } from './drive-app-calls';
import { fromToken, iteratorOf } from './drive-iterator.realm';

type File = GoogleAppsScript.Drive.File;
type Folder = GoogleAppsScript.Drive.Folder;
type FileIterator = GoogleAppsScript.Drive.FileIterator;
type FolderIterator = GoogleAppsScript.Drive.FolderIterator;
type BlobSource = GoogleAppsScript.Base.BlobSource;

export const ACCESS = officialEnum<typeof GoogleAppsScript.Drive.Access>('Drive.Access');
export const PERMISSION = officialEnum<typeof GoogleAppsScript.Drive.Permission>('Drive.Permission');

const FOLDER = 'application/vnd.google-apps.folder';
const SHORTCUT = 'application/vnd.google-apps.shortcut';

export function fileOf(id: string): File {
  const ask = (method: string) => describe(`DriveApp.File.${method}`, id);
  const getBlob = (method: string) => {
    const { name, mimeType, content } = call('driveApp.content', `DriveApp.File.${method}`, id);
    return blobOf({ bytes: received(content), contentType: mimeType, name });
  };
  const file: File = emulated('Drive.File', {
    ...itemMethods('DriveApp.File', id, () => file),
    getMimeType: () => ask('getMimeType').mimeType,
    getSize: () => known('DriveApp.File.getSize', ask('getSize'), 'size'),
    getBlob: () => getBlob('getBlob'),
    getAs: (contentType: string) => getBlob('getAs').getAs(contentType),
    getDownloadUrl: () => known('DriveApp.File.getDownloadUrl', ask('getDownloadUrl'), 'downloadUrl'),
    getTargetId: () => ask('getTargetId').target?.id ?? null,
    getTargetMimeType: () => ask('getTargetMimeType').target?.mimeType ?? null,
    getTargetResourceKey: () => null,
    setContent(content: string) {
      update('DriveApp.File.setContent', id, { content: toBase64(toUtf8(content)) });
      return file;
    },
    makeCopy(...parts: (string | Folder)[]) {
      const name = parts.find((part): part is string => typeof part === 'string');
      const folder = parts.find((part): part is Folder => typeof part === 'object')?.getId();
      const copy = { ...(name === undefined ? {} : { name }), ...(folder === undefined ? {} : { folder }) };
      return fileOf(call('driveApp.copy', 'DriveApp.File.makeCopy', id, copy));
    },
  } satisfies Partial<File>);
  return file;
}

export function folderOf(id: string): Folder {
  const folder: Folder = emulated('Drive.Folder', {
    ...itemMethods('DriveApp.Folder', id, () => folder),
    ...contentsOf('DriveApp.Folder', id),
    getSize: () => known('DriveApp.Folder.getSize', describe('DriveApp.Folder.getSize', id), 'size'),
  } satisfies Partial<Folder>);
  return folder;
}

/** Methods that files and folders have in common. Nothing is kept: each method asks. */
function itemMethods<I>(owner: string, id: string, self: () => I) {
  const ask = (method: string) => describe(`${owner}.${method}`, id);
  const change = (method: string, to: ItemChange) => {
    update(`${owner}.${method}`, id, to);
    return self();
  };
  return {
    toString: () => ask('toString').name,
    getId: () => id,
    getName: () => ask('getName').name,
    setName: (name: string) => change('setName', { name }),
    getDescription: () => ask('getDescription').description || null,
    setDescription: (description: string) => change('setDescription', { description }),
    getUrl: () => ask('getUrl').url,
    getDateCreated: () => new Date(known(`${owner}.getDateCreated`, ask('getDateCreated'), 'created')),
    getLastUpdated: () => new Date(known(`${owner}.getLastUpdated`, ask('getLastUpdated'), 'modified')),
    getParents: (): FolderIterator => {
      const source = { kind: 'folder', ids: ask('getParents').parents } as const;
      return iteratorOf(`${owner}.getParents`, folderOf, { source, after: null });
    },
    moveTo: (folder: Folder) => change('moveTo', { folder: folder.getId() }),
    isTrashed: () => ask('isTrashed').isTrashed,
    setTrashed: (isTrashed: boolean) => change('setTrashed', { isTrashed }),
    isStarred: () => ask('isStarred').isStarred,
    setStarred: (isStarred: boolean) => change('setStarred', { isStarred }),
    isShareableByEditors: () => ask('isShareableByEditors').isShareableByEditors,
    setShareableByEditors: (isShareableByEditors: boolean) =>
      change('setShareableByEditors', { isShareableByEditors }),
    getOwner: () => driveUser(ask('getOwner').owner),
    getSharingAccess: () => ACCESS[ask('getSharingAccess').access],
    getSharingPermission: () => PERMISSION[ask('getSharingPermission').permission],
    getViewers: () => ask('getViewers').viewers.map(driveUser),
    getAccess: (person: string | GoogleAppsScript.Base.User) => {
      const email = typeof person === 'string' ? person : person.getEmail();
      return PERMISSION[call('driveApp.access', `${owner}.getAccess`, id, email)];
    },
    getResourceKey: () => null,
  };
}

/** The methods that DriveApp and a folder share: what is in it, and what is made in it. */
export function contentsOf(owner: string, folder: string, { isWholeDrive = false } = {}) {
  const within = isWholeDrive ? {} : { folder };
  const files = (method: string, listing: Partial<Listing> = {}): FileIterator =>
    continueIterator(`${owner}.${method}`, fileOf, { kind: 'file', ...within, ...listing });
  const folders = (method: string, listing: Partial<Listing> = {}): FolderIterator =>
    continueIterator(`${owner}.${method}`, folderOf, { kind: 'folder', ...within, ...listing });
  const create = (method: string, item: Omit<NewItem, 'folder'>) =>
    call('driveApp.create', `${owner}.${method}`, { ...item, folder });
  return {
    getFiles: () => files('getFiles'),
    getFilesByName: (name: string) => files('getFilesByName', { name }),
    getFilesByType: (mimeType: string) => files('getFilesByType', { mimeType }),
    searchFiles: (params: string) => files('searchFiles', { params }),
    getFolders: () => folders('getFolders'),
    getFoldersByName: (name: string) => folders('getFoldersByName', { name }),
    searchFolders: (params: string) => folders('searchFolders', { params }),
    createFile: (...parts: [BlobSource] | [name: string, content: string, mimeType?: string]) =>
      fileOf(create('createFile', isBlobParts(parts) ? fromBlob(owner, parts[0]) : fromText(...parts))),
    createFolder: (name: string) => folderOf(create('createFolder', { name, mimeType: FOLDER })),
    createShortcut(targetId: string) {
      const { name } = describe(`${owner}.createShortcut`, targetId);
      return fileOf(create('createShortcut', { name, mimeType: SHORTCUT, targetId }));
    },
  };
}

/** An iterator from its beginning, or from where a token says. */
export function continueIterator<T extends File | Folder>(
  method: string,
  toItem: (id: string) => T,
  from: Listing | string,
) {
  if (typeof from !== 'string') return iteratorOf(method, toItem, { source: from, after: null });
  return iteratorOf(method, toItem, fromToken(from, (toItem as unknown) === fileOf ? 'file' : 'folder'));
}

function isBlobParts(parts: readonly unknown[]): parts is [BlobSource] {
  return isBlobSource(parts[0]);
}

function fromBlob(owner: string, source: BlobSource): Omit<NewItem, 'folder'> {
  const blob = source.getBlob();
  const name = blob.getName();
  if (name === null) throw exception('Blob object must have non-null name for this operation.');
  const mimeType = blob.getContentType();
  // Drive then guesses from the content.
  if (mimeType === null) throw notEmulated(`${owner}.createFile of a blob without a content type`);
  return { name, mimeType, content: toBase64(bytesOf(blob)) };
}

function fromText(name: string, content: string, mimeType = 'text/plain'): Omit<NewItem, 'folder'> {
  return { name, mimeType, content: toBase64(toUtf8(content)) };
}

function describe(method: string, id: string): ItemFacts {
  return call('driveApp.describe', method, id);
}

function update(method: string, id: string, change: ItemChange): void {
  call('driveApp.update', method, id, change);
}

/** A fact that only Google knows of some items is refused by its name. */
function known<K extends keyof ItemFacts>(
  method: string,
  facts: ItemFacts,
  key: K,
): NonNullable<ItemFacts[K]> {
  const fact = facts[key];
  if (fact === null) throw notEmulated(`${method} of "${facts.name}", which has the type ${facts.mimeType},`);
  return fact as NonNullable<ItemFacts[K]>;
}

/** The account's address is known, its name and picture are not. */
function driveUser(email: string): GoogleAppsScript.Drive.User {
  return emulated('Drive.User', {
    getEmail: () => email,
    getDomain: () => email.slice(email.indexOf('@') + 1),
  } satisfies Partial<GoogleAppsScript.Drive.User>);
}
