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
  private readonly stored: Map<string, string>;

  /** `resumed`: an earlier run may have stored files under the same mark, so look first. */
  constructor(progress: Progress, run: string, resumed: boolean) {
    this.progress = progress;
    this.run = run;
    const files = resumed ? findTagged('run', run) : [];
    this.stored = new Map(
      files.map(({ id, appProperties = {} }) => [`${appProperties.m} ${appProperties.p}`, id]),
    );
  }

  /** Stored as `<case number>_<original file name>` (interface section 1); a failure leaves a mark instead. */
  store(messageId: string, attachment: Attachment, caseNumber: string): StoredAttachment {
    const { name, size, partId } = attachment;
    try {
      const driveId =
        this.stored.get(`${messageId} ${partId}`) ?? this.upload(messageId, attachment, caseNumber);
      return { name, driveId, size };
    } catch (error) {
      return { name, driveId: null, size, partId, error: wordsOf(error) };
    }
  }

  private upload(
    messageId: string,
    { attachmentId, mimeType, name, partId }: Attachment,
    caseNumber: string,
  ): string {
    const bytes = getAttachment(messageId, attachmentId);
    const content = Utilities.newBlob(bytes, mimeType, `${caseNumber}_${name}`);
    return createFile(content, this.folder(), { run: this.run, m: messageId, p: partId });
  }

  /** Made once and found again, by its tag where its id has been lost. */
  private folder(): string {
    this.progress.folderId ??=
      findTagged('sheetdesk', FOLDER_TAG.sheetdesk)[0]?.id ?? createFolder(FOLDER_NAME, FOLDER_TAG);
    return this.progress.folderId;
  }
}
