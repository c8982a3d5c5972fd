import { createHash } from 'node:crypto';
import { decodeEncodedWords, decodeText } from '../mime/charset';
import { decodeHeader, type RawHeader } from '../mime/headers';
import type { MimePart } from '../mime/part';
import { toBase64Url } from '../rest/base64url';

export type PayloadBody = { size: number; data?: string; attachmentId?: string };

/** Gmail's MessagePart: https://developers.google.com/gmail/api/reference/rest/v1/users.messages */
export type Payload = {
  partId: string;
  mimeType: string;
  filename: string;
  headers: RawHeader[];
  body: PayloadBody;
  parts?: Payload[];
};

export type StoredAttachment = { id: string; content: Uint8Array };

/** Gmail's tree of a message, and beside it the attachments that a client has to fetch. */
export function toPayload(
  root: MimePart,
  messageId: string,
  { decodesFrom = false }: { decodesFrom?: boolean } = {},
): { payload: Payload; attachments: StoredAttachment[] } {
  const attachments: StoredAttachment[] = [];
  const decode = (header: RawHeader) =>
    decodesFrom && /^from$/i.test(header.name)
      ? { ...header, value: decodeEncodedWords(header.value) }
      : decodeHeader(header);
  return { payload: convert(root, ''), attachments };

  function convert(part: MimePart, partId: string): Payload {
    const filename = part.filename || defaultFilename(part.mimeType);
    const parts = part.parts.map((child, index) =>
      convert(child, partId ? `${partId}.${index}` : `${index}`),
    );
    const head = { partId, mimeType: part.mimeType, filename, headers: part.headers.map(decode) };
    const body = toBody(part, filename, partId);
    return parts.length > 0 ? { ...head, body, parts } : { ...head, body };
  }

  function toBody(part: MimePart, filename: string, partId: string): PayloadBody {
    if (isContainer(part, filename)) return { size: 0 };
    const size = part.content.length;
    if (filename === '' && part.mimeType.startsWith('text/')) return toInlineBody(part);
    const id = toAttachmentId(messageId, partId);
    attachments.push({ id, content: part.content });
    return { size, attachmentId: id };
  }
}

/**
 * An attached mail with a file name is a file, and has its parts as children too; without a name it only has the
 * children.
 */
function isContainer({ mimeType, parts }: MimePart, filename: string): boolean {
  if (mimeType === 'message/rfc822') return filename === '' && parts.length > 0;
  return mimeType.startsWith('multipart/');
}

/** Gmail gives an invitation without a name one, so it always is an attachment. */
function defaultFilename(mimeType: string): string {
  return mimeType === 'text/calendar' ? 'invite.ics' : '';
}

/** Inline text is UTF-8 whatever charset the part has; its size is that of the original. */
function toInlineBody({ content, charset }: MimePart): PayloadBody {
  if (content.length === 0) return { size: 0 };
  return { size: content.length, data: toBase64Url(Buffer.from(decodeText(content, charset))) };
}

function toAttachmentId(messageId: string, partId: string): string {
  const digest = createHash('sha512').update(`${messageId}/${partId}`).digest('base64url');
  return `ANGjdJ${digest}`;
}
