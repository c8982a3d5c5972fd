import { classifyError, describeError, NON_RETRYABLE } from '../../platform/google-errors';
import type { Progress } from '../intake/progress';
import { getAttachment } from './gmail';
import type { Attachment } from './mail';

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

type Tags = Record<string, string>;

const FOLDER = 'application/vnd.google-apps.folder';

/** An element of the column attachments; without a driveId the file is still missing, and later runs try again. */
export interface StoredAttachment {
  name: string;
  driveId: string | null;
  /** Bytes. */
  size: number;
  /** Only while the file is missing: the part it comes from, and why. */
  partId?: string;
  error?: string;
}

const FOLDER_NAME = 'Sheetdesk attachments';
const FOLDER_TAG = { sheetdesk: 'attachments' };

interface Storing {
  progress: Progress;
  /** The mark of this run's files. */
  run: string;
  /** An earlier run may have stored files under the same mark, so look first. */
  isResumed: boolean;
  /** Once it is, files are left for a later run. */
  isLate: () => boolean;
}

/** Stores attachments in the app's folder, each once, also when an earlier run died over it. */
export class AttachmentStore {
  private readonly progress: Progress;
  private readonly run: string;
  private readonly isLate: () => boolean;
  /** File ids by message and part. */
  private readonly stored = new Map<string, string>();
  /** Set once it is no use to try any other file in this run. */
  private refusal: unknown;

  constructor({ progress, run, isResumed, isLate }: Storing) {
    this.progress = progress;
    this.run = run;
    this.isLate = isLate;
    if (isResumed) this.orRefuse(() => this.remember('run', run));
  }

  /** Why nothing can be stored at the moment; undefined while files can. */
  get refused(): string | undefined {
    return this.refusal === undefined ? undefined : describeError(this.refusal);
  }

  /** Stored as `<case number>_<original file name>` (interface section 1); a failure leaves a mark instead. */
  store(messageId: string, attachment: Attachment, caseNumber: string): StoredAttachment {
    const { name, size, partId } = attachment;
    try {
      if (this.refusal !== undefined) throw this.refusal;
      if (this.isLate()) throw new Error('There was no time left.');
      const driveId = this.find(messageId, partId) ?? this.upload(messageId, attachment, caseNumber);
      return { name, driveId, size };
    } catch (error) {
      if (NON_RETRYABLE.includes(classifyError(error))) this.refusal = error;
      return { name, driveId: null, size, partId, error: describeError(error) };
    }
  }

  /** The same for a message that failed before: its file may have been stored all the same. */
  storeAgain(messageId: string, attachment: Attachment, caseNumber: string): StoredAttachment {
    if (this.refusal === undefined) this.orRefuse(() => this.remember('m', messageId));
    return this.store(messageId, attachment, caseNumber);
  }

  private upload(messageId: string, attachment: Attachment, caseNumber: string): string {
    const { attachmentId, mimeType, name, partId } = attachment;
    const content = Utilities.newBlob(
      getAttachment(messageId, attachmentId),
      mimeType,
      `${caseNumber}_${name}`,
    );
    const tags = { run: this.run, m: messageId, p: partId };
    try {
      return createFile(content, this.folder(), tags);
    } catch (error) {
      if (NON_RETRYABLE.includes(classifyError(error))) throw error;
      // The answer was lost, or the folder is gone: look for both before the second and last try.
      this.remember('m', messageId);
      this.progress.folderId = undefined;
      return this.find(messageId, partId) ?? createFile(content, this.folder(), tags);
    }
  }

  /** Without a look at what is there already, storing could double a file. */
  private orRefuse(look: () => void): void {
    try {
      look();
    } catch (error) {
      this.refusal = error;
    }
  }

  private find(messageId: string, partId: string): string | undefined {
    return this.stored.get(`${messageId} ${partId}`);
  }

  private remember(tag: string, value: string): void {
    for (const { id, appProperties = {} } of findTagged(tag, value)) {
      this.stored.set(`${appProperties.m} ${appProperties.p}`, id);
    }
  }

  /** Made once and found again, by its tag where its id has been lost. */
  private folder(): string {
    const [found] = this.progress.folderId ? [] : findTagged('sheetdesk', FOLDER_TAG.sheetdesk);
    this.progress.folderId ??= found?.id ?? createFolder(FOLDER_NAME, FOLDER_TAG);
    return this.progress.folderId;
  }
}

function createFolder(name: string, tags: Tags): string {
  return files().create({ name, mimeType: FOLDER, appProperties: tags }, undefined, { fields: 'id' }).id;
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
