import { createHash, createHmac, randomUUID } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { formatDate } from '../../runtime/utilities/format-date.realm';

type Byte = GoogleAppsScript.Byte;
type Data = string | readonly Byte[];

/** A blob as needed here: text or bytes, to be packed, unpacked or read again. */
type Blob = Pick<GoogleAppsScript.Base.Blob, 'getBytes' | 'getDataAsString'>;

const Charset = { UTF_8: 1 };
const DigestAlgorithm = { SHA_256: 3 };
const MacAlgorithm = { HMAC_SHA_1: 1, HMAC_SHA_256: 2 };

/** The names that Node has for them. */
const MACS: Partial<Record<number, string>> = {
  [MacAlgorithm.HMAC_SHA_1]: 'sha1',
  [MacAlgorithm.HMAC_SHA_256]: 'sha256',
};

/** An unpacked entry of the cache has a tenth of it. */
const MAX_UNPACKED_BYTES = 16 * 1024 * 1024;

export const Utilities = {
  Charset,
  DigestAlgorithm,
  MacAlgorithm,
  getUuid: randomUUID as () => string,
  formatDate,
  // A worker has one execution at a time, which waits.
  sleep: (milliseconds: number) =>
    void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds),
  base64Encode: (data: Data) => toBuffer(data).toString('base64'),
  /** Unlike Node's, Google's has its padding. */
  base64EncodeWebSafe: (data: Data) =>
    toBuffer(data).toString('base64').replace(/\+/g, '-').replace(/\//g, '_'),
  base64Decode,
  newBlob: (data: Data) => blobOf(toBuffer(data)),
  gzip: (blob: Blob) => blobOf(gzipSync(Buffer.from(blob.getBytes()))),
  ungzip: (blob: Blob) =>
    blobOf(gunzipSync(Buffer.from(blob.getBytes()), { maxOutputLength: MAX_UNPACKED_BYTES })),
  computeDigest(algorithm: number, value: Data, charset?: number): Byte[] {
    if (algorithm !== DigestAlgorithm.SHA_256) throw new Error('The host has no digest but SHA_256.');
    return toSigned(createHash('sha256').update(toHashed(value, charset)).digest());
  },
  computeHmacSignature,
  computeHmacSha256Signature: (value: Data, key: Data, charset?: number) =>
    computeHmacSignature(MacAlgorithm.HMAC_SHA_256, value, key, charset),
} satisfies Partial<Record<keyof GoogleAppsScript.Utilities.Utilities, unknown>>;

function computeHmacSignature(algorithm: number, value: Data, key: Data, charset?: number): Byte[] {
  const name = MACS[algorithm];
  if (!name) throw new Error('The host has no signature but HMAC_SHA_1 and HMAC_SHA_256.');
  return toSigned(createHmac(name, toHashed(key, charset)).update(toHashed(value, charset)).digest());
}

/** Google takes text without a charset for US-ASCII, and loses all other characters. Nobody here wants that. */
function toHashed(data: Data, charset: number | undefined): Buffer {
  if (typeof data === 'string' && charset !== Charset.UTF_8)
    throw new Error('Text is hashed with Utilities.Charset.UTF_8.');
  return toBuffer(data);
}

/** Either alphabet, padded or not. */
function base64Decode(encoded: string): Byte[] {
  const text = encoded.replace(/={1,2}$/, '');
  if (!/^[\w+/-]*$/.test(text) || text.length % 4 === 1) throw new Error('Could not decode string.');
  return toSigned(Buffer.from(text, 'base64'));
}

function blobOf(bytes: Buffer): Blob {
  return { getBytes: () => toSigned(bytes), getDataAsString: () => bytes.toString('utf8') };
}

/** Bytes come as -128..127 or 0..255. */
function toBuffer(data: Data): Buffer {
  return typeof data === 'string' ? Buffer.from(data, 'utf8') : Buffer.from(data);
}

function toSigned(bytes: Buffer): Byte[] {
  return Array.from(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length));
}
