import { createFile, createFolder, findTagged } from './drive';
import { wordsOf } from './failures';
import { getAttachment } from './gmail';
import type { Attachment } from './mail';
import type { Progress } from './progress';

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

/** Stores attachments in the app's folder, each once, also when an earlier run died over it. */
export class AttachmentStore {
  private readonly progress: Progress;
  private readonly run: string;
  /** File ids by message and part. */
  private readonly stored = new Map<string, string>();

  /** `resumed`: an earlier run may have stored files under the same mark, so look first. */
  constructor(progress: Progress, run: string, resumed: boolean) {
    this.progress = progress;
    this.run = run;
    if (resumed) this.remember('run', run);
  }

  /** Stored as `<case number>_<original file name>` (interface section 1); a failure leaves a mark instead. */
  store(messageId: string, attachment: Attachment, caseNumber: string): StoredAttachment {
    const { name, size, partId } = attachment;
    try {
      const driveId = this.find(messageId, partId) ?? this.upload(messageId, attachment, caseNumber);
      return { name, driveId, size };
    } catch (error) {
      return { name, driveId: null, size, partId, error: wordsOf(error) };
    }
  }

  /** The same for one that failed: it may have been stored all the same. */
  storeAgain(messageId: string, attachment: Attachment, caseNumber: string): StoredAttachment {
    this.remember('m', messageId);
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
    } catch {
      // The answer was lost, or the folder is gone: look for both before the second and last try.
      this.remember('m', messageId);
      this.progress.folderId = undefined;
      return this.find(messageId, partId) ?? createFile(content, this.folder(), tags);
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
