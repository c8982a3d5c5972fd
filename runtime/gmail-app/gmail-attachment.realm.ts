import { emulated } from '../realm/emulated';
import { blobOf } from '../utilities/blob.realm';
import { received } from '../utilities/bytes.realm';
import { call } from './call.realm';
import type { AttachmentRecord } from './calls';

type Blob = GoogleAppsScript.Base.Blob;
type GmailAttachment = GoogleAppsScript.Gmail.GmailAttachment;

/** Makes an attachment, whose bytes are read when they are needed: name, size and hash are known without. */
export function attachmentOf(messageId: string, record: AttachmentRecord): GmailAttachment {
  let loaded: Blob | undefined;
  const blob = (method: string) => {
    loaded ??= load(`GmailAttachment.${method}`, messageId, record);
    return loaded;
  };
  const { name, contentType, size, hash } = record;
  return emulated<GmailAttachment>('Gmail.GmailAttachment', {
    // The services that take a blob source call this.
    getBlob: () => blob('getBlob'),
    copyBlob: () => blob('copyBlob').copyBlob(),
    getAs: (wanted) => blob('getAs').getAs(wanted),
    getBytes: () => blob('getBytes').getBytes(),
    getContentType: () => loaded?.getContentType() ?? contentType,
    getDataAsString: (charset?: string) =>
      charset === undefined
        ? blob('getDataAsString').getDataAsString()
        : blob('getDataAsString').getDataAsString(charset),
    getHash: () => hash,
    getName: () => loaded?.getName() ?? name,
    getSize: () => size,
    isGoogleType: () => false,
    setBytes: (data) => blob('setBytes').setBytes(data),
    setContentType: (type) => blob('setContentType').setContentType(type),
    setContentTypeFromExtension: () => blob('setContentTypeFromExtension').setContentTypeFromExtension(),
    setDataFromString: (text: string, charset?: string) =>
      charset === undefined
        ? blob('setDataFromString').setDataFromString(text)
        : blob('setDataFromString').setDataFromString(text, charset),
    setName: (given) => blob('setName').setName(given),
  } satisfies Partial<GmailAttachment> & { getBlob(): Blob });
}

function load(method: string, messageId: string, { id, name, contentType }: AttachmentRecord): Blob {
  return blobOf({ bytes: received(call('gmailApp.attachment', method, messageId, id)), contentType, name });
}
