import { exception } from '../realm/host';
import { fromBase64, toBase64 } from '../utilities/base64.realm';
import { bytesOf, isBlobSource } from '../utilities/blob.realm';
import { toSigned } from '../utilities/bytes.realm';
import type { RestRequest } from './calls';

/** The fields of Gmail's answers that carry bytes; text in them is base64url. */
const BYTE_FIELDS = new Set(['data', 'raw']);

/**
 * Advanced services hand bytes over as arrays of signed bytes, at every depth (facts 5.2), where REST has base64url.
 * Header values and names are plain text and are left alone.
 */
export function signedBytes<T>(answer: T): T {
  if (Array.isArray(answer)) return answer.map(signedBytes) as T;
  if (typeof answer !== 'object' || answer === null) return answer;
  const entries = Object.entries(answer).map(([key, value]) => [
    key,
    BYTE_FIELDS.has(key) && typeof value === 'string'
      ? toSigned(fromBase64(value) as Uint8Array)
      : signedBytes(value),
  ]);
  return Object.fromEntries(entries) as T;
}

/** The blob argument of an advanced service, where there is one. The words: gas-fakes, `test/testdrive.js`. */
export function toMedia(blob: unknown, contentType?: string): RestRequest['media'] {
  if (blob === undefined || blob === null) return undefined;
  if (!isBlobSource(blob)) throw exception('The mediaData parameter only supports Blob types for upload.');
  const type = contentType ?? blob.getBlob().getContentType() ?? 'application/octet-stream';
  return { contentType: type, data: toBase64(bytesOf(blob)) };
}
