import { classifyError, describeError, NON_RETRYABLE } from '../../platform/google-errors';
import { getAttachment } from './gmail';
import type { Attachment } from './mail';

/** An element of the column attachments. Without a driveId the file is still missing, and later runs try again. */
export interface StoredAttachment {
  name: string;
  driveId: string | null;
  /** Bytes. */
  size: number;
  /** Only while the file is missing: the part it comes from, and why. */
  partId?: string;
  error?: string;
}

/** Record that keeps the id of the attachments folder. */
interface KeptFolder {
  folderId?: string | undefined;
}

interface StoreOptions {
  progress: KeptFolder;
  /** Tags this run's files. */
  run: string;
  /** An earlier run may have stored files under the same tag, so look first. */
  isResumed: boolean;
  /** True if files have to wait for a later run. */
  isLate: () => boolean;
}

/** Reason why a file waits for the next check. */
export const NO_TIME = 'There was no time left.';

type Tags = Record<string, string>;

const FOLDER = {
  name: 'Sheetdesk attachments',
  mimeType: 'application/vnd.google-apps.folder',
  appProperties: { sheetdesk: 'attachments' },
};

/** Drive, as far as the tracker calls it (interface section 4.3). It sees only files that it made. */
interface DriveService {
  Files: {
    create(resource: object, content?: GoogleAppsScript.Base.Blob, options?: object): File;
    get(id: string, options: object): { trashed?: boolean };
    list(options: object): { files?: File[]; nextPageToken?: string };
    remove(id: string): void;
  };
}

interface File {
  id: string;
  name: string;
  appProperties?: Tags;
}

/** Stores attachments in the app's folder, each once, also after an earlier run that died while storing them. */
export class AttachmentStore {
  /** Reason why nothing can be stored in this run any more. */
  refusal: unknown;
  readonly isLate: () => boolean;
  private readonly progress: KeptFolder;
  private readonly run: string;
  /** True if the folder has been looked at in this run. */
  private hasLooked = false;
  /** File ids by message and part. */
  private readonly stored = new Map<string, string>();

  constructor({ progress, run, isResumed, isLate }: StoreOptions) {
    this.progress = progress;
    this.run = run;
    this.isLate = isLate;
    if (isResumed) this.findStored('run', run);
  }

  /** Stores it as `<case number>_<original file name>` (interface section 1). Never throws: a failure is recorded. */
  store(messageId: string, attachment: Attachment, caseNumber: string): StoredAttachment {
    const { name, size, partId } = attachment;
    try {
      if (this.refusal !== undefined) throw this.refusal;
      if (this.isLate()) throw new Error(NO_TIME);
      const driveId = this.find(messageId, partId) ?? this.upload(messageId, attachment, caseNumber);
      return { name, driveId, size };
    } catch (error) {
      const kind = classifyError(error);
      if (kind === 'rate limit' || NON_RETRYABLE.includes(kind)) this.refusal = error;
      return { name, driveId: null, size, partId, error: describeError(error) };
    }
  }

  /** The same for a message that failed before: its file may have been stored all the same. */
  storeAgain(messageId: string, attachment: Attachment, caseNumber: string): StoredAttachment {
    if (this.refusal === undefined) this.findStored('m', messageId);
    return this.store(messageId, attachment, caseNumber);
  }

  private upload(messageId: string, attachment: Attachment, caseNumber: string): string {
    const { attachmentId, mimeType, name, partId } = attachment;
    const content = getAttachment(messageId, attachmentId);
    const blob = Utilities.newBlob(content, mimeType, `${caseNumber}_${name}`);
    const tags = { run: this.run, m: messageId, p: partId };
    try {
      return createFile(blob, this.folderId(), tags);
    } catch (error) {
      if (NON_RETRYABLE.includes(classifyError(error))) throw error;
      // The response was lost, or the folder is gone: look for both before the second and last attempt.
      this.addStored('m', messageId);
      this.progress.folderId = undefined;
      return this.find(messageId, partId) ?? createFile(blob, this.folderId(), tags);
    }
  }

  /** Looks for files that an earlier run has stored. Without that look nothing is stored: a file could be doubled. */
  private findStored(tag: string, value: string): void {
    try {
      this.addStored(tag, value);
    } catch (error) {
      this.refusal = error;
    }
  }

  private addStored(tag: string, value: string): void {
    for (const { id, appProperties = {} } of findTagged(tag, value)) {
      this.stored.set(`${appProperties.m} ${appProperties.p}`, id);
    }
  }

  private find(messageId: string, partId: string): string | undefined {
    return this.stored.get(`${messageId} ${partId}`);
  }

  /**
   * Made once, and found again by its tag where its id has been lost. What is put into a folder in the trash is deleted with
   * it, so the first file of a run looks at it.
   */
  private folderId(): string {
    const { folderId } = this.progress;
    if (folderId && (this.hasLooked || isKept(folderId))) {
      this.hasLooked = true;
      return folderId;
    }
    this.hasLooked = true;
    const [found] = findTagged('sheetdesk', FOLDER.appProperties.sheetdesk);
    const folder = found ?? files().create(FOLDER, undefined, { fields: 'id' });
    this.progress.folderId = folder.id;
    return folder.id;
  }
}

/** Counts the files stored by the desk that are in the trash. */
export function countTrashed(): number {
  const options = {
    q: `trashed = true and mimeType != '${FOLDER.mimeType}'`,
    fields: 'files(id)',
    pageSize: 1000,
  };
  return files().list(options).files?.length ?? 0;
}

/** Neither in the trash nor deleted. */
function isKept(id: string): boolean {
  try {
    return files().get(id, { fields: 'trashed' }).trashed !== true;
  } catch (error) {
    if (classifyError(error) === 'not found') return false;
    throw error;
  }
}

/** Deletes a file for good, past the trash. One that is gone already, or was never the script's, is passed over. */
export function deleteFile(id: string): void {
  try {
    files().remove(id);
  } catch (error) {
    if (classifyError(error) !== 'not found') throw error;
  }
}

function createFile(content: GoogleAppsScript.Base.Blob, folderId: string, tags: Tags): string {
  const resource = {
    name: content.getName(),
    mimeType: content.getContentType(),
    parents: [folderId],
    appProperties: tags,
  };
  return files().create(resource, content, { fields: 'id' }).id;
}

/** All files that carry the tag, oldest first. */
function findTagged(key: string, value: string): File[] {
  const options = {
    q: `appProperties has { key='${key}' and value='${value}' } and trashed = false`,
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

/** Typed by what the calls above need: the published types mix two versions of the API. */
function files(): DriveService['Files'] {
  return (Drive as unknown as DriveService).Files;
}
