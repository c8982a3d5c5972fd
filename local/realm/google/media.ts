import type { RestRequest } from '../../protocol/google';
import { toBase64 } from '../utilities/base64';
import { bytesOf, isBlobSource } from '../utilities/blob';

/** The blob argument of an advanced service, where there is one. */
export function toMedia(blob: unknown, contentType?: string): RestRequest['media'] {
  if (!isBlobSource(blob)) return undefined;
  const type = contentType ?? blob.getBlob().getContentType() ?? 'application/octet-stream';
  return { contentType: type, data: toBase64(bytesOf(blob)) };
}
