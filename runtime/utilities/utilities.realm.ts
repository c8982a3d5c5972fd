import { emulated } from '../realm/emulated';
import { exception } from '../realm/host';
import { fromBase64, toBase64, toWebSafe } from './base64.realm';
import { blobOf } from './blob.realm';
import { received, toBytes, toSigned } from './bytes.realm';
import { call } from './call.realm';
import { gzip, ungzip, unzip, zip } from './compression.realm';
import { parseCsv } from './csv.realm';
import { formatDate } from './format-date.realm';
import { formatString } from './format-string.realm';
import { parseDate } from './parse-date.realm';

type Official = GoogleAppsScript.Utilities.Utilities;
type Data = string | number[];

const LONGEST_SLEEP_MS = 300_000;

/**
 * Text that is digested or signed without a charset counts as US-ASCII, every other character as a question mark:
 * test/testutilities.js of github.com/brucemcpherson/gas-fakes, which is written against Google.
 */
const DIGEST_CHARSET = 'US_ASCII';

export const utilities = emulated<Official>('Utilities.Utilities', {
  base64Encode: (data: Data, charset?: unknown) => toBase64(toBytes(data, charset)),
  base64EncodeWebSafe: (data: Data, charset?: unknown) => toWebSafe(toBase64(toBytes(data, charset))),
  base64Decode: decodeBase64,
  base64DecodeWebSafe: decodeBase64,
  computeDigest: (algorithm: unknown, value: Data, charset: unknown = DIGEST_CHARSET) =>
    toSigned(received(call('utilities.digest', String(algorithm), toBase64(toBytes(value, charset))))),
  computeHmacSignature: hmac,
  computeHmacSha256Signature: (value: Data, key: Data, charset?: unknown) =>
    hmac('HMAC_SHA_256', value, key, charset),
  computeRsaSignature: rsa,
  computeRsaSha1Signature: (value: string, key: string, charset?: unknown) =>
    rsa('RSA_SHA_1', value, key, charset),
  computeRsaSha256Signature: (value: string, key: string, charset?: unknown) =>
    rsa('RSA_SHA_256', value, key, charset),
  formatDate,
  formatString,
  parseDate,
  getUuid,
  gzip,
  ungzip,
  zip,
  unzip,
  newBlob: (
    data: Data,
    contentType: string | null = typeof data === 'string' ? 'text/plain' : null,
    name?: string,
  ) => blobOf({ bytes: toBytes(data), contentType, name }),
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

function hmac(algorithm: unknown, value: Data, key: Data, charset: unknown = DIGEST_CHARSET): number[] {
  const [data, secret] = [value, key].map((part) => toBase64(toBytes(part, charset))) as [string, string];
  return toSigned(received(call('utilities.hmac', String(algorithm), data, secret)));
}

/** Many have reported the message for a key that is no private key in PEM. */
function rsa(algorithm: unknown, value: string, key: string, charset: unknown = DIGEST_CHARSET): number[] {
  const signature = call('utilities.sign', String(algorithm), toBase64(toBytes(value, charset)), key);
  if (signature === null) throw exception('Invalid argument: key');
  return toSigned(received(signature));
}

/** Version 4, from the realm's Math.random, so that runs on virtual time repeat. */
function getUuid(): string {
  return 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, (place) => {
    const digit = Math.floor(Math.random() * 16);
    return (place === 'x' ? digit : (digit & 3) | 8).toString(16);
  });
}
