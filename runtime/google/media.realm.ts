import { toBase64 } from '../utilities/base64.realm';
import { bytesOf, isBlobSource } from '../utilities/blob.realm';
import type { RestRequest } from './calls';

/** The blob argument of an advanced service, where there is one. */
export function toMedia(blob: unknown, contentType?: string): RestRequest['media'] {
  if (!isBlobSource(blob)) return undefined;
  const type = contentType ?? blob.getBlob().getContentType() ?? 'application/octet-stream';
  return { contentType: type, data: toBase64(bytesOf(blob)) };
}
