/** File storage, as far as the tracker calls it (interface section 4.3); it sees only files that it made. */
interface File {
  id: string;
  name: string;
  appProperties?: Record<string, string>;
}

interface DriveService {
  Files: {
    create(resource: object, content?: GoogleAppsScript.Base.Blob, options?: object): File;
    list(options: object): { files?: File[]; nextPageToken?: string };
  };
}

export type Tags = Record<string, string>;

const FOLDER = 'application/vnd.google-apps.folder';

export function createFolder(name: string, tags: Tags): string {
  return files().create({ name, mimeType: FOLDER, appProperties: tags }, undefined, { fields: 'id' }).id;
}

export function createFile(content: GoogleAppsScript.Base.Blob, folderId: string, tags: Tags): string {
  const resource = {
    name: content.getName(),
    mimeType: content.getContentType(),
    parents: [folderId],
    appProperties: tags,
  };
  return files().create(resource, content, { fields: 'id' }).id;
}

/** All files that carry the tag, oldest first. */
export function findTagged(key: string, value: string): File[] {
  const query = `appProperties has { key='${key}' and value='${value}' } and trashed = false`;
  const options = {
    q: query,
    fields: 'nextPageToken, files(id, name, appProperties)',
    orderBy: 'createdTime',
    pageSize: 1000,
  };
  const found: File[] = [];
  let pageToken: string | undefined;
  do {
    const page = files().list(pageToken ? { ...options, pageToken } : options);
    found.push(...(page.files ?? []));
    pageToken = page.nextPageToken;
  } while (pageToken);
  return found;
}

/** Typed by what the calls above need; the published types mix two versions of the API. */
function files(): DriveService['Files'] {
  return (Drive as unknown as DriveService).Files;
}
