import { emulated } from '../realm/emulated';
import { call, exception } from '../realm/host';
import { fromBase64, toBase64, toWebSafe } from './base64.realm';
import { blobOf, bytesOf } from './blob.realm';
import { received, toBytes, toSigned } from './bytes.realm';
import { parseCsv } from './csv.realm';
import { formatDate } from './format-date.realm';
import { formatString } from './format-string.realm';

type Official = GoogleAppsScript.Utilities.Utilities;
type Data = string | number[];

const LONGEST_SLEEP_MS = 300_000;

export const utilities = emulated<Official>('Utilities.Utilities', {
  base64Encode: (data: Data, charset?: unknown) => toBase64(toBytes(data, charset)),
  base64EncodeWebSafe: (data: Data, charset?: unknown) => toWebSafe(toBase64(toBytes(data, charset))),
  base64Decode: decodeBase64,
  base64DecodeWebSafe: decodeBase64,
  computeDigest: (algorithm: unknown, value: Data, charset?: unknown) =>
    toSigned(received(call('utilities.digest', String(algorithm), toBase64(toBytes(value, charset))))),
  computeHmacSignature: hmac,
  computeHmacSha256Signature: (value: Data, key: Data, charset?: unknown) =>
    hmac('HMAC_SHA_256', value, key, charset),
  formatDate: (date: GoogleAppsScript.Base.Date, zone: string, format: string) => {
    if (typeof date?.getTime !== 'function') throw wrongSignature('formatDate', [date, zone, format]);
    return formatDate(date, zone, format);
  },
  formatString,
  getUuid,
  gzip(source: GoogleAppsScript.Base.BlobSource, name?: string) {
    const bytes = received(call('utilities.gzip', toBase64(bytesOf(source))));
    return blobOf({
      bytes,
      contentType: 'application/x-gzip',
      name: name ?? `${source.getBlob().getName()}.gz`,
    });
  },
  ungzip(source: GoogleAppsScript.Base.BlobSource) {
    const data = call('utilities.ungzip', toBase64(bytesOf(source)));
    if (data === null) throw exception('Could not decompress gzip.');
    const name = source.getBlob().getName()?.replace(/\.gz$/, '');
    return blobOf({ bytes: received(data), contentType: 'application/octet-stream', name });
  },
  newBlob: (data: Data, contentType?: string, name?: string) =>
    blobOf({
      bytes: toBytes(data),
      contentType: contentType ?? (typeof data === 'string' ? 'text/plain' : null),
      name,
    }),
  parseCsv,
  sleep(milliseconds: number) {
    if (!(milliseconds >= 0 && milliseconds <= LONGEST_SLEEP_MS))
      throw exception(`Invalid argument: ${milliseconds}`);
    call('utilities.sleep', milliseconds);
  },
  // Two methods of the older runtime that still exist.
  ...{ jsonParse: JSON.parse, jsonStringify: (value: unknown) => JSON.stringify(value) },
} satisfies Partial<Official>);

function decodeBase64(encoded: string): number[] {
  const bytes = fromBase64(encoded);
  if (!bytes) throw exception('Could not decode string.');
  return toSigned(bytes);
}

function hmac(algorithm: unknown, value: Data, key: Data, charset?: unknown): number[] {
  const [data, secret] = [value, key].map((part) => toBase64(toBytes(part, charset))) as [string, string];
  return toSigned(received(call('utilities.hmac', String(algorithm), data, secret)));
}

/** Version 4, from the realm's Math.random, so that runs on virtual time repeat. */
function getUuid(): string {
  return 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, (place) => {
    const digit = Math.floor(Math.random() * 16);
    return (place === 'x' ? digit : (digit & 3) | 8).toString(16);
  });
}

function wrongSignature(method: string, values: unknown[]): Error {
  const types = values.map((value) => (typeof value === 'object' ? 'Object' : capital(typeof value)));
  return exception(
    `The parameters (${types.join(',')}) don't match the method signature for Utilities.${method}.`,
  );
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
