import { emulated } from '../realm/emulated';
import { call } from './drive-app-call.realm';
import { ACCESS, contentsOf, continueIterator, fileOf, folderOf, PERMISSION } from './drive-items.realm';

type Official = GoogleAppsScript.Drive.DriveApp;

const ROOT = 'root';

/** Files and folders by id, by name and by search; sharing, storage and resource keys throw by name. */
export const driveApp = emulated<Official>('Drive.DriveApp', {
  Access: ACCESS,
  Permission: PERMISSION,
  ...{ toString: () => 'Drive' },
  getRootFolder: () => folderOf(find('getRootFolder', ROOT, 'folder')),
  getFileById: (id: string) => fileOf(find('getFileById', id, 'file')),
  getFolderById: (id: string) => folderOf(find('getFolderById', id, 'folder')),
  ...contentsOf('DriveApp', ROOT, { isWholeDrive: true }),
  getTrashedFiles: () =>
    continueIterator('DriveApp.getTrashedFiles', fileOf, { kind: 'file', isTrashed: true }),
  getTrashedFolders: () =>
    continueIterator('DriveApp.getTrashedFolders', folderOf, { kind: 'folder', isTrashed: true }),
  continueFileIterator: (token: string) => continueIterator('DriveApp.continueFileIterator', fileOf, token),
  continueFolderIterator: (token: string) =>
    continueIterator('DriveApp.continueFolderIterator', folderOf, token),
} satisfies Partial<Official>);

function find(method: string, id: string, kind: 'file' | 'folder'): string {
  return call('driveApp.find', `DriveApp.${method}`, id, kind);
}
