import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { formatDate } from '../../runtime/utilities/format-date.realm';

/** What the code of the API finds under the names of Google's services, in a page that nobody serves. */

type Data = string | readonly number[];

const toBytes = (data: Data): Uint8Array =>
  typeof data === 'string' ? new TextEncoder().encode(data) : Uint8Array.from(data);
const toSigned = (bytes: Uint8Array): number[] => [...Int8Array.from(bytes)];
const toBase64 = (data: Data): string => btoa(String.fromCharCode(...toBytes(data)));
const toText = (bytes: readonly number[]) => new TextDecoder().decode(toBytes(bytes));

interface Blob {
  getBytes(): number[];
  getDataAsString(): string;
}

function blobOf(data: Data): Blob {
  const bytes = toSigned(toBytes(data));
  return { getBytes: () => bytes, getDataAsString: () => toText(bytes) };
}

export const Utilities = {
  Charset: { UTF_8: 1 },
  DigestAlgorithm: { SHA_256: 3 },
  MacAlgorithm: { HMAC_SHA_1: 1, HMAC_SHA_256: 2 },
  getUuid: () => crypto.randomUUID(),
  formatDate,
  sleep: () => {},
  base64Encode: toBase64,
  base64EncodeWebSafe: (data: Data) => toBase64(data).replace(/\+/g, '-').replace(/\//g, '_'),
  base64Decode: (text: string) => toSigned(Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0))),
  newBlob: blobOf,
  gzip: (blob: Blob) => blob,
  ungzip: (blob: Blob) => blob,
  computeDigest: (_: number, data: Data) => toSigned(sha256(toBytes(data))),
  computeHmacSha256Signature: (data: Data, key: Data) => toSigned(hmac(sha256, toBytes(key), toBytes(data))),
};

/** Entries outlive nothing but the page, so none has to expire. */
function storage() {
  const entries = new Map<string, string>();
  const all = () => Object.fromEntries(entries);
  const put = (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) entries.set(name, value);
  };
  const own = {
    get: (name: string) => entries.get(name) ?? null,
    getAll: (names: string[]) =>
      Object.fromEntries(Object.entries(all()).filter(([name]) => names.includes(name))),
    put: (name: string, value: string) => put({ [name]: value }),
    putAll: put,
    remove: (name: string) => entries.delete(name),
    removeAll: (names: string[]) => names.map((name) => entries.delete(name)),
    getProperty: (name: string) => entries.get(name) ?? null,
    getProperties: all,
    setProperty: (name: string, value: string) => put({ [name]: value }),
    setProperties: put,
    deleteProperty: (name: string) => entries.delete(name),
  };
  return own;
}

const [cached, properties] = [storage(), storage()];
export const CacheService = { getScriptCache: () => cached };
export const PropertiesService = { getScriptProperties: () => properties };

const lock = { tryLock: () => true, waitLock: () => {}, hasLock: () => true, releaseLock: () => {} };
export const LockService = { getScriptLock: () => lock, getUserLock: () => lock };

const spreadsheet = {
  getId: () => 'demo',
  getSpreadsheetTimeZone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
};
export const SpreadsheetApp = { getActiveSpreadsheet: () => spreadsheet, flush: () => {} };
